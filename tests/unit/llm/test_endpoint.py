"""Which endpoint the work at hand uses."""

import asyncio
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from app import SecurityHeaders
from core.errors import NoEndpointError
from core.llm import Endpoint
from core.llm.endpoint import current_endpoint, endpoint_from, taking_along
from pages._ui.visit import UNUSED, Visits, is_visit, new_visit

ONE = Endpoint(base_url="http://127.0.0.1:8000/v1", key="sk-one-1234")
TWO = Endpoint(base_url="http://127.0.0.1:8000/v1", key="sk-two-1234")


def in_a_thread(work):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_a_thread_has_the_endpoint_that_it_was_given_and_others_dont(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://everybody.example/v1")
    with endpoint_from(lambda: ONE):
        assert current_endpoint() is ONE
        assert in_a_thread(taking_along(current_endpoint)) is ONE
        assert in_a_thread(current_endpoint).shown == "http://everybody.example/v1"
        with endpoint_from(lambda: TWO):
            assert current_endpoint() is TWO
    assert current_endpoint().shown == "http://everybody.example/v1"


def test_work_that_began_without_an_endpoint_finds_none_later(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    work = taking_along(current_endpoint)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://later.example/v1")
    for _ in range(2):
        with pytest.raises(NoEndpointError, match="No model endpoint is configured"):
            in_a_thread(work)


def test_a_mark_tells_keys_apart_and_says_nothing_about_them():
    assert ONE.mark != TWO.mark
    assert ONE.mark == Endpoint(base_url="http://127.0.0.1:8000/v1/", key="sk-one-1234").mark
    assert "sk-" not in ONE.mark + repr(ONE)
    with pytest.raises(TypeError):
        pickle.dumps(ONE)


def test_a_name_that_another_page_of_the_host_has_set_is_replaced():
    name = new_visit()
    other, signature = new_visit().split(".")
    made_up = ("A" * 43, "A" * 43 + "." + "A" * 43, f"{other}.{name.split('.')[1]}", name[:-1])
    for foreign in (*made_up, "", "é" * 43 + "." + signature, signature, name + "."):
        assert not is_visit(foreign)
        given = named({"cookie": f"baton_visit={foreign}"}) if foreign.isascii() else named({})
        assert given.startswith("baton_visit=")
        assert is_visit(given.split(";")[0].removeprefix("baton_visit="))
        assert "HttpOnly" in given and "SameSite=Lax" in given
    assert named({"cookie": f"theme=dark; baton_visit={name}"}) == ""
    # Another server of the host has its own beside it, and neither takes the other's away.
    there = named({"cookie": f"baton_visit_8502={'A' * 43}"}, 8501).split(";")[0]
    assert there.startswith("baton_visit_8501=")
    assert named({"cookie": f"baton_visit_8502={'A' * 43}; {there}"}, 8501) == ""


def named(headers, port=None):
    """Return the cookie that a page sets for a browser with these headers."""
    pairs = [(key.encode(), value.encode()) for key, value in headers.items()]
    scope = {"type": "http", "scheme": "http", "headers": pairs}
    if port:
        scope["server"] = ("127.0.0.1", port)

    async def page(scope, receive, send):
        head = [(b"content-type", b"text/html; charset=utf-8")]
        await send({"type": "http.response.start", "status": 200, "headers": head})

    sent = []

    async def send(message):
        sent.append(dict(message["headers"]))

    asyncio.run(SecurityHeaders(page)(scope, None, send))
    return sent[0].get(b"set-cookie", b"").decode()


def test_a_visit_is_forgotten_when_it_is_not_used_for_long():
    now = [0.0]
    visits, ada, bo = Visits(lambda: now[0]), new_visit(), new_visit()
    assert is_visit(ada) and ada != bo and not is_visit("baton") and not is_visit(ada + "\n")
    visits.keep(ada, ONE)
    visits.keep(bo, TWO)
    visits.keep("", ONE)  # outside of pages nobody is visiting
    assert visits.endpoint("") is None
    now[0] += UNUSED - 1
    assert visits.endpoint(ada) is ONE  # used
    now[0] += 2
    assert visits.endpoint(bo) is None and visits.endpoint(ada) is ONE
    visits.keep(ada, None)
    assert visits.endpoint(ada) is None
