"""What a whole text does with its contents: it admits not to know, it corrects, it only reports.

The deciders look at the sentence with a value. Whoever drops or changes a fact often says so in a
sentence of its own: 'the figure is in table 2', 'I wrote 14, wrong column', 'moved to Monday'. These
sentences are found once for a text and used by every fact.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.contract.checks.anycase import AnyCase
from core.contract.checks.view import TextView

UNKNOWN = AnyCase(
    r"(?:\b(?:(?:can|could|do|did|does|would|will|was|were|am|are|is|have|has)(?: not|n['’]t)|cannot|can['’]t|won['’]t|unable to|never|nobody|no one|none of us|neither of us)"
    r"(?:[ ,]+\w+){0,3}?[ ,]+(?:know|knows|knew|known|say|said|tell|told|remember|recall|sure|aware|certain|seen?|heard|hear|look\w*|checked?|confirm\w*|found|find|read|decided?|agreed|"
    r"settled?|fixed|clear|recorded|stated|specified|mention\w*|repeat\w*|quote|disclosed|announced|published|have (?:it|the|that|them)|had it|say from memory|from memory|in my hand|answered?|repl(?:y|ied))\b|"
    r"\b(?:no idea|not (?:yet )?(?:sure|clear|known|decided|agreed|fixed|settled|confirmed|said|final|named|chosen|available)|unclear|unknown|undecided|unsettled|unsure|uncertain|unresolved|unspecified|"
    r"(?:still|left|remains?|is|are|was|kept) (?:completely |wholly |fully )?open(?: question)?\b(?! (?:until|from|to|on|for|at|daily|every|all))|open (?:question|point|issue|item)|cause still open|"
    r"to be (?:announced|confirmed|decided|determined|clarified|defined|agreed|named|resolved|settled|discussed|advised|checked|fixed)|t\.?b\.?[adc]\.?\b|(?:to|will|shall) follow(?: (?:later|separately|soon|shortly|tomorrow|once))?\s*(?=[.;,!)\n]|$)|"
    r"no (?:answer|reply|word|news|decision|figure|number|date|position|instructions?|information|details?|idea|limit|rule) (?:yet|so far|was|has|had|on|about|from|given|recorded|stated|is given|is stated)|"
    r"haven['’]t (?:\w+ ){0,2}(?:heard|seen|checked|looked|asked|found|got|had)|hasn['’]t (?:\w+ ){0,2}(?:been|said|answered|replied|decided|confirmed|told)|from memory|"
    r"don['’]t (?:have|know|remember|see|quote|recall|ask)|(?:waiting|wait) (?:for|on) (?:an? |the |his |her |their |its )?(?:\w+ )?(?:answer|reply|confirmation|decision|word|news|figure|number|input|feedback)|awaiting|"
    r"(?:is|are|was|were|still) (?:with|at) (?:the )?(?:lawyers?|legal|counsel|finance|procurement|management)|(?:adjourned|postponed|deferred|parked) (?:to|until|for)|under (?:discussion|review|consideration|negotiation)|"
    r"nobody (?:could|can|was able|has|knows)|(?:can|could) (?:someone|somebody|anyone|you|anybody) (?:\w+ )?(?:confirm|check|tell|say|look|ask|clarify)|whether (?:it|this|that|we|they|he|she|the|there|anybody|anyone)\b|"
    r"(?:ask|asking|check with|talk to|speak to|ping|contact|consult|go to|over to|question for) (?:the )?(?:owner|author|legal|finance|team|manager|vendor|supplier|client|pharmacy|doctor|lead|desk|office|person)\w*|depends on (?:the|whether|who|what|how))|"
    r"\b(?:не (?:знаю|знаем|знает|помню|помнит|уверен\w*|ясно|известно|известна|решен\w*|решил\w*|решён\w*|сказал\w*|говорят|назвал\w*|назван\w*|указан\w*|расслышал\w*|нашёл|нашел|нашла|видел\w*|смотрел\w*|повторяем|могу сказать|скажу|уточнил\w*|определ\w+|согласован\w*|утвержд\w+|объясня\w+|ответил\w*)|"
    r"неясно|неизвестн\w+|непонятно|под вопросом|пока (?:нет|не)|ответа (?:пока )?нет|нет (?:ответа|данных|сведений|информации)|уточн(?:ю|им|ите|яем|яю|ить|яется)|уточняйте|спрос(?:ите|ить|ил|ила|им)|узна(?:ю|йте|ем|ть)|перезвон\w+|"
    r"допишу|сообщу|сообщат|сообщим|пришлю позже|позже (?:сообщ|объяв|пришл)\w+|будет (?:объявлен\w*|известн\w*|определ\w+|уточн\w+)|решат|решается|обсужда\w+|на согласовании|ждём|ждем|жду|вопрос (?:задал\w*|открыт\w*|остаётся))|"
    r"\b(?:weiß|wissen|wusste|kenne|kennt) (?:\w+ ){0,3}?nicht|nicht (?:bekannt|klar|geklärt|entschieden|festgelegt|sicher|genannt|vermerkt|angegeben|gesagt|mehr in der hand)|unklar|unbekannt|ungeklärt|(?:noch|bleibt|ist) offen|offene frage|"
    r"keine (?:ahnung|antwort|angabe|auskunft|information)\w*|steht (?:noch )?(?:aus|nicht fest|nicht drin)|wird (?:noch|erst|später) \w+|entscheide[nt]|(?:bitte )?(?:nachschauen|nachsehen|nachfragen|nachlesen|schauen|fragen)\b|frag(?:e|t|en)? (?:bitte )?(?:bei|den|die|herrn|frau)|zu klären|in klärung|abzuwarten|"
    r"\b(?:(?:ne |n['’])(?:\w+ )?(?:sais|sait|savons|connais|connaît|ai|a|avons|est|sont|dit|précise|trouve|figure) (?:\w+ )?(?:pas|rien)|pas encore|rien (?:trouvé|de clair|n['’]est|dit|décidé)|à (?:confirmer|préciser|définir|vérifier|voir|demander)|inconnue?s?|"
    r"(?:reste|restent|est|sont) (?:encore )?(?:à|en suspens|en discussion|ouverte?s?)|en attente|j['’]attends|on attend|sera (?:annoncée?|communiquée?|précisée?|décidée?|fixée?)|demande[rz]? (?:à|au)|vérifie[rz]?|selon (?:le|la|les) document)|"
    r"\b(?:no (?:sé|sabe\w*|consta|recuerdo|está claro|hay respuesta|se ha|tengo|me acuerdo|explica|dice|figura|aparece|queda claro)|nadie sabe|se desconoce|desconocid\w+|por (?:confirmar|definir|decidir|determinar|aclarar)|pendiente\w*|a la espera|sin (?:confirmar|respuesta|decidir)|"
    r"se (?:anunciará|decidirá|comunicará|verá)|preguntad?|pregunte\w*|consult(?:ad|en|e|ar)|(?:queda|sigue) (?:abiert|pendient)\w+))",
    re.I,
)
"""The text admits that something isn't known, decided or said here."""

