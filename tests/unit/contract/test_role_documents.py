"""Role sets and priors sets are documents too."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.contract.document import dump_yaml, update_text
from core.drift.diff import diff_roles
from core.drift.document import parse_roles
from core.drift.lint import lint_roles
from core.drift.model import RoleProfile, RoleSet
from core.errors import DocumentError
from core.gate.document import parse_priors
from core.gate.model import PriorRow, PriorsSet

HEAD = "apiVersion: baton/v1\nkind: RoleSet\nname: team\nroles:\n"
CRITIC = """\
- name: Critic
  description: Finds what is weak in a text.
  allowed_speech_acts: [ASSERT, QUESTION]
  demonstrations: [The second claim has no source., The table is cut., The tone is off.]
"""
PLANNER = """\
- name: Planner
  description: Orders the steps of the work.
  allowed_speech_acts: [PLAN]
  demonstrations: [First the survey., Then the draft in May., Steps three and four run in parallel.]
"""


def codes(text):
    return {(issue.code, issue.line) for issue in lint_roles(text)}


def test_a_good_set_has_no_issues_and_reads_back():
    assert lint_roles(HEAD + CRITIC + PLANNER) == []
    roles = parse_roles(HEAD + CRITIC + PLANNER)
    assert parse_roles(dump_yaml(roles)) == roles


ISSUES = {
    "duplicate": (HEAD + CRITIC + CRITIC, ("duplicate-role", 9)),
    "alike": (HEAD + CRITIC + CRITIC.replace("Critic", "Judge"), ("similar-roles", 9)),
    "act": (HEAD + CRITIC.replace("ASSERT", "asert") + PLANNER, ("unknown-act", 7)),
    "demos": (HEAD + "- {name: A, description: d, allowed_speech_acts: [PLAN]}\n", ("no-demonstrations", 5)),
    "nothing": (HEAD + "- {name: A}\n", ("no-text", 5)),
    "acts": (HEAD + "- {name: A, description: d}\n", ("no-acts", 5)),
    "key": (HEAD + CRITIC + "  prohibition: [x]\n", ("unknown-key", 9)),
    "scope": (
        HEAD + CRITIC + "  obligations:\n  - {rule: r, must: {predicate: p}, scope: day}\n",
        ("unknown-scope", 10),
    ),
    "broken": ("roles: [", ("syntax", 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", ISSUES)
def test_issues_have_a_code_and_a_line(name):
    text, expected = ISSUES[name]
    assert expected in codes(text)


def test_a_mistyped_act_gets_a_suggestion():
    (issue,) = [
        i
        for i in lint_roles(HEAD + CRITIC.replace("ASSERT", "write memory"))
        if i.code == "unknown-act"
    ]
    assert issue.message.endswith("Did you mean WRITE_MEMORY?")


def test_a_role_twice_is_refused_with_its_line():
    with pytest.raises(DocumentError, match=r"r.yaml, line 9: The role 'Critic' stands twice"):
        parse_roles(HEAD + CRITIC + CRITIC, "r.yaml")


def test_editing_a_role_leaves_the_others_alone():
    text = HEAD + "# the strict one\n" + CRITIC + PLANNER
    roles = parse_roles(text)
    critic = roles.roles[0].model_copy(update={"description": "Finds gaps: all of them."})
    after = roles.model_copy(update={"roles": (critic, roles.roles[1])})
    updated = update_text(text, after)
    assert parse_roles(updated) == after
    assert updated.endswith(PLANNER)
    assert "# the strict one" in updated


def test_what_moves_a_subspace_breaks_and_what_tests_it_does_not():
    old = parse_roles(HEAD + CRITIC + PLANNER)

    def after(**values):
        critic = old.roles[0].model_copy(update=values)
        return diff_roles(old, old.model_copy(update={"roles": (critic, old.roles[1])}))

    assert diff_roles(old, old) == []
    assert [c.breaking for c in after(description="x")] == [True]
    assert [c.breaking for c in after(demonstrations=("x",))] == [True]
    assert [c.breaking for c in after(drift_examples=("x",))] == [False]
    assert [c.breaking for c in after(prohibitions=("x",))] == [True]
    assert [(c.kind, c.breaking) for c in after(allowed_speech_acts=("ASSERT",))] == [
        ("removed", True)
    ]
    assert [
        c.breaking for c in diff_roles(old, old.model_copy(update={"roles": old.roles[:1]}))
    ] == [True]


def test_priors_read_back_and_refuse_what_does_not_add_up():
    row = PriorRow(repair="ASK", frontier="absent", episodes=9, helped=3, harmed=1, mean_cost=0.5)
    priors = PriorsSet(name="p", model="m", rows=(row,))
    assert parse_priors(dump_yaml(priors)) == priors
    text = "name: p\nmodel: m\nrows:\n- {repair: ASK, episodes: 5, helped: 4, harmed: 2}\n"
    with pytest.raises(DocumentError, match="line 4: Row 'ASK': helped \\+ harmed can't be more"):
        parse_priors(text)
    twice = text.replace("helped: 4", "helped: 1") + text.splitlines()[-1].replace("4", "1") + "\n"
    with pytest.raises(DocumentError, match="line 5: The segment 'ASK, aggregate' stands twice"):
        parse_priors(twice)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.builds(
            RoleProfile,
            name=st.text(min_size=1, max_size=10),
            description=st.text(max_size=20),
            allowed_speech_acts=st.lists(st.text(max_size=8), max_size=3).map(tuple),
            demonstrations=st.lists(st.text(max_size=20), max_size=3).map(tuple),
        ),
        max_size=3,
        unique_by=lambda role: role.name,
    )
)
def test_any_role_set_reads_back_and_is_linted(roles):
    one = RoleSet(name="r", roles=tuple(roles))
    assert parse_roles(dump_yaml(one)) == one
    lint_roles(one)
