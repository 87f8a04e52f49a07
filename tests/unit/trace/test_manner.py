"""What a person asks, told from how it shall be done."""

import json

import pytest

from core.trace.importers import read_bytes
from core.trace.manner import first_request, is_manner
from core.trace.model import Event


@pytest.mark.parametrize(
    "text",
    [
        "Be helpful!",
        "Think step by step.",
        "You are a helpful assistant.",
        "Please solve the task carefully.",
        "Answer in markdown with bullet points.",
        "Отвечай кратко и вежливо.",
        "Antworte kurz und höflich.",
    ],
)
def test_how_to_work_is_mere_manner(text):
    assert is_manner(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Search the web for 'example' and summarize.",
        "Keep answers under 200 words.",
        "Do not answer questions about salaries.",
        "Write tests for the parser.",
        "Responde sobre el contrato.",
    ],
)
def test_whatever_is_about_something_is_not(text):
    assert not is_manner(text)


def said(*turns):
    return [
        Event(seq=n, kind="message", sender=who, recipients=(), text=text)
        for n, (who, text) in enumerate(turns, 1)
    ]


def test_the_request_is_the_first_that_is_no_system_prompt():
    ask = "Find a hotel near the harbour."
    assert first_request(said(("user", "Be helpful!"), ("user", ask)), ("user",)) == ask
    prompt = "You are a travel agent for the harbour."
    assert first_request(said(("user", prompt), ("user", ask)), ("user",)) == ask
    # Where nothing else was asked before somebody answered, it is the request.
    answered = said(("user", "Help me!"), ("agent", "With what?"), ("user", ask))
    assert first_request(answered, ("user",)) == "Help me!"
    assert first_request(said(("agent", "Hello.")), ("user",)) == ""


def test_a_prompt_written_as_the_users_is_not_taken_as_the_task():
    messages = [
        {"role": "user", "content": "Be helpful!"},
        {"role": "user", "content": "Find a hotel near the harbour."},
        {"role": "assistant", "content": "The Anchor has rooms."},
    ]
    (trace,) = read_bytes(json.dumps(messages).encode(), "chat.json").traces
    assert trace.task == "Find a hotel near the harbour."
    assert len(trace.events) == 3
