"""ASGI entry point: ``streamlit run app.py``.

Wrapping the script does what Streamlit's plain mode can't: our own response headers, a name for each
visit, opening and closing the workspace with the server, an answer to pages that ask for news, and no
legacy discovery of ``pages/``, which would let a deep link on a fresh server bypass the shell.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request, cookie_parser
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.errors import BatonError
from pages._ui.visit import COOKIE, new_visit, visit_of

log = logging.getLogger("baton")
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        # Streamlit's charts and our graph compile their code in the browser.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' blob: data:",
        "worker-src 'self' blob:",
        "frame-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class SecurityHeaders:
    """Keeps text from a trace from loading anything off this machine, and tells visits apart."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every HTTP response, and the name of the visit to its first page."""
        visit = _new_name(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
                headers["Referrer-Policy"] = "no-referrer"
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Cross-Origin-Opener-Policy"] = "same-origin"
                if visit and headers.get("Content-Type", "").startswith("text/html"):
                    headers.append("Set-Cookie", visit)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _new_name(scope: Scope) -> str:
    """Return the cookie for a browser that has none of this server, else ''. It ends with the browser."""
    if scope["type"] != "http" or visit_of(cookie_parser(_cookies(scope))):
        return ""
    port = (scope.get("server") or ("", ""))[1] or ""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    return f"{COOKIE}{port and f'_{port}'}={new_visit()}; Path=/; HttpOnly; SameSite=Lax{secure}"


def _cookies(scope: Scope) -> str:
    return "; ".join(v.decode("latin-1") for k, v in scope["headers"] if k == b"cookie")


@asynccontextmanager
async def lifespan(_: object) -> AsyncIterator[None]:
    """Open the workspace before the first visitor, close it on the way out."""
    close: Callable[[], None] | None = None
    try:
        from pages._ui.services import close_services, services

        close = close_services
        services().workspace.warm()
    except BatonError as error:
        # The server starts all the same: the shell says on every page what is wrong.
        log.error("The workspace could not be opened: %s", error)
    except Exception:
        log.exception("The workspace could not be opened")
    yield
    if close:
        close()


def news(request: Request) -> PlainTextResponse:
    """Say whether a page would look different by now (see ``pages/_ui/heartbeat.py``)."""
    from pages._ui.heartbeat import answer

    return PlainTextResponse(
        answer(request.query_params.get("of", "")), headers={"Cache-Control": "no-store"}
    )


app = st.App(
    Path(__file__).parent / "pages" / "_shell.py",
    routes=[Route("/baton/news", news)],
    middleware=[Middleware(SecurityHeaders)],
    lifespan=lifespan,
)
