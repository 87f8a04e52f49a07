"""Finding what a command line names: a file, a folder, or a name in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.cli.ports import Lazy, Library
from core.errors import BatonError, InputError, NotFoundError
from core.trace.importers import ImportResult, read_path
from core.trace.model import Problem, Trace

if TYPE_CHECKING:  # A command pays for the documents that it reads, and for no others.
    from core.contract.binding import Binding
    from core.contract.model import Contract
    from core.contract.parameters import ParameterTable
    from core.drift.model import RoleSet
    from core.gate.model import PriorsSet

MAX_DOCUMENT = 4_000_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One file that was looked at: its traces, or why there are none."""

    source: str
    format: str = ""
    traces: tuple[Trace, ...] = ()
    problems: tuple[Problem, ...] = ()
    error: str = ""


def read_traces(path: Path, read: Callable[[Path], ImportResult] = read_path) -> Iterator[Found]:
    """Read a file, or every file below a folder in the order of their names.

    A file that can't be used doesn't stop the others; it comes back with its ``error``.

    Args:
        path: A file or a folder.
        read: Reads one file; by default any known format.
    """
    for file in files_below(path):
        try:
            result = read(file)
        except BatonError as error:
            said = str(error)
            named = said if file.name in said else f"{file}: {said}"
            yield Found(source=str(file), error=named)
        except OSError as error:
            yield Found(
                source=str(file), error=f"{file}: The file can't be read ({error.strerror})."
            )
        else:
            yield Found(
                source=str(file),
                format=result.format,
                traces=result.traces,
                problems=result.problems,
            )


def files_below(path: Path) -> list[Path]:
    """Return a file, or all files below a folder in the order of their names, hidden ones left out.

    Raises:
        InputError: If there are none.
    """
    if not path.exists():
        raise InputError("There is no such file or folder.", where=str(path))
    if path.is_file():
        return [path]
    found = [p for p in sorted(path.rglob("*")) if p.is_file()]
    visible = [
        p for p in found if not any(part.startswith(".") for part in p.relative_to(path).parts)
    ]
    if not visible:
        raise InputError("The folder holds no files.", where=str(path))
    return visible


def kept_trace(trace_id: str, library: Lazy) -> Trace:
    """Return the trace that an id names. Raises NotFoundError, naming the database."""
    known = library.get()
    try:
        return known.trace(trace_id)
    except NotFoundError as error:
        raise NotFoundError(f"{error} Looked in the database {known.where}.") from error
    finally:
        known.close()


def one_trace(name: str, library: Lazy) -> Trace:
    """Return the one trace that a file or an id in the database names.

    Raises:
        InputError: The file can't be read, or holds several runs.
        NotFoundError: There is no such trace in the database.
    """
    path = Path(name)
    if not path.exists() and len(name) == 12 and set(name) <= set("0123456789abcdef"):
        return kept_trace(name, library)
    found = next(iter(read_traces(path)))
    if found.error:
        raise InputError(found.error)
    if len(found.traces) > 1:
        raise InputError(
            f"The file holds {len(found.traces)} runs.",
            where=name,
            hint="Import it, and export one of them by its id.",
        )
    return found.traces[0]


def load_contract(name: str, library: Lazy) -> Contract:
    """Return a contract from a file or by its name in the database."""
    from core.contract.document import parse_contract

    return document_in(
        name, "contract", parse_contract, library, lambda known: known.contract(name)
    )


def load_roles(name: str, library: Lazy) -> RoleSet:
    """Return a role set from a file or by its name in the database."""
    from core.drift.document import parse_roles

    return document_in(name, "role set", parse_roles, library, lambda known: known.roles(name))


def load_priors(name: str, library: Lazy) -> PriorsSet:
    """Return a priors set from a JSON or CSV file, a built-in one, or by name or hash from the database."""
    from core.gate.builtin import BUILT_IN
    from core.gate.priors import FEWEST_SIGNS, priors_hash

    for priors in BUILT_IN:
        by_hash = len(name) >= FEWEST_SIGNS and priors_hash(priors).startswith(name.lower())
        if by_hash or name in (priors.name, priors.model):
            return priors
    return document_in(name, "priors set", _parse_priors, library, lambda known: known.priors(name))


def load_binding(name: str) -> Binding:
    """Return a binding from a YAML or JSON file."""
    from core.contract.document import parse_binding

    return parse_binding(read_document(Path(name)), name)


def load_table(name: str, contract: Contract) -> ParameterTable:
    """Return the values of a contract's parameters from a CSV file."""
    from core.contract.parameters import read_table

    content = read_document(Path(name))
    try:
        return read_table(content.decode("utf-8-sig"), contract, name)
    except UnicodeDecodeError as error:
        raise InputError(
            "The table isn't UTF-8 text.", where=name, hint="Save it as CSV UTF-8."
        ) from error


def document_in(
    name: str,
    what: str,
    parse: Callable[[bytes, str], T],
    library: Lazy,
    look_up: Callable[[Library], T],
) -> T:
    """Return what a word of the command line names: a file, or a name in the database.

    Args:
        name: The word.
        what: What is looked for, for messages.
        parse: Reads a file's bytes.
        library: Opened only if there is no such file.
        look_up: Asks the open library.

    Raises:
        InputError: It is a folder, or the file can't be used.
        NotFoundError: There is neither a file nor a name.
    """
    path = Path(name)
    if path.is_file():
        return parse(read_document(path), name)
    if path.is_dir():
        raise InputError(f"A {what} file is needed, this is a folder.", where=name)
    try:
        known = library.get()
    except NotFoundError as error:
        raise NotFoundError(
            f"There is no file '{name}', and no {what} of that name either: "
            f"{str(error)[:1].lower()}{str(error)[1:]}"
        ) from error
    try:
        return look_up(known)
    except NotFoundError as error:
        raise NotFoundError(
            f"{error} Looked in the database {known.where}; there is no file '{name}' either."
        ) from error
    finally:
        known.close()


def _parse_priors(content: bytes, source: str) -> PriorsSet:
    from core.gate.document import parse_priors
    from core.gate.priors import is_priors_csv

    if is_priors_csv(content):
        name = Path(source).stem
        raise InputError(
            "A CSV table of priors names no model.",
            where=source,
            hint=f"Import it with its model, on the Priors page or with priors import, then use --priors {name}; or use the JSON form.",
        )
    return parse_priors(content, source)


def read_document(path: Path) -> bytes:
    """Return the bytes of a document. Raises InputError if it can't be read or is too large."""
    try:
        if path.stat().st_size > MAX_DOCUMENT:
            raise InputError(
                f"The file is larger than {MAX_DOCUMENT // 1_000_000} MB.", where=str(path)
            )
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"The file can't be read ({error.strerror}).", where=str(path)) from error