POINTER = AnyCase(
    r"(?:\b(?:see|check|consult|refer to|look (?:it |this |that |them )?up|look (?:at|in|into)|read|(?:is|are|stands?|lies?|sits?|can be found|listed|given|kept|described|explained|written|noted|recorded|spelled out) (?:\w+ )?(?:in|on|under|inside)|as per|per|according to|follow|governed by|go read|"
    r"have (?:a look|the text)|has (?:the text|the figure|the details|the list|them|it|a paragraph)|in the usual place)\b[^.;!?\n]{0,50}?\b(?:wiki|runbook|brief|table|annex|appendix|section|chapter|clause|page|paragraph|attach\w+|document|file|folder|sheet|spreadsheet|"
    r"handbook|manual|policy|contract|letter|plate|label|form|portal|site|website|intranet|link|ticket|board|minutes|memo|mail|e-mail|email|fax|notice|spec\w*|standard|guide\w*|register|database|drive|share|doc|docs|version|plan|order|chart|rb-?\d+)\b|"
    r"\bsee (?:above|below|there|attached|#)|\bsee (?:rb|inc|chg|doc|adr|rfc|jira)[\w-]*|wiki/|"
    r"\b(?:см\.|смотр(?:и|ите|еть)|указан\w* (?:в|на)|написан\w* (?:в|на)|(?:есть|лежит|описан\w*|прописан\w*|значится) (?:в|на)|по (?:приказу|регламенту|инструкции|документу)|согласно|в (?:приказе|договоре|регламенте|инструкции|приложении|положении|папке|файле))\b|"
    r"\b(?:siehe|vgl\.|gemäß|laut|steht (?:\w+ )?(?:in|im|auf|am)|(?:in|im|auf|am) (?:der |dem |die |das )?(?:anordnung|vertrag|anhang|anlage|ordner|handbuch|dokument|datei|schreiben|aushang|schild|plan)\w*)|"
    r"\b(?:voir|cf\.|figure (?:dans|sur|en)|se trouve (?:dans|en)|indiquée? (?:dans|sur|en)|selon|conformément|(?:dans|sur) (?:le|la|l['’]|les) ?(?:annexe|contrat|document|dossier|fiche|courrier|affiche|règlement|note)\w*)|"
    r"\b(?:véase|ver (?:el|la|los|las|anexo)|consta en|figura en|según|está en (?:el|la)|en (?:el|la) (?:anexo|contrato|documento|carpeta|ficha|nota|cartel|reglamento)\w*|tiene su propia norma))",
    re.I,
)
"""The text points to where something stands."""

