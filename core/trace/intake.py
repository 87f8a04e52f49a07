"""Everything between a file's bytes and a trace that may be kept: reading, mapping, redacting.

One call for pages and for a process of its own: arguments and result can be pickled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.trace.importers import ImportResult, read_bytes
from core.trace.importers.decode import SIZE_LIMIT
from core.trace.mapper import apply_mapping
from core.trace.mapping import Mapping
from core.trace.redact import DEFAULT, Rules, redact


@dataclass(frozen=True, kw_only=True)
class Intake:
    """What came out of a file.

    Attributes:
        result: The traces, without what was taken out, and what there is to say about the file.
        removed: How many secrets of each kind were taken out; `redact.as_lines` says it in words.
    """

    result: ImportResult
    removed: Counter[str] = field(default_factory=Counter)


def take_in(
    data: bytes,
    name: str,
    *,
    rules: Rules = DEFAULT,
    mapping: Mapping | None = None,
    limit: int = SIZE_LIMIT,
    progress: Callable[[int], None] | None = None,
) -> Intake:
    """Read a file and take secrets out of its traces.

    Args:
        data: The content.
        name: The file's name; names the traces, decides nothing.
        rules: What is taken out; keys and tokens by default.
        mapping: Where the parts of an event stand, for a file of an unknown format.
        limit: Largest size in bytes.
        progress: Called with the number of records now and then; what it raises stops the import.

    Returns:
        The traces as they may be kept.

    Raises:
        TraceFormatError: If nothing can be used; says what is wrong, where, and what to do.
        SettingError: If a pattern of the rules is no regular expression.
    """
    if mapping is not None:
        result = apply_mapping(data, mapping, name)
    else:
        result = read_bytes(data, name, limit=limit, progress=progress)
    removed: Counter[str] = Counter()
    traces = []
    for trace in result.traces:
        cleaned, counts = redact(trace, rules)
        traces.append(cleaned)
        removed += counts
    return Intake(result=replace(result, traces=tuple(traces)), removed=removed)
