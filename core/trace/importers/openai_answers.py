"""Models' interfaces: responses, completions, and logs of requests with their answers.

Read here: OpenAI's responses and completions, Anthropic's messages, and Gemini's candidates.

Each request repeats what was said before it; a message counts where it comes first. An answer
belongs to the request that it stands beside, or to the response that it says it follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

from core.trace.importers.answer_items import as_messages, is_empty_thought
from core.trace.importers.base import Report, Source
from core.trace.importers.chat import Run, read_run
from core.trace.importers.fields import id_text, json_text, read_nested, text_or_none
from core.trace.model import Trace

_COMPLETIONS: Final = ("chat.completion", "chat.completion.chunk")
_ASKED: Final = ("request", "request_body", "requestBody", "input", "body", "kwargs", "params")
_GIVEN: Final = ("messages", "input", "contents")
_ANSWERED: Final = (
    "response", "response_body", "responseBody", "output", "result", "completion",
)  # fmt: skip


def _is_response(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("object") == "response"
        and isinstance(value.get("output"), list)
    )


def _is_completion(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("choices"), list)
        and any(isinstance(one, dict) and "message" in one for one in value["choices"])
    )


def _is_message(value: Any) -> bool:
    """Whether this is an answer of Anthropic's interface."""
    return (
        isinstance(value, dict)
        and value.get("type") == "message"
        and value.get("role") == "assistant"
        and isinstance(value.get("content"), list)
        and ("stop_reason" in value or "usage" in value)
    )


def _is_candidates(value: Any) -> bool:
    """Whether this is an answer of Gemini's interface."""
    found = value.get("candidates") if isinstance(value, dict) else None
    return isinstance(found, list) and any(
        isinstance(one, dict) and isinstance(one.get("content"), dict) for one in found
    )


def _is_answer(value: Any) -> bool:
    return (
        _is_response(value) or _is_completion(value) or _is_message(value) or _is_candidates(value)
    )


def _is_result(value: Any) -> bool:
    """Whether this is the result of a run of the Agents SDK, with the answers of its models."""
    found = value.get("raw_responses") if isinstance(value, dict) else None
    return isinstance(found, list) and any(
        isinstance(one, dict) and isinstance(one.get("output"), list) for one in found
    )


def _answer(value: Any) -> dict[str, Any] | None:
    """Return the answer in a value: itself, or under the body of a batch's line."""
    for _ in range(2):
        if _is_answer(value):
            return value  # type: ignore[no-any-return]
        value = read_nested(value.get("body")) if isinstance(value, dict) else None
    return None


def _request(value: dict[str, Any]) -> dict[str, Any]:
    """Return what stands beside an answer and says what the model was given."""
    asked = [value, *(read_nested(value[word]) for word in _ASKED if word in value)]
    for one in asked:
        if isinstance(one, dict) and any(one.get(key) for key in _GIVEN):
            return one
    return value


