"""The result of a check as text, JSON, or JUnit XML."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as Xml

from core.cli.checking import Checked, Row, exit_code
from core.cli.terminal import clean, count, table
from core.contract.binding import Binding
from core.contract.document import dump_binding

_NOT_XML = re.compile("[^\\t\\n\\r\\u0020-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
_MARKS = {"ok": "ok", "gap": "GAP", "pending": "pending", "unsure": "unsure", "minor": "minor"}
_MOST_NAMES = 12
_SKIPPED = ("unsure", "pending", "minor")


def as_text(results: Sequence[Checked]) -> str:
    """Return a report for a person at a terminal."""
    parts = []
    for result in results:
        parts.append(clean(f"{result.source}  {result.name}".rstrip()))
        if result.error:
            parts.append(f"  not checked: {clean(result.error)}\n")
            continue
        if result.misfit:
            parts.append(f"  skipped, doesn't fit this contract: {clean(result.misfit)}")
            parts.append(f"  agents of the run: {_names(result.agents)}\n")
            continue
        if result.unbound:
            parts.append(f"  played by nobody: {_names(result.unbound)}")
            parts.append(f"  agents that play no party: {_names(result.agents)}")
        parts += [f"  not checked: {clean(fact)}: {clean(why)}" for fact, why in result.not_checked]
        heading = ("", "fact", "recipient", "status", "event", "why")
        parts += [
            f"  {line}"
            for line in table([heading, *(_text_row(r) for r in result.rows)]).splitlines()
        ]
        parts.append("")
    parts.append(_summary(results))
    return "\n".join(parts + _who_plays_whom(results))


def _names(names: Sequence[str]) -> str:
    return clean(", ".join(names[:_MOST_NAMES]) or "none") + (
        f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    )


def _who_plays_whom(results: Sequence[Checked]) -> list[str]:
    """Return how to bind agents by hand, where the names alone didn't tell who is who."""
    open_ones = [r for r in results if r.agents and (r.misfit or r.unbound)]
    if not open_ones:
        return []
    first = open_ones[0]
    party = (first.unbound or first.parties or ("PARTY",))[0]
    example = dump_binding(Binding(parties={clean(first.agents[0]): clean(party)}))
    return [
        "",
        f"Parties of the contract: {_names(first.parties)}.",
        "Which agent plays which party is said in a file that --binding names, a line for each:",
        *(f"  {line}" for line in example.splitlines() if not line.endswith("{}")),
    ]


def _text_row(row: Row) -> tuple[str, ...]:
    state = row.state
    due = str(state.due_seq) if state.due_seq is not None else "-"
    name = state.fact if row.critical else f"{state.fact} (minor)"
    return (
        _MARKS[row.outcome],
        clean(name),
        clean(state.recipient),
        state.display,
        due,
        clean(state.reason, 160),
    )


def _summary(results: Sequence[Checked]) -> str:
    rows = [row for result in results for row in result.rows]
    gaps = sum(row.outcome == "gap" for row in rows)
    unsure = sum(row.outcome == "unsure" for row in rows)
    pending = sum(row.outcome == "pending" for row in rows)
    errors = sum(bool(result.error) for result in results)
    misfits = sum(bool(result.misfit) for result in results)
    checked = len(results) - misfits - errors
    text = f"{checked} checked, {count(len(rows), 'obligation')}: "
    text += f"{count(gaps, 'critical gap')}, {unsure} unsure"
    text += f", {pending} pending" if pending else ""
    skipped = sum(len(result.not_checked) for result in results)
    text += f", {skipped} not checked" if skipped else ""
    why = (
        "it doesn't fit the contract; --binding checks it"
        if misfits == 1
        else "they don't fit the contract; --binding checks them"
    )
    text += f", {misfits} skipped ({why})" if misfits else ""
    return text + (f", {errors} not usable" if errors else "")


