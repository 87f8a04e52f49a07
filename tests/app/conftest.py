"""Fixtures for tests that run pages without a browser."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages._ui.services import Services, close_services, services

PAGES = Path(__file__).parents[2] / "pages"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """An empty workspace that the pages of this test use."""
    monkeypatch.setenv("BATON_DATABASE_URL", f"sqlite:///{tmp_path / 'baton.db'}")
    st.cache_resource.clear()
    yield services().workspace
    close_services()
    st.cache_resource.clear()


@pytest.fixture
def app(workspace: object, caplog: pytest.LogCaptureFixture) -> Iterator[AppTest]:
    """The app; the test fails if a page met an error that nobody foresaw."""
    yield AppTest.from_file(str(PAGES / "_shell.py"), default_timeout=30)
    unforeseen = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert [r.exc_text or r.getMessage() for r in unforeseen] == []


@pytest.fixture
def running(workspace: object) -> Services:
    return services()