def _exchange(value: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return a request and its answer, None if the value is no such pair.

    An answer that stands alone is its own request: a response names what it was given.
    """
    if not isinstance(value, dict):
        return None
    if _is_answer(value):
        return value, value
    for key in _ANSWERED:
        answer = _answer(read_nested(value.get(key)))
        if answer is not None:
            return _request(value), answer
    return None


def _exchanges(value: Any, where: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    if _is_result(value):
        for index, answer in enumerate(value["raw_responses"]):
            if isinstance(answer, dict):
                place = f"{where}.raw_responses[{index}]"
                yield value, {"conversation": where, **answer}, place
        return
    found = _exchange(value)
    if found is not None:
        yield *found, where
        return
    items = value
    if isinstance(value, dict) and isinstance(value.get("data"), list):
        items, where = value["data"], f"{where}.data"
    if isinstance(items, list):
        for index, item in enumerate(items):
            found = _exchange(item)
            if found is not None:
                yield *found, f"{where}[{index}]"


class OpenAiAnswersImporter:
    """Responses and completions as OpenAI's interfaces hand them out."""

    name = "openai_answers"
    title = "responses and completions of models"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is an answer, a pair of request and answer, or a list of them."""
        first = source.first
        if isinstance(first, dict) and isinstance(first.get("data"), list):
            first = first["data"]
        first = first[0] if isinstance(first, list) and first else first
        return _is_result(first) or _exchange(first) is not None

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield the exchanges; those that follow each other are one conversation."""
        found = [
            one for record in source.records() for one in _exchanges(record.value, record.where)
        ]
        threads = _threads(found)
        stem = PurePath(source.name).stem
        for number, thread in enumerate(threads, 1):
            story = _Story()
            for request, answer, where in thread:
                story.take(request, answer, where)
            name = stem if len(threads) == 1 else f"{stem} · {number}"
            trace = read_run(
                Run(story.messages, "", {"model": story.model} if story.model else {}),
                name, report, places=story.places, format_name=self.name,
            )  # fmt: skip
            if trace is not None:
                yield trace


def _threads(found: list[Any]) -> list[list[Any]]:
    """Return the exchanges by conversation, oldest first.

    A response names the one it follows. Pairs of request and answer that share their first words
    are one conversation, else each is its own.
    """
    times = [answer.get("created_at") or answer.get("created") for _, answer, _ in found]
    if all(isinstance(time, int | float) for time in times):
        order = sorted(range(len(found)), key=lambda index: (times[index], index))
        found = [found[index] for index in order]
    threads: list[list[Any]] = []
    by_key: dict[str, list[Any]] = {}
    for one in found:
        request, answer, _ = one
        before = id_text(answer.get("previous_response_id"))
        talk = answer.get("conversation")
        talk = talk.get("id") if isinstance(talk, dict) else talk
        messages = request.get("messages") or request.get("contents")
        start = json_text(_opening(messages)) if isinstance(messages, list) and messages else ""
        same = id_text(answer.get("responseId"))
        keys = [key for key in (before, same, id_text(talk), start) if key]
        thread = next((by_key[key] for key in keys if key in by_key), None)
        if thread is None:
            thread = []
            threads.append(thread)
        thread.append(one)
        own = id_text(answer.get("id"))
        for key in (own, same, id_text(talk), start):
            if key:
                by_key[key] = thread
    return threads


def _opening(messages: list[Any]) -> list[Any]:
    """Return the messages up to the first that a user wrote."""
    for index, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "user":
            return messages[: index + 1]
    return messages[:1]


_ACT_KEYS: Final = ("type", "tool_calls", "call_id", "tool_call_id", "arguments", "output")
_ACTS: Final = frozenset(_ACT_KEYS)


def _does_nothing(message: Mapping[str, Any]) -> bool:
    """Whether a message is no call and no result."""
    return _ACTS.isdisjoint(message) or all([message.get(word) is None for word in _ACT_KEYS])


class _Story:
    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.places: list[str] = []
        self.seen: set[Hashable] = set()
        self.model: str | None = None

    def _add(self, message: Any, where: str, **more: Any) -> None:
        if not isinstance(message, dict):
            return
        key: Hashable = id_text(message.get("id"))
        if key is None:
            role, said = message.get("role"), message.get("content")
            if isinstance(said, str) and isinstance(role, str) and _does_nothing(message):
                key = role, said
            else:
                key = json_text([role, said, *(message.get(word) for word in _ACT_KEYS)])
        if key in self.seen:
            return
        self.seen.add(key)
        self.messages.append({**message, **more})
        self.places.append(where)

    def take(self, request: dict[str, Any], answer: dict[str, Any], where: str) -> None:
        self.model = self.model or text_or_none(answer.get("model"))
        at = answer.get("created_at") or answer.get("created")
        told = request.get("instructions") or request.get("system")
        if isinstance(told, str | list) and told:
            self._add({"role": "system", "content": told}, where)
        given = next((request[key] for key in _GIVEN if request.get(key)), None)
        if isinstance(given, str) and given.strip():
            given = [{"role": "user", "content": given}]
        for index, item in enumerate(given if isinstance(given, list) else ()):
            for message in as_messages(item):
                self._add(message, f"{where}.input[{index}]")
        usage, items = _usage(answer), _items(answer)
        for index, item in enumerate(items):
            more: dict[str, Any] = {} if at is None else {"timestamp": at}
            if index == len(items) - 1 and isinstance(usage, dict):
                more["usage"] = usage
            self._add(item, f"{where}.output[{index}]", **more)


def _items(answer: dict[str, Any]) -> list[Any]:
    """Return what an answer says, as messages and items beside them."""
    output = answer.get("output")
    if isinstance(output, list):
        return [one for item in output if not is_empty_thought(item) for one in as_messages(item)]
    if _is_message(answer):
        return [{"role": "assistant", "content": answer["content"]}]
    if _is_candidates(answer):
        contents = (one.get("content") for one in answer["candidates"] if isinstance(one, dict))
        return [_of_gemini(one) for one in contents if isinstance(one, dict)][:1]
    choices = answer.get("choices")
    return [one.get("message") for one in choices or () if isinstance(one, dict)]


def _of_gemini(content: dict[str, Any]) -> dict[str, Any]:
    """Return what Gemini said as a message; its thoughts are parts that a mark tells."""
    parts = content.get("parts")
    found = [
        {"type": "thinking", "thinking": part["text"]}
        if isinstance(part, dict)
        and part.get("thought") is True
        and isinstance(part.get("text"), str)
        else part
        for part in (parts if isinstance(parts, list) else ())
    ]
    return {"role": "model", **content, **({"parts": found} if found else {})}


def _usage(answer: dict[str, Any]) -> Any:
    counts = answer.get("usageMetadata") or answer.get("usage_metadata")
    if isinstance(counts, dict):
        written = counts.get("candidatesTokenCount", counts.get("candidates_token_count"))
        return {"output_tokens": written}
    return answer.get("usage")
