"""A real HTTP server that speaks chat completions, and misbehaves as it is told."""

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "sk-test-0123456789abcdef"
WORDS = "The tour starts on June 3 and costs at most $900 .".split()


class Plan:
    """What the server does with the next requests; the last mode stays."""

    def __init__(self):
        self.modes = ["ok"]
        self.requests = []
        self.pieces = []
        self.reply = lambda body: " ".join(WORDS)
        self.embed = lambda text: [float(len(text)), 1.0]
        self.started = threading.Event()
        self.lock = threading.Lock()

    def next_mode(self):
        with self.lock:
            return self.modes.pop(0) if len(self.modes) > 1 else self.modes[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        plan = self.server.plan
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        plan.requests.append(body)
        if self.headers["Authorization"] != f"Bearer {KEY}":
            key = self.headers["Authorization"].removeprefix("Bearer ")
            return self.refuse(401, f"Incorrect API key provided: {key}", "invalid_api_key")
        if self.path.endswith("/embeddings"):
            if body["model"] == "missing":
                return self.do_unknown_model(body)
            data = [
                {"object": "embedding", "index": i, "embedding": plan.embed(t)}
                for i, t in reversed(list(enumerate(body["input"])))
            ]
            return self.answer(
                {"object": "list", "model": body["model"], "data": data,
                 "usage": {"prompt_tokens": 1, "total_tokens": 1}}
            )  # fmt: skip
        plan.started.set()
        getattr(self, f"do_{plan.next_mode()}")(body)

    # -- answers

    def do_ok(self, body, usage=True):
        self.stream(self.pieces(body, usage))

    def do_no_usage(self, body):
        self.do_ok(body, usage=False)

    def do_slow(self, body):
        def pieces():
            for piece in self.pieces(body, True):
                time.sleep(0.2)
                yield piece

        self.stream(pieces())

    def do_silent(self, body):
        time.sleep(3)
        self.do_ok(body)

    def do_broken_json(self, body):
        self.stream(["{this is no JSON"])

    def do_given(self, body):
        """Whatever pieces a test wrote down, right or wrong."""
        self.stream(self.server.plan.pieces)

    def do_no_protocol(self, body):
        self.answer({"hello": "world"})

    def do_dropped(self, body):
        self.head("text/event-stream")
        first = json.dumps(self.pieces(body, True)[0])
        self.chunk(f"data: {first}\n\n")
        self.close_connection = True
        self.connection.close()

    def do_half(self, body):
        """The stream ends properly, but the answer doesn't."""
        self.stream(self.pieces(body, True)[:2])

    def do_error_in_stream(self, body):
        self.stream(
            [self.pieces(body, True)[0], {"error": {"message": "worker died", "code": 500}}]
        )

    def do_tool(self, body):
        if not any(m["role"] == "tool" for m in body["messages"]):
            call = {"index": 0, "id": "x", "type": "function",
                    "function": {"name": "read_document", "arguments": '{"name": '}}  # fmt: skip
            rest = {"index": 0, "function": {"arguments": '"notes"}'}}
            self.stream([
                self.piece({"role": "assistant", "content": None, "tool_calls": [call]}),
                self.piece({"tool_calls": [rest]}),
                self.piece({}, finish="tool_calls"),
                self.usage(9),
            ])  # fmt: skip
        else:
            self.do_ok(body)

    def do_spelled(self, body):
        """A model without tools whose server lets them pass."""
        if "tools" in body:
            said = '```json\n{"name": "read_document", "arguments": {"name": "notes"}}\n```'
            self.stream(
                [self.piece({"content": said}), self.piece({}, finish="stop"), self.usage(9)]
            )
        else:
            self.do_ok(body)

    # -- refusals

    def do_busy(self, body):
        self.refuse(429, "Slow down.", "rate_limit", {"Retry-After": "0.05"})

    def do_no_quota(self, body):
        self.refuse(429, "You exceeded your current quota.", "insufficient_quota")

    def do_down(self, body):
        self.refuse(500, "Internal error.", "internal")

    def do_unknown_model(self, body):
        self.refuse(404, f"The model `{body['model']}` does not exist.", "model_not_found")

    def do_too_long(self, body):
        self.refuse(400, "This model's maximum context length is 2048 tokens.",
                    "context_length_exceeded")  # fmt: skip

    def do_no_tools(self, body):
        if "tools" in body:
            self.refuse(400, "This server does not support tools.", None)
        else:
            self.do_ok(body)

    def do_no_stream_options(self, body):
        if "stream_options" in body:
            self.refuse(400, "Unrecognized request argument supplied: stream_options", None)
        else:
            self.do_ok(body, usage=False)

    # -- plumbing

    def piece(self, delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny-1",
                "choices": [choice]}  # fmt: skip

    def pieces(self, body, usage):
        words = self.server.plan.reply(body).split(" ")
        found = [self.piece({"role": "assistant", "content": ""})]
        found += [self.piece({"content": (" " if i else "") + w}) for i, w in enumerate(words)]
        found.append(self.piece({}, finish="stop"))
        return [*found, self.usage(len(words))] if usage else found

    def usage(self, completion):
        counts = {"prompt_tokens": 40, "completion_tokens": completion, "total_tokens": 0}
        return self.piece({}) | {"choices": [], "usage": counts}

    def head(self, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, text):
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def stream(self, pieces):
        self.head("text/event-stream")
        try:
            for piece in pieces:
                text = piece if isinstance(piece, str) else json.dumps(piece)
                self.chunk(f"data: {text}\n\n")
            self.chunk("data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True  # the client has gone

    def answer(self, value, status=200, headers=None):
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, said in (headers or {}).items():
            self.send_header(name, said)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, message, code, headers=None):
        self.answer({"error": {"message": message, "code": code}}, status, headers)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """A client that hangs up is part of the tests."""


@contextmanager
def serving():
    """Serve until the block ends; yields (plan, base URL)."""
    server = Server(("127.0.0.1", 0), Handler)
    server.plan = Plan()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.plan, f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
