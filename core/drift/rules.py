"""The rules of a profile as conditions on a turn.

A rule is either typed already or a sentence. A sentence is mapped by what it speaks about: the verbs
and nouns that name a kind of doing (assign, advice, cause, memory ...) each stand for a predicate. A
sentence in which none is found, or only a doing that no predicate can see, is 'not machine-checked'
and shown as such; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.drift.doing import forbidden_doing
from core.drift.model import Broken, RoleProfile
from core.drift.predicates import Condition, Context, check_condition, holds
from core.drift.reading import concepts_of, is_verb
from core.errors import DocumentError

Kind = Literal["obligation", "prohibition"]
Scope = Literal["message", "run"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One obligation or prohibition that can be checked."""

    text: str
    """The rule in words."""
    kind: Kind
    condition: Condition
    """What must hold (obligation) or must not hold (prohibition)."""
    when: str | None = None
    """The rule counts only in a turn that performs this act."""
    scope: Scope = "message"
    """message: this turn alone; run: the agent's turns so far and this one."""
    detail: str = ""
    """How the sentence was understood, for the person who reads a verdict."""


_FORBIDDEN: tuple[tuple[str, str], ...] = (
    (
        "assigns_work",
        r"\b(?:assign|delegate|coordinate|hand (?:out|over)|give orders|order others|instruct|task others|distribute|set due|direct other|tell (?:other|agents)|order others)\w*\b|"
        r"\b(?:assign|give|hand)\w*\b.*\b(?:tasks?|work|orders)\b|\b(?:поруч|назнач|распредел|раздав|координир|приказ)\w*",
    ),
    (
        "approves",
        r"\b(?:approv|releas|clear (?:for|the|it|any)|sign(?:ing)? off|authori[sz]|accept\w* (?:on behalf|the result)|publish)\w*\b|\b(?:одобр|утвержд|согласов|допуска|выпуска|принима)\w*",
    ),
    ("rejects", r"\b(?:reject|veto)\w*\b|\bотклон\w*"),
    (
        "verifies",
        r"\b(?:verif|grade|validat|certif|confirm|judge\b(?! whether)|check(?:ing)? (?:the )?(?:results?|facts|work))\w*\b|\b(?:verdicts?|declare them correct|declare \w+ correct|whether \w+ \w+ is (?:right|true|correct))\b|\b(?:провер|сверя|подтвержд)\w*",
    ),
    (
        "recommends",
        r"\b(?:recommend|advis|advice|suggest|propos)\w*\b|\b(?:рекоменд|совет|предлага)\w*",
    ),
    (
        "plans",
        r"\b(?:plan|schedule|sequence)(?:s|ning)? (?:the |any |your )?(?:next|further|follow|remed|steps|work)\w*|\b(?:make|draw up|write) plans?\b|\bпланир\w*",
    ),
    (
        "edits_content",
        r"\b(?:rewrit|redraft|fix(?:es|ing)?\b|repair|edit(?!ors?\b)|amend|rephras|polish|improv|reword)\w*|\b(?:correct|alter)(?:ing|s)? (?:the|it|them|any|other|entries|material|items?|texts?)\b|\b(?:change|modify)\w* (?:the )?(?:wording|text|draft|content|plan|source|requirement|document)\w*|\b(?:перепис|исправл|правит|редактир)\w*",
    ),
    (
        "changes_plan",
        r"\b(?:change|alter|modify|redesign|deviate|add|skip)\w*\b.*\b(?:plan|steps?|task|order|procedure)\b|\b(?:менять|изменять|отступать)\b.*\b(?:план|шаг|порядок)\w*",
    ),
    (
        "claims_change",
        r"\b(?:execut|carry out|carry it out|perform|implement|publish|deploy|act(?:s|ing)? (?:on|in)|run (?:commands|tools|the process|scripts)|call tools|take action|operate|intervene)\w*\b|\b(?:выполн|исполн|запуск|действов)\w*",
    ),
    (
        "writes_memory",
        r"\b(?:write|update|store|save|record|edit|change|modify|add)\w*\b.*\b(?:memory|entries|entry|knowledge base|store|sources)\b|\bwrite, edit\b|\b(?:запис|внос|сохран)\w*.*\b(?:памят|запис)\w*",
    ),
    (
        "deletes",
        r"\b(?:delete|overwrite|remove|erase|discard)\w*\b|\b(?:удал|стира|перезапис)\w*",
    ),
    (
        "concludes",
        r"\b(?:interpret|conclude|conclusion|infer|deduc|draw\w* (?:any )?conclusions?)\w*\b|\b(?:вывод|толков|интерпрет)\w*",
    ),
    (
        "guesses",
        r"\b(?:guess|fill\w* (?:in )?(?:the )?(?:gaps|missing)|invent|speculat|estimat|assume|make up|general knowledge|infer facts)\w*\b|\b(?:догад|предполаг|выдум|домысл|придум)\w*",
    ),
    (
        "opines",
        r"\binvent\w* (?:\w+ )?rules?\b|\b(?:opinions?|judg(?:e|es|ing)\b|evaluate|comment|take (?:a )?sides?|preference|own views?)\w*\b|\b(?:мнени|оцен|сужд)\w*",
    ),
    (
        "settles",
        r"\b(?:settle|resolve|decide|arbitrate)\w*\b(?!.*\b(?:conflict-free)\b)|\b(?:разреша|решат|улаж)\w*",
    ),
    (
        "claims_change",
        r"\b(?:write|add|change)\w*\b.*\b(?:sources?|systems?|records?)\b",
    ),
    ("diagnoses", r"\b(?:diagnos|cause|explain why|explain the)\w*\b|\b(?:диагно|причин)\w*"),
    (
        "waives",
        r"\b(?:relax|waive|exception|loosen|bend|soften|change requirements)\w*\b|\b(?:смягч|исключен|послабл)\w*",
    ),
    (
        "uses_outside_source",
        r"\b(?:outside|elsewhere|other sources|beyond)\b.*\b(?:memory|source|store)\b|\b(?:search|look|retrieve)\w* (?:anywhere )?(?:outside|elsewhere|beyond)|\bвне памяти\b",
    ),
    (
        "suppresses",
        r"\b(?:suppress|mute|silence|hide|withhold|ignore)\w*\b|\b(?:скрыва|заглуш|подавл|замалч)\w*",
    ),
    (
        "adds_unsourced_fact",
        r"\b(?:new|unverified|own|outside) facts?\b|\badd\w* (?:any )?facts?\b|\bновы\w+ факт\w*",
    ),
    (
        "takes_over_work",
        r"\b(?:produce|do|write|create)\w*\b.*\b(?:subject|content|work yourself|the work of|domain work)\b|\bпредметн\w+ работ\w*",
    ),
)  # fmt: skip
"""Predicate -> how a prohibition speaks of it."""

