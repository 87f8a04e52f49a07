"""The Role profiles page without a browser: writing, the library, trying a message, bad files."""

import pytest

from core.drift.document import parse_roles
from pages._ui.role_kind import ACT_WORDS, library
from pages._ui.role_text import (
    messages_to_text,
    rules_to_text,
    text_to_messages,
    text_to_rules,
)
from tests.app.support import HOSTILE, work_as

ROLES = """\
# Mine.
apiVersion: baton/v1
kind: RoleSet
name: team
version: 1
roles:
  - name: Writer
    description: Writes the proposal from the brief.
    allowed_speech_acts: [ASSERT, QUESTION]
    x-team: blue
    prohibitions:
      - Do not approve anything
      - {rule: Do not hand out work, must_not: {predicate: assigns_work}}
    demonstrations:
      - "Here is the draft of section two, 300 words."
      - "The draft follows the brief; which tone do you want?"
      - "Section three now states the price and the date."
  - name: Reviewer
    description: Checks the proposal and decides on its release.
    allowed_speech_acts: [VERIFY, APPROVE]
    demonstrations:
      - "Checked: price and date agree with the brief."
      - "Approved, the proposal may go out."
      - "Two figures differ from the brief, so this is not approved."
"""


def by(elements, label):
    return next(one for one in elements if one.label.startswith(label))


@pytest.fixture
def kept(app, running):
    work_as(app, "Ada")
    running.workspace.roles.save(ROLES, "Ada")
    return running.workspace


def opened(app, **params):
    app.query_params.update({"name": "team", **params})
    return app.run().switch_page("roles.py").run()


def text(page):
    return " ".join(str(block.proto.body) for block in page.get("html"))


def draft(page, name="team"):
    return page.session_state["roles:drafts"][name]


def test_every_act_has_a_meaning():
    from core.drift.model import SPEECH_ACTS

    assert set(ACT_WORDS) == set(SPEECH_ACTS)


def test_a_set_begins_with_the_library(app, running):
    work_as(app, "Ada")
    page = app.run().switch_page("roles.py").run()
    page.button(key="roles:library").click().run()
    assert page.button(key="roles:save").disabled
    by(page.text_input, "Role set name").input("mine").run()
    page.button(key="roles:save").click().run()
    assert not page.exception and not page.error
    stored = running.workspace.roles.get("mine")
    assert [r.name for r in stored.roles.roles] == [r.name for r in library().roles]


def test_roles_are_added_by_name_and_from_the_library(app, kept):
    page = opened(app)
    page.text_input(key="roles:add").input("Clerk")
    by(page.button, "Add role").click().run()
    names = [r.name for r in parse_roles(draft(page).text).roles]
    assert names == ["Writer", "Reviewer", "Clerk"]


def test_a_change_in_the_form_keeps_comments_typed_rules_and_unknown_keys(app, kept):
    page = opened(app)
    box = by(page.text_area, "Must not")
    assert box.value == "Do not approve anything\nDo not hand out work"
    box.input("Do not approve anything\nDo not hand out work\nDo not recommend a supplier").run()
    changed = parse_roles(draft(page).text)
    assert changed.roles[0].prohibitions[1] == {
        "rule": "Do not hand out work",
        "must_not": {"predicate": "assigns_work"},
    }
    assert changed.roles[0].prohibitions[2] == "Do not recommend a supplier"
    assert draft(page).text.startswith("# Mine.") and "x-team: blue" in draft(page).text
    page.button(key="roles:save").click().run()
    assert kept.roles.get("team").version == 2


def test_demonstrations_are_blocks(app, kept):
    page = opened(app)
    box = by(page.text_area, "Demonstrations")
    box.input(box.value + "\n\nOne more draft,\nin two lines.").run()
    assert (
        parse_roles(draft(page).text).roles[0].demonstrations[3] == "One more draft,\nin two lines."
    )


