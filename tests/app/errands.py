"""Functions that tests run in a process of their own; few imports, so that it starts quickly."""

import threading

from core.errors import NotFoundError


def refuse(name):
    raise NotFoundError(f"There is no {name}.")


def chatter():
    print("noise on standard output")  # noqa: T201
    return 7


def crash():
    raise ZeroDivisionError


def sleep():
    threading.Event().wait(60)


def count_to(number, tell):
    for step in range(number):
        tell(step)
    return number


def size_of(held):
    return len(held[0]), type(held[0])


def dawdle(tell):
    tell("begun")
    threading.Event().wait(60)
