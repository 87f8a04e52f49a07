"""The command line: ``python -m core import|check|suggest|run|probe|lab|priors|export|schema|stress|eval``."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from core.cli.examples import EXAMPLES
from core.cli.options import add_encoder_option
from core.cli.parsing import Parser
from core.cli.ports import Lazy, OpenLibrary
from core.cli.terminal import clean, prepare
from core.errors import BatonError, InputError

log = logging.getLogger("baton")


def main(arguments: Sequence[str] | None, open_library: OpenLibrary) -> int:
    """Run one command.

    Args:
        arguments: Words of the command line; None takes those of the process.
        open_library: Opens the database at a URL (None: the configured one).

    Returns:
        The exit code. Bad input is 2, with one sentence on stderr and no stack trace.
    """
    words = sys.argv[1:] if arguments is None else arguments
    options = _parser(next(iter(words), "")).parse_args(arguments)
    prepare(sys.stdout, utf8=getattr(options, "format", "text") not in ("text", None))
    prepare(sys.stderr)
    try:
        return int(options.run(options, Lazy(open_library, getattr(options, "db", None))))
    except BatonError as error:
        said = str(error)
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does. Nothing is wrong.
        sys.stderr.close()
        return 0
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        said = f"{named}The file system refuses ({error.strerror or error})."
    except RecursionError:
        said = "The data is nested too deeply to be read."
    except MemoryError:
        said = "The data needs more memory than this machine has."
    except Exception as error:
        # Python would leave with 1, which a pipeline reads as "a critical fact was lost".
        log.debug("command failed", exc_info=True)
        said = f"Baton met an error of its own ({type(error).__name__}: {error}). Please report it."
    print(clean(said), file=sys.stderr)
    return 2


_OPTIONS = {
    "import": "core.cli.importing",
    "run": "core.cli.live",
    "probe": "core.cli.probing",
    "lab": "core.cli.lab",
    "priors": "core.cli.priors",
    "stress": "core.cli.stressing",
}
"""Command -> module with its ``add_options``; read for the command that is called alone."""


def _parser(wanted: str) -> argparse.ArgumentParser:
    """Return the parser, with the options of one command.

    Args:
        wanted: First word of the command line. Other commands are named, and cost nothing.
    """
    parser = Parser(
        prog="python -m core",
        description="Baton without a browser.",
        epilog=EXAMPLES[""],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    group = parser.add_subparsers(required=True, metavar="COMMAND")
    commands = _Commands(group)

    def add_own_options(name: str, command: argparse.ArgumentParser) -> None:
        if name == wanted:
            import_module(_OPTIONS[name]).add_options(command)

    command = commands.add("import", help="read trace files into the database")
    add_own_options("import", command)
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )
    command.set_defaults(run=_import)

    command = commands.add("export", help="write a trace for other tools")
    command.add_argument("trace", metavar="TRACE", help="file, or id in the database")
    command.add_argument(
        "--format",
        choices=("jsonl", "otlp", "prov", "graphml"),
        default="jsonl",
        help="default: jsonl, Baton's own form",
    )
    command.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )
    command.set_defaults(run=_export)

    command = commands.add(
        "check",
        help="check traces against a contract",
    )
    command.add_argument("trace", metavar="TRACE|DIR", help="file, folder, or id in the database")
    command.add_argument(
        "--contract", required=True, metavar="C", help="file or name in the database"
    )
    command.add_argument("--roles", metavar="R", help="file or name in the database")
    command.add_argument("--priors", metavar="P", help="file, or name or hash in the database")
    command.add_argument(
        "--binding",
        metavar="B",
        help="file: which agent plays which party; default: as their names suggest",
    )
    command.add_argument(
        "--params", metavar="FILE.csv", help="values of the contract's parameters, a row per run"
    )
    command.add_argument(
        "--format", choices=("text", "json", "junit"), default="text", help="default: text"
    )
    add_encoder_option(command)
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )
    command.set_defaults(run=_check)

    command = commands.add(
        "run", help="let a team of agents work, with the controller between them"
    )
    add_own_options("run", command)
    command.set_defaults(run=_run)

    command = commands.add("probe", help="measure which repairs help a team, and freeze the counts")
    add_own_options("probe", command)
    command.set_defaults(run=_probe)

    command = commands.add("lab", help="replay a probe's episodes under other policies")
    add_own_options("lab", command)
    command.set_defaults(run=_lab)

    command = commands.add("priors", help="list, show, export, import and compare priors sets")
    add_own_options("priors", command)
    command.set_defaults(run=_priors)

    command = commands.add("suggest", help="propose a contract from a trace, as YAML")
    command.add_argument("trace", metavar="TRACE", help="file, or id in the database")
    command.add_argument("--all", action="store_true", help="all suggestions, not the best eight")
    command.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    command.add_argument(
        "--db", metavar="URL", help="database; default BATON_DATABASE_URL or data/baton.db"
    )
    command.set_defaults(run=_suggest)

    command = commands.add("schema", help="print a JSON Schema")
    command.add_argument(
        "kind",
        choices=("contract", "trace", "roles", "priors", "team", "verifier"),
        help="kind of document",
    )
    command.set_defaults(run=_schema)

    command = commands.add("stress", help="put faults against roles into runs and look for them")
    add_own_options("stress", command)
    command.set_defaults(run=_stress)

    command = commands.add("eval", help="measure against labelled cases; prints JSON")
    command.add_argument(
        "what", choices=("facts", "traces", "drift", "rewrite", "import"), help="what is measured"
    )
    command.add_argument(
        "cases", type=Path, metavar="FILE", help="JSON Lines; for import a folder of files"
    )
    command.add_argument("--format", choices=("text", "json"), help="for import: default text")
    command.add_argument("--roles", type=Path, metavar="ROLES", help="for drift and rewrite")
    command.add_argument("--rows", type=Path, metavar="OUT.jsonl", help="write each prediction")
    command.add_argument(
        "--model", default="", metavar="NAME", help="for rewrite: a model at OPENAI_BASE_URL"
    )
    command.add_argument(
        "--mode",
        choices=("above_tau", "every_turn"),
        default="above_tau",
        help="for rewrite: which turns are written anew; default above_tau",
    )
    add_encoder_option(command)
    command.set_defaults(run=_eval)
    return parser


class _Commands:
    """Adds commands that show examples at the end of their help."""

    def __init__(self, group: Any) -> None:
        self._group = group

    def add(self, name: str, *, help: str) -> argparse.ArgumentParser:
        """Add a command."""
        made: argparse.ArgumentParser = self._group.add_parser(
            name,
            help=help,
            description=f"{help[:1].upper()}{help[1:]}.",
            epilog=EXAMPLES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        return made


def _import(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.importing import import_traces

    return import_traces(options, library)


def _export(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.exporting import export_trace

    return export_trace(options.trace, options.format, options.output, library)


def _check(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli import formats
    from core.cli.checking import exit_code
    from core.cli.running import check_all

    results = check_all(options, library)
    writers = {"text": formats.as_text, "json": formats.as_json, "junit": formats.as_junit}
    print(writers[options.format](results))
    return exit_code(results)


def _stress(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.stressing import stress

    return stress(options, library)


def _run(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.live import run_live

    return run_live(options, library)


def _probe(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.probing import run_probe

    return run_probe(options, library)


def _lab(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.lab import run_lab

    return run_lab(options, library)


def _priors(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.priors import run_priors

    return run_priors(options, library)


def _suggest(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.suggesting import suggest

    return suggest(options.trace, library, everything=options.all, output=options.output)


def _schema(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.schema import json_schema

    print(json.dumps(json_schema(options.kind), ensure_ascii=False, indent=2))
    return 0


def _eval(options: argparse.Namespace, library: Lazy) -> int:
    from core.cli.evaluate import evaluate

    if options.what in ("drift", "rewrite") and options.roles is None:
        raise InputError(
            f"The measure of {options.what} needs role profiles.", hint="Add --roles ROLES."
        )
    summary, rows = evaluate(
        options.what,
        options.cases,
        options.roles,
        model=options.model,
        mode=options.mode,
        encoder=options.encoder,
    )
    if options.rows:
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        options.rows.write_text("".join(lines), encoding="utf-8", errors="backslashreplace")
    if options.what == "import" and options.format != "json":
        from core.cli.eval_import import as_text

        print(as_text(summary, rows))
        return 0
    print(json.dumps(summary, ensure_ascii=False, indent=2))
    return 0
