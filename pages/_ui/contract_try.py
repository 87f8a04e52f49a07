"""Try a contract on a text: each fact's verdict, what decided it, and examples to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.contract.checks import Verdict, read_text
from core.contract.examples import try_examples
from core.contract.model import Contract, Example
from core.contract.parameters import LONGEST, fill
from pages._ui.badges import badge
from pages._ui.contract_edit import with_example
from pages._ui.contract_fact import LABEL_LOOKS, LABELS
from pages._ui.contract_form import chosen_fact
from pages._ui.contract_kind import CONTRACTS, check_of
from pages._ui.document_draft import Draft, say
from pages._ui.frame import section
from pages._ui.messages import Span, message_view
from pages._ui.person import reviewer
from pages._ui.state import labels
from pages._ui.text import html_escape, plain, shorten
from pages._ui.trace_marks import sureness
from pages._ui.trace_split import split

LOOKS = {**LABEL_LOOKS, "unsure": "unsure"}
WORDS = {
    "conveyed": "conveyed",
    "not_conveyed": "not conveyed",
    "contradicted": "contradicted",
    "unsure": "unsure",
}
WORK_WORDS = WORDS | {
    "conveyed": "reflected",
    "not_conveyed": "not reflected",
    "contradicted": "broken",
}
MOST = 40_000
_TEXT = "contracts:try:text"


def try_view(contract: Contract, draft: Draft | None) -> None:
    """Draw the trial.

    Args:
        contract: What is tried.
        draft: Where examples are kept; None for an old version, which keeps none.
    """
    left, right = split("contracts_try", 5, 6)
    with left:
        section("A text", "as an agent might write it")
        text = st.text_area(
            "Text to try",
            key=_TEXT,
            height=220,
            max_chars=MOST,
            placeholder="Paste a message or an output here, then press Ctrl+Enter.",
            label_visibility="collapsed",
            persist_state="session",
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            work = st.segmented_control(
                "Read it as",
                ["message", "output"],
                default="message",
                required=True,
                key="contracts:try:as",
                help="A message must state a fact. An output must state it, stay inside it or obey it; "
                "silence obeys a prohibition.",
            )
            values = _values(contract)
            st.button("Try it", type="primary", key="contracts:try:go", icon=":material/science:")
    with right:
        if not contract.facts:
            st.caption("The contract lists no facts yet.")
        elif not (text or "").strip():
            st.html(
                '<div class="bt-empty"><strong>Does the check see what you see?</strong><p>Paste a text that '
                "passes the facts on, one that lacks them, one that gets them wrong. What a check judges "
                "wrongly can be kept as an example with the right label: every save runs them.</p></div>"
            )
        else:
            filled = fill(contract, values)
            _verdicts(filled.contract, str(text), work == "output", filled.not_checked)
    if draft is not None and contract.facts and (text or "").strip():
        _keep(contract, draft, str(text))
    _examples(contract)


def _values(contract: Contract) -> dict[str, str]:
    """Draw a field for each value that differs from run to run; return what stands in them."""
    return {
        parameter.name: st.text_input(
            plain(f"{{{parameter.name}}}"),
            key=f"contracts:try:value:{parameter.name}",
            placeholder="as one run has it",
            max_chars=LONGEST,
            width=180,
        )
        or ""
        for parameter in contract.parameters
    }


def _verdicts(contract: Contract, text: str, work: bool, not_checked: Mapping[str, str]) -> None:
    view = read_text(text)
    words = WORK_WORDS if work else WORDS
    rows, spans = [], []
    for fact in contract.facts:
        check = check_of(fact)
        if isinstance(check, str):
            rows.append(_row(fact.id, badge("unsure", "not checked"), html_escape(check)))
            continue
        verdict = check.reflects(view) if work else check.states(view, in_run=True)
        rows.append(_verdict_row(fact.id, verdict, words))
        if verdict.span:
            spans.append(Span(*verdict.span, LOOKS[verdict.label], fact.id))
    rows += [
        _row(fact, badge("pending", "not checked"), html_escape(why.replace("run", "trial")))
        for fact, why in not_checked.items()
    ]
    message_view(text, without_overlap(spans), key="contracts:try", head="What decided is marked")
    st.html(
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Verdicts"><table class="bt-table">'
        "<thead><tr><th>Fact</th><th>Verdict</th><th>Why</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def without_overlap(spans: Sequence[Span]) -> list[Span]:
    """Cut longer spans around shorter ones, so that a value isn't hidden by its sentence."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: s.end - s.start):
        at = span.start
        for other in sorted(kept):
            if other.end <= at or other.start >= span.end:
                continue
            if other.start > at:
                kept.append(span._replace(start=at, end=other.start))
            at = max(at, other.end)
        if at < span.end:
            kept.append(span._replace(start=at))
    return sorted(kept)


