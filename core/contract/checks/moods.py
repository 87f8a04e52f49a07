"""What each sentence of a text does: rules, forbids, allows, waives, reports as done, asks, supposes.

One expression per mood for all five languages, tried once on a whole text. A rule can only be passed
on by a sentence that rules; a report that the thing was done breaks a prohibition and passes on nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import simplemma

from core.contract.checks import cues
from core.contract.checks.anycase import AnyCase
from core.contract.checks.lexicon import idioms
from core.contract.checks.view import TextView

_PAST = (
    r"(?:[a-z]{2,}ed|went|gone|did|done|gave|given|took|taken|sent|put|told|said|wrote|written|ran|made|got|gotten|built|bought|sold|paid|met|left|kept|held|let|set|shut|cut|"
    r"drove|driven|flew|flown|drew|drawn|threw|thrown|spoke|spoken|chose|chosen|brought|caught|taught|thought|found|lent|spent|lost|led|fed|read|came|began|begun|broke|broken|"
    r"ate|eaten|drank|drunk|fell|froze|frozen|hid|hidden|rode|rang|rung|saw|seen|shook|showed|shown|slept|stole|stood|swam|swept|tore|torn|woke|wore|worn|won|hung|dug|fought|forgot|forgotten|"
    r"laid|lit|meant|sat|sought|shot|stuck|struck|understood|withdrew|withdrawn|overwrote|overwritten|mown|sewn|sown|grown|grew|known|knew)"
)
_ADV = r"(?:\w+ly |already |just |then |also |now |all |both |even |since |meanwhile |simply |first |finally |still |once )*"

DONE = AnyCase(
    rf"\b(?:I|we|he|she|they|you|who|it|somebody|someone|everybody|everyone|both|all|(?-i:[A-Z][a-z]+)) {_ADV}{_PAST}\b|"
    rf"\b(?:was|were|has been|have been|had been|got|is now|are now|is already|are already) {_ADV}{_PAST}\b|"
    rf"(?:\b(?:has|have|had)|['’](?:ve|d)) {_ADV}{_PAST}\b|"
    rf"(?:^|\n)[ \t]*(?:[-*•|>] ?|\d\d?[:.]\d\d[ ,:-]*|\d\d?[.)] )*(?:done: |already |just )?{_PAST}\b|"
    rf"\d\d?:\d\d(?::\d\d)?[ ,:—–-]+(?:[^\s.;]+ ){{0,4}}?{_PAST}\b|"
    r"\b(?:went live|is live|are live|is out|are out|is up|in production|that['’]s done|is done|as agreed yesterday|so far so good|report on|as served|as sent|as published|as built)\b|✅|✔|\[x\]|"
    r"\b(?:habe|hat|haben|hatte|hatten|wurden?|worden|ist|sind|bin)\b[^.;!?\n]{0,70}?\b(?:\w{0,8}ge[a-zäöüß]{2,}(?:t|en)|(?:be|ver|er|ent|zer|über|unter)[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{3,}iert)\b|"
    r"\b(?:ging|gingen|kam|kamen|ließ|ließen|gab|gaben|nahm|nahmen|schrieb\w*|rief|riefen|fuhr\w*|stellte\w*|legte\w*|machte\w*|schickte\w*|erledigt)\b|"
    r"\b(?:j['’]ai|tu as|on a|a|ont|avons|avez|est|sont|été|avait|avaient|ai)\s(?:\w+ ){0,2}?\w+(?:é|ée|és|ées|[iu]s?|[iu]e?s?|ert|ait)\b|"
    r"\b[a-z]{2,}(?:ó|aron|ieron)\b|\b(?:ha|han|hemos|he|fue|fueron|había|habían)\s(?:\w+ ){0,2}?\w+(?:ad[oa]s?|id[oa]s?|[cpr]t[oa]s?|ch[oa]s?)\b|"
    r"\b[а-яё]{2,}(?:ено|ана|ано|аны|ены|ято|яты|ыто|ыты|ился|илась|ились)\b",
    re.I,
)
"""Something is told as having happened."""

_RUSSIAN_PAST = AnyCase(r"\b[а-яё]{3,}л(?:а|о|и|ся|ась|ось|ись)?\b", re.I)

RULING = AnyCase(
    r"\b(?:must|shall|should|has to|have to|need(?:s)? to|needs|is to be|are to be|is to|are to|required?|mandatory|obligatory|compulsory|make sure|ensure|see (?:to it )?that|please|always|"
    r"without exception|no exceptions?|rule|policy|condition|instruction|reminder|remember|only (?:if|once|after|when|with|by|in|from)|not before|not until|unless|no sooner|precondition|prerequisite|"
    r"insist\w*|expect(?:s|ed)? (?:us|you|everyone)|"
    r"долж\w+|нужно|надо|необходимо|обязательно|обязан\w*|следует|требу\w+|просьба|прошу|пожалуйста|всегда|только (?:после|с|при|через|если|когда)|не раньше|правило|условие|не забу\w+|"
    r"muss|müssen|sollen?|sollte\w*|bitte|immer|nur (?:wenn|mit|nach|bei|über|noch|per)|erst (?:wenn|nach|dann|ab)|pflicht\w*|vorgeschrieben|verpflicht\w+|unbedingt|zwingend|regel|"
    r"doit|doivent|devez|il faut|faut|merci de|veuillez|toujours|obligatoire\w*|uniquement|impérati\w+|exig\w+|consigne|prière de|à condition|"
    r"deben?|hay que|siempre|obligatori\w+|únicamente|por favor|es necesario|imprescindible|exig\w+|norma)\b",
    re.I,
)
IMPERATIVE = AnyCase(
    r"(?:^|[.!?:;]\s+|\n\s*(?:[-*•] |\d\d?[.)] )?)(?:then |first |so |and |but |please )?(?:(?:ask|attach|avoid|book|bring|call|check|clean|close|collect|come|confirm|copy|deliver|don['’]t|do not|drive|file|fill|follow|get|"
    r"give|go|have|hold|keep|label|leave|let|load|lock|log|look|measure|move|note|open|order|pack|park|pay|pick|place|print|pull|push|put|read|record|refer|remove|repeat|report|return|run|say|send|show|"
    r"sign|start|stay|stop|store|switch|take|tell|test|treat|turn|use|wait|warn|wash|watch|wear|weigh|write|never|always|nobody|no one|none|not|no|add|apply|cite|deposit|hand|include|mark|mask|merge|redact|tag|verify)\b)",
    re.I,
)
BANNING = AnyCase(
    r"\b(?:must(?:n['’]t| not)|may not|should(?:n['’]t| not)|shall not|can(?:not|['’]t| not)|(?:do|does)(?:n['’]t| not)|(?:is|are)(?:n['’]t| not) (?:to|allowed|permitted|for|an option|on)|will not|won['’]t|never|not allowed|not permitted|"
    r"forbid\w*|forbidden|prohibit\w*|banned|bans?|off[- ]limits|off the (?:table|menu|record)|out of (?:the question|bounds)|no[- ]go|taboo|hands off|under no circumstances?|not an option|"
    r"nobody|no one|none of (?:us|you|them)|no \w+(?: \w+){0,3} (?:gets?|goes|is|are|may|leaves?|enters?|without)|(?:stays?|remains?|keep|kept|kept|leave) (?:\w+ ){0,3}(?:secret|hidden|closed|shut|sealed|locked|out|off|away|confidential|private|internal|untouched|unopened|alone|where)|"
    r"steer clear|keep (?:clear|quiet|mum)|say nothing|refus\w+|reject(?:s|ed)?|den(?:y|ies|ied)|abort\w*|block(?:s|ed)?|raise \w+|exit 1|fail(?:s|ed)? the|stop(?:s)? (?:the|it|here|him|her|them)|goes? nowhere|"
    r"нельзя|запре\w+|недопустим\w*|ни в коем случае|ни при каких|никогда|никому|никто|никаких|не (?:\w+ ){0,1}\w+(?:ть|ем|им|ите|йте|ют|ят|ться|ется|ются|емся|ать)|молчим|молчать|исключен\w*|под запретом|держать? в секрете|"
    r"verboten|untersagt|darf (?:\w+ ){0,5}?(?:nicht|kein\w*|niemand\w*)|dürfen (?:\w+ ){0,5}?(?:nicht|kein\w*|niemand\w*)|tabu|keinesfalls|auf keinen fall|niemals|nie|niemand\w*|kommt nicht in frage|ausgeschlossen|bleibt (?:\w+ ){0,2}(?:geheim|zu|geschlossen|draußen|verschlossen|intern)|nicht|kein\w*|"
    r"interdit\w*|défendu\w*|proscrit\w*|ne (?:\w+ ){1,3}?(?:pas|jamais|aucun\w*|personne|plus)|hors de question|en aucun cas|personne ne|aucun\w* \w+ ne|"
    r"prohib\w+|no se (?:debe|puede|permite|\w+[ae]n?)\b|nunca|jamás|nadie|en ningún caso|queda fuera|ni se)\b",
    re.I,
)
ALLOWING = AnyCase(
    r"\b(?:may (?!not|be\b)\w+|(?:is|are|was|were|be) (?:now |again |also )?(?:allowed|permitted|free to|welcome to|fine|okay|ok|in order|cleared)|feel free|go ahead|green light|fine (?:by|with) (?:me|us)|ok to|okay to|you can|we can|they can|can (?:now|again|simply|just|be)|"
    r"no (?:problem|objections?|harm)|why not|by all means|"
    r"можно|разреш\w+|допуска\w+|не возражае\w*|пусть|позвол\w+|dürfen|darf|erlaub\w+|gestatt\w+|können (?:ruhig|auch|gern)|ruhig|kein problem|peut|peuvent|pouvez|autoris\w+|permis\w*|libre de|puede\w*|pueden|permit\w+|autoriz\w+|se admite\w*)\b",
    re.I,
)
WAIVING = AnyCase(
    r"\b(?:no need|needn['’]t|need not|(?:do|does|did)(?:n['’]t| not) (?:need|have to|bother|require|insist)|not (?:necessary|required|needed|mandatory)|no longer (?:needed|required|necessary|applies|apply|in force)|optional|skip\w*|waive\w*|exempt\w*|"
    r"suffic\w+|(?:is|are|was|will be) enough|good enough|will do|do(?:es)? without|did without|dispense\w* with|spare (?:us|you|yourself|them)|drop(?:ped)? (?:the|that|this|it)|abolish\w*|lifted|scrapped|suspended|exception|instead of|without (?:waiting|asking|any|a|the|his|her|their|having)|"
    r"straight away|right away|bypass\w*|ignor\w+|not bother\w*|never mind|late\w* on|afterwards|after the fact|retroactively|can (?:follow|wait)|catch up|"
    r"не (?:нужн\w+|требу\w+|обязательн\w+|надо)|необязательн\w+|достаточно|хватит|хватает|без (?:\w+ )?\w+|обойд[её]мся|отмен\w+|задним числом|потом|не дожида\w+|"
    r"nicht (?:nötig|erforderlich|notwendig|mehr)|genügt|genügen|reicht|reichen|entfällt|entfallen|verzicht\w+|ohne|nachträglich|hinterher|ausnahm\w+|aufgehoben|"
    r"pas (?:besoin|nécessaire|obligatoire)|inutile|suffit|suffisent|sans|facultati\w+|dispens\w+|supprim\w+|après coup|ensuite|"
    r"no (?:hace falta|es necesario|se requiere|es preciso)|sin|opcional|basta\w*|suprimid\w+|después|posteriormente|prescind\w+)\b",
    re.I,
)
FAILING = AnyCase(
    rf"\b(?:(?:was|were|has|have|had|did|could)(?:n['’]t| not| never) {_ADV}\w+|no \w+(?: \w+){{0,2}} (?:was|were|has|have|had)|not (?:a single|one)|never (?:got|came|{_PAST})|without {_ADV}|forgot|forgotten|missed|omitted|skipped|left out|missing|still (?:missing|open|outstanding)|"
    rf"hadn['’]t|haven['’]t|not yet|nobody {_PAST}|no one {_PAST}|none of \w+ (?:was|were|has|have|had|{_PAST})|instead of|nothing was)\b|"
    r"\bне (?:успе\w+|был\w*|сдела\w+|\w+л(?:а|о|и|ся|ась|ось|ись)?)\b|\bбез \w+|\bзабыл\w*|\bпока не\b|\bещё не\b|"
    r"\b(?:wurden?|haben?|hat|hatten?|ist|sind|war|waren) (?:\w+ ){0,5}?(?:nicht|kein\w*|nie)\b|\bohne\b|\bvergessen\b|\bfehlt\w*|\bnoch nicht\b|"
    r"\bn['’](?:a|ont|est|était|avait|avons) (?:\w+ )?(?:pas|jamais|aucun\w*)\b|\bsans\b|\boubli\w+|\bpas encore\b|\bno (?:se )?(?:ha|han|fue|fueron|hubo|\w+ó|\w+aron)\b|\bsin\b|\bolvid\w+|\baún no\b",
    re.I,
)
"""Something is told as not having happened."""

PLANNED = AnyCase(
    r"(?:\b(?:will|going to|['’]ll|tomorrow|next (?:week|month|year|time)|later|plan(?:ned|s)? to|plan is|about to|intend\w*|on the way|scheduled|let['’]s|still to come|to follow|"
    r"завтра|на следующ\w+|позже|потом|собира\w+|планиру\w+|буд(?:у|ет|ем|ут)|"
    r"morgen|nächste\w*|später|werden|wird|demnächst|demain|prochain\w*|plus tard|va|vont|allons|mañana|próxim\w+|luego|más tarde|va a|van a|vamos a)\b)",
    re.I,
)
_SUBORDINATE = AnyCase(
    r"^\W*(?:and |but |or )?(?:before|until|till|unless|if|once|when|whenever|after|as soon as|as long as|only|provided|without|"
    r"если|пока|когда|как только|после того|до того|прежде чем|bevor|bis|wenn|falls|sobald|nachdem|solange|ehe|avant|tant que|si|quand|une fois|dès que|antes|hasta|si|cuando|una vez|mientras)\b",
    re.I,
)


_LEADING = AnyCase(
    r"\b(?:before|until|till|unless|if|once|when|whenever|after|as soon as|если|пока|когда|как только|bevor|wenn|falls|sobald|nachdem|tant que|quand|une fois|cuando|una vez)\s+(?:\S+\s+){0,3}$",
    re.I,
)
"""What stands before a verb that only says under which condition something holds."""


@lru_cache(maxsize=16384)
def _past_ru(word: str) -> bool:
    """Whether a Russian word in -л, -ла is a verb of the past: its lemma is an infinitive."""
    return simplemma.lemmatize(word, lang="ru").endswith(("ть", "ти", "чь", "ться", "тись"))


@dataclass(frozen=True, slots=True)
class Moods:
    """Zones of a text (by index) by what they do; a zone may be in several."""

    ruling: frozenset[int]
    banning: frozenset[int]
    allowing: frozenset[int]
    waiving: frozenset[int]
    done: frozenset[int]
    failing: frozenset[int]
    planned: frozenset[int]
    asked: frozenset[int]
    supposed: frozenset[int]


def moods(view: TextView) -> Moods:
    """Return the moods of the sentences of a text; found once for each text."""
    known = view.memo.get(("moods", 0, 0))
    if known is None:
        known = view.memo["moods", 0, 0] = _moods(view)
    found: Moods = known
    return found


def _zones(view: TextView, *expressions: AnyCase | None) -> frozenset[int]:
    return frozenset(
        view.zone_at(match.end() - 1)
        for cue in expressions
        if cue is not None
        for match in cue.finditer(view.text)
    )


def _moods(view: TextView) -> Moods:
    text = view.text
    failing = _zones(view, FAILING)
    done = set()
    for match in (*DONE.finditer(text), *_matches(idioms("done", view.lang), text)):
        zone = view.zone_at(match.end() - 1)
        if zone not in done and _told(view, match.start(), match.end()):
            done.add(zone)
    if view.lang == "ru":
        for match in _RUSSIAN_PAST.finditer(text):
            zone = view.zone_at(match.start())
            past = zone not in done and _past_ru(match.group().lower())
            if past and _told(view, match.start(), match.end()):
                done.add(zone)
    asked = {
        i for i, zone in enumerate(view.zones) if cues.QUESTION.search(text[zone.start : zone.end])
    } | _zones(view, cues.ASKED_ABOUT, cues.ASKING)
    return Moods(
        ruling=_zones(
            view, RULING, IMPERATIVE, idioms("oblige", view.lang), idioms("first", view.lang)
        ),
        banning=_zones(view, BANNING, idioms("forbid", view.lang)),
        allowing=_zones(view, ALLOWING, idioms("permit", view.lang)),
        waiving=_zones(view, WAIVING, idioms("waive", view.lang), idioms("late", view.lang)),
        done=frozenset(done),
        failing=failing,
        planned=_zones(view, PLANNED),
        asked=frozenset(asked) | _zones(view, idioms("asked", view.lang)),
        supposed=_zones(view, cues.HYPOTHETICAL, cues.WISH, idioms("supposed", view.lang)),
    )


def _matches(cue: AnyCase | None, text: str) -> list[re.Match[str]]:
    return list(cue.finditer(text)) if cue is not None else []


def _told(view: TextView, start: int, end: int) -> bool:
    """Whether a verb stands in a main clause without a negation."""
    clause = view.clauses[view.clause_at(end - 1)]
    words = view.text[clause.start : clause.end]
    if _SUBORDINATE.match(words) or cues.NEGATION.search(words):
        return False
    return _LEADING.search(view.text[clause.start : max(start, clause.start)]) is None
