"""Messages as single agents keep them: AutoGen's, by the name of the other one, and CAMEL's, numbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from core.trace.importers.dialects import looks_like_message

OF_AUTOGEN: Final = re.compile(r"(?i)(?:\w+[_ -])?(?:assistant|user|proxy|manager|agent)")
"""What AutoGen's agents are called by default, and most that people name."""


def numbered(value: dict[str, Any]) -> tuple[list[Any], dict[str, Any]] | None:
    """Return the messages that CAMEL keeps as ``message_1``, ``message_2`` and so on, and what is beside.

    Args:
        value: An object of a file.
    """
    messages: list[Any] = []
    while isinstance(one := value.get(f"message_{len(messages) + 1}"), dict):
        given = one.get("input")
        said = [one.get("content"), one.get("instruction"), given if given != "none" else None]
        words = "\n".join(part for part in said if isinstance(part, str) and part)
        messages.append({"name": one.get("role_name"), "content": words})
    if not messages or not isinstance(messages[0]["name"], str):
        return None
    beside = {
        key: item
        for key, item in value.items()
        if not key.startswith(("message_", "role_", "num_"))
    }
    return messages, {"task": value.get("specified_task"), **beside}


def with_others_of(value: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield what an AutoGen agent keeps: the messages with each other agent, by its name.

    Its own messages have the role ``assistant``; what it was told has the role ``user``.

    Args:
        value: Lists of messages by the name of the other agent.
    """
    # Its own name stands nowhere; "assistant" may be what the other one is called.
    own = "agent" if any(other.casefold() == "assistant" for other in value) else None
    names = {"assistant": own}
    for other, messages in value.items():
        if isinstance(messages, list) and any(map(looks_like_message, messages[:5])):
            called = {**names, "user": other}
            told = [
                {**one, "name": name}
                if isinstance(one, dict)
                and not one.get("name")
                and (name := called.get(str(one.get("role")))) is not None
                else one
                for one in messages
            ]
            yield other, told
