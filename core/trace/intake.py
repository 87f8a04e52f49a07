"""Everything between a file's bytes and a trace that may be kept: reading, mapping, redacting.

One call for pages and for a process of its own: arguments and result can be pickled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from core.errors import TraceFormatError
from core.trace.garbage import without_collecting
from core.trace.importers import ImportResult, read_held
from core.trace.importers.decode import SIZE_LIMIT
from core.trace.mapper import apply_mapping, fitting_mapping
from core.trace.mapping import Mapping
from core.trace.redact import DEFAULT, Rules, check_rules, redact_all

Tell = Callable[[str, int], None]


@dataclass(frozen=True, kw_only=True)
class Intake:
    """What came out of a file.

    Attributes:
        result: The traces, without what was taken out, and what there is to say about the file.
        removed: How many secrets of each kind were taken out; `redact.as_lines` says it in words.
        mapping: The mapping that the file was read by, None if an importer knew it.
    """

    result: ImportResult
    removed: Counter[str] = field(default_factory=Counter)
    mapping: Mapping | None = None


def take_in(
    data: bytes | list[bytes],
    name: str,
    *,
    rules: Rules = DEFAULT,
    mapping: Mapping | None = None,
    known: Sequence[Mapping] = (),
    limit: int = SIZE_LIMIT,
    progress: Tell | None = None,
) -> Intake:
    """Read a file and take secrets out of its traces.

    Args:
        data: The content; from a list it is taken out as soon as it is parsed, so that a large file
            isn't kept in memory twice.
        name: The file's name; names the traces, decides nothing.
        rules: What is taken out; keys and tokens by default.
        mapping: Where the parts of an event stand, for a file of an unknown format.
        known: Mappings of earlier files; the one that fits reads a file that no importer knows.
        limit: Largest size in bytes.
        progress: Called with what is being done and a number: ``parse`` and the percent of a large
            file, ``read`` and the records, ``redact`` and the events so far; what it raises stops
            the import.

    Returns:
        The traces as they may be kept.

    Raises:
        TraceFormatError: If nothing can be used; says what is wrong, where, and what to do.
        SettingError: If a pattern of the rules is no regular expression, or a slow one.
    """
    check_rules(rules)
    tell: Tell = progress or (lambda step, number: None)
    held = data if isinstance(data, list) else [data]
    tell("read", 0)
    with without_collecting():
        result, used = _read(held, name, mapping, known, limit, tell)
        cleaned = redact_all(result.traces, rules, progress=partial(tell, "redact"))
    removed = sum((counts for _, counts in cleaned), Counter[str]())
    traces = tuple(trace for trace, _ in cleaned)
    return Intake(result=replace(result, traces=traces), removed=removed, mapping=used)


def _read(
    held: list[bytes],
    name: str,
    mapping: Mapping | None,
    known: Sequence[Mapping],
    limit: int,
    tell: Tell,
) -> tuple[ImportResult, Mapping | None]:
    progress = partial(tell, "read")
    if mapping is None:
        try:
            parsing = partial(tell, "parse")
            return read_held(held, name, limit=limit, progress=progress, parsing=parsing), None
        except TraceFormatError:
            mapping = fitting_mapping(held[0], known) if held else None
            if mapping is None:
                raise
    return apply_mapping(held[0], mapping, name, progress=progress), mapping
