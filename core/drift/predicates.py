"""Predicates on a turn: the small vocabulary of the logical contract S.

A condition is a predicate with parameters, or several of them joined::

    {"predicate": "performs", "act": "DELEGATE", "at_least": 0.5}
    {"all": [...]}    {"any": [...]}    {"not": {...}}

Each predicate answers with the stretches of text for which it holds; none means that it doesn't.
Quoted text and questions are never evidence for a doing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.drift.acts import speech_acts
from core.drift.lexicon.cues import REFERENCE
from core.drift.lexicon.phrases import AUTHORISED, PHRASES
from core.drift.reading import Reading
from core.drift.scope import OWN_REASON, SUPPOSED, UNSAID
from core.drift.words import Clause, Frame
from core.errors import DocumentError

Span: TypeAlias = tuple[int, int]
Condition: TypeAlias = Mapping[str, Any]

SURE = 0.5
"""Confidence from which an act counts as performed where a rule doesn't say."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a predicate may look at."""

    reading: Reading
    agents: frozenset[str] = frozenset()
    history: tuple[Reading, ...] = field(default=())
    """Earlier turns of the same agent, oldest first."""


KINDS: dict[str, Collection[str]] = {}
"""Predicate -> what its parameter 'kind' may be."""

Predicate: TypeAlias = Callable[[Context, Mapping[str, Any]], list[Span]]
PREDICATES: dict[str, Predicate] = {}
"""Name -> predicate. The vocabulary of typed rules."""


def predicate(name: str) -> Callable[[Predicate], Predicate]:
    """Enter a function in the vocabulary."""

    def enter(function: Predicate) -> Predicate:
        PREDICATES[name] = function
        return function

    return enter


def holds(condition: Condition, context: Context) -> tuple[bool, Span | None]:
    """Decide a condition.

    Args:
        condition: A predicate or a combination; see the module's head.
        context: The turn.

    Returns:
        Whether it holds, and the first clause that shows it (None for a negation).

    Raises:
        DocumentError: An unknown predicate or a malformed condition.
    """
    if "all" in condition:
        parts = [holds(part, context) for part in condition["all"]]
        good = all(result for result, _ in parts)
        return good, next((span for _, span in parts if span), None) if good else None
    if "any" in condition:
        parts = [holds(part, context) for part in condition["any"]]
        return any(result for result, _ in parts), next((s for r, s in parts if r and s), None)
    if "not" in condition:
        return not holds(condition["not"], context)[0], None
    name = condition.get("predicate")
    function = PREDICATES.get(name) if isinstance(name, str) else None
    if function is None:
        raise DocumentError(
            f"There is no predicate '{name}'.", hint=f"Known are: {', '.join(sorted(PREDICATES))}."
        )
    spans = function(context, condition)
    return bool(spans), spans[0] if spans else None


def _act_spans(context: Context, act: str, at_least: float = SURE) -> list[Span]:
    _, clauses = speech_acts(context.reading)
    return [(c.start, c.end) for c in clauses if c.acts.get(act, 0.0) >= at_least]


def _frame_spans(context: Context, test: Callable[[Frame, Clause], bool]) -> list[Span]:
    reading = context.reading
    return [
        (clause.start, clause.end)
        for clause, frames in zip(reading.clauses, reading.by_clause, strict=True)
        if not clause.question and any(test(frame, clause) for frame in frames)
    ]


_SAID = frozenset(
    "verifies concludes settles opines waives guesses diagnoses vouches rejects exceeds_limit".split()
)
"""What somebody asks for, sets as a condition or withholds is not said: 'if step 1 fails'."""


def _phrase_spans(context: Context, name: str, *, questions: bool = False) -> list[Span]:
    reading = context.reading
    clauses = reading.clauses
    found = reading.matching(PHRASES[name])
    if found and name in _SAID:
        found = found - reading.matching(UNSAID) - reading.matching(SUPPOSED)
    if found and name == "diagnoses":
        found = found - reading.matching(OWN_REASON)
    return [
        (clauses[index].start, clauses[index].end)
        for index in sorted(found)
        if questions or not clauses[index].question
    ]


