"""Tells what is asked from how it shall be done: 'Be concise', 'Think step by step', 'You are a helpful assistant'.

A sentence is mere manner if nothing in it is about the matter: once the words of grammar, of courtesy,
of working at all (solve, answer, use) and of style (concise, carefully, markdown) are taken away, no word
is left, and no number, quotation or name. So the list holds words, never sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from core.trace.model import Event

LONGEST = 600
"""Characters of a text that may be mere manner; more of it says something."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_QUOTED = re.compile(r"(?<!\w)[\"“«‘`']\S|\d|https?:")
_PERSONA = re.compile(
    r"\s*(?:#+ [^\n]*\n\s*)?(?:you(?: are|'re|’re) (?:an?|the|now|part of)\b|act as\b|your role is\b|"
    r"ты\s*[—–-]|вы\s*[—–-]|du bist\b|sie sind\b|tu es\b|vous êtes\b|eres\b)",
    re.I,
)

_SHORTENED = ("s", "re", "ll", "ve", "d", "m")
"""What is left of a word behind an apostrophe: 'what's', 'the customer's'."""

# A trailing '*' stands for any ending.
_GRAMMAR = """
a an the this that these those it its you your yours yourself we our us i me my they them their he she who which what when where
how why whether if then than as so and or but nor not no do does did don't doesn't didn't never always only just also too very
be been being is are was were am will would shall should must may might can could cannot can't won't shouldn't mustn't isn't aren't
have has had need needs needed to of in on at by for from with without within into onto about over under up down out off
there here between all any each every both either neither some such more most less least much many few other another same own one
before after during while until unless since because let let's unlikely whenever wherever however whatever even
please kindly thank thanks sure okay ok yes well hello hi hey dear now first next finally again
и в во на с со по за для до от из о об не ни но а или что чтобы как когда если то это этот эта эти все всё всегда никогда только
ты вы я мы он она они твой ваш свой мой наш его её их себя же ли бы быть будь будьте есть пожалуйста спасибо нужно надо должен должна
должны можно нельзя при без так также очень самый
der die das ein eine einen einem und oder nicht nie immer nur sei seien sie du ich wir ihr ist sind bitte mit ohne zu in im auf für von
dass wenn als auch sehr so
le la les un une des et ou ne pas jamais toujours seulement sois soyez tu vous je nous est sont avec sans à dans pour de du que si très
el los las unos unas y o no nunca siempre solo sé sea usted yo es son con sin en para por que si muy
"""
_WORK = """
act answer* respond* response* reply replies replied solv* solution* complet* finish* perform* proceed* continu* work* task* job* problem*
question* request* query queries quer* prompt* instruction* direction* guideline* follow* step* step-by-step think* thought* reason* reasoning* plan*
consider* remember* note* try tries trying attempt* make making ensure* keep* take taking time give giving provid* present* produce* output* result*
write* writing return* say* speak* talk* tell* explain* explanation* use using help* assist* assistant* support* user* people everything nothing anything
something thing* item* way* manner* best effort* possible necessary relevant appropriate information detail* assumption* assum* guess* invent* hallucinat*
mistake* error* check* double-check verify verif* review* go going get getting start* begin* end* stop* done do doing
focus* goal* objective* agent* team* role* expert* specialist* professional* message* conversation* chat* context* know* understand*
отвеч* ответ* решай* реши* решени* задач* задани* вопрос* шаг* думай* подума* рассужд* работ* дела* сдела* помог* помощ* помни* учти* пиши* напиши*
говори* объясн* использ* провер* следуй* инструкц* постарай* стара* пользовател* ассистент* результат* сообщени*
antwort* lös* aufgabe* frage* schritt* denk* arbeit* hilf* helf* schreib* erklär* assistent* benutzer* nutzer*
répon* résou* tâche* question* étape* pens* travail* aid* écri* expliqu* assistant* utilisateur*
respond* respuest* resuelv* tarea* pregunta* paso* piens* trabaj* ayud* escrib* explic* asistente* usuario*
"""
_STYLE = """
concise* conciseness brief* short* succinct* terse* verbose* verbosity long length* clear* clarity simple simply plain* precis* accura* correct* careful* care
thorough* detailed comprehensive* complete* exhaustive* helpful* harmless* honest* polite* courteous* friendly friendl* kind warm nice* respectful*
empathetic* patient* calm* confident* creative* smart* intelligent* good great excellent high-quality quality quick* fast* efficient* effective* diligent* deep*
critical* logical* systematic* rational* structured* organized organised readable professional* formal* informal* casual* tone style* voice language*
natural* neutral* objective* engaging consistent* proper* properly right rightly perfect* reliable reliab* useful
format* markdown bullet* point* heading* header* emoji* paragraph* sentence* word* text table* layout bold italic* json xml yaml html prose
крат* коротк* лаконичн* ясн* понятн* прост* точн* правильн* вниматель* аккуратн* подробн* вежлив* дружелюбн* полезн* добр* честн* быстр* хорош* качествен*
тон* стил* язык* формат* абзац* слов* текст* список списк* таблиц*
kurz* knapp* klar* genau* präzise* sorgfältig* höflich* freundlich* hilfreich* gründlich* ausführlich* gut* richtig* stil* ton* format* absatz* wort* wörter*
façon manière concis* bref brève* court* clair* précis* exact* soigneu* poli* amical* utile* détaillé* bon* style* format* phrase* mot*
concis* breve* cort* claro* clara* precis* exact* cuidados* amable* útil* útiles detallad* buen* estilo* formato* frase* palabra*
"""


