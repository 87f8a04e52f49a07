"""Russian word lists: verb stems by what they do, endings, function words."""

from __future__ import annotations

import re

from core.drift.lexicon.model import Form, Verb

STEMS: dict[str, str] = {
    "execute": (
        "отправ выслал вышл разосл запусти запуск заказ заказа оплат оплач куп забронир отмен "
        "установ опубликов напечат распечат закры откры включ выключ отключ перезапус останов "
        "перенес перенёс перемест перевё перевед перевел загруз выполн сделал изготов постав "
        "добав встав замен помен измен снял подключ собрал сдал сдела позвон перезвон "
        "уведом оформ подписал внедр развернул сбрасыв сбросил переключ поднял понизи повыс "
        "наброс сочин выкуп починил настроил выгруз перестав подписан замен заменён опрыск полил посад посеял привил ввёл "
        "налил слил промы почист убра расстав разложил упаков отгруз списал начисл зачисл вернул "
        "развёрн обнул очист восстанов переустанов обновил поменял подклю вписал "
        "увелич уменьш передвин сдвину смонтир приступ выдал выда провел провёл"
    ),
    "edit": "перепис исправ правил поправ переделал отредактир редактир переформулир дописал "
    "сократил подправ переработ уточнил",
    "delete": "удал стёр стер вычеркн убрал уберит",
    "verify": "провер сверил сверен сверя сверк сравнил пересчит подтвержд подтверд убедил "
    "сопостав протестир измерил сличил сличен перепровер выверил",
    "store": "записа запиш сохран сохрани занес занёс занес внёс внес внесен внесён зафиксир "
    "зарегистрир помет отмет помеч отмеч",
    "retrieve": "нашёл нашел найден нашла нашл найд поиск искал просмотр просматр обнаруж извлек",
    "approve": "одобр утверд утвержд согласов согласую допуска допущен разреш принят принима "
    "приним санкционир выпуска",
    "reject": "отказ отклон запрещ заблокир отверг",
    "recommend": "рекоменд советова совету предлага посовет порекоменд",
    "assign": "поруч назнач поруча распоряж попрошу прошу попрос",
    "plan": "планир запланир",
    "summarise": "обобщ резюмир суммир",
    "say": "сказа сообщ говор пиш написал считае просит утвержда обеща заяв предложил настаив "
    "хвал напомн хочет хотят просят против",
    "infer": "заключ вывод следовательно объясня означа вызван",
    "guess": "предполож предполага наверно вероятн видимо скорее догад полага",
    "request": "возьм дайт дай дава подготов сдела найди найд пришл прислат присл предупред "
    "сообщит донес пересчит посмотр прочт прочит собер покаж передай перед свяж начн начин "
    "закончи доработ узна спрос ответ ведит держит жди подожд обрат принес",
}
"""Beginnings of words by concept; the longest one that fits wins."""

WORDS: dict[str, str] = {
    **dict.fromkeys(("я", "мы", "мной", "мною", "нами"), "first"),
    **dict.fromkeys(("вы", "ты", "вам", "тебе"), "second"),
    **dict.fromkeys(("он", "она", "они", "оно", "это", "кто", "никто", "каждый"), "third"),
    **dict.fromkeys(("бы", "б"), "would"),
    **dict.fromkeys(("можно", "может", "могут", "можете", "могу", "можем"), "can"),
    **dict.fromkeys(
        ("надо", "нужно", "следует", "стоит", "необходимо", "лучше", "следовало", "желательно"),
        "should",
    ),
    **dict.fromkeys(("должен", "должна", "должны", "должно", "обязан", "обязаны"), "must"),
    **dict.fromkeys(("буду", "будет", "будем", "будут", "будете"), "will"),
    **dict.fromkeys(("не", "ни", "нет", "без"), "negation"),
    **dict.fromkeys(("был", "была", "было", "были"), "be"),
    **dict.fromkeys(("пожалуйста", "прошу"), "please"),
    **dict.fromkeys(("и", "а", "но", "или", "затем", "поэтому"), "and"),
    **dict.fromkeys(
        ("уже", "сразу", "тоже", "также", "сам", "сама", "сейчас", "заодно", "потом", "ещё", "еще",
         "только", "теперь", "сегодня", "вчера", "снова", "всё", "все", "её", "его", "их", "это"),
        "adverb",
    ),
}  # fmt: skip

_PAST = re.compile(r"(?:л|ла|ло|ли|лся|лась|лось|лись|ёс|ес|шёл|шел)$")
_PARTICIPLE = re.compile(r"(?:ен|ён|ан|ян|ена|ено|ены|ана|ано|аны|яна|яно|яны|т|та|то|ты)$")
_IMPERATIVE = re.compile(r"(?:йте|ите|ьте|йтесь|итесь|й)$")
_FIRST = re.compile(r"(?:ю|у|ем|им|юсь|усь)$")
_INFINITIVE = re.compile(r"(?:ть|ти|чь|ться|тись)$")
_THIRD = re.compile(r"(?:ет|ит|ют|ут|ат|ят|ется|ится|утся|ются|атся|ятся)$")

_INDEX: dict[str, tuple[str, ...]] = {}
for _concept, _stems in STEMS.items():
    for _stem in _stems.split():
        _INDEX[_stem] = (*_INDEX.get(_stem, ()), _concept)
_LONGEST = max(map(len, _INDEX))


def form_of(word: str) -> Form | None:
    """Return the form that a Russian word's ending shows, or None for a noun or adjective."""
    if _IMPERATIVE.search(word):
        return "base"
    if _PAST.search(word):
        return "past"
    if _INFINITIVE.search(word):
        return "ing"
    if _THIRD.search(word):
        return "s"
    if _PARTICIPLE.search(word):
        return "past"
    return None


def first_person(word: str) -> bool:
    """Whether the ending is that of 'I do' or 'we do'."""
    return bool(_FIRST.search(word))


def participle(word: str) -> bool:
    """Whether the ending is that of a short passive participle."""
    return bool(_PARTICIPLE.search(word)) and not _PAST.search(word)


def _noun_in_t(word: str, stem: int) -> bool:
    """Whether what looks like a participle in -т is a noun of a stem in -т: 'оплаты', not 'закрыты'."""
    return word[:stem].endswith("т") and len(word) - stem <= 1 and participle(word)


_NOUNS = frozenset("правило правила правилу правилом правиле правилам правилами правилах".split())
"""Nouns that look like a form of a listed verb."""


def verbs_of(word: str) -> tuple[Verb, ...]:
    """Return the readings of a word as a verb; empty if it is none that we know."""
    if word in _NOUNS:
        return ()
    for length in range(min(len(word), _LONGEST), 2, -1):
        concepts = _INDEX.get(word[:length])
        if concepts:
            form = form_of(word) or ("base" if first_person(word) else None)
            if form is None or _noun_in_t(word, length):
                return ()
            return tuple(Verb(concept, word[:length], form) for concept in concepts)
    return ()
