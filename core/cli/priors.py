"""``python -m core priors``: list, show, export, import and compare frozen counts."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from core.cli.files import load_priors, read_document
from core.cli.ports import KeptPriors, Lazy
from core.cli.terminal import clean, p_words, table
from core.errors import InputError, NotFoundError
from core.gate.builtin import BUILT_IN
from core.gate.compare import SegmentDiff, compare_priors
from core.gate.document import parse_priors
from core.gate.merge import merge_priors
from core.gate.model import PriorsSet
from core.gate.priors import (
    PriorsRowView,
    is_priors_csv,
    priors_from_csv,
    priors_hash,
    priors_table,
    priors_to_csv,
)

DIFFERENT = 1
_FLIPPED_BY_CHANCE = """\
"now refused" or "now admitted", "within chance": the gate goes by the counts, so its answer changes
with B, but the shares lie no further apart than chance would bring them. That answer hangs on a handful
of episodes; more of them would settle it. "within chance" is no proof that the sets are the same."""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the sub-commands and their options."""
    group = command.add_subparsers(required=True, metavar="WHAT", dest="what")
    one = group.add_parser("list", help="all sets, the built-in ones first")
    _common(one)
    one = group.add_parser("show", help="the rows of a set, and which the gate admits")
    one.add_argument("set", metavar="SET", help="name, hash (six signs are enough) or file")
    _common(one)
    one = group.add_parser("export", help="write a set as a file")
    one.add_argument("set", metavar="SET", help="name, hash or file")
    one.add_argument("--format", choices=("json", "csv"), default="json", help="default: json")
    one.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    _common(one)
    one = group.add_parser("import", help="keep a set in the database")
    one.add_argument("file", type=Path, metavar="FILE", help="JSON, YAML or CSV")
    one.add_argument("--name", default="", help="of a CSV table; default: the file's name")
    one.add_argument("--model", default="", help="of a CSV table, which names none")
    _common(one)
    one = group.add_parser("merge", help="add the counts of sets of one model up")
    one.add_argument("sets", nargs="+", metavar="SET", help="names, hashes or files")
    one.add_argument("--name", required=True, help="of the new set")
    one.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    _common(one)
    one = group.add_parser("diff", help="two sets side by side")
    one.add_argument("set", metavar="A", help="name, hash or file")
    one.add_argument("other", metavar="B", help="name, hash or file")
    _common(one)


def _common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )


def run_priors(options: argparse.Namespace, library: Lazy) -> int:
    """Run one of the sub-commands.

    Returns:
        0; for ``diff`` 1 if the sets differ in what the gate uses.

    Raises:
        BatonError: A set isn't there or can't be used.
    """
    return int(_RUN[options.what](options, library))


def _list(options: argparse.Namespace, library: Lazy) -> int:
    found = _all(library)
    if options.json:
        _print([_head(kept.priors, kept) for kept in found])
        return 0
    rows: list[tuple[str, ...]] = [("name", "model", "rows", "origin", "hash")]
    for kept in found:
        priors = kept.priors
        rows.append((clean(priors.name, 50), clean(priors.model, 40), str(len(priors.rows)),
                     clean(kept.origin, 40), kept.hash[:12]))  # fmt: skip
    print(table(rows))
    return 0


def _show(options: argparse.Namespace, library: Lazy) -> int:
    priors = load_priors(options.set, library)
    views = priors_table(priors)
    if options.json:
        _print(_head(priors) | {"rows": [_row(view) for view in views]})
        return 0
    print(clean(f"{priors.name}, measured on {priors.model}, {priors_hash(priors)[:12]}"))
    if priors.provisional:
        print("Provisional: some segments have too few episodes.")
    if priors.remark:
        print(clean(priors.remark))
    rows: list[tuple[str, ...]] = [
        ("repair", "frontier", "episodes", "helped", "harmed", "u", "admitted")
    ]
    for view in views:
        row = view.row
        said = "yes" if view.admitted else f"no, {view.why}"
        rows.append((row.repair, row.frontier or "all", str(row.episodes), str(row.helped),
                     str(row.harmed), _signed(view.utility), said))  # fmt: skip
    print(table(rows))
    return 0


def _export(options: argparse.Namespace, library: Lazy) -> int:
    priors = load_priors(options.set, library)
    return _write(priors, options.format, options.output)


def _merge(options: argparse.Namespace, library: Lazy) -> int:
    sets = [load_priors(name, library) for name in options.sets]
    return _write(merge_priors(sets, options.name), "json", options.output)


def _write(priors: PriorsSet, form: str, output: Path | None) -> int:
    whole = json.dumps(priors.to_dict(), ensure_ascii=False, indent=2) + "\n"
    text = whole if form == "json" else priors_to_csv(priors)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8")
        print(clean(f"{output}: {priors.name}, {priors_hash(priors)}"))
    return 0


