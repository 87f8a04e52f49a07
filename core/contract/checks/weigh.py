"""From a finding and a text to features, by name: what the probabilities of a verdict are made of.

    odds(label) = sum of value x weight[name][label];  probabilities = softmax(odds)

The features are few and say the same for every author: what the decider of the kind found and how
strongly, how much of the fact stands in one sentence, whether that sentence asks, supposes, negates,
and whether the text says that it doesn't know, points elsewhere or changes something.
"""

from __future__ import annotations

from core.contract.checks.evidence import Finding
from core.contract.checks.norms import norm_features
from core.contract.checks.plain import Plainness, plainness
from core.contract.checks.signals import signals
from core.contract.checks.spec import FactSpec
from core.contract.checks.view import TextView

FAMILIES = {
    "limit": "number",
    "value": "number",
    "date": "number",
    "list": "name",
    "entity": "name",
    "identifier": "name",
    "requirement": "statement",
    "free_text": "statement",
    "prohibition": "prohibition",
}
"""Kinds whose verdicts err alike; there are too few labelled texts for each kind alone."""

_NEAR = 0.5
"""Share of a fact's words from which a sentence counts as one about the fact."""


def features(
    spec: FactSpec, view: TextView, finding: Finding, *, work: bool = False, run: bool = False
) -> dict[str, float]:
    """Return what a verdict is weighed by.

    Args:
        spec: The parsed fact.
        view: The text.
        finding: What the decider of the fact's kind found.
        work: It was found in a work product. Such findings share all weights with the others and
            have some of their own on top.
        run: It was found in an event of a run; the same holds.

    Returns:
        Name -> value of about [-1, 1]; a name that is missing counts as 0.
    """
    plain = plainness(spec, view)
    lean, family = finding.lean, FAMILIES[spec.fact.kind]
    values = {
        "one": 1.0,
        f"family {family}": 1.0,
        f"lean {lean}": 1.0,
        f"lean {family} {lean}": 1.0,
        f"class {finding.code}": 1.0,
        f"strength {lean}": finding.strength - 0.5,
    }
    if finding.rival:
        values[f"rival {finding.rival} {lean}"] = 1.0
    values |= _of_words(spec, view, finding, plain)
    values |= _of_signals(view, plain, lean, bool(finding.other_value))
    if not work:
        values |= norm_features(spec, view, lean)
    # The same words contradict in a message and in a work product: there the texts' weights hold.
    if (work and lean != "contradicted") or (run and not work):
        about = "work" if work else "run"
        values |= {
            f"{about} one": 1.0,
            f"{about} lean {lean}": 1.0,
            f"{about} lean {family} {lean}": 1.0,
            f"{about} class {finding.code}": 1.0,
            f"{about} best {lean}": plain.best - 0.5,
            f"{about} shared {lean}": plain.shared - 0.5,
            f"{about} anywhere {lean}": plain.anywhere,
            f"{about} strength {lean}": finding.strength - 0.5,
        }
        for name, there in (
            ("nothing", plain.nothing),
            ("void", plain.void),
            ("doubt", plain.doubt),
        ):
            if there:
                values[f"{about} {name}"] = 1.0
    return values


def _of_words(
    spec: FactSpec, view: TextView, finding: Finding, plain: Plainness
) -> dict[str, float]:
    lean = finding.lean
    crossing = spec.view.lang != view.lang
    values = {
        "best": plain.best - 0.5,
        f"best {lean}": plain.best - 0.5,
        "shared": plain.shared - 0.5,
        "values": plain.values - 0.5,
        f"values {lean}": plain.values - 0.5,
        "anywhere": plain.anywhere,
        "length": min(1.0, len(view.tokens) / 200),
    }
    for name, there in (
        ("doubt", plain.doubt),
        ("flipped", plain.flipped),
        ("void", plain.void),
    ):
        if there:
            values |= {name: 1.0, f"{name} {lean}": 1.0}
    if plain.ruling and spec.fact.kind in ("requirement", "prohibition"):
        values["ruling"] = 1.0
    if plain.sure_sentence:
        values["plain"] = 1.0
    if crossing:
        values["crossing"] = 1.0
    elif plain.nothing:
        # In another language a text needn't share a word with the fact to convey it.
        values["nothing"] = 1.0
    if len(view.tokens) <= 3 * max(5, len(spec.view.tokens)):
        # A text of a sentence or two has no room to take back what it says.
        values |= {f"short {lean}": 1.0, f"short {FAMILIES[spec.fact.kind]} {lean}": 1.0}
        if _bare(plain, finding, spec, view):
            values[f"bare {lean}"] = 1.0
    return values


