"""Answers of a fixed form: asked for in words and by schema, checked before anybody uses them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from core.errors import BrokenAnswerError
from core.llm.model import Cancelled, ChatMessage, ChatModel, ChatRequest, Completion

ModelT = TypeVar("ModelT", bound=BaseModel)
_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


def read_answer(text: str, form: type[ModelT]) -> ModelT:
    """Return what a model answered, checked against a form.

    The JSON may stand alone, in a code fence, or inside other words; the first object that fits
    is taken. Nothing is mended: an answer that doesn't fit is no answer.

    Args:
        text: The model's answer.
        form: Pydantic model of the answer.

    Raises:
        BrokenAnswerError: No JSON, or JSON of another form.
    """
    complaint = "it holds no JSON"
    decoder = json.JSONDecoder()
    for piece in [*_FENCED.findall(text), text]:
        start = piece.find("{")
        while start >= 0:
            try:
                value, _ = decoder.raw_decode(piece, start)
                return form.model_validate(value)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                place = ".".join(str(step) for step in first["loc"])
                complaint = f"{place}: {first['msg']}" if place else str(first["msg"])
            except (ValueError, RecursionError):
                pass
            start = piece.find("{", start + 1)
    raise BrokenAnswerError(
        f"The model's answer doesn't have the form that was asked for: {complaint}."
    )


def ask_for(
    model: ChatModel,
    request: ChatRequest,
    form: type[ModelT],
    *,
    tries: int = 2,
    cancelled: Cancelled | None = None,
) -> tuple[ModelT, tuple[Completion, ...]]:
    """Ask for an answer of a fixed form; ask again, with the complaint, if it doesn't fit.

    Args:
        model: Whom to ask.
        request: The question; the form is added to it.
        form: Pydantic model of the answer.
        tries: Most questions.
        cancelled: As in :meth:`ChatModel.complete`.

    Returns:
        The checked answer, and every completion it took, for the token account.

    Raises:
        BrokenAnswerError: No answer fitted.
        ModelError: The endpoint gave none.
    """
    schema = form.model_json_schema()
    order = ChatMessage(
        role="user",
        content="Answer with one JSON object of this schema and nothing else:\n"
        + json.dumps(schema, ensure_ascii=False),
    )
    messages = (*request.messages, order)
    done: list[Completion] = []
    for left in range(tries - 1, -1, -1):
        asked = replace(request, messages=messages, json_schema=schema)
        done.append(model.complete(asked, cancelled=cancelled))
        try:
            return read_answer(done[-1].text, form), tuple(done)
        except BrokenAnswerError as error:
            if not left:
                raise
            messages = (
                *messages,
                ChatMessage(role="assistant", content=done[-1].text),
                ChatMessage(role="user", content=f"{error} Answer again, with the JSON alone."),
            )
    raise BrokenAnswerError("The model was not asked.")
