"""Typed fact checks: does a text convey a fact, contradict it, or leave it out?

>>> from core.contract.checks import compile_fact
>>> from core.contract.model import Fact
>>> check = compile_fact(Fact(id="F1", statement="Budget is at most $45,000", kind="limit"))
>>> check.words
'budget: at most 45 000 USD'
>>> check.states("They can't spend more than 45k dollars.").lean
'conveyed'
"""

from core.contract.checks.check import FactCheck, compile_fact
from core.contract.checks.model import Label, Verdict, VerdictLabel
from core.contract.checks.view import TextView, read_text

__all__ = ["FactCheck", "Label", "TextView", "Verdict", "VerdictLabel", "compile_fact", "read_text"]