CORRECTED = AnyCase(
    r"(?:\b(?:correct(?:ion|ed|ing|s)|to correct|erratum|amend(?:ed|ment|s)|updat(?:e|ed|es|ing)|revis(?:ed|ion|es)|supersed\w+|replac(?:ed|es|ing|ement)|overtaken|overruled|withdrawn|withdrew|cancel\w*|called off|drop(?:ped|s)|scrapped|struck out|deleted|waived|abolished|lifted|"
    r"rais(?:ed|es|e to)|lower(?:ed|s)|increased|decreased|reduced|cut to|extended|shortened|lengthen(?:ed|s)|bumped|moved|shifted|postponed|brought forward|rescheduled|renegotiated|changed|switched|swapped|renamed|handed (?:over )?to|taken over|takes over|took over|passed (?:on )?to|"
    r"no longer|not any ?more|any longer|used to|formerly|previously|until (?:now|yesterday|recently|last|today)|up to now|so far|at first|first theory|originally|initially|in the (?:first|earlier|old|previous|january|february|march|april|june|july|august|september|october|november|december) draft|earlier (?:draft|version|mail|note|figure|number|date)|"
    r"old(?:er)? (?:draft|version|value|number|figure|date|rule|limit|label|sticker)|wrong|mistake\w*|mistook|typo|misprint|misread|erroneous\w*|in error|outdated|obsolete|stale|rumou?r|not true|untrue|(?:isn['’]t|is not|wasn['’]t|was not) (?:it|true|right|correct|the case|so)\b|it isn['’]t|ruled out|disproved|turned out|turns out|"
    r"instead|rather than|as of (?:today|now|this|monday|yesterday)|as from|from now on|from (?:today|this|here) (?:on|morning|monday|week)|with effect from|going forward|henceforth|now(?: in favour)?|new(?:ly)?|meanwhile|since then|has since|have since|became|becomes|in place of|in lieu|made optional|optional|still reads?|still says?|still shows?|"
    r"contrary to|on second thoughts?|changed (?:his|her|their|its|my|our) minds?|thanks to|after all|re-?opened|as the contract now stands|supposed to)|->|=>|→|~~|"
    r"\b(?:поправк\w+|исправ\w+|опечатк\w+|ошиб\w+|неверн\w+|неправильн\w+|больше не|уже не|теперь|отныне|с (?:сегодня|завтра|вчера|понедельника)\w*|впредь|новы\w+|новая|новое|прежн\w+|прошлогодн\w+|стар(?:ый|ая|ое|ые|ого|ой|ых)|раньше|ранее|до (?:вчера|сих пор|вчерашнего)|был[аои]? (?:до|раньше)|вместо|замен\w+|отмен\w+|перен[её]с\w*|перенос\w*|"
    r"повыс\w+|сниз\w+|увелич\w+|уменьш\w+|продл\w+|сократ\w+|измен\w+|передал\w*|переш\w+|оказалось|на самом деле|слух\w*|не так|недействител\w+|устар\w+)|"
    r"\b(?:korrektur|korrigier\w*|berichtig\w*|irrtum|irrtümlich\w*|falsch\w*|tippfehler|fehler|nicht mehr|ab (?:sofort|heute|montag|morgen)|künftig|nunmehr|jetzt|neu(?:e|er|es|en)?|bisher\w*|früher\w*|ursprünglich\w*|alte[rsn]?|statt\w*|anstelle|ersetz\w*|abgelöst|aufgehoben|gestrichen|entfällt|verschoben|vorgezogen|verlegt|"
    r"geändert|erhöht|gesenkt|angehoben|verlängert|gekürzt|übernimmt|übernommen|doch nicht|stimmt nicht|überholt|veraltet|gerücht\w*|inzwischen|stellt sich heraus)|"
    r"\b(?:correction|corrigé\w*|rectif\w+|erreur|erronée?s?|faute de frappe|n['’]est plus|ne (?:sont|\w+) plus|désormais|dorénavant|à (?:partir|compter) (?:de|d['’])|dès (?:aujourd['’]hui|demain|lundi)|jusqu['’]ici|jusqu['’]à présent|auparavant|ancien\w*|initialement|au lieu|remplac\w+|repris\w*|annulée?s?|supprimée?s?|reportée?s?|avancée?s?|"
    r"déplacée?s?|modifié\w*|relevée?s?|augment\w+|abaiss\w+|réduit\w*|prolong\w+|porte (?:la|le|à)|nouve(?:au|lle|aux|l)|en fait|rumeur)|"
    r"\b(?:correcci\w+|corregi\w+|rectific\w+|error|errat\w+|equivoc\w+|erróne\w+|ya no|a partir de|desde (?:hoy|mañana|el lunes|ahora)|ahora|en adelante|hasta ahora|antes|anterior\w*|antigu\w+|original\w*|en (?:lugar|vez) de|sustitu\w+|reemplaz\w+|cancel\w+|anulad\w+|suprimid\w+|aplaz\w+|adelant\w+|cambi\w+|modific\w+|"
    r"aument\w+|sub(?:e|ió|ido) a|reduj\w+|reduc\w+|ampli\w+|prorrog\w+|nuev\w+|en realidad|rumor|no es cierto|aclaraci\w+))",
    re.I,
)
"""The text changes, replaces or takes back something."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Zones (by index) of a text that do something with what is said."""

    unknown: frozenset[int]
    pointing: frozenset[int]
    corrected: frozenset[int]


def signals(view: TextView) -> Signals:
    """Return the zones that admit ignorance, point elsewhere or correct; found once for a text."""
    known = view.memo.get(("signals", 0, 0))
    if known is None:
        known = view.memo["signals", 0, 0] = Signals(
            _zones(view, UNKNOWN), _zones(view, POINTER), _zones(view, CORRECTED)
        )
    found: Signals = known
    return found


def _zones(view: TextView, cue: AnyCase) -> frozenset[int]:
    return frozenset(view.zone_at(match.start()) for match in cue.finditer(view.text))