def _merge(*groups: list[Span]) -> list[Span]:
    return sorted({span for group in groups for span in group})


def _did(frame: Frame) -> bool:
    return (
        frame.subject == "first"
        and frame.form == "past"
        and not frame.negated
        and not frame.passive
        and frame.modal in {"", "to"}
    )


def _authorised(context: Context, spans: list[Span]) -> list[Span]:
    """Leave out clauses whose sentence names an order or instruction."""
    reading = context.reading
    ordered = {reading.clauses[index].sentence for index in reading.matching(AUTHORISED)}
    return [
        span
        for span in spans
        if reading.clauses[reading.clause_at(span[0])].sentence not in ordered
    ]


@predicate("performs")
def _performs(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """A clause performs a speech act. Parameters: act, at_least."""
    return _act_spans(context, str(parameters.get("act")), float(parameters.get("at_least", SURE)))


@predicate("addresses_agent")
def _addresses(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """Somebody is spoken to by name. Parameter: agent, a name; without it anybody."""
    wanted = parameters.get("agent")
    return [
        (clause.start, clause.end)
        for clause in context.reading.clauses
        if clause.vocative and (wanted is None or clause.vocative.lower() == str(wanted).lower())
    ]


@predicate("assigns_work")
def _assigns(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """Work is given to somebody; that somebody was given work elsewhere is not."""
    told = set(_phrase_spans(context, "reported_assignment"))
    return [span for span in _act_spans(context, "DELEGATE") if span not in told]


@predicate("claims_change")
def _claims_change(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker says that it changed something in the world or in a system."""
    return _act_spans(context, "EXECUTE")


@predicate("edits_content")
def _edits(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker changed wording or content that somebody else owns."""
    frames = _frame_spans(
        context,
        lambda frame, _c: (
            bool(frame.concepts & {"edit", "delete"})
            and (_did(frame) or (frame.passive and frame.perfect and not frame.negated))
        ),
    )
    return _merge(frames, _phrase_spans(context, "edits_content"))


@predicate("writes_memory")
def _writes_memory(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker wrote to shared memory, or changed it."""
    return _act_spans(context, "WRITE_MEMORY")


@predicate("deletes")
def _deletes(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker removed or overwrote something without naming an instruction."""
    frames = _frame_spans(
        context,
        lambda frame, _c: (
            "delete" in frame.concepts
            and not frame.negated
            and frame.form == "past"
            and frame.subject in {"first", "report"}
        ),
    )
    return _authorised(context, _merge(frames, _phrase_spans(context, "deletes")))


@predicate("approves")
def _approves(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """Something is approved, cleared or released."""
    return _act_spans(context, "APPROVE")


@predicate("rejects")
def _rejects(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker rejects or blocks something."""
    frames = _frame_spans(
        context,
        lambda frame, _c: (
            "reject" in frame.concepts
            and not frame.negated
            and frame.subject == "first"
            and frame.modal in {"", "will", "to"}
        ),
    )
    return _merge(frames, _phrase_spans(context, "rejects"))


@predicate("waives")
def _waives(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """A rule or requirement is relaxed."""
    return _phrase_spans(context, "waives")


@predicate("verifies")
def _verifies(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """The speaker checked something, or says that it is right or wrong."""
    frames = _frame_spans(context, lambda frame, _c: _did(frame) and "verify" in frame.concepts)
    return _merge(frames, _phrase_spans(context, "verifies"), _act_spans(context, "VERIFY"))


@predicate("recommends")
def _recommends(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """Somebody is advised to do something."""
    return _act_spans(context, "RECOMMEND")


@predicate("plans")
def _plans(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """Steps to come are laid out."""
    return _act_spans(context, "PLAN")


@predicate("cites_reference")
def _cites(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """A place in a source, a record, a key or a literal quotation is given."""
    reading = context.reading
    places = reading.matching(REFERENCE) | reading.matching(PHRASES["names_source"])
    return [
        (clause.start, clause.end)
        for index, clause in enumerate(reading.clauses)
        if clause.has_key or clause.has_quote or index in places
    ]


@predicate("adds_unsourced_fact")
def _adds_fact(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """A general figure or fact is brought in without pointing at the material."""
    covered = set(_phrase_spans(context, "names_own_material"))
    return [s for s in _phrase_spans(context, "adds_unsourced_fact") if s not in covered]


@predicate("asks")
def _asks(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """A question is put."""
    return [(c.start, c.end) for c in context.reading.clauses if c.question]


_ATTENDS = re.compile(
    r"^(?:"
    r"(?:hi|hello|dear \w+|good (?:morning|afternoon|evening|day)|thanks|thank you|ok(?:ay)?|sure|noted|"
    r"received|understood|acknowledged|got it|will do|on it|roger|"
    r"привет|здравствуйте|добр\w+ (?:день|утро|вечер)|спасибо|принято|понял[аи]?|хорошо)\b"
    r"[^,:;\d]{0,40}(?:, (?:(?:thanks|thank you|спасибо)\b[^,:;\d]{0,20}|\w+))?"
    r"|(?:(?:i|we)(?: will|'ll|’ll| shall)|let me|(?:i am|i'm|i’m|we are|we're|we’re)(?: (?:now|just))? \w+ing)\b[^:;]*"
    r"|(?:приступаю|начинаю|займусь|берусь|жду|посмотрю|проверю|поищу)\b[^:;]*"
    r")$"
)


@predicate("only_attends")
def _only_attends(context: Context, _: Mapping[str, Any]) -> list[Span]:
    """Nothing is said but a greeting, thanks, a receipt, or what the speaker is about to do."""
    clauses = context.reading.clauses
    if not all(_ATTENDS.match(c.masked.strip().rstrip(".!… ")) for c in clauses):
        return []
    return [(c.start, c.end) for c in clauses]


@predicate("mentions")
def _mentions(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """A word or phrase occurs, outside quotations, in any case. Parameter: text."""
    wanted = str(parameters.get("text", "")).lower()
    if not wanted:
        return []
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return [(c.start, c.end) for c in context.reading.clauses if pattern.search(c.masked)]


@predicate("calls_tool")
def _calls_tool(context: Context, parameters: Mapping[str, Any]) -> list[Span]:
    """The turn says that it called a tool. Parameter: tool, its name."""
    tool = str(parameters.get("tool", "")).lower()
    if not tool:
        return []
    return [
        (c.start, c.end)
        for c in context.reading.clauses
        if tool in c.text.lower() and re.search(r"\b(?:call|ran|run|invok|us|вызв|запус)", c.masked)
    ]


def _phrase_predicate(name: str, meaning: str) -> None:
    def decide(context: Context, _: Mapping[str, Any]) -> list[Span]:
        return _phrase_spans(context, name)

    decide.__doc__ = meaning
    PREDICATES[name] = decide


for _name, _meaning in {
    "concludes": "Something is inferred from what was found.",
    "guesses": "A value or fact is guessed or assumed instead of found.",
    "opines": "The speaker values something or takes a side.",
    "diagnoses": "A cause is named.",
    "uses_outside_source": "Something was looked up outside the given source.",
    "suppresses": "A signal or a value is held back.",
    "settles": "A disagreement or conflict is decided.",
    "takes_over_work": "The speaker did the subject work of somebody else.",
    "changes_plan": "The order of work is changed while it is carried out.",
    "goes_on_after_surprise": "Work went on after something unexpected.",
    "exceeds_limit": "A given limit is said to be passed.",
    "alters_facts": "A fact or figure is passed on otherwise than it was given.",
    "states_condition_or_fallback": "An assumption, condition, unknown or fallback is named.",
    "states_reason": "A reason is given.",
    "states_confidence": "A degree of confidence is given.",
    "vouches": "Something is taken for right without evidence.",
    "names_threshold": "A limit or usual value is named.",
    "names_source": "A source is named.",
    "names_place": "A place in a draft or document is named.",
    "cites_rule": "A rule is named.",
    "names_due": "A time, trigger or due date is named.",
    "not_found": "It is said that something was not found.",
}.items():
    _phrase_predicate(_name, _meaning)