def as_json(results: Sequence[Checked]) -> str:
    """Return everything as one JSON document."""
    document = {"exit_code": exit_code(results), "results": [json_result(r) for r in results]}
    return json.dumps(document, ensure_ascii=False, indent=2)


def json_result(result: Checked) -> dict[str, Any]:
    """Return one checked trace as JSON values."""
    if result.misfit:
        return {
            "source": result.source,
            "trace": result.name,
            "skipped": result.misfit,
            "agents": list(result.agents),
            "parties": list(result.parties),
        }
    if result.analysis is None:
        return {"source": result.source, "error": result.error}
    analysis = result.analysis
    gap = analysis.earliest_gap
    return {
        "source": result.source,
        "trace": result.name,
        "digest": analysis.digest,
        "inputs": analysis.to_dict()["inputs"],
        "unbound_parties": list(result.unbound),
        "unbound_agents": list(result.agents),
        "values": dict(result.values),
        "not_checked": [{"fact": fact, "reason": why} for fact, why in result.not_checked],
        "earliest_gap": {"fact": gap[0], "recipient": gap[1]} if gap else None,
        "obligations": [_json_row(row) for row in result.rows],
        "boundaries": len(analysis.reports),
        "repairs_admitted": sum(report.chosen is not None for report in analysis.reports),
    }


def _json_row(row: Row) -> dict[str, Any]:
    state = row.state
    return {
        "fact": state.fact,
        "recipient": state.recipient,
        "critical": row.critical,
        "outcome": row.outcome,
        "status": state.status,
        "unsure": state.unsure,
        "contradicted": state.contradicted,
        "other_value": state.other_value,
        "retrievable": state.retrievable,
        "due": state.due_seq,
        "delivered": state.delivered_seq,
        "reflected": state.reflected_seq,
        "reason": state.reason,
        "evidence": [{"event": e.seq, "role": e.role, "span": e.span} for e in state.evidence],
    }


def as_junit(results: Sequence[Checked]) -> str:
    """Return JUnit XML: a suite per trace, a case per obligation.

    Only a critical gap is a failure. What is unsure, pending or minor is a skipped case with its
    reason, so that a build server shows it without calling it broken.
    """
    root = Xml.Element("testsuites", name="baton")
    for result in results:
        suite = Xml.SubElement(
            root,
            "testsuite",
            name=_xml(result.source),
            tests=str(max(1, len(result.rows) + len(result.not_checked))),
            failures=str(sum(row.outcome == "gap" for row in result.rows)),
            errors=str(int(bool(result.error))),
            skipped=str(
                sum(row.outcome in _SKIPPED for row in result.rows)
                + len(result.not_checked)
                + bool(result.misfit)
            ),
        )
        if result.error:
            case = Xml.SubElement(suite, "testcase", classname=_xml(result.source), name="readable")
            Xml.SubElement(case, "error", message=_xml(result.error))
        if result.misfit:
            case = Xml.SubElement(suite, "testcase", classname=_xml(result.source), name="fits")
            Xml.SubElement(case, "skipped", message=_xml(f"doesn't fit: {result.misfit}"))
        for row in result.rows:
            _junit_case(suite, result, row)
        for fact, why in result.not_checked:
            case = Xml.SubElement(
                suite, "testcase", classname=_xml(result.name or result.source), name=_xml(fact)
            )
            Xml.SubElement(case, "skipped", message=_xml(f"not checked: {why}"))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode")


def _junit_case(suite: Xml.Element, result: Checked, row: Row) -> None:
    state = row.state
    name = f"{state.fact} reaches {state.recipient}"
    case = Xml.SubElement(
        suite, "testcase", classname=_xml(result.name or result.source), name=_xml(name)
    )
    if row.outcome == "gap":
        failure = Xml.SubElement(case, "failure", type=state.display, message=_xml(state.reason))
        failure.text = _xml(f"{row.statement}\n{state.reason}")
    elif row.outcome in _SKIPPED:
        Xml.SubElement(case, "skipped", message=_xml(f"{row.outcome}: {state.reason}"))


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