_REQUIRED: tuple[tuple[str, str | None, str], ...] = (
    (
        "cites_reference",
        None,
        r"\b(?:give|cite|name|state|provide|add)\w*\b.*\b(?:reference|citation|place|page|line)s?\b|\b(?:with|has|carries) (?:its|their|a|the) (?:references?|citations?)\b|\bссылк\w*",
    ),
    (
        "names_source",
        None,
        r"\b(?:with|give|return)\w*\b.*(?<!in the )\bsources?\b|\bnam\w+ (?:the |its )?sources?\b|\bисточник\w*",
    ),
    (
        "states_condition_or_fallback",
        "PLAN",
        r"\b(?:assumption|fallback|dependenc|risk)\w*\b|\b(?:допущен|риск|запасн)\w*",
    ),
    (
        "cites_rule",
        "VERIFY",
        r"\b(?:cite|name|quote|give|state)\w* (?:the |each |every |a |its )?(?:rule|policy|regulation|clause)\b|\bправил\w*",
    ),
    (
        "names_place",
        "ASSERT",
        r"\b(?:tie|tied|anchor|link|point|attach)\w*\b.*\b(?:place|passage|part|draft|section)\b",
    ),
    (
        "states_confidence",
        None,
        r"\b(?:confidence|certainty|how sure|how certain)\b|\bуверенност\w*",
    ),
    ("names_threshold", None, r"\bthresholds?\b|\bпорог\w*"),
    (
        "names_due",
        "DELEGATE",
        r"\b(?:due (?:time|date)|deadline)s?\b|\btasks?\b.*\b(?:time|trigger)\b|\bсрок\w*",
    ),
)
"""Predicate, the act in which it counts, and how an obligation speaks of it."""

