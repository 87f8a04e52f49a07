"""Options that several commands share."""

from __future__ import annotations

import argparse


def add_encoder_option(command: argparse.ArgumentParser) -> None:
    """Add the choice of what turns text into vectors."""
    command.add_argument(
        "--encoder",
        default="wordllama",
        metavar="NAME",
        help="for role drift: wordllama (default), fastembed-bge-small-en-v1.5[@FOLDER], or "
        "endpoint:MODEL, an embedding model at OPENAI_BASE_URL",
    )
