"""One role as a form. Every field changes the document's text at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from core.contract.lint_model import LintIssue
from core.drift.model import SPEECH_ACTS, RoleProfile, RoleSet
from core.drift.rules import compile_rules
from core.errors import BatonError
from pages._ui.badges import badge
from pages._ui.document_draft import Draft, say
from pages._ui.document_fields import held, ticked, typed
from pages._ui.document_lint import issues_html, part_issues
from pages._ui.frame import section
from pages._ui.role_kind import ACT_WORDS, ROLES, act_help
from pages._ui.role_text import (
    messages_to_text,
    rules_to_text,
    text_to_messages,
    text_to_rules,
)
from pages._ui.state import set_params
from pages._ui.text import count, html_escape


class RoleFields:
    """Names and callbacks of the widgets of one role."""

    def __init__(self, draft: Draft, position: int) -> None:
        self.draft = draft
        self.position = position

    def key(self, name: str) -> str:
        """Return the key of a field's widget."""
        return f"roles:role:{self.position}:{name}"

    def value(self, name: str) -> Any:
        """Return what stands in a field's widget."""
        return held(self.key(name))

    def role(self) -> RoleProfile:
        """Return the role as the text has it now."""
        profile: RoleProfile = self.draft.model(ROLES).roles[self.position]
        return profile

    def set(self, **values: Any) -> None:
        """Change keys of the role."""
        now: RoleSet = self.draft.model(ROLES)
        roles = list(now.roles)
        roles[self.position] = roles[self.position].model_copy(update=values)
        self.draft.edit(ROLES, now.model_copy(update={"roles": tuple(roles)}))

    def name(self) -> None:
        """Rename the role, unless another is called that."""
        new = " ".join(str(self.value("name")).split())
        others = [
            r.name for at, r in enumerate(self.draft.model(ROLES).roles) if at != self.position
        ]
        if new in others:
            say(ROLES, f"There is a role ‘{new}’ already; this one keeps its name.", "warning")
        elif new:
            self.set(name=new)
            set_params(role=new)

    def rules(self, name: str) -> None:
        """Take the lines of a box as rules."""
        self.set(**{name: text_to_rules(str(self.value(name)), getattr(self.role(), name))})

    def messages(self, name: str) -> None:
        """Take the blocks of a box as messages."""
        self.set(**{name: text_to_messages(str(self.value(name)), getattr(self.role(), name))})


def role_form(draft: Draft, roles: RoleSet, position: int, issues: Sequence[LintIssue]) -> None:
    """Draw the form of one role."""
    role = roles.roles[position]
    field = RoleFields(draft, position)
    with st.container(key="bt_roleform", border=True):
        section(role.name or "no name", f"role {position + 1} of {len(roles.roles)}")
        with st.container():
            st.html(issues_html(part_issues(ROLES, issues, position)))
        _what(field, role)
        _acts(field, role)
        _rules(field, role, [one for n, one in enumerate(roles.roles) if n != position])
        _messages(field, role)
        _buttons(draft, roles, position)


def _what(field: RoleFields, role: RoleProfile) -> None:
    first, second = st.columns([4, 1])
    with first:
        st.text_input("Role name", **typed(field.key("name"), role.name), on_change=field.name)
    with second:
        st.number_input(
            "Rank",
            min_value=1,
            max_value=64,
            step=1,
            **typed(field.key("basis_rank"), min(64, max(1, role.basis_rank))),
            help="At most so many directions describe the role. 16 is the published value; lower it "
            "only if a role with few demonstrations takes in too much.",
            on_change=lambda: field.set(basis_rank=int(field.value("basis_rank") or 16)),
        )
    st.text_area(
        "What the role is for",
        **typed(field.key("description"), role.description),
        height=112,
        placeholder="What it does, for whom, and what it leaves to others",
        on_change=lambda: field.set(description=str(field.value("description")).strip()),
    )


def _acts(field: RoleFields, role: RoleProfile) -> None:
    known = list(dict.fromkeys((*SPEECH_ACTS, *role.allowed_speech_acts)))
    st.pills(
        "Allowed speech acts",
        known,
        selection_mode="multi",
        format_func=lambda act: act.replace("_", " ").capitalize(),
        **ticked(field.key("acts"), role.allowed_speech_acts, known),
        help=act_help(),
        on_change=lambda: field.set(allowed_speech_acts=_ordered(field.value("acts"), role)),
    )
    lines = "".join(
        f"<dt>{html_escape(act.replace('_', ' ').capitalize())}</dt><dd>{html_escape(words)}</dd>"
        for act, words in ACT_WORDS.items()
    )
    st.html(
        '<details class="bt-legend"><summary>What the speech acts mean</summary>'
        f'<dl class="bt-defs">{lines}</dl></details>'
    )