@lru_cache(maxsize=1)
def _lists() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return whole words, and beginnings of words."""
    words = " ".join((_GRAMMAR, _WORK, _STYLE)).split()
    begun = tuple({word[:-1] for word in words if word.endswith("*")})
    return frozenset(words), begun


@lru_cache(maxsize=8192)
def _is_empty(word: str) -> bool:
    whole, begun = _lists()
    stem, _, ending = word.partition("'")
    word = stem if ending in _SHORTENED else word
    parts = [word] if word in whole else word.split("-")
    return all(part in whole or part.startswith(begun) for part in parts)


def words_of_matter(text: str) -> list[str]:
    """Return the words that are about something, in their order: those of grammar, work and style left out.

    Args:
        text: Any text.
    """
    words = (found[0].replace("’", "'") for found in _WORD.finditer(text))
    return [word for word in words if not _is_empty(word.casefold())]


def is_manner(text: str) -> bool:
    """Whether a text only says how to work or to write, and nothing about what.

    Args:
        text: A sentence, or a whole message.

    Returns:
        False for an empty text, and where a number, a quotation or an address stands in it.
    """
    said = text.strip()
    if not said or len(said) > LONGEST or _QUOTED.search(said):
        return False
    return _WORD.search(said) is not None and not words_of_matter(said)


def sets_a_role(text: str) -> bool:
    """Whether a message begins by saying who the reader is: 'You are a travel agent ...'."""
    return _PERSONA.match(text) is not None


def first_request(events: Iterable[Event], persons: Iterable[str]) -> str:
    """Return what a person asks: their first message that is no system prompt.

    Some logs write the system prompt down as a message of the user, right before the request. Of the
    messages that a person sends before anybody answers, one that only says how to work, or who the
    reader is, is passed over if another one follows.

    Args:
        events: The run, in its order.
        persons: Who is a person.

    Returns:
        The text, or '' if no person says anything.
    """
    known = set(persons)
    said: list[str] = []
    for event in events:
        if event.sender in known and event.kind == "message":
            said.append(event.text)
        elif said:
            break
    asks = (text for text in said if not is_manner(text) and not sets_a_role(text))
    return next(asks, said[0] if said else "")
