"""A small server that speaks chat completions and says what it is told to say."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Endpoint:
    """Answers requests one after the other; keeps what it was asked."""

    def __init__(self, *replies):
        self.replies, self.requests = list(replies), []

    def reply(self, request):
        self.requests.append(request)
        reply = self.replies.pop(0)
        message = {"role": "assistant", "content": reply}
        if isinstance(reply, dict):
            function = {"name": reply["tool"], "arguments": "{}"}
            call = {"id": "call_1", "type": "function", "function": function}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        return {
            "id": "c-1",
            "object": "chat.completion",
            "created": 1,
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10},
        }


@contextmanager
def serve(*replies):
    endpoint = Endpoint(*replies)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = json.dumps(endpoint.reply(request)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", endpoint
    finally:
        server.shutdown()
        server.server_close()
