"""Conversations that chat pages export: ChatGPT, Claude, Open WebUI and LibreChat.

A page keeps a tree: every new try of an answer, and every edited question, is a branch. The branch
that was last on the screen is the run; what lies on others is counted, and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from core.trace.importers.base import Report, Source
from core.trace.importers.fields import id_text, read_time, text_or_none
from core.trace.importers.session_log import SessionLog
from core.trace.importers.tree_messages import (
    chatgpt_message,
    claude_message,
    libre_message,
    webui_message,
)
from core.trace.model import Trace

Message: TypeAlias = dict[str, Any]

_OWN: Final = ("conversation_id", "conversationId", "uuid", "id")
_TIMES: Final = ("create_time", "created_at", "createdAt", "timestamp")


@dataclass(frozen=True, slots=True)
class _Node:
    """A message in the tree, and the one that it answers."""

    raw: Mapping[str, Any]
    parent: str | None
    where: str


@dataclass(frozen=True, slots=True)
class _Tree:
    """A conversation: its messages by id, in the file's order."""

    nodes: dict[str, _Node]
    last: str | None
    """The message that was last on the screen, where the file says so."""
    read: Callable[[Mapping[str, Any]], list[Message]]
    title: str | None
    own: str | None
    model: str | None = None


def _mapping(value: Any) -> dict[str, Any] | None:
    """Return the nodes of a conversation of ChatGPT."""
    found = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(found, dict) or not found:
        return None
    fits = all(
        isinstance(node, dict) and ("message" in node or "parent" in node)
        for node in list(found.values())[:5]
    )
    return found if fits else None


def _webui(value: Any) -> dict[str, Any] | None:
    """Return the chat inside a record of Open WebUI, or the chat itself."""
    if not isinstance(value, dict):
        return None
    chat = value.get("chat")
    chat = chat if isinstance(chat, dict) else value
    history = chat.get("history")
    inner = history.get("messages") if isinstance(history, dict) else None
    return chat if isinstance(inner, dict) and inner else None


def _claude(value: Any) -> list[Any] | None:
    found = value.get("chat_messages") if isinstance(value, dict) else None
    fits = isinstance(found, list) and any(
        isinstance(item, dict) and "sender" in item and ("text" in item or "content" in item)
        for item in found[:3]
    )
    return found if fits else None


def _libre(value: Any) -> list[Any] | None:
    found = value.get("messages") if isinstance(value, dict) else None
    if not isinstance(found, list):
        found = value.get("messagesTree") if isinstance(value, dict) else None
    fits = isinstance(found, list) and any(
        isinstance(item, dict) and "messageId" in item and "isCreatedByUser" in item
        for item in found[:3]
    )
    return found if fits else None


def _tree(value: Any, where: str) -> _Tree | None:
    """Return the conversation that a value is, None if it is none."""
    if not isinstance(value, dict):
        return None
    nodes: dict[str, _Node] = {}
    own = next((found for key in _OWN if (found := id_text(value.get(key)))), None)
    title = text_or_none(value.get("title")) or text_or_none(value.get("name"))
    mapping = _mapping(value)
    if mapping is not None:
        for key, node in mapping.items():
            if isinstance(node, dict):
                inner = node.get("message")
                raw = inner if isinstance(inner, dict) else {}
                nodes[key] = _Node(raw, id_text(node.get("parent")), f"{where}.mapping.{key}")
        last = id_text(value.get("current_node"))
        return _Tree(nodes, last, chatgpt_message, title, own, _model(value))
    chat = _webui(value)
    if chat is not None:
        for key, raw in chat["history"]["messages"].items():
            if isinstance(raw, dict):
                place = f"{where}.history.messages.{key}"
                nodes[key] = _Node(raw, id_text(raw.get("parentId")), place)
        return _Tree(nodes, id_text(chat["history"].get("currentId")), webui_message, title, own)
    listed, read, key, above = _claude(value), claude_message, "uuid", "parent_message_uuid"
    if listed is None:
        listed, read, key, above = _libre(value), libre_message, "messageId", "parentMessageId"
    if listed is None:
        return None
    _take(listed, nodes, key, above, where)
    return _Tree(nodes, id_text(value.get("current_leaf_message_uuid")), read, title, own)