def test_a_role_is_renamed_moved_and_removed(app, kept):
    page = opened(app)
    by(page.text_input, "Role name").input("Reviewer").run()
    assert "already" in page.warning[0].value
    by(page.text_input, "Role name").input("Author").run()
    page.button(key="roles:down").click().run()
    assert [r.name for r in parse_roles(draft(page).text).roles] == ["Reviewer", "Author"]
    page.button(key="roles:remove").click().run()
    assert [r.name for r in parse_roles(draft(page).text).roles] == ["Reviewer"]


def test_a_message_is_scored_against_the_chosen_role(app, kept):
    page = opened(app, view="try", role="Writer")
    page.text_area(key="roles:try:text").input("Approved, the proposal may go out.").run()
    shown = text(page)
    assert not page.exception and not page.error
    for term in ("D_out", "D_leak", "D_ling", "D_logic"):
        assert term in shown
    assert "Do not approve anything" in shown and "threshold" in shown
    page.button(key="roles:try:good").click().run()
    assert page.text_area(key="roles:try:text").value.startswith("Here is the draft")


def test_the_trial_shows_which_clause_broke_a_rule(app, kept):
    page = opened(app, view="try", role="Writer")
    page.text_area(key="roles:try:text").input("Section two is done. I approve the proposal.").run()
    assert "broken by</span> “I approve the proposal.”" in text(page)


def test_the_roles_are_measured_against_each_other(app, kept):
    page = opened(app, view="try")
    charts = page.get("plotly_chart")
    assert len(charts) == 1 and not page.exception
    kept.roles.save(ROLES[: ROLES.index("  - name: Reviewer")].replace("team", "solo"), "Ada")
    page.query_params["name"] = "solo"
    page.run()
    assert not page.get("plotly_chart") and "nothing to confuse it with" in text(page)


def test_versions_and_their_difference(app, kept):
    kept.roles.save(ROLES.replace("APPROVE", "SUMMARIZE"), "Grace")
    shown = text(opened(app, view="versions"))
    assert "breaking" in shown and "SUMMARIZE" in shown
    page = opened(app, version="1", view="form")
    assert "read-only" in text(page) and "Do not hand out work" in text(page)


@pytest.mark.parametrize(
    "content",
    [
        ROLES.replace("name: Reviewer", "name: Writer"),
        ROLES.replace("[VERIFY, APPROVE]", "[VERIFY, DANCE]"),
        ROLES.replace("description: Checks", "description: [5] #"),
        ROLES.replace("roles:", "roles: text\nx:"),
        ROLES.replace("x-team: blue", "basis_rank: 500").replace(
            "name: team", "name: " + 300 * "x"
        ),
        "{}",
    ],
)
def test_a_document_with_faults_opens_with_them_and_is_not_saved(app, running, content):
    page = app.run().switch_page("roles.py").run()
    page.file_uploader[0].upload("own.yaml", content.encode(), "text/yaml").run()
    assert not page.exception and not page.error
    assert page.button(key="roles:save").disabled
    assert running.workspace.roles.list() == []


def test_hostile_text_stays_text(app, running):
    page = app.run().switch_page("roles.py").run()
    page.button(key="roles:new").click().run()
    by(page.text_input, "Role set name").input(HOSTILE[:110]).run()
    for _ in range(2):
        page.text_input(key="roles:add").input(HOSTILE)
        by(page.button, "Add role").click().run()
    by(page.text_area, "Must not").input(HOSTILE).run()
    assert not page.exception
    assert "<img src=x" not in text(page)


def test_rules_and_messages_come_back_from_their_boxes():
    rules = (
        "One",
        {"rule": "Two", "must": {"predicate": "x"}},
        {"must": {"predicate": "y"}},
        "One",
    )
    assert text_to_rules(rules_to_text(rules), rules) == rules
    for role in library().roles:
        assert text_to_messages(messages_to_text(role.demonstrations), ()) == role.demonstrations
    odd = ("a\n\nb", "  c  ", "d\r\ne", "")
    assert text_to_messages(messages_to_text(odd), odd) == odd
    assert text_to_messages(messages_to_text(("a\n\nb",)), ()) == ("a\n\nb",)
