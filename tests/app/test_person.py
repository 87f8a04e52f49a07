"""Who decides is known by browser, never by workspace."""

import pytest
import streamlit as st

from pages._ui import frame, person
from tests.app.runs import open_page, shown_words, store
from tests.app.support import work_as


@pytest.fixture
def cookies(monkeypatch):
    kept = {}
    monkeypatch.setattr(type(st.context), "cookies", property(lambda self: kept))
    return kept


def labels(app):
    return [button.label for button in app.button]


def test_a_browser_that_has_not_said_who_it_is_can_not_decide(app, workspace):
    workspace.settings.set("people", ["Ada"])
    store(workspace)
    open_page(app, "review")
    assert "Working as" not in shown_words(app)
    assert "verb:approve" not in [button.key for button in app.button]
    assert "I am Ada" in labels(app)


def test_the_one_name_that_a_workspace_had_before_is_only_offered(app, workspace):
    workspace.settings.set("person", "Ada")
    store(workspace)
    open_page(app, "review")
    assert "Working as" not in shown_words(app)
    assert "I am Ada" in labels(app)


def test_a_known_name_is_one_click(app, workspace):
    workspace.settings.set("people", ["Ada", "Grace"])
    store(workspace)
    open_page(app, "review")
    next(button for button in app.button if button.label == "I am Grace").click().run()
    assert "Working as <b>Grace</b>" in shown_words(app)
    assert app.button(key="verb:approve")
    assert workspace.settings.get("people") == ["Ada", "Grace"]


def test_the_browser_remembers(app, workspace, cookies):
    workspace.settings.set("people", ["Zoë Ångström"])
    cookies[person.COOKIE] = person.to_cookie("Zoë Ångström")
    app.run()
    assert "Working as <b>Zoë Ångström</b>" in shown_words(app)


@pytest.mark.parametrize("value", ["QWRh", "%%%", "", "QWR", "\N{SNOWMAN}", "A" * 5_000])
def test_a_cookie_that_names_nobody_known_counts_for_nothing(app, workspace, cookies, value):
    workspace.settings.set("people", ["Grace"])
    cookies[person.COOKIE] = value
    app.run()
    assert not app.exception
    assert "Working as" not in shown_words(app)


def test_not_you_asks_again_in_spite_of_the_cookie(app, workspace, cookies):
    workspace.settings.set("people", ["Ada"])
    cookies[person.COOKIE] = person.to_cookie("Ada")
    app.run()
    app.button(key="person:forget").click().run()
    assert "Working as" not in shown_words(app)
    app.switch_page("traces.py").run()
    assert "Working as" not in shown_words(app)
    assert workspace.settings.get("people") == ["Ada"]


def test_a_known_name_can_be_taken_out(app, workspace):
    workspace.settings.set("people", ["Ada", "Grace"])
    work_as(app, "Ada")
    page = app.run().switch_page("settings.py").run()
    page.multiselect[0].unselect("Grace")
    page.button(key="FormSubmitter:settings:you-Save").click().run()
    assert workspace.settings.get("people") == ["Ada"]


@pytest.mark.parametrize("name", ["Ada", "Жанна", "=cmd()", "a;b=c", "<img src=x>", "x" * 80])
def test_a_name_survives_its_cookie(name):
    value = person.to_cookie(name)
    assert person.from_cookie(value) == name
    assert value.isascii() and value.replace("-", "").replace("_", "").isalnum()


def test_name_and_button_stand_in_one_line_of_one_size(app, workspace):
    store(workspace)
    work_as(app, "Ada")
    open_page(app, "review")
    assert "Not you?" in labels(app)
    sheet = (frame.ASSETS / "style.css").read_text("utf-8")
    assert ".st-key-bt_person { align-items: baseline;" in sheet
    # A longer name wraps; nothing may pull the button up over its last line then.
    assert ".st-key-bt_person { align-items: baseline; flex-wrap: wrap;" in sheet
    assert "person-forget { margin-top: -" not in sheet