def _ordered(chosen: Sequence[str], role: RoleProfile) -> tuple[str, ...]:
    """Keep the author's order; what is new comes last."""
    kept = [act for act in role.allowed_speech_acts if act in chosen]
    return tuple([*kept, *(act for act in chosen if act not in kept)])


def _rules(field: RoleFields, role: RoleProfile, others: Sequence[RoleProfile]) -> None:
    first, second = st.columns(2)
    for column, name, label, example in (
        (first, "obligations", "Must", "Say where a figure comes from"),
        (second, "prohibitions", "Must not", "Do not approve anything"),
    ):
        with column:
            st.text_area(
                f"{label}, one rule a line",
                **typed(field.key(name), rules_to_text(getattr(role, name))),
                height=124,
                placeholder=example,
                on_change=field.rules,
                args=(name,),
            )
    _understood(role, others)


def _understood(role: RoleProfile, others: Sequence[RoleProfile]) -> None:
    """Say which rules a machine checks, and how it took them."""
    try:
        rules, unchecked = compile_rules(role, others)
    except BatonError as error:
        st.html(f'<p class="bt-note">{html_escape(error)}</p>')
        return
    if not rules and not unchecked:
        return
    items = [
        f"<li>{badge('ok', 'checked', title='Every turn is looked at for this.')}<span>{html_escape(rule.text)} "
        f'<span class="bt-muted">as: {html_escape(rule.detail.replace("_", " "))}</span></span></li>'
        for rule in rules
    ] + [
        f"<li>{badge('pending', 'for people', title='Shown to reviewers; no machine checks it.')}"
        f"<span>{html_escape(text)}</span></li>"
        for text in unchecked
    ]
    with st.expander(
        f"{count(len(rules), 'rule')} of {len(rules) + len(unchecked)} checked by machine"
    ):
        st.html(f'<ul class="bt-checks">{"".join(items)}</ul>')
        st.caption("Typed rules (rule, when, must, must_not, scope) are written in the text.")


def _messages(field: RoleFields, role: RoleProfile) -> None:
    for name, label, hint, height in (
        (
            "demonstrations",
            "Demonstrations",
            "Messages as this role writes them, from runs that went well. From five on the measure "
            "becomes steady. A blank line separates two messages.",
            260,
        ),
        (
            "drift_examples",
            "Drift examples",
            "Messages in which the role does another's job. They test the measure, they don't change "
            "it. A blank line separates two messages.",
            160,
        ),
    ):
        messages = getattr(role, name)
        st.text_area(
            f"{label}, a blank line between two ({len(messages)})",
            **typed(field.key(name), messages_to_text(messages)),
            height=height,
            help=hint,
            on_change=field.messages,
            args=(name,),
        )


def _buttons(draft: Draft, roles: RoleSet, position: int) -> None:
    def act(what: Callable[[list[RoleProfile]], int]) -> None:
        now: RoleSet = draft.model(ROLES)
        changed = list(now.roles)
        place = what(changed)
        draft.edit(ROLES, now.model_copy(update={"roles": tuple(changed)}))
        st.session_state["roles:position"] = place
        set_params(role=changed[place].name if changed else None)

    def swap(by: int) -> Callable[[list[RoleProfile]], int]:
        def run(listed: list[RoleProfile]) -> int:
            listed[position], listed[position + by] = listed[position + by], listed[position]
            return position + by

        return run

    def remove(listed: list[RoleProfile]) -> int:
        del listed[position]
        return max(0, position - 1)

    with st.container(horizontal=True):
        st.button(
            "Up", icon=":material/arrow_upward:", key="roles:up",
            disabled=position == 0, on_click=act, args=(swap(-1),),
        )  # fmt: skip
        st.button(
            "Down", icon=":material/arrow_downward:", key="roles:down",
            disabled=position == len(roles.roles) - 1, on_click=act, args=(swap(1),),
        )  # fmt: skip
        st.button(
            "Remove role", icon=":material/delete:", key="roles:remove",
            on_click=act, args=(remove,),
        )  # fmt: skip
