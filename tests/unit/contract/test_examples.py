"""Labelled examples are run against the checks of their facts."""

from core.contract.document import parse_contract
from core.contract.examples import try_examples
from core.contract.lint import lint_contract

TEXT = """\
apiVersion: baton/v1
kind: FactContract
name: x
facts:
  - id: code
    statement: The booking code is QX7
    owner: A
    recipients: [B]
    check: {type: phrase, pattern: QX7}
    examples:
      - {text: Use the booking code QX7 at the desk., label: conveyed}
      - {text: Use the booking code QX7 at the desk, label: not_conveyed}
      - {text: Nothing of that kind., label: not_conveyed}
  - id: broken
    statement: x
    owner: A
    recipients: [B]
    check: {type: regex, pattern: "["}
    examples: [{text: x, label: conveyed}]
"""


def test_each_example_is_right_wrong_or_unsure():
    results = [r for r in try_examples(parse_contract(TEXT)) if r.fact_id == "code"]
    assert [result.outcome for result in results] == ["right", "wrong", "right"]


def test_on_demand_the_linter_reports_the_wrong_ones():
    codes = {(i.code, i.line) for i in lint_contract(TEXT, run_examples=True)}
    assert ("example-wrong", 12) in codes
    assert ("bad-regex", 18) in codes
    assert "example-wrong" not in {issue.code for issue in lint_contract(TEXT)}
