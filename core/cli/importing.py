"""``python -m core import``: traces into the database, without their secrets."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from core.cli.files import read_traces
from core.cli.ports import Lazy
from core.cli.terminal import clean
from core.errors import InputError
from core.trace.importers import ImportResult, read_path
from core.trace.mapper import apply_mapping, mapping_from_yaml
from core.trace.redact import NOTHING, Rules, as_lines, redact_all


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the import to its command."""
    command.add_argument("path", type=Path, nargs="+", metavar="FILE|DIR")
    command.add_argument("--mapping", type=Path, metavar="FILE", help="read by this mapping (YAML)")
    command.add_argument(
        "--no-redact", action="store_true", help="keep keys and tokens as they are"
    )
    command.add_argument("--redact-emails", action="store_true", help="take e-mail addresses out")
    command.add_argument("--redact-phones", action="store_true", help="take phone numbers out")
    command.add_argument(
        "--redact-names", type=Path, metavar="FILE", help="take names out, one a line"
    )
    command.add_argument(
        "--redact-field", action="append", default=[], metavar="NAME", help="empty such fields"
    )
    command.add_argument(
        "--redact-pattern", action="append", default=[], metavar="REGEX", help="take matches out"
    )


def rules_of(options: argparse.Namespace) -> Rules:
    """Return the rules of redaction that a command line asks for."""
    if options.no_redact:
        return NOTHING
    names: tuple[str, ...] = ()
    if options.redact_names is not None:
        names = tuple(line.strip() for line in _text(options.redact_names).splitlines())
    return Rules(
        emails=options.redact_emails,
        phones=options.redact_phones,
        names=tuple(filter(None, names)),
        fields=tuple(options.redact_field),
        patterns=tuple(options.redact_pattern),
    )


def import_traces(options: argparse.Namespace, library: Lazy) -> int:
    """Read traces, take secrets out and keep them; say a line per trace and per problem.

    Returns:
        0 if everything was read, 2 if some file or record could not be used.
    """
    rules = rules_of(options)
    read = read_path if options.mapping is None else _mapped(options.mapping)
    known = library.get(create=True)
    added = same = bad = 0
    removed: Counter[str] = Counter()
    try:
        for found in (found for path in options.path for found in read_traces(path, read)):
            if found.error:
                bad += 1
                print(clean(found.error), file=sys.stderr)
                continue
            for problem in found.problems:
                bad += problem.severity == "error"
                where = problem.where or found.source
                print(
                    f"{clean(where)}: {problem.severity}: {clean(problem.message)}", file=sys.stderr
                )
            for cleaned, counts in redact_all(found.traces, rules):
                removed += counts
                trace_id, is_new = known.add_trace(cleaned, found.source, found.problems)
                added, same = added + is_new, same + (not is_new)
                state = "imported" if is_new else "already there"
                print(
                    f"{trace_id}  {state}  {found.format}  {len(cleaned.agents)} agents, "
                    f"{len(cleaned.events)} events  {clean(cleaned.name, 80)}"
                )
    finally:
        known.close()
    if removed:
        print(f"redacted: {clean(', '.join(as_lines(removed)))}")
    print(f"{added} imported, {same} already there, {bad} problems")
    return 2 if bad else 0


def _mapped(mapping_path: Path) -> Callable[[Path], ImportResult]:
    """Return a reader of files by one mapping."""
    mapping = mapping_from_yaml(_text(mapping_path), str(mapping_path))

    def read(path: Path) -> ImportResult:
        return apply_mapping(path.read_bytes(), mapping, path.name)

    return read


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"The file can't be read ({error.strerror}).", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("The file isn't UTF-8 text.", where=str(path)) from error