def _import(options: argparse.Namespace, library: Lazy) -> int:
    content, source = read_document(options.file), str(options.file)
    if is_priors_csv(content):
        if not options.model:
            raise InputError("A CSV table of priors names no model.", hint="Add --model NAME.")
        name = options.name or options.file.stem
        text = content.decode("utf-8-sig", "replace")
        priors = priors_from_csv(text, name=name, model=options.model, source=options.file.name)
    else:
        priors = parse_priors(content, source)
    known = library.get(create=True)
    try:
        key, is_new = known.add_priors(priors, options.file.name)
    finally:
        known.close()
    if options.json:
        _print(_head(priors) | {"created": is_new})
    else:
        print(clean(f"{priors.name}: {'kept' if is_new else 'was there already'}, {key}"))
    return 0


def _diff(options: argparse.Namespace, library: Lazy) -> int:
    left, right = load_priors(options.set, library), load_priors(options.other, library)
    found = compare_priors(left, right)
    same = priors_hash(left) == priors_hash(right)
    if options.json:
        segments = [_segment(item) for item in found]
        _print({"left": _head(left), "right": _head(right), "same": same, "segments": segments})
        return 0 if same else DIFFERENT
    if same:
        print("Both hold the same: model, counts, cost and sources.")
        return 0
    rows: list[tuple[str, ...]] = [("repair", "frontier", "A", "B", "p help", "p harm", "")]
    for item in found:
        rows.append((item.repair, item.frontier or "all", _counts(item.left, item.left_used),
                     _counts(item.right, item.right_used),
                     p_words(item.help_p), p_words(item.harm_p), _says(item)))  # fmt: skip
    print(clean(f"A: {left.name}, {left.model}"))
    print(clean(f"B: {right.name}, {right.model}"))
    print("Counts are helped/harmed/episodes; p is Fisher's exact test.")
    print(table(rows))
    if any(item.flipped and "within chance" in _says(item) for item in found):
        print(_FLIPPED_BY_CHANCE)
    return DIFFERENT


_RUN = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "merge": _merge,
    "diff": _diff,
}


def _all(library: Lazy) -> list[KeptPriors]:
    built_in = [KeptPriors(priors=p, hash=priors_hash(p), origin="built in") for p in BUILT_IN]
    try:
        known = library.get()
    except NotFoundError:
        return built_in
    try:
        kept = list(known.priors_sets())
    finally:
        known.close()
    hashes = {one.hash for one in built_in}
    return built_in + [one for one in kept if one.hash not in hashes]


def _head(priors: PriorsSet, kept: KeptPriors | None = None) -> dict[str, Any]:
    head: dict[str, Any] = {
        "name": priors.name,
        "model": priors.model,
        "hash": priors_hash(priors),
        "provisional": priors.provisional,
        "sources": list(priors.sources),
    }
    if kept is not None:
        head |= {"rows": len(priors.rows), "origin": kept.origin}
    return head


def _row(view: PriorsRowView) -> dict[str, Any]:
    row = view.row
    return {
        "repair": row.repair,
        "frontier": row.frontier,
        "episodes": row.episodes,
        "helped": row.helped,
        "neutral": row.neutral,
        "harmed": row.harmed,
        "mean_cost": row.mean_cost,
        "utility": None if view.utility is None else round(view.utility, 6),
        "admitted": view.admitted,
        "why": view.why,
        "help_interval": [view.help_interval.low, view.help_interval.high],
        "harm_interval": [view.harm_interval.low, view.harm_interval.high],
    }


def _segment(item: SegmentDiff) -> dict[str, Any]:
    return {
        "repair": item.repair,
        "frontier": item.frontier,
        "left": _row(item.left) if item.left else None,
        "right": _row(item.right) if item.right else None,
        "help_p": item.help_p,
        "harm_p": item.harm_p,
        "changed": item.changed,
        "flipped": item.flipped,
        "significant": item.significant,
    }


def _says(item: SegmentDiff) -> str:
    if not item.changed:
        return "same"
    said = []
    if item.flipped:
        now = "admitted" if item.right_used and item.right_used.admitted else "refused"
        said.append(f"now {now}")
    if item.help_p is not None:
        said.append("significant" if item.significant else "within chance")
    return ", ".join(said)


def _counts(view: PriorsRowView | None, used: PriorsRowView | None) -> str:
    if view is None:
        return "aggregate" if used is not None else "none"
    return f"{view.row.helped}/{view.row.harmed}/{view.row.episodes}"


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.2f}"


def _print(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2))
