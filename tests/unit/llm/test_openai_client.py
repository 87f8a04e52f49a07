"""The client against a real server, in every way in which a server can behave."""

import pickle
import threading
import time

import pytest
from pydantic import BaseModel

from core.errors import (
    BrokenAnswerError,
    BusyModelError,
    CancelledError,
    ContextLimitError,
    KeyRefusedError,
    NoEndpointError,
    NoToolsError,
    SettingError,
    SlowModelError,
    UnknownModelError,
    UnreachableError,
)
from core.live.documents import TOOLS
from core.llm import ChatMessage, ChatRequest, Endpoint, ask_for, estimate_tokens, read_answer
from core.llm.openai_client import OpenAIModel
from tests.llm_server import KEY, WORDS, serving

TEXT = " ".join(WORDS)


@pytest.fixture(scope="module")
def server():
    with serving() as (plan, url):
        yield plan, url


@pytest.fixture
def plan(server):
    plan = server[0]
    plan.modes, plan.requests = ["ok"], []
    plan.reply = lambda body: TEXT
    plan.started.clear()
    return plan


@pytest.fixture
def model(server, plan):
    waited = []
    made = OpenAIModel(Endpoint(base_url=server[1], key=KEY, seconds=10), pause=waited.append)
    made.waited = waited
    return made


def request(**more):
    return ChatRequest(
        model="tiny", messages=(ChatMessage(role="user", content="When does it start?"),), **more
    )


def test_an_answer_comes_in_pieces_with_its_usage(model, plan):
    seen = []
    done = model.complete(request(temperature=0.5, max_tokens=50, seed=7), on_delta=seen.append)
    assert done.text == seen[-1] == TEXT
    assert len(seen) == len(WORDS) and seen == sorted(seen, key=len)
    assert (done.usage.prompt, done.usage.completion, done.usage.estimated) == (
        40,
        len(WORDS),
        False,
    )
    assert (done.model, done.finish, done.attempts) == ("tiny-1", "stop", 1)
    sent = plan.requests[0]
    assert (sent["temperature"], sent["max_tokens"], sent["seed"]) == (0.5, 50, 7)


def test_missing_counts_are_estimated_and_marked(model, plan):
    plan.modes = ["no_usage"]
    usage = model.complete(request()).usage
    assert usage.estimated and usage.completion == estimate_tokens(TEXT)


def test_tool_calls_are_put_together_from_their_pieces(model, plan):
    plan.modes = ["tool"]
    done = model.complete(request(tools=TOOLS))
    assert done.finish == "tool_calls"
    (call,) = done.tool_calls
    assert (call.name, call.arguments) == ("read_document", '{"name": "notes"}')
    assert plan.requests[0]["tools"][0]["function"]["name"] == "read_document"


@pytest.mark.parametrize("trouble", ["busy", "down", "dropped", "half", "error_in_stream"])
def test_what_may_pass_is_tried_again(model, plan, trouble):
    plan.modes = [trouble, trouble, "ok"]
    done = model.complete(request())
    assert (done.text, done.attempts) == (TEXT, 3)
    assert model.waited == ([0.05, 0.05] if trouble == "busy" else [0.5, 1.0])


@pytest.mark.parametrize(
    ("trouble", "error", "said"),
    [
        ("busy", BusyModelError, "too many requests"),
        ("down", BusyModelError, "out of order"),
        ("dropped", UnreachableError, "broke"),
        ("half", UnreachableError, "in the middle"),
    ],
)
def test_it_is_not_tried_for_ever(model, plan, trouble, error, said):
    plan.modes = [trouble]
    with pytest.raises(error, match=said):
        model.complete(request())
    assert len(plan.requests) == 1 + model.endpoint.retries
    assert len(model.waited) == model.endpoint.retries


