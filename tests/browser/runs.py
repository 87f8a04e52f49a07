"""Analysed runs for browser tests, put straight into a server's workspace."""

from tests.app import runs


def fill(server, trace=None, *, roles=None, person="Ada"):
    """Store an analysed run in the database of a running server; return the analysis id."""
    from storage import open_workspace

    with open_workspace(f"sqlite:///{server.database}") as workspace:
        if person:
            workspace.settings.set("people", [person])
        return runs.store(workspace, trace, roles=roles)
