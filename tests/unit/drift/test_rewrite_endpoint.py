"""A rewrite over the wire: a real HTTP server stands for the model."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from core.drift import DriftSettings, compile_roles
from core.drift.rewrite import RoleRewriter, Turn
from core.drift.rewrite_model import asker
from core.llm.endpoint import Endpoint
from core.llm.openai_client import OpenAIModel
from tests.unit.drift.helpers import TEAM, HashEncoder

KEPT = "The total of 40 agrees with the invoice."
TURN = Turn(
    text=f"{KEPT} Author, please change the date by Friday.", role="Checker", agents=("Author",)
)


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        answer = self.server.answers.pop(0)
        if isinstance(answer, int):
            self.send_error(answer)
            return
        pieces = [
            {"choices": [{"index": 0, "delta": {"role": "assistant", "content": answer}}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            {
                "choices": [],
                "usage": {"prompt_tokens": 300, "completion_tokens": 9, "total_tokens": 309},
            },
        ]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for piece in pieces:
            whole = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            self.wfile.write(f"data: {json.dumps(whole | piece)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")


@pytest.fixture
def server():
    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.asked, running.answers = [], []
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def rewriter(server):
    endpoint = Endpoint(base_url=f"http://127.0.0.1:{server.server_port}/v1", retries=0)
    return RoleRewriter(
        compile_roles(TEAM, HashEncoder()),
        asker(OpenAIModel(endpoint), "m"),
        settings=DriftSettings(tau=1.4),
    )


def test_a_turn_goes_to_the_endpoint_and_comes_back_inside_its_role(server):
    server.answers = ["1: The date differs from the source"]
    result = rewriter(server).rewrite(TURN)
    assert result.released == f"{KEPT} The date differs from the source."
    assert result.tokens == 309 and result.attempts[0].seconds > 0
    (asked,) = server.asked
    assert (asked["model"], asked["temperature"]) == ("m", 0.0)
    assert [m["role"] for m in asked["messages"]] == ["system", "user"]
    assert TURN.text in asked["messages"][1]["content"]


def test_a_server_that_breaks_down_once_costs_one_try(server):
    server.answers = [500, "1: -"]
    result = rewriter(server).rewrite(TURN)
    assert result.released == KEPT
    assert result.attempts[0].objections and result.attempts[0].score is None
    assert result.tokens is None, "one try was not counted, so the sum is unknown"


def test_a_server_that_stays_down_leaves_the_original_to_a_person(server):
    server.answers = [500, 500]
    result = rewriter(server).rewrite(TURN)
    assert result.needs_review and result.released == TURN.text