def _of_signals(view: TextView, plain: Plainness, lean: str, other_value: bool) -> dict[str, float]:
    found = signals(view)

    def near(zones: frozenset[int]) -> float:
        """How much the closest of some sentences, with the one before it, is about the fact."""
        here = plain.covers
        return max(
            (max(here[i], 0.6 * here[i - 1] if i else 0.0) for i in zones if i < len(here)),
            default=0.0,
        )

    unknown, changed = near(found.unknown), near(found.corrected)
    elsewhere = max(unknown, near(found.pointing))
    values = {"unknown near": unknown, "elsewhere near": elsewhere, "changed near": changed}
    for name, there in (
        ("unknown", bool(found.unknown)),
        ("elsewhere", elsewhere >= _NEAR),
        ("changed", bool(found.corrected)),
        ("changed here", changed >= _NEAR),
    ):
        if there:
            values |= {name: 1.0, f"{name} {lean}": 1.0}
    if other_value and found.corrected:
        values["changed other"] = 1.0
    return values


def _bare(plain: Plainness, finding: Finding, spec: FactSpec, view: TextView) -> bool:
    """Whether the text has all words of the fact in one sentence, or none of them."""
    if finding.lean == "conveyed":
        return plain.sure_sentence
    lacks = plain.nothing or (finding.code == "missing" and finding.strength >= 0.94)
    return lacks and finding.lean == "not_conveyed" and spec.view.lang == view.lang


_PHRASES = (
    ("unknown", "the text says that something is not known or not decided"),
    ("elsewhere", "the text points elsewhere for it"),
    ("changed", "the text takes something back or changes it"),
    ("flipped", "the sentence is negated where the fact is not, or the other way round"),
    ("doubt", "the sentence asks, supposes or rejects"),
    ("void", "the text has no value of that kind"),
    ("norm told", "the text only reports, and rules nothing"),
    ("norm breaks", "the text reports the contrary of the rule"),
    ("norm waives", "the text allows or waives what the rule is about"),
    ("norm rules", "the text rules it in its own words"),
    ("norm late", "what must come first comes later"),
    ("claim cause", "the text gives that reason, denies it or gives another"),
    ("claim negated", "the text denies it"),
    ("values", "its values stand elsewhere or not at all"),
    ("crossing", "fact and text are in different languages"),
    ("best", "of the words of the fact it has {much}"),
    ("shared", "of the words of the fact it has {much}"),
)
"""First word of a feature, or two -> what it says, for a person."""


def _head(name: str) -> str:
    """Return the words of a feature's name by which ``_PHRASES`` knows it."""
    first, _, rest = name.partition(" ")
    if first in ("norm", "of-ban", "of-duty", "claim"):
        return ("claim " if first == "claim" else "norm ") + rest.partition(" ")[0]
    return first


def turned(values: dict[str, float], gain: dict[str, float]) -> str:
    """Return in words what speaks most for another label than the decider's.

    Args:
        values: The features.
        gain: Feature -> its weight for that label less its weight for the decider's.
    """
    speaks: dict[str, float] = {}
    for name, value in values.items():
        head = _head(name)
        speaks[head] = speaks.get(head, 0.0) + value * gain.get(name, 0.0)
    known = [(speaks.get(head, 0.0), words) for head, words in _PHRASES]
    most, words = max(known, key=lambda pair: pair[0])
    if most <= 0.1:
        return "findings of this kind are more often wrong than right"
    return words.format(much="much" if values.get("best", 0.0) > 0 else "little")
