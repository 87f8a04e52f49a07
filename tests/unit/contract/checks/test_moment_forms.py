"""Every usual written form of a date and a time of day, in five languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.contract.checks import read_text
from core.contract.checks.moments import moments

MONTHS = {
    "en": (
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Jan. Feb. Mar. Apr. May Jun. Jul. Aug. Sept. Oct. Nov. Dec.",
    ),
    "de": (
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "Jan. Feb. Mär. Apr. Mai Jun. Jul. Aug. Sept. Okt. Nov. Dez.",
        "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    ),
    "fr": (
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
        "janv fevrier mars avr mai juin juil aout sept oct nov dec",
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "ene. feb. mar. abr. may. jun. jul. ago. sept. oct. nov. dic.",
        "ene feb mar abr may jun jul ago sep oct nov dic",
    ),
    "ru": (
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
        "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
        "янв фев мар апр мая июн июл авг сен окт ноя дек",
    ),
}
FORMS = {
    "en": "{d} {m}|{d}{th} of {m}|{m} {d}|{m} {d}{th}|Monday, {d} {m}|Thurs. {m} {d}|"
    "{d} {m} {y}|{m} {d}, {y}|{m} {d}{th}, {y}|the {d}{th} of {m} {y}|Mon {d} {m} {y}|{d}-{m}-{y}",
    "de": "{d}. {m}|am {d}. {m}|Montag, {d}. {m}|Mo, {d}. {m}|Di., {d}. {m} {y}|"
    "bis zum {d}. {m} {y}|Montag, den {d}. {m} {y}|{d} {m} {y}",
    "fr": "{d} {m}|le {d} {m}|lundi {d} {m}|le lun. {d} {m} {y}|au plus tard le {d} {m} {y}",
    "es": "{d} de {m}|el {d} de {m}|lunes, {d} de {m}|mié. {d} de {m} de {y}|el {d} de {m} del {y}|{d} {m} {y}",
    "ru": "{d} {m}|{d}-го {m}|в понедельник, {d} {m}|пн {d} {m} {y}|{d} {m} {y} г.|до {d} {m} {y} года",
}
FRAMES = ("{}", "({})", "Info: {}; rest", "| {} | x |", "{}\nx")


@st.composite
def written_days(draw: st.DrawFn) -> tuple[str, tuple[int | None, int, int]]:
    """Return a date as it is written somewhere, and what it says."""
    lang = draw(st.sampled_from(sorted(MONTHS)))
    form = draw(st.sampled_from(FORMS[lang].split("|")))
    month = draw(st.integers(1, 12))
    day = draw(st.integers(1, 28))
    year = draw(st.integers(1990, 2060))
    name = draw(st.sampled_from(MONTHS[lang])).split()[month - 1]
    th = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(day, "th")
    text = draw(st.sampled_from(FRAMES)).format(form.format(d=day, m=name, y=year, th=th))
    return text, (year if "{y}" in form else None, month, day)


@given(written_days())
def test_a_date_with_a_named_month_is_read_in_every_form(
    case: tuple[str, tuple[int | None, int, int]],
) -> None:
    text, said = case
    assert [(m.year, m.month, m.day) for m in moments(text) if m.day] == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("notAfter=Feb  9 23:59:59 2027 GMT", [(2027, 2, 9)]),
        ("le 1er et 3 mai", [(None, 5, 1), (None, 5, 3)]),
        ("am 3./4. Mai", [(None, 5, 3), (None, 5, 4)]),
        ("am Freitag 15.5. und Sa., 16.5.", [(None, 5, 15), (None, 5, 16)]),
        ("Sat 19/6", [(None, 6, 19)]),
        ("2026/04/13, 13-04-2026, 20260413", [(2026, 4, 13)] * 3),
        ("04/13/2026 and 13/04/26", [(2026, 4, 13)] * 2),
        ("on 30 Feb or 31 June", []),
        ("version 3.5.2, 3.5 km, 192.168.10.12, ratio 3/4, 12.5 %, three years ago", []),
        ("mid-June, Mitte Juni, mi-juin, mediados de junio, в середине июня", []),
    ],
)
def test_dates_in_digits_and_what_is_none(
    text: str, said: list[tuple[int | None, int, int]]
) -> None:
    assert [(m.year, m.month, m.day) for m in moments(text) if m.day] == said


TIMES = {
    "at 2.30 p.m.": 870, "at half past two": 150, "at a quarter to five": 285, "at ten to three": 170, "at half nine": 570,
    "at 12 am": 0, "at 12 pm": 720, "at noon": 720, "at 24:00": 1440, "1430 hrs": 870, "at nine thirty": 570,
    "2026-03-04T14:30:00Z": 870, "by 5 p.m. CET": 1020, "at three in the afternoon": 900,
    "halb neun": 510, "um halb neun abends": 1230, "Viertel vor fünf": 285, "um viertel neun": 495, "dreiviertel neun": 525,
    "fünf vor halb neun": 505, "zehn nach sechs": 370, "um neun Uhr dreißig": 570, "um 14 Uhr 30": 870, "fünfzehn Uhr": 900,
    "um zwölf Uhr mittags": 720, "um Mitternacht": 1440, "um 24 Uhr": 1440, "um acht Uhr abends": 1200,
    "à 14 heures 30": 870, "à 14 h 30": 870, "à quinze heures trente": 930, "à vingt et une heures": 1260, "à dix-huit heures quinze": 1095,
    "à neuf heures moins le quart": 525, "à midi et demi": 750, "à trois heures de l’après-midi": 900, "à minuit": 1440,
    "las nueve menos cuarto": 525, "a las nueve menos cuarto de la noche": 1245, "a la una y media": 90, "a la una de la tarde": 780,
    "a las quince horas": 900, "a las nueve en punto": 540, "a las doce del mediodía": 720, "a las cinco y veinte": 320,
    "без четверти пять": 285, "без четверти пять вечера": 1005, "полдевятого": 510, "полшестого вечера": 1050, "четверть десятого": 555,
    "десять минут седьмого": 370, "в 14 часов 30 минут": 870, "в 14 ч 30 мин": 870, "в 18-00": 1080, "в пятнадцать тридцать": 930,
    "в восемнадцать ноль-ноль": 1080, "в полдень": 720, "в три часа ночи": 180, "в девять вечера": 1260, "в 9 утра": 540,
}  # fmt: skip


@pytest.mark.parametrize("form", sorted(TIMES))
def test_a_time_of_day_is_read_in_every_form(form: str) -> None:
    for text in (f"{form}.", f"Info ({form})", f"x: {form}"):
        assert [(m.minute or 0) % 1440 for m in moments(text) if m.minute is not None] == [
            TIMES[form] % 1440
        ]


@pytest.mark.parametrize(
    "text",
    [
        "ten to twelve boxes, half of them, one half, 5 to 7 people, at 9 sites",
        "um drei Teile, zwei vor drei Tagen, drei Viertel der Stimmen, für fünfzehn Euro",
        "à quinze heures de route, à cinq personnes, à 3 kilomètres, pendant seize heures",
        "las nueve y tres partes, a las dos partes, las quince personas",
        "в пять раз, в пятнадцать раз больше, в 3 вагонах, с двадцать пятого, в 10-30 км",
    ],
)
def test_numbers_that_are_no_time_of_day(text: str) -> None:
    assert [m.raw for m in moments(text) if m.minute is not None] == []


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("Abfahrt 7:15 Uhr", 7 * 60 + 15),
        ("Um 7.15 Uhr geht es los", 7 * 60 + 15),
        ("At ten to eight everybody joins the call.", 7 * 60 + 50),
        ("Be there by ten to eight please.", 7 * 60 + 50),
        ("The call starts at ten to eight because of the train.", 7 * 60 + 50),
    ],
)
def test_the_minutes_of_a_time_are_no_hour_of_their_own(text: str, minute: int) -> None:
    assert [m.minute for m in read_text(text).moments][:1] == [minute]


def test_ten_to_twelve_boxes_is_a_number() -> None:
    assert read_text("We need ten to twelve boxes.").moments == ()
