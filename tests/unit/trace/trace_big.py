"""Large files, made rather than kept: for measures of time and memory."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

WORDS = (
    "the garden plan needs twelve seedlings before frost and a path of gravel along south wall "
    "budget allows forty euros per bed so choose hardy plants check soil acidity twice a week"
).split()
AGENTS = ("Planner", "Buyer", "Surveyor", "Critic")
START = 1_760_000_000_000_000_000


def prose(rng: random.Random, words: int) -> str:
    """Return that many words."""
    return " ".join(rng.choices(WORDS, k=words))


def chat(messages: int, words: int = 40) -> bytes:
    """Return a chat list with tool calls, as OpenAI's interfaces write it."""
    rng = random.Random(7)
    found: list[dict[str, Any]] = [{"role": "user", "content": prose(rng, words)}]
    for index in range(messages - 1):
        name = AGENTS[index % 4]
        if index % 5 == 3:
            call = {"id": f"c{index}", "type": "function"}
            call["function"] = {"name": "lookup", "arguments": json.dumps({"q": prose(rng, 5)})}
            found.append({"role": "assistant", "name": name, "content": None, "tool_calls": [call]})
        elif index % 5 == 4:
            text = prose(rng, words)
            found.append({"role": "tool", "tool_call_id": f"c{index - 1}", "content": text})
        else:
            found.append({"role": "assistant", "name": name, "content": prose(rng, words)})
    return json.dumps({"messages": found}).encode()


def chat_lines(messages: int, words: int = 40) -> bytes:
    """Return the same, one message to a line."""
    found = json.loads(chat(messages, words))["messages"]
    return "".join(json.dumps(one) + "\n" for one in found).encode()


def attribute(key: str, value: Any) -> dict[str, Any]:
    """Return one attribute in OTLP's form."""
    kind = "intValue" if isinstance(value, int) else "stringValue"
    return {"key": key, "value": {kind: str(value) if kind == "intValue" else value}}


def otlp_spans(spans: int, words: int = 40) -> Iterator[dict[str, Any]]:
    """Yield spans of one trace: a root, agents below it, model calls and tools below those."""
    rng = random.Random(11)
    yield _span(1, None, "run", START, spans * 1000 + 5000, [])
    agent = 1
    for index in range(2, spans + 1):
        at = START + index * 1000
        if index % 20 == 2:
            agent = index
            name = AGENTS[(index // 20) % 4]
            yield _span(
                index, 1, f"invoke_agent {name}", at, 19_500,
                [attribute("gen_ai.operation.name", "invoke_agent"),
                 attribute("gen_ai.agent.name", name)],
            )  # fmt: skip
        elif index % 3 == 0:
            yield _span(
                index, agent, "execute_tool lookup", at, 400,
                [attribute("gen_ai.operation.name", "execute_tool"),
                 attribute("gen_ai.tool.name", "lookup"),
                 attribute("gen_ai.tool.call.id", f"c{index}"),
                 attribute("gen_ai.tool.call.result", prose(rng, words))],
            )  # fmt: skip
        else:
            said = [{"role": "user", "parts": [{"type": "text", "content": prose(rng, words)}]}]
            answer = [
                {"role": "assistant", "parts": [{"type": "text", "content": prose(rng, words)}]}
            ]
            yield _span(
                index, agent, "chat small-1", at, 400,
                [attribute("gen_ai.operation.name", "chat"),
                 attribute("gen_ai.request.model", "small-1"),
                 attribute("gen_ai.input.messages", json.dumps(said)),
                 attribute("gen_ai.output.messages", json.dumps(answer)),
                 attribute("gen_ai.usage.output_tokens", words)],
            )  # fmt: skip


def _span(
    number: int, parent: int | None, name: str, at: int, length: int, attributes: list[Any]
) -> dict[str, Any]:
    return {
        "traceId": f"{99:032x}",
        "spanId": f"{number:016x}",
        "parentSpanId": "" if parent is None else f"{parent:016x}",
        "name": name,
        "kind": 1,
        "startTimeUnixNano": str(at),
        "endTimeUnixNano": str(at + length),
        "attributes": attributes,
        "status": {},
    }


def otlp(spans: int, words: int = 40) -> bytes:
    """Return one export request with that many spans."""
    service = [attribute("service.name", "garden")]
    scope = [{"scope": {"name": "demo"}, "spans": list(otlp_spans(spans, words))}]
    request = {"resourceSpans": [{"resource": {"attributes": service}, "scopeSpans": scope}]}
    return json.dumps(request).encode()


def histories(calls: int, words: int = 60) -> bytes:
    """Return Phoenix spans in which each model call repeats the whole conversation."""
    rng = random.Random(5)
    spans: list[dict[str, Any]] = []
    history: list[tuple[str, str]] = [("user", prose(rng, words))]
    for index in range(calls):
        answer = prose(rng, words)
        attributes: dict[str, Any] = {"openinference.span.kind": "LLM"}
        for number, (role, text) in enumerate(history):
            attributes[f"llm.input_messages.{number}.message.role"] = role
            attributes[f"llm.input_messages.{number}.message.content"] = text
        attributes["llm.output_messages.0.message.role"] = "assistant"
        attributes["llm.output_messages.0.message.content"] = answer
        spans.append(
            {
                "span_id": f"{index + 1:016x}",
                "parent_span_id": None,
                "timestamp": f"2026-03-01T10:{index // 60 % 60:02}:{index % 60:02}Z",
                "span_name": "call",
                "duration": "PT0.5S",
                "span_attributes": attributes,
                "child_spans": [],
            }
        )
        history += [("assistant", answer), ("user", prose(rng, words))]
    return json.dumps({"trace_id": "t", "spans": spans}).encode()


def sessions(lines: int, words: int = 40) -> bytes:
    """Return a Claude Code session: answers, tool calls and results in turn."""
    rng = random.Random(3)
    found = []
    for index in range(lines):
        base = {
            "uuid": f"u{index}",
            "parentUuid": f"u{index - 1}" if index else None,
            "sessionId": "s1",
            "isSidechain": False,
            "timestamp": f"2026-03-01T{index // 3600 % 24:02}:{index // 60 % 60:02}:{index % 60:02}.000Z",
        }
        if index % 3 == 0:
            found.append(
                {**base, "type": "user", "message": {"role": "user", "content": prose(rng, words)}}
            )
            continue
        if index % 3 == 1:
            block = {
                "type": "tool_use",
                "id": f"t{index}",
                "name": "Read",
                "input": {"path": prose(rng, 3)},
            }
            message = {"role": "assistant", "id": f"m{index}", "content": [block]}
            found.append(
                {**base, "type": "assistant", "message": {**message, "usage": {"output_tokens": 9}}}
            )
            continue
        result = {
            "type": "tool_result",
            "tool_use_id": f"t{index - 1}",
            "content": prose(rng, words),
        }
        found.append({**base, "type": "user", "message": {"role": "user", "content": [result]}})
    return "".join(json.dumps(one) + "\n" for one in found).encode()


FILES = {
    "chat": chat,
    "chat lines": chat_lines,
    "otlp": otlp,
    "histories": histories,
    "claude": sessions,
}