@pytest.mark.parametrize(
    ("trouble", "error", "said"),
    [
        ("unknown_model", UnknownModelError, "knows no model 'tiny'"),
        ("too_long", ContextLimitError, "longer than the model 'tiny' can take in"),
        ("no_quota", BusyModelError, "no quota left"),
        ("broken_json", BrokenAnswerError, "can't be read"),
        ("no_tools", NoToolsError, "can't call tools"),
    ],
)
def test_what_does_not_pass_is_said_at_once(model, plan, trouble, error, said):
    plan.modes = [trouble]
    with pytest.raises(error, match=said):
        model.complete(request(tools=TOOLS))
    assert len(plan.requests) == 1 and not model.waited


def test_a_server_that_speaks_something_else_is_no_answer(model, plan):
    plan.modes = ["no_protocol"]
    with pytest.raises((BrokenAnswerError, UnreachableError)):
        model.complete(request())


def test_a_parameter_that_the_server_does_not_know_is_left_out(model, plan):
    plan.modes = ["no_stream_options"]
    assert model.complete(request()).text == TEXT
    assert model.complete(request()).usage.estimated
    assert ["stream_options" in r for r in plan.requests] == [True, False, False]


def test_nobody_listens():
    model = OpenAIModel(Endpoint(base_url="http://127.0.0.1:9/v1", key=KEY), pause=lambda _: None)
    with pytest.raises(UnreachableError, match="Is it running"):
        model.complete(request())


def test_too_slow_an_answer_ends_in_time(server, plan):
    plan.modes = ["silent"]
    model = OpenAIModel(Endpoint(base_url=server[1], key=KEY, seconds=0.4))
    began = time.monotonic()
    with pytest.raises(SlowModelError, match=r"within 0.4 seconds"):
        model.complete(request())
    assert time.monotonic() - began < 2


def test_giving_up_does_not_wait_for_a_slow_server(server, plan):
    plan.modes = ["silent"]
    model = OpenAIModel(Endpoint(base_url=server[1], key=KEY, seconds=30))
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    with pytest.raises(CancelledError):
        model.complete(request(), cancelled=stop.is_set)
    assert time.monotonic() - began < 1


def test_a_wrong_key_is_named_but_never_shown(server, plan):
    secret = "sk-wrong-77777777"
    endpoint = Endpoint(base_url=server[1], key=secret)
    model = OpenAIModel(endpoint)
    with pytest.raises(KeyRefusedError, match="refuses the key") as caught:
        model.complete(request())
    shown = [repr(endpoint), str(endpoint), repr(model), str(caught.value), repr(caught.value)]
    chain = caught.value.__cause__, caught.value.__context__
    assert not any(secret in text for text in (*shown, *map(repr, chain)))
    with pytest.raises(TypeError):
        pickle.dumps(endpoint)


def test_embeddings_come_in_the_order_of_the_texts(model):
    assert model.embeddings(["a", "bcd"], "small") == [[1.0, 1.0], [3.0, 1.0]]


def test_an_address_with_a_secret_in_it_is_refused():
    with pytest.raises(SettingError, match="its own field"):
        Endpoint(base_url="http://me:secret@host/v1")
    with pytest.raises(SettingError, match="begin with http"):
        Endpoint(base_url="localhost:8000")
    with pytest.raises(NoEndpointError, match=r"scripted agents\.$"):  # a terminal has no Settings
        Endpoint.from_environment({})
    found = Endpoint.from_environment({"OPENAI_BASE_URL": "http://h/v1/", "OPENAI_API_KEY": "k"})
    assert (found.shown, found.key) == ("http://h/v1", "k")


class Form(BaseModel):
    label: str
    sure: bool


@pytest.mark.parametrize(
    "text",
    [
        '{"label": "ok", "sure": true}',
        'Here it is:\n```json\n{"label": "ok", "sure": true}\n```\nAnything else?',
        'I thought {about} it: {"label": "ok", "sure": true} and that is all.',
    ],
)
def test_an_answer_of_a_fixed_form_is_found(text):
    assert read_answer(text, Form) == Form(label="ok", sure=True)


