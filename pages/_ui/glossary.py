"""Explains our own words where they stand: a dotted line below, the meaning on hover."""

from __future__ import annotations

from pages._ui.text import html_escape

MEANINGS = {
    "boundary": "Any message or work product of an agent, looked at before anybody reads it.",
    "handoff": "A message or work product that goes to at least one other agent.",
    "the end": "The state after the last event of the run.",
    "obligation": "One fact for one recipient: it must reach it and show in its work.",
    "gap": "An obligation that surely failed: absent, misrouted, unused, late, or contradicted.",
    "D_sys": "Drift of the whole team: the sum of D over all agents. Each D adds the energy of a "
    "turn and fades by 5 % a turn.",
    "RC": "Role consistency: the share of turns that people judged to be within the role.",
    "RDE": "Released drift energy: mean E of the texts as they left, after repair or rewrite. On a "
    "recorded run without repairs it equals the mean as written.",
    "RCG/C": "Gain in role consistency over a run under a role prompt alone, in percentage points "
    "per 10,000 tokens.",
    "E": "Drift energy of a turn: how far the message leaves its author's role.",
    "priors": "Frozen counts of how often a repair helped or harmed, measured on one model.",
    "u": "Utility of a repair: help, less what changed nothing, harm (weighs double) and cost.",
    "hop": "One step of work before or after: who got a message and what came of it.",
}


def term(word: str, shown: str = "") -> str:
    """Return a word with its meaning on hover, as HTML; a word without a meaning stays plain.

    Args:
        word: A key of ``MEANINGS``.
        shown: What stands on the page, if it isn't the word itself.
    """
    text = html_escape(shown or word)
    if word not in MEANINGS:
        return text
    return f'<abbr class="bt-term" title="{html_escape(MEANINGS[word])}">{text}</abbr>'
