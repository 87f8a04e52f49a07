"""Derive the English synonym and antonym data of the fact checks from WordNet.

    python scripts/derive_synonyms.py FOLDER [--out FOLDER]

FOLDER holds the database files of WordNet 3.x (``index.noun``, ``data.noun`` and so on, format
``wndb(5)``). Written are ``synonyms.txt.gz``, one word a line: the word, the numbers of its
commonest synonym sets, the numbers of the sets one step broader; and ``antonyms.txt.gz``: a word and
its opposites. Set numbers are ours, in base 36, in order of first use; they mean nothing outside
the file. Words of several parts are left out, as texts are compared word by word.

The files in the project were made with a tighter choice of senses (some 65,000 words); this one takes
the commonest of each part of speech. After writing new files run ``fit_calibration.py`` and measure
again with ``python -m core eval facts``.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
MOST_SENSES = 2
"""Synonym sets kept of a word for each part of speech: the commonest come first in the index."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
Synset = tuple[str, str]


def lines(path: Path) -> Iterator[list[str]]:
    """Yield the fields of each line below the licence."""
    for line in path.read_text(encoding="ascii").splitlines():
        if not line.startswith("  "):
            yield line.partition(" | ")[0].split()


def base36(number: int) -> str:
    """Return a number in base 36."""
    out = ""
    while True:
        number, rest = divmod(number, 36)
        out = DIGITS[rest] + out
        if not number:
            return out


def read(
    folder: Path,
) -> tuple[dict[str, list[Synset]], dict[Synset, list[Synset]], dict[str, set[str]]]:
    """Return the sets of each word, the broader sets of each set, and the opposites of each word."""
    senses: dict[str, list[Synset]] = {}
    broader: dict[Synset, list[Synset]] = {}
    opposites: dict[str, set[str]] = {}
    members: dict[Synset, list[str]] = {}
    pairs: list[tuple[Synset, int, Synset, int]] = []
    for part, letter in PARTS.items():
        for field in lines(folder / f"index.{part}"):
            count = int(field[2])
            offsets = field[-count:]
            senses.setdefault(field[0], []).extend((letter, o) for o in offsets[:MOST_SENSES])
        for field in lines(folder / f"data.{part}"):
            own = (letter, field[0])
            words = int(field[3], 16)
            members[own] = [w.partition("(")[0].lower() for w in field[4 : 4 + 2 * words : 2]]
            at = 4 + 2 * words
            for k in range(int(field[at])):
                symbol, offset, target, which = field[at + 1 + 4 * k : at + 5 + 4 * k]
                other = ("a" if target == "s" else target, offset)
                if symbol in ("@", "@i"):
                    broader.setdefault(own, []).append(other)
                elif symbol == "!":
                    pairs.append((own, int(which[:2], 16), other, int(which[2:], 16)))
    for own, mine, other, theirs in pairs:
        word, opposite = members[own][mine - 1], members[other][theirs - 1]
        if word.isalpha() and opposite.isalpha():
            opposites.setdefault(word, set()).add(opposite)
    return senses, broader, opposites


def write(path: Path, rows: list[str]) -> None:
    """Write lines compressed, with no time stamp, so that equal data make equal files."""
    with path.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as out:
        out.write(("\n".join(rows) + "\n").encode("ascii"))


def main() -> None:
    """Read a WordNet folder and write both files."""
    here = Path(__file__).resolve().parent.parent / "core" / "contract" / "checks" / "data"
    parser = argparse.ArgumentParser(description="Derive synonym and antonym data from WordNet.")
    parser.add_argument("folder", type=Path, help="folder with index.noun, data.noun, ...")
    parser.add_argument(
        "--out", type=Path, default=here, help="where to write (default: the checks)"
    )
    options = parser.parse_args()
    if not (options.folder / "index.noun").exists():
        parser.error(f"{options.folder} has no index.noun; give the folder of the database files")
    senses, broader, opposites = read(options.folder)
    numbers: dict[Synset, str] = {}

    def number(synset: Synset) -> str:
        return numbers.setdefault(synset, base36(len(numbers)))

    rows = []
    for word in sorted(w for w in senses if w.isalpha() and len(w) > 2):
        own = [number(s) for s in senses[word]]
        above = dict.fromkeys(number(b) for s in senses[word] for b in broader.get(s, ()))
        rows.append(f"{word} {','.join(own)} {','.join(above)}")
    write(options.out / "synonyms.txt.gz", rows)
    write(
        options.out / "antonyms.txt.gz",
        [f"{w} {','.join(sorted(o))}" for w, o in sorted(opposites.items())],
    )
    print(f"{len(rows)} words with synonyms, {len(opposites)} with opposites")


if __name__ == "__main__":
    main()
