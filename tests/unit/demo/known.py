"""Where the engine doesn't see what expected.json says. The list may only get shorter.

Nearly all of them are 'unsure' with the right leaning: a class of evidence that is right in less
than four cases of five on hard labelled texts makes no sure verdict on a plain one either. The
expectations stay as they are; a test named here is expected to fail, and may pass.
"""

from __future__ import annotations

STATES = frozenset(
    (
        "en/1-clean-sales-tax-Copywriter",
        "en/1-clean-modules-Copywriter",
        "en/2-deadline-ignored-deadline-Copywriter",
        "en/2-deadline-ignored-sales-tax-Copywriter",
        "en/2-deadline-ignored-modules-Copywriter",
        "en/3-contradicted-budget-Copywriter",
        "en/3-contradicted-budget-Reviewer",
        "en/3-contradicted-sales-tax-Copywriter",
        "en/3-contradicted-modules-Copywriter",
        "en/4-misrouted-sales-tax-Copywriter",
        "en/4-misrouted-modules-Copywriter",
        "en/5-absent-sales-tax-Copywriter",
        "en/5-absent-modules-Copywriter",
        "en/6-retrievable-sales-tax-Copywriter",
        "en/6-retrievable-modules-Copywriter",
        "en/6-retrievable-no-acme-Copywriter",
        "en/6-retrievable-seats-Copywriter",
        "en/7-late-and-partial-sales-tax-Copywriter",
        "en/7-late-and-partial-modules-Copywriter",
        "en/8-stale-and-unsure-budget-Copywriter",
        "en/8-stale-and-unsure-modules-Copywriter",
        "ru/1-clean-vat-Копирайтер",
        "ru/1-clean-modules-Копирайтер",
        "ru/1-clean-shops-Копирайтер",
        "ru/2-misrouted-vat-Копирайтер",
        "ru/2-misrouted-modules-Копирайтер",
        "ru/3-unsure-vat-Копирайтер",
        "ru/3-unsure-modules-Копирайтер",
        "ru/4-contradicted-budget-Копирайтер",
        "ru/4-contradicted-deadline-Копирайтер",
        "ru/4-contradicted-vat-Копирайтер",
        "ru/4-contradicted-modules-Копирайтер",
    )
)
GATES = frozenset(
    (
        "en/2-deadline-ignored",
        "en/5-absent",
        "en/7-late-and-partial",
        "ru/2-misrouted",
    )
)
EXAMPLES = frozenset(
    (
        "en-seats-not_conveyed",
        "ru-deadline-contradicted",
    )
)