_FORBIDDEN_PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in _FORBIDDEN)
_REQUIRED_PATTERNS = tuple((name, act, re.compile(p)) for name, act, p in _REQUIRED)


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


_EVIDENCE_RULE = re.compile(
    r"\brefuse\w*\b.*\b(?:verdict|judg\w+)\b.*\b(?:evidence|missing)\b|\bno (?:verdict|judg\w+) (?:without|where|if|unless)\b"
)
_STOP_RULE = re.compile(
    r"\b(?:unexpected|surpris)\w*\b.*\bstop\w*\b|\bstop\w*\b.*\b(?:unexpected|unclear|fail|error|surpris|abnormal|problem)\w*\b|"
    r"\b(?:останов|прекрат)\w*.*\b(?:неожидан|ошибк|сбо)\w*"
)
_EXCEPTED = re.compile(
    r"\b(?:without|unless|except|not covered by|isn't covered by|that (?:was|were|is|are)n't|as if)\b.*$"
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


def understand(sentence: str, kind: Kind) -> Rule | None:
    """Map a sentence to a condition, or return None where that is not certain.

    Args:
        sentence: The rule as the profile states it, English or Russian.
        kind: Whether the profile lists it as an obligation or a prohibition.
    """
    lowered = re.sub(r"\([^)]*\)", "", sentence.lower())
    if kind == "prohibition":
        core = _EXCEPTED.sub("", lowered) or lowered
        names = list(
            dict.fromkeys(
                [
                    *(name for name, pattern in _FORBIDDEN_PATTERNS if pattern.search(core)),
                    *_forbidden_verbs(core),
                ]
            )
        )
        if not names:
            doing = forbidden_doing(lowered)
            if doing is None:
                return None
            return Rule(text=sentence, kind=kind, condition=doing.condition, detail=doing.words)
        condition: Condition = (
            {"predicate": names[0]}
            if len(names) == 1
            else {"any": [{"predicate": name} for name in names]}
        )
        return Rule(text=sentence, kind=kind, condition=condition, detail=" or ".join(names))
    if _STOP_RULE.search(lowered):
        return Rule(
            text=sentence,
            kind=kind,
            condition={"not": {"predicate": "goes_on_after_surprise"}},
            detail="goes on after surprise",
        )
    if _EVIDENCE_RULE.search(lowered):
        return Rule(
            text=sentence,
            kind=kind,
            condition={"not": {"predicate": "vouches"}},
            detail="vouches",
        )
    for name, act, pattern in _REQUIRED_PATTERNS:
        if pattern.search(lowered):
            return Rule(
                text=sentence, kind=kind, condition=_unless_asking(name), when=act, detail=name
            )
    return None


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
    scope: Scope = "run" if data.get("scope") in {"run", "so far"} else "message"
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


def compile_rules(profile: RoleProfile) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
    """Return the rules of a profile that can be checked, and the sentences that can't.

    Raises:
        DocumentError: A typed rule that can't be understood; the message names role and rule.
    """
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
    return tuple(rules), tuple(unchecked)


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
