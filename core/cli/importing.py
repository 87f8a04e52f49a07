"""``python -m core import``: traces into the database."""

from __future__ import annotations

import sys
from pathlib import Path

from core.cli.files import read_traces
from core.cli.ports import Lazy
from core.cli.terminal import clean


def import_traces(path: Path, library: Lazy) -> int:
    """Read traces and keep them; say a line per trace and a line per problem.

    Returns:
        0 if everything was read, 2 if some file or record could not be used.
    """
    known = library.get()
    added = same = bad = 0
    try:
        for found in read_traces(path):
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
            for trace in found.traces:
                trace_id, is_new = known.add_trace(trace, found.source, found.problems)
                added, same = added + is_new, same + (not is_new)
                state = "imported" if is_new else "already there"
                print(
                    f"{trace_id}  {state}  {found.format}  {len(trace.agents)} agents, "
                    f"{len(trace.events)} events  {clean(trace.name, 80)}"
                )
    finally:
        known.close()
    print(f"{added} imported, {same} already there, {bad} problems")
    return 2 if bad else 0
