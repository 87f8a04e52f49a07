"""Options that several commands share."""

from __future__ import annotations

import argparse
from math import inf

from core.errors import InputError


def add_encoder_option(command: argparse.ArgumentParser) -> None:
    """Add the choice of what turns text into vectors."""
    command.add_argument(
        "--encoder",
        default="wordllama",
        metavar="NAME",
        help="for role drift: wordllama (default), fastembed-bge-small-en-v1.5[@FOLDER], or "
        "endpoint:MODEL, an embedding model at OPENAI_BASE_URL",
    )


def check_numbers(options: argparse.Namespace, *flags: str, positive: bool = False) -> None:
    """Refuse numbers that can't be meant.

    Args:
        options: What was read.
        flags: The options to look at, such as ``--max-calls``.
        positive: Whether 0 is refused as well.

    Raises:
        InputError: One is negative, infinite or no number.
    """
    for flag in flags:
        value = getattr(options, flag.removeprefix("--").replace("-", "_"))
        if not (0 <= value < inf) or (positive and value == 0):
            least = "above 0" if positive else "of at least 0"
            raise InputError(f"{flag} is {value}.", hint=f"Give a number {least}.")