def _model(value: Mapping[str, Any]) -> str | None:
    return text_or_none(value.get("default_model_slug"))


def _take(items: list[Any], nodes: dict[str, _Node], key: str, above: str, where: str) -> None:
    """Put the messages of a list, and the answers that lie inside them, into the nodes.

    A list whose messages name no parents is a chain.
    """
    chained = not any(isinstance(item, dict) and above in item for item in items)
    waiting: list[tuple[Any, str | None, str]] = [
        (item, None, f"{where}[{place}]") for place, item in enumerate(items)
    ]
    waiting.reverse()
    before: str | None = None
    while waiting:
        raw, inside, place = waiting.pop()
        if not isinstance(raw, dict):
            continue
        own = id_text(raw.get(key)) or place
        parent = id_text(raw.get(above)) or inside or (before if chained else None)
        nodes[own] = _Node(raw, parent, place)
        before = own
        children = raw.get("children")
        if isinstance(children, list):
            waiting += [
                (child, own, f"{place}.children[{number}]")
                for number, child in reversed(list(enumerate(children)))
            ]


def _shown(tree: _Tree) -> list[_Node]:
    """Return the branch that was last on the screen, from its beginning."""
    last = tree.last if tree.last in tree.nodes else _newest(tree)
    found: list[_Node] = []
    seen: set[str] = set()
    while last is not None and last in tree.nodes and last not in seen:
        seen.add(last)
        node = tree.nodes[last]
        found.append(node)
        last = node.parent
    found.reverse()
    return found


def _newest(tree: _Tree) -> str | None:
    """Return the newest message that nobody answered; without times, the last of the file."""
    answered = {node.parent for node in tree.nodes.values()}
    leaves = [key for key in tree.nodes if key not in answered] or list(tree.nodes)
    times = {}
    for key in leaves:
        raw = tree.nodes[key].raw
        at = next((found for name in _TIMES if (found := read_time(raw.get(name)))), None)
        if at is not None:
            times[key] = at
    if len(times) == len(leaves) and times:
        return max(times, key=lambda key: times[key])
    return leaves[-1] if leaves else None


class MessageTreesImporter:
    """Exports of chat pages."""

    name = "chat_export"
    title = "ChatGPT, Claude, Open WebUI or LibreChat export"

    def sniff(self, source: Source) -> bool:
        """Whether the first value is a conversation, or a list of them."""
        first = source.first
        items = first[:3] if isinstance(first, list) else [first]
        return any(_tree(item, "$") is not None for item in items)

    def read(self, source: Source, report: Report) -> Iterator[Trace]:
        """Yield one trace for each conversation."""
        found = []
        for record in source.records():
            items = record.value if isinstance(record.value, list) else [record.value]
            for index, item in enumerate(items):
                where = record.where if item is record.value else f"{record.where}[{index}]"
                tree = _tree(item, where)
                if tree is None:
                    report.record()
                    report.bad("This is no conversation.", where)
                else:
                    found.append(tree)
        for index, tree in enumerate(found):
            own = tree.title or tree.own or str(index + 1)
            trace = _trace(tree, source, report, "" if len(found) == 1 else own[:80])
            if trace is not None:
                yield trace


def _trace(tree: _Tree, source: Source, report: Report, own: str) -> Trace | None:
    log = SessionLog()
    if tree.own is not None:
        log.about["session_id"] = tree.own
    if tree.model is not None:
        log.about["model"] = tree.model
    shown = _shown(tree)
    for node in shown:
        for message in tree.read(node.raw):
            log.add(message, node.where)
    kept = {id(node) for node in shown}
    beside = sum(id(node) not in kept and bool(tree.read(node.raw)) for node in tree.nodes.values())
    if beside:
        report.info(
            f"{beside:,} messages lie on branches that were not on the screen at the end, and were "
            "left out.",
            shown[0].where if shown else "",
            "branches",
        )
    if not log.messages:
        report.warn(f"The conversation “{(own or 'alone')[:40]}” is empty.", "", "empty-run")
        return None
    return log.trace(source, report, MessageTreesImporter.name, own)