def _verdict_row(fact_id: str, verdict: Verdict, words: dict[str, str]) -> str:
    mark = badge(LOOKS[verdict.label], words[verdict.label], title=verdict.reason)
    sure = f'<br><small class="bt-muted">{sureness(verdict.confidence, seen=verdict.span is not None)} sure'
    if verdict.label == "unsure":
        sure += f", leans to {words[verdict.lean]}"
    why = html_escape(verdict.reason)
    if verdict.other_value:
        why += f"<br>The text says <b>{html_escape(shorten(verdict.other_value, 120).rstrip('.'))}</b>."
    if verdict.missing and not all(item in verdict.reason for item in verdict.missing):
        why += f"<br>Missing: {html_escape(', '.join(verdict.missing))}."
    return _row(fact_id, f"{mark}{sure}</small>", why)


def _row(fact_id: str, verdict: str, why: str) -> str:
    return f"<tr><td><b>{html_escape(fact_id)}</b></td><td>{verdict}</td><td>{why}</td></tr>"


def _keep(contract: Contract, draft: Draft, text: str) -> None:
    section("Keep it as an example")

    def keep() -> None:
        position = int(st.session_state["contracts:keep:fact"])
        label = str(st.session_state["contracts:keep:label"])
        example = Example(text=text, label=label, author=reviewer())  # type: ignore[arg-type]
        now = draft.model(CONTRACTS)
        draft.edit(CONTRACTS, with_example(now, position, example))
        say(
            CONTRACTS,
            f"Kept with fact ‘{now.facts[position].id}’; save to make it part of the contract.",
        )

    names = labels(range(len(contract.facts)), lambda at: contract.facts[at].id)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Fact",
            list(names),
            index=chosen_fact(contract),
            format_func=lambda at: names.get(at, str(at)),
            key="contracts:keep:fact",
            width=260,
        )
        st.segmented_control(
            "This text",
            list(LABELS),
            format_func=lambda label: LABELS[label],
            default="conveyed",
            required=True,
            key="contracts:keep:label",
        )
        st.button(
            "Keep as example", key="contracts:keep", icon=":material/bookmark_add:", on_click=keep
        )


def _examples(contract: Contract) -> None:
    results = try_examples(contract)
    if not results:
        return
    right = sum(result.outcome == "right" for result in results)
    section("Examples", f"{right} of {len(results)} judged as labelled; run on every save")
    order = {"wrong": 0, "unsure": 1, "right": 2}
    rows = ""
    for result in sorted(results, key=lambda r: order[r.outcome]):
        look = {"right": "ok", "unsure": "unsure", "wrong": "absent"}[result.outcome]
        rows += (
            f"<tr><td>{badge(look, result.outcome, title=result.verdict.reason)}</td>"
            f"<td><b>{html_escape(result.fact_id)}</b></td><td>{html_escape(shorten(result.example.text, 220))}"
            f"</td><td>{html_escape(LABELS[result.example.label])}</td>"
            f"<td>{html_escape(WORDS[result.verdict.label])}</td></tr>"
        )
    st.html(
        '<div class="bt-scroll" tabindex="0" role="region" aria-label="Examples"><table class="bt-table">'
        "<thead><tr><th></th><th>Fact</th><th>Text</th><th>Label</th><th>Check</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )
