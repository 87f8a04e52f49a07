"""The rules of a profile as conditions on a turn.

A rule is either typed already or a sentence. A sentence is mapped by what it speaks about: the verbs
and nouns that name a kind of doing (assign, advice, cause, memory ...) each stand for a predicate. A
sentence in which none is found, or only a doing that no predicate can see, is 'not machine-checked'
and shown as such; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from core.drift.conditions import check_condition
from core.drift.doing import forbidden_doing
from core.drift.implied import implied_rules
from core.drift.lexicon.rule_words import FORBIDDEN, FORBIDDEN_NOUNS, NOUN_FORM, REQUIRED
from core.drift.model import SPEECH_ACTS, Broken, Kind, RoleProfile, Rule, Scope
from core.drift.predicates import Condition, Context, holds
from core.drift.reading import concepts_of, is_verb
from core.errors import DocumentError

_LONGEST = 1200
"""Signs of a sentence that is read as a rule; a longer one is an essay and left to people."""
_GAP = "{0,120}"
"""How far apart the words of a rule may stand: without an end the time grows with a power of the length."""


def _pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern whose open gaps get an end."""
    return re.compile(text.replace(".*", f".{_GAP}"))


_FORBIDDEN_PATTERNS = tuple((name, _pattern(pattern)) for name, pattern in FORBIDDEN)
_NOUN_PATTERNS = tuple((name, _pattern(pattern)) for name, pattern in FORBIDDEN_NOUNS)
_REQUIRED_PATTERNS = tuple((name, act, _pattern(p)) for name, act, p in REQUIRED)


def _unless_asking(name: str) -> Condition:
    """Require a predicate, except of a turn that only asks, declines, greets or says what comes."""
    return {
        "any": [
            {"predicate": name},
            {"predicate": "asks"},
            {"predicate": "not_found"},
            {"predicate": "only_attends"},
            {"predicate": "performs", "act": "QUESTION", "at_least": 0.6},
            {"predicate": "performs", "act": "REFUSE", "at_least": 0.6},
        ]
    }


_EVIDENCE_RULE = _pattern(
    r"\b(?:refuse|declin|withhold)\w*\b.*\b(?:verdict|judg\w+)\b.*\b(?:evidence|missing|lack\w*)\b|"
    r"\bno (?:verdict|judg\w+) (?:without|where|if|unless)\b"
)
_STOP_RULE = _pattern(
    r"\b(?:unexpected|surpris)\w*\b.*\b(?:stop|halt|paus)\w*\b|\b(?:stop|halt|paus)\w*\b.*\b(?:unexpected|unclear|fail|error|surpris|abnormal|problem)\w*\b|"
    r"\b(?:останов|прекрат)\w*.*\b(?:неожидан|ошибк|сбо)\w*"
)
_LIMIT_RULE = _pattern(
    r"\b(?:keep|stay|remain|kept|held)\w*\b(?: \w+){0,4} (?:inside|within|under|below|to)\b(?: [\w'’-]+){0,4} (?:limits?|budgets?|mandate|time|money)\b|"
    r"^\W*(?:inside|within)\b(?: [\w'’-]+){0,4} (?:limits?|budgets?|mandate)\b|"
    r"\b(?:inside|within) (?:the|its|their|your|his|her|our|any|every|all|given|agreed|set)\b(?: [\w'’-]+){0,3} (?:limits?|budgets?|mandate)\b|"
    r"\bkeep\w* (?:the|its|their|your|our|any|every|all|each)\b(?: [\w'’-]+){0,2} (?:limits?|budgets?|mandate)\b(?! (?:in|up|of))|"
    r"\b(?:limits?|budget)\b.*\b(?:kept|respected|obeyed)\b|"
    r"\b(?:соблюда|укладыва|держ)\w*.*\b(?:лимит|бюджет|предел|срок)\w*"
)
"""A limit is kept where something stays inside it: time or money that is only spoken of is none."""
_FAITHFUL_RULE = _pattern(
    r"\b(?:facts?|requirements?|numbers?|figures?|negations?|messages?|position)\b.*\b(?:unchanged|word for word|as (?:given|stated|they were|in the source)|unaltered|faithful\w*|exactly(?=\W*$|[,;:]| (?:as|and|or|like)\b))(?!\w)|"
    r"\b(?:faithful\w*|unchanged|unaltered)\b.*\b(?:facts?|numbers?|figures?|position)\b|"
    r"\b(?:keep|preserve)\w*\b.*\bnumbers?(?:,| and| or)(?: \w+(?:,| and| or|, and|, or)){0,4} names?\b|"
    r"\b(?:факт|числ|цифр|требован)\w*.*\b(?:без изменений|дословно|точно|как в источнике)\b"
)
_UNSETTLED_RULE = _pattern(
    r"\bwithout (?:settling|resolving|deciding)\b(?! (?:for|instead|on behalf|in place)\b)|"
    r"\bconflict\w*\b.*\bnot (?:resolved|settled|decided)\b|"
    r"\b(?:не (?:решая|разрешая)|без (?:решения|разрешения))\b"
)
_INSTEAD: tuple[tuple[re.Pattern[str], str], ...] = (
    (_STOP_RULE, "goes_on_after_surprise"),
    (_EVIDENCE_RULE, "vouches"),
    (_UNSETTLED_RULE, "settles"),
    (_LIMIT_RULE, "exceeds_limit"),
    (_FAITHFUL_RULE, "alters_facts"),
)
"""Obligations that can be told by their opposite only."""
_BRACKETED = re.compile(r"\([^()]*\)")
_EXCEPTED = re.compile(
    r"\b(?:without|unless|except|not covered by|isn't covered by|that (?:was|were|is|are)n't|as if)\b.*"
)
"""Tails that name an exception; the doing stands before them."""


