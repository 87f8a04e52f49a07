"""The parser of the command line, which tells a person with a typo what was probably meant."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from core.cli.terminal import clean
from core.contract.names import did_you_mean

_NUMBER = re.compile(r"-\d|-\.\d")


class Parser(argparse.ArgumentParser):
    """An ``ArgumentParser`` whose complaint is a sentence with the nearest option and its help.

    Like that of the standard library it ends the program with 2. Unknown options are looked for
    before anything else: ``check --fromat json`` is a typo, not a run without a contract.
    """

    # The library declares two more forms for namespaces of one's own; no command here has one.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the words of this command; what it doesn't know ends the program."""
        words = list(sys.argv[1:] if args is None else args)
        for word in self._own(words):
            self._refuse_option(word)
        options, extras = super().parse_known_args(words, namespace)
        if extras:
            self.error(f"'{extras[0]}' is one word too many.")
        return options, extras

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the help is, and end with 2."""
        text = "\n".join(clean(line) for line in message.splitlines())
        self.exit(
            2,
            f"{self.prog}: {text[:1].upper()}{text[1:]}\nEverything that it takes: {self.prog} --help\n",
        )

    def _own(self, words: Sequence[str]) -> Iterator[str]:
        """Yield what looks like an option of this command, not of one below it."""
        for word in words:
            if word == "--":
                return
            if word.startswith("-") and len(word) > 1 and " " not in word:
                if not _NUMBER.match(word):
                    yield word
            elif self._subparsers is not None:
                return

    def _refuse_option(self, word: str) -> None:
        name = word.partition("=")[0]
        known = self._option_string_actions
        if name in known or (self.allow_abbrev and any(k.startswith(name) for k in known)):
            return
        if not name.startswith("--") and name[:2] in known:
            return
        guess = did_you_mean(name, known)
        said = f"There is no option {name}."
        if guess:
            said += f" Did you mean {guess}?\n  {_help_of(known[guess])}"
        self.error(said)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        what = action.metavar or action.dest
        if action.option_strings:
            what = action.option_strings[-1]
        names = [str(choice) for choice in action.choices]
        guess = did_you_mean(str(value), names)
        said = f"{what} can't be '{value}'."
        if isinstance(action, argparse._SubParsersAction):
            said = f"There is no command '{value}'."
        if guess:
            said += f" Did you mean {guess}?"
            helped = [a for a in getattr(action, "_choices_actions", ()) if a.dest == guess]
            said += f"\n  {guess}  {helped[0].help}" if helped else ""
        self.error(f"{said}\nIt can be: {', '.join(names)}")


def _help_of(action: argparse.Action) -> str:
    """Return the line of the help that is about an option."""
    value = action.metavar or (
        f"{{{','.join(map(str, action.choices))}}}" if action.choices else ""
    )
    return "  ".join(filter(None, (f"{action.option_strings[-1]} {value}".strip(), action.help)))
