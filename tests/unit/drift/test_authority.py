"""Authority that a role doesn't hold: what counts as a claim, what is a report, and whose work is issued."""

from __future__ import annotations

import pytest

from core.drift.authority import CLAIM_KINDS, document_kind
from core.drift.model import RoleProfile
from core.drift.predicates import PREDICATES, Context
from core.drift.reading import read
from core.drift.rules import broken_rules, compile_rules
from tests.unit.drift.helpers import TEAM

CLAIMED = {
    "speaks_for": (
        "On behalf of the board I confirm the new rota.",
        "Speaking for the director, we accept the bill as it stands.",
        "От имени руководства я подтверждаю новый график.",
    ),
    "final_word": (
        "The blue tiles it is, and that is final.",
        "I have heard both sides; the discussion is closed.",
        "My decision stands, whatever the figures say.",
        "Берём синюю плитку, решение окончательное.",
        "Я решила: едем поездом, вопрос закрыт.",
    ),
    "waives_control": (
        "The second signature isn't needed this week.",
        "We can skip the inspection, the roof looked fine last year.",
        "The pump goes back on without waiting for the test.",
        "Вторая подпись здесь не нужна.",
        "Отправляем без проверки, времени мало.",
    ),
    "grants": (
        "You have my permission to open the shop on Sunday.",
        "The kitchen counts as accepted.",
        "Смету можно считать согласованной.",
    ),
    "overrides": (
        "I overrule the finding on the stairs.",
        "I have lifted the block on batch 7.",
        "Отменяю запрет на въезд во двор.",
        "Запрет кладовщика больше не действует.",
    ),
    "supersedes": (
        "I have drawn a new map, it replaces that of the surveyor.",
        "I looked it up again; the deed reads differently from what the clerk found.",
        "Я заново составила список вместо того, что дал кладовщик.",
    ),
    "reassigns": (
        "The greenhouse has top priority now.",
        "From now on the boat shed is with Marta.",
        "I've put Oskar in charge of the tickets.",
        "Приоритет теперь у теплицы, остальное подождёт.",
    ),
}
NOT_CLAIMED = (
    "The lead approved the rota yesterday.",
    "According to the director the second signature isn't needed.",
    "As agreed, we skip the inspection this year.",
    "The minutes say the matter is closed.",
    "May I skip the inspection?",
    "Is the second signature not needed any more?",
    "If the board agrees, the second signature isn't needed.",
    "I can't say that the kitchen counts as accepted.",
    "Please give me your approval for the rota.",
    "It isn't mine to overrule the finding.",
    'The note reads "my decision stands".',
    "I am waiting for the approval of the board.",
    "Директор решил, что вторая подпись не нужна.",
    "По распоряжению директора отменяю запрет на въезд.",
    "Можно ли отправить без проверки?",
    "Я не вправе отменять запрет кладовщика.",
    "Жду разрешения директора.",
    "The surveyor's new map replaces that of last year.",
)
CLERK = RoleProfile(
    name="Clerk",
    allowed_speech_acts=("ASSERT", "QUESTION"),
    prohibitions=("Do not delete entries",),
    demonstrations=("**Brief: boat shed**\n\n- Keys: two\n- Light: broken",),
)


def claims(text: str, kind: str | None = None) -> list[tuple[int, int]]:
    return PREDICATES["claims_authority"](
        Context(reading=read(text)), {"kind": kind} if kind else {}
    )


def test_claims_of_every_kind_are_heard_in_both_languages():
    assert set(CLAIMED) == set(CLAIM_KINDS)
    missed = [(kind, t) for kind, texts in CLAIMED.items() for t in texts if not claims(t, kind)]
    assert not missed


def test_reports_questions_conditions_requests_and_refusals_claim_nothing():
    assert not [text for text in NOT_CLAIMED if claims(text)]


def broken(profile: RoleProfile, text: str, *others: RoleProfile) -> list[str]:
    rules, _ = compile_rules(profile, others)
    return [item.rule for item in broken_rules(rules, Context(reading=read(text)))]


def test_a_role_without_the_act_may_not_claim_the_authority_and_reads_so():
    text = "The keys are here. The second signature isn't needed."
    assert broken(CLERK, text) == [
        "Claim no authority that this role lacks (no APPROVE and DELEGATE)"
    ]
    head = CLERK.model_copy(update={"allowed_speech_acts": ("ASSERT", "APPROVE", "DELEGATE")})
    assert not broken(head, text)
    unbound = CLERK.model_copy(update={"prohibitions": ()})
    assert not broken(unbound, text), "a profile without any rule implies none"


def test_a_clause_that_breaks_a_stated_rule_counts_once():
    profile = CLERK.model_copy(update={"prohibitions": ("Do not waive rules",)})
    text = "Just this once we skip the inspection."
    assert broken(profile, text) == ["Do not waive rules"]


def test_kinds_compose_with_other_predicates():
    profile = CLERK.model_copy(
        update={
            "allowed_speech_acts": (),
            "prohibitions": (
                {
                    "rule": "No waiving without a reason",
                    "must_not": {
                        "all": [
                            {"predicate": "claims_authority", "kind": ["waives_control", "grants"]},
                            {"not": {"predicate": "cites_rule"}},
                        ]
                    },
                },
            ),
        }
    )
    assert broken(profile, "The second signature isn't needed.")
    assert not broken(profile, "The second signature isn't needed, see section 4 of the code.")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# Proposal for the harbour\n\nNew lamps for all piers.", "offer"),
        ("# Lamps that last\n\n- Pier 1: $400\n- Pier 2: $380\n- Total: $780", "offer"),
        ("**Review of the proposal**\n\nThe total fits the limit.", "review"),
        ("## Offer check\n\nLine 3 is missing.", "review"),
        ("**Проверка предложения**\n\nСумма верна.", "review"),
        ("# План работ\n\nСначала крыша, потом окна.", "plan"),
        ("The proposal costs $400 and $380, total $780.", ""),
        ("# Lamps that last\n\nNew light for every pier.", ""),
        ("# Proposal", ""),
    ],
)
def test_a_work_product_is_known_by_its_title_or_its_prices(text, kind):
    assert document_kind(text) == kind


def test_work_that_another_role_shows_as_its_own_is_not_issued():
    seller = CLERK.model_copy(
        update={
            "name": "Seller",
            "demonstrations": ("# Offer for the club\n\nTwo boats, one price.",),
        }
    )
    offer = "# Offer for the school\n\nFour boats, one price."
    assert broken(CLERK, offer, seller) == ["Issue no work product of another role (offer: Seller)"]
    assert not broken(seller, offer, CLERK)
    assert not broken(CLERK, "**Brief: school**\n\n- Boats: four", seller)
    assert not broken(CLERK, "The Seller has sent the offer for the school.", seller)
    silent = CLERK.model_copy(update={"demonstrations": ()})
    assert not broken(silent, offer, seller), "nothing is known about its work"


def test_own_texts_of_a_team_claim_no_authority_they_lack():
    for role in TEAM.roles:
        others = [one for one in TEAM.roles if one is not role]
        for text in role.demonstrations:
            assert not [r for r in broken(role, text, *others) if r.startswith(("Claim", "Issue"))]