_HEAD = re.compile(
    r"^(?:the \w+ |it |you |she |he )?(?:do(?:es)? not|don't|doesn't|never|must not|may not)\b"
)
_JOINT = re.compile(r"\s*(?:,|\bor\b|\band\b|\bnor\b)\s*")
_BY_CONCEPT = {
    "execute": "claims_change",
    "edit": "edits_content",
    "delete": "deletes",
    "verify": "verifies",
    "store": "writes_memory",
    "approve": "approves",
    "reject": "rejects",
    "recommend": "recommends",
    "plan": "plans",
    "infer": "concludes",
    "guess": "guesses",
}


def _forbidden_verbs(core: str) -> list[str]:
    """Return predicates for the verbs that a prohibition lists: 'Do not sign, order or pay'.

    Only a verb that no other word follows counts, or the first one: what a verb means beside an
    object ('set due times') is for the patterns to say.
    """
    head = _HEAD.match(core)
    if head is None:
        return []
    found = []
    for part in _JOINT.split(core[head.end() :].strip(" .")):
        if is_verb(part.strip()):
            found += [_BY_CONCEPT[c] for c in sorted(concepts_of(part.strip())) if c in _BY_CONCEPT]
    return found


def _forbidden_doings(core: str) -> list[str]:
    """Return the predicates that a prohibition speaks of, in either of its two forms."""
    tables = (_FORBIDDEN_PATTERNS, _NOUN_PATTERNS if NOUN_FORM.match(core) else ())
    named = [name for table in tables for name, pattern in table if pattern.search(core)]
    return list(dict.fromkeys([*named, *_forbidden_verbs(core)]))


def understand(sentence: str, kind: Kind) -> Rule | None:
    """Map a sentence to a condition, or return None where that is not certain.

    Args:
        sentence: The rule as the profile states it, English or Russian.
        kind: Whether the profile lists it as an obligation or a prohibition.
    """
    if len(sentence) > _LONGEST:
        return None
    lowered = _BRACKETED.sub("", sentence.lower())
    if kind == "prohibition":
        names = _forbidden_doings(_EXCEPTED.sub("", lowered) or lowered)
        if not names:
            doing = forbidden_doing(lowered)
            if doing is not None:
                return Rule(text=sentence, kind=kind, condition=doing.condition, detail=doing.words)
            # No verb tells: 'Advice is for others', 'Hands off the memory'.
            names = [name for name, pattern in _NOUN_PATTERNS if pattern.search(lowered)]
        if not names:
            return None
        condition: Condition = (
            {"predicate": names[0]}
            if len(names) == 1
            else {"any": [{"predicate": name} for name in names]}
        )
        return Rule(text=sentence, kind=kind, condition=condition, detail=" or ".join(names))
    for pattern, name in _INSTEAD[:2]:
        if pattern.search(lowered):
            return _opposite(sentence, name)
    for name, act, pattern in _REQUIRED_PATTERNS:
        if pattern.search(lowered):
            return Rule(
                text=sentence, kind=kind, condition=_unless_asking(name), when=act, detail=name
            )
    for pattern, name in _INSTEAD[2:]:
        if pattern.search(lowered):
            return _opposite(sentence, name)
    return None


def _opposite(sentence: str, name: str) -> Rule:
    """Return an obligation that is broken where a predicate holds."""
    return Rule(
        text=sentence,
        kind="obligation",
        condition={"not": {"predicate": name}},
        detail=name.replace("_", " "),
    )


def typed_rule(data: Mapping[str, Any], kind: Kind) -> Rule:
    """Read a typed rule.

    Args:
        data: ``{rule, when: {act: DELEGATE} | null, must | must_not: {predicate: ...}, scope}``.
        kind: The list in which it stands.

    Raises:
        DocumentError: No condition, or one that can't be understood.
    """
    condition = data.get("must_not" if kind == "prohibition" else "must")
    if condition is None:
        condition = data.get("must" if kind == "prohibition" else "must_not")
        if condition is not None:
            check_condition(condition)
            condition = {"not": condition}
    check_condition(condition)
    assert isinstance(condition, Mapping)  # noqa: S101  (check_condition made sure)
    when = data.get("when")
    act = when.get("act") if isinstance(when, Mapping) else None
    scope: Scope = "run" if data.get("scope") in ("run", "so far") else "message"
    return Rule(
        text=str(data.get("rule") or _words(condition)),
        kind=kind,
        condition=condition,
        when=str(act) if act else None,
        scope=scope,
        detail=_words(condition),
    )


def _words(condition: Mapping[str, Any]) -> str:
    for key in ("all", "any"):
        if key in condition:
            joint = " and " if key == "all" else " or "
            return joint.join(_words(part) for part in condition[key])
    if "not" in condition:
        return f"not {_words(condition['not'])}"
    extras = [str(v) for k, v in condition.items() if k != "predicate"]
    return " ".join([str(condition.get("predicate")).replace("_", " "), *extras])


def compile_rules(
    profile: RoleProfile, others: Sequence[RoleProfile] = ()
) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """Return the rules of a profile that can be checked, and the sentences that can't.

    Args:
        profile: The role.
        others: The other roles of its set; what they show as their work isn't this role's.

    Returns:
        Stated rules, then those that the profile implies (:mod:`core.drift.implied`), and the sentences
        that are left to people.

    Raises:
        DocumentError: A typed rule that can't be understood, or an act that isn't known; the message
            names the role.
    """
    _check_acts(profile)
    rules: list[Rule] = []
    unchecked: list[str] = []
    groups: tuple[tuple[Kind, tuple[str | dict[str, Any], ...]], ...] = (
        ("obligation", profile.obligations),
        ("prohibition", profile.prohibitions),
    )
    for kind, entries in groups:
        for entry in entries:
            if isinstance(entry, str):
                rule = understand(entry, kind)
                if rule is None:
                    unchecked.append(entry)
                else:
                    rules.append(rule)
                continue
            if not any(entry.get(key) for key in ("must", "must_not")) and entry.get("rule"):
                unchecked.append(str(entry["rule"]))
                continue
            try:
                rules.append(typed_rule(entry, kind))
            except DocumentError as problem:
                raise DocumentError(
                    problem.what, where=f"role {profile.name}", hint=problem.hint
                ) from problem
    implied = implied_rules(profile, rules, others) if rules or unchecked else ()
    return (*rules, *implied), tuple(unchecked)


def _check_acts(profile: RoleProfile) -> None:
    """Raise for an act that isn't known: it would forbid what it was written to allow."""
    for act in profile.allowed_speech_acts:
        if act not in SPEECH_ACTS:
            raise DocumentError(
                f"There is no speech act '{act}'.",
                where=f"role {profile.name}",
                hint=f"Known are: {', '.join(SPEECH_ACTS)}.",
            )


def broken_rules(rules: tuple[Rule, ...], context: Context) -> tuple[Broken, ...]:
    """Return the rules that a turn breaks, each with the clause that shows it.

    An obligation that isn't met has no clause of its own; it points at the clause that performs the
    act under which it counts, if there is one.
    """
    found: list[Broken] = []
    for rule in rules:
        trigger = None
        if rule.when is not None:
            performed, trigger = holds(
                {"predicate": "performs", "act": rule.when, "at_least": 0.5}, context
            )
            if not performed:
                continue
        result, span = _decide(rule, context)
        if rule.adds and span in {broken.span for broken in found}:
            continue
        if rule.kind == "prohibition" and result:
            found.append(Broken(rule=rule.text, kind=rule.kind, span=span, detail=rule.detail))
        elif rule.kind == "obligation" and not result:
            found.append(Broken(rule=rule.text, kind=rule.kind, span=trigger, detail=rule.detail))
    return tuple(found)


def _decide(rule: Rule, context: Context) -> tuple[bool, tuple[int, int] | None]:
    result, span = holds(rule.condition, context)
    if result or rule.scope == "message":
        return result, span
    for earlier in context.history:
        if holds(rule.condition, Context(reading=earlier, agents=context.agents))[0]:
            return True, None
    return False, None
