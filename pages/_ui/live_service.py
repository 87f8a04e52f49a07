"""What drives live runs in this server, and the model endpoint that somebody typed in.

app = services().live
app.start(spec)                 # -> id of the run; it goes on without any browser
app.endpoint(), app.set_endpoint(Endpoint(base_url=..., key=...))   # in memory, never stored
app.wake()                      # after a decision, so that nobody waits half a second
"""

from __future__ import annotations

from typing import Any

from core.drift.encoders_endpoint import use_endpoint
from core.errors import BatonError, NoEndpointError
from core.live.models import models_for
from core.live.spec import RunSpec
from core.live.worker import Worker
from core.llm.endpoint import Endpoint


class LiveService:
    """Drives the runs of a workspace, those that a dead process left behind included.

    Args:
        workspace: The storage facade (``storage.Workspace``).
    """

    def __init__(self, workspace: Any) -> None:
        self._workspace = workspace
        self._typed: Endpoint | None = None
        use_endpoint(self.endpoint)  # an encoder may need it too
        self._worker = Worker(workspace.live, models_for(self.endpoint), workspace.file_run)
        self._worker.start()

    def endpoint(self) -> Endpoint:
        """Return the endpoint that was typed in, else the one of the environment.

        Raises:
            NoEndpointError: There is neither.
            SettingError: The environment's can't be used.
        """
        try:
            return self._typed or Endpoint.from_environment()
        except NoEndpointError as error:
            raise NoEndpointError(f"{error} Or type its address into Settings.") from None

    def set_endpoint(self, endpoint: Endpoint | None) -> None:
        """Use this endpoint until the server stops; None goes back to the environment's."""
        self._typed = endpoint

    @property
    def endpoint_is_typed(self) -> bool:
        """Whether the endpoint was typed here rather than found in the environment."""
        return self._typed is not None

    @property
    def shown_endpoint(self) -> str:
        """The address without its key; empty if none is configured."""
        try:
            return self.endpoint().shown
        except BatonError:
            return ""

    def start(self, spec: RunSpec, name: str = "") -> str:
        """Create a run and begin to drive it; return its id."""
        run_id = str(self._workspace.live.start(spec, name))
        self.wake()
        return run_id

    def wake(self) -> None:
        """Look at once for what was started, decided or let go on."""
        self._worker.wake()

    def close(self) -> None:
        """Give the runs up where they are; the next server takes them up."""
        self._worker.close()