@pytest.mark.parametrize(
    "text", ["", "yes", '{"label": "ok"}', '{"label": 3, "sure": "maybe"}', "{" * 9]
)
def test_an_answer_of_another_form_is_none(text):
    with pytest.raises(BrokenAnswerError):
        read_answer(text, Form)


def test_an_answer_that_does_not_fit_is_asked_for_again(model, plan):
    answers = iter(["I am sure.", '{"label": "ok", "sure": true}'])
    plan.reply = lambda body: next(answers)
    found, done = ask_for(model, request(), Form)
    assert found.sure and len(done) == 2
    assert plan.requests[0]["response_format"]["type"] == "json_schema"
    assert "holds no JSON" in plan.requests[1]["messages"][-1]["content"]


# -- servers that keep to no types ----------------------------------------------------------------


def piece(delta, finish=None, **more):
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny-1",
            "choices": [choice]} | more  # fmt: skip


def sent(plan, *pieces):
    plan.modes, plan.pieces = ["given"], [*pieces, piece({}, finish="stop")]


def called(**function):
    return piece({"tool_calls": [{"index": 0, "id": "x", "function": function}]})


@pytest.mark.parametrize(
    "wrong",
    [
        piece({"content": ["a", 1]}),
        piece({"content": 5}),
        piece({}, choices={"a": 1}),
        piece({}, choices=[None]),
        called(name="read_document", arguments={"name": "notes"}),
        called(name=7),
    ],
)
def test_a_piece_of_another_type_is_no_answer(model, plan, wrong):
    sent(plan, wrong)
    with pytest.raises(BrokenAnswerError, match="can't be read"):
        model.complete(request(tools=TOOLS))
    assert len(plan.requests) == 1


@pytest.mark.parametrize(
    "usage",
    ["none", {"prompt_tokens": "x"}, {"prompt_tokens": -5, "completion_tokens": 5},
     {"prompt_tokens": 1, "completion_tokens": 10**30}],
)  # fmt: skip
def test_counts_that_cannot_be_true_are_estimated(model, plan, usage):
    sent(plan, piece({"content": TEXT}), piece({}, choices=[], usage=usage))
    counted = model.complete(request()).usage
    assert counted.estimated
    assert counted.completion == estimate_tokens(TEXT)


def test_half_characters_are_joined_or_replaced_in_answers_and_requests(model, plan):
    sent(plan, piece({"content": "a\ud83d"}), piece({"content": "\ude00b\ud800c"}),
         piece({"content": "\ud83d"}), called(name="re\udc00ad", arguments="{}"))  # fmt: skip
    shown = []
    done = model.complete(request(), on_delta=shown.append)
    assert done.text == "a\U0001f600b\ufffdc\ufffd"
    assert shown[-1] == "a\U0001f600b\ufffdc"
    assert done.tool_calls[0].name == "re\ufffdad"
    message = ChatMessage(role="user", content="\ud83d\ude00 and \ud800")
    model.complete(ChatRequest(model="tiny", messages=(message,)))
    assert plan.requests[-1]["messages"][0]["content"] == "\U0001f600 and \ufffd"


def test_an_answer_without_end_is_cut_off(model, plan, monkeypatch):
    monkeypatch.setattr("core.llm.openai_client.MOST_CHARACTERS", 1000)
    sent(plan, *[piece({"content": "word " * 20})] * 12)
    with pytest.raises(BrokenAnswerError):
        model.complete(request())


def test_a_key_that_a_server_writes_into_its_answer_is_taken_out(model, plan):
    sent(plan, piece({"content": f"Authorization: Bearer {KEY}"}, model=KEY),
         called(name="x", arguments=KEY))  # fmt: skip
    shown = []
    assert KEY not in repr(model.complete(request(), on_delta=shown.append))
    assert not any(KEY in text for text in shown)
