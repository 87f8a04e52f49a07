"""Verifiers: declarative tests of what a run produced. Never a judge model, never a user's code."""

from core.probe.verifiers.document import parse_verifier, verifier_schema
from core.probe.verifiers.model import Verifier
from core.probe.verifiers.result import CheckResult, Subject
from core.probe.verifiers.verify import CompiledVerifier, compile_verifier

__all__ = [
    "CheckResult",
    "CompiledVerifier",
    "Subject",
    "Verifier",
    "compile_verifier",
    "parse_verifier",
    "verifier_schema",
]
