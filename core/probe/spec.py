"""Everything a calibration is started with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from core.contract.model import Contract
from core.contract.parameters import fill
from core.errors import InputError
from core.live.scripted import MODEL
from core.live.spec import RunSpec, make_spec
from core.live.team import Team
from core.probe.faults import FAULTS, FaultName
from core.probe.verifiers import Verifier
from core.settings import ReplaySettings

CONTROL = "control"
SCRIPTED = MODEL
"""Model under which counts of scripted agents are kept: they say nothing about any real one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A recorded run from which episodes begin."""

    source: str
    """``run:ID`` (a live run) or ``trace:ID`` (a run of another program)."""
    name: str = ""
    """As people call it; decides nothing."""
    bind: Mapping[str, str] = field(default_factory=dict)
    """Of a trace: its agents -> agents of the team."""
    outside: Mapping[str, str] = field(default_factory=dict)
    """Of a trace: participants whom nobody plays -> party of the contract."""
    task: str = ""
    """What the team works on in it, where several runs are begun from; empty: the team's task."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What it fills into the contract, where several runs are begun from."""

    @property
    def is_bound(self) -> bool:
        """Whether it is a run of another program."""
        return self.source.startswith("trace:")

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values from which a start is made again."""
        return {
            "source": self.source,
            "name": self.name,
            "bind": dict(self.bind),
            "outside": dict(self.outside),
            "task": self.task,
            "values": dict(self.values),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeSpec:
    """What is probed, by which faults, and how far it may go."""

    team: Team
    contract: Contract
    verifier: Verifier
    faults: tuple[FaultName, ...] = FAULTS
    seeds: int = 3
    """How often each fault is continued; native and repaired continuation share a seed."""
    controls: bool = True
    """Whether boundaries without a fault are continued too: they show the harm of false alarms."""
    most: int = 0
    """Most episodes; 0: all that the faults and seeds give."""
    seed: int = 0
    """Decides order and choice."""
    scripted: bool = False
    lapse: float = 0.1
    """Scripted agents: how likely one loses a fact in a turn by itself."""
    distraction: float = 0.0
    """Scripted agents: how likely one loses a fact in a turn whose prompt holds a repair."""
    cost_reference: int = 0
    """Tokens that count as full cost; 0: those of a mean turn of the clean run."""
    budget_calls: int = 0
    """Most calls; 0: no limit. An episode that might go beyond isn't begun."""
    budget_tokens: int = 0
    endpoint: str = ""
    """Host of the model endpoint."""
    starts: tuple[Start, ...] = ()
    """Recorded runs from which it begins; none: the team runs anew."""

    def __post_init__(self) -> None:
        unknown = [name for name in self.faults if name not in FAULTS]
        if unknown:
            raise InputError(f"There is no fault '{unknown[0]}'; there are {', '.join(FAULTS)}.")
        if not 1 <= self.seeds <= 1000:
            raise InputError("The number of seeds should be from 1 to 1,000.")
        if not 0 <= self.lapse < 1 or not 0 <= self.distraction < 1:
            raise InputError("The rates of lapses should be from 0 to below 1.")
        sources = [start.source for start in self.starts]
        if twice := next((one for one in sources if sources.count(one) > 1), ""):
            raise InputError(f"The run {twice.partition(':')[2]} is named twice.")

    def at(self, run: int) -> ProbeSpec:
        """Return what episodes of one run work with: it alone, with its task and its values.

        Args:
            run: Position among ``starts``, from 0.
        """
        if len(self.starts) < 2:
            return self
        start = self.starts[run]
        team = self.team.model_copy(update={"task": start.task}) if start.task else self.team
        contract = fill(self.contract, start.values).contract
        return replace(self, team=team, contract=contract, starts=(start,))

    def run_spec(self, seed: int | None) -> RunSpec:
        """Return what one run of the team works with: no priors, so nothing is repaired by itself.

        Of several runs take one with :meth:`at` first.
        """
        team = self.team.model_copy(update={"faults": ()})
        binding = None
        if self.is_bound:
            # What was read before the boundary stands in the log; what lies open to the team, in
            # its prompts.
            team = team.model_copy(update={"tools": False})
            binding = team.binding(self.contract.party_names, (), models=not self.scripted)
            binding = replace(binding, parties={**self.starts[0].outside, **binding.parties})
        return make_spec(
            team, self.contract, scripted=self.scripted, seed=seed, binding=binding,
            settings=ReplaySettings(drift_mode="never"), endpoint=self.endpoint, author="probe",
        )  # fmt: skip

    @property
    def is_bound(self) -> bool:
        """Whether it goes on from runs of another program."""
        return any(start.is_bound for start in self.starts)

    def model_of(self, agent: str) -> str:
        """Return under which model the behaviour of an agent is counted."""
        return SCRIPTED if self.scripted else self.team.model_of(agent)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON values from which ``from_dict`` makes an equal spec."""
        return {
            "team": self.team.to_dict(),
            "contract": self.contract.to_dict(),
            "verifier": self.verifier.to_dict(),
            "faults": list(self.faults),
            "seeds": self.seeds,
            "controls": self.controls,
            "most": self.most,
            "seed": self.seed,
            "scripted": self.scripted,
            "lapse": self.lapse,
            "cost_reference": self.cost_reference,
            "budget_calls": self.budget_calls,
            "budget_tokens": self.budget_tokens,
            "endpoint": self.endpoint,
            **self._starts(),
            # Left out while it is zero: digests of calibrations from before it stay as they were.
            **({"distraction": self.distraction} if self.distraction else {}),
        }

    def _starts(self) -> dict[str, Any]:
        """Return the runs; one run as calibrations of one run have always been written."""
        if len(self.starts) > 1:
            return {"starts": [start.to_dict() for start in self.starts]}
        start = self.starts[0] if self.starts else Start(source="")
        return {"source": start.source, "bind": dict(start.bind), "outside": dict(start.outside)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ProbeSpec:
        """Return the spec that a calibration was started with."""
        values = dict(data)
        values["team"] = Team.model_validate(values["team"])
        values["contract"] = Contract.model_validate(values["contract"])
        values["verifier"] = Verifier.model_validate(values["verifier"])
        values["faults"] = tuple(values["faults"])
        one = {key: values.pop(key, None) or {} for key in ("bind", "outside")}
        source = values.pop("source", "")
        starts = values.pop("starts", None) or ([{"source": source, **one}] if source else [])
        return cls(starts=tuple(Start(**start) for start in starts), **values)

    @property
    def digest(self) -> str:
        """SHA-256 of what decides the counts; budgets, the endpoint and names of runs don't.

        Nor does the live run of the team from which it begins, if it is one: one made anew is as good.
        """
        content = self.to_dict()
        for key in ("budget_calls", "budget_tokens", "endpoint"):
            del content[key]
        if len(self.starts) > 1:
            for start in content["starts"]:
                del start["name"]
        elif not self.is_bound:
            for key in ("source", "bind", "outside"):
                del content[key]
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
