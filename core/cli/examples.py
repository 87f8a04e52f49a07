"""What the end of each command's ``--help`` shows."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final[dict[str, str]] = {
    "": """\
examples:
  python -m core import runs/                         keep all traces of a folder
  python -m core check run.json --contract offer.yaml
  python -m core check --help                         more about one command

exit codes: 0 done; 2 something can't be used, one sentence on stderr says what; others where a
command's help says so
""",
    "import": """\
examples:
  python -m core import run.json other.jsonl
  python -m core import runs/ --db sqlite:///baton.db
  python -m core import log.json --mapping mapping.yaml --redact-emails

Keys and tokens are taken out unless --no-redact says otherwise. Importing a file twice adds nothing.

exit codes:
  0  every file was read, whole
  2  a file, or a record in one, can't be used; stderr says which. The rest was imported
""",
    "export": """\
examples:
  python -m core export run.json --format otlp --output run.otlp.json
  python -m core export 3f2a9c01d4be > run.jsonl      a trace in the database, by its id

exit codes: 0; 2 if the trace can't be read or the file can't be written
""",
    "check": """\
examples:
  python -m core check run.json --contract offer.yaml
  python -m core check runs/ --contract offer.yaml --format junit > baton.xml
  python -m core check runs/ --contract offer.yaml --params values.csv --format json
  python -m core check 3f2a9c01d4be --contract offer@2 --priors GPT-5.6-Terra

A binding is a YAML file that says which agent of the run plays which party of the contract:
  apiVersion: baton/v1
  kind: Binding
  parties: {writer_agent: Copywriter, user: Requirements Collector}

The table of --params has a column 'run' (name, id or file of the run) and one for each parameter.

exit codes:
  0  every critical fact arrived in time and was used
  1  a gap of a critical fact, late and contradicted included
  2  something handed in can't be used
  3  no gap, but something unsure, pending to the end, or not checked for want of a value
""",
    "suggest": """\
examples:
  python -m core suggest run.json > contract.yaml
  python -m core suggest 3f2a9c01d4be --all --output contract.yaml

Facts are quoted from the task, the first briefs and the records of the run. Owner and recipients
are guesses, and a remark above each fact says what they rest on.

exit codes: 0; 2 if the trace can't be read, or nothing in it looks like a fact
""",
    "run": """\
examples:
  python -m core run sales-proposal --scripted        a ready team, without any model
  python -m core run team.yaml --model small --approval flagged --db sqlite:///team.db
  python -m core run --resume 3f2a9c01d4be

Models are reached at OPENAI_BASE_URL, with OPENAI_API_KEY if they need one. Parked messages are
decided in the dashboard on the same database. Interrupt at any time and go on with --resume.

exit codes: as check; 2 also for a run that failed or was stopped, 130 for an interrupted one
""",
    "probe": """\
examples:
  python -m core probe team.yaml --verifier test.yaml --scripted --out priors.json
  python -m core probe team.yaml --contract facts.yaml --verifier test.yaml --model small \\
      --seeds 3 --most 60 --max-tokens 400000 --yes --out priors.json
  python -m core probe --resume 3f2a9c01d4be --out priors.json

A fault is put into a handoff of a clean run, which is then continued with and without each repair;
the verifier scores both. Interrupt at any time and go on with --resume. What is counted so far is
written all the same, as a provisional set.

exit codes: 0 all was run; 3 it ended early and can be resumed; 2 something can't be used;
130 interrupted
""",
    "lab": """\
examples:
  python -m core lab 3f2a9c01d4be
  python -m core lab 3f2a9c01d4be --priors GPT-5.6-Terra --other-model --json > lab.json
  python -m core lab 3f2a9c01d4be --max-harm 0.1 --min-episodes 10
  python -m core lab 3f2a9c01d4be --ask small --max-calls 40

Nothing is run again: every episode holds how it ended natively and with each repair. The gate uses
counts of other places, faults and facts, unless told otherwise. --ask has a model decide about every gap, once.

exit codes: 0; 3 if --ask ran out of its budget; 2 if something can't be used
""",
    "priors": """\
examples:
  python -m core priors list
  python -m core priors show GPT-5.6-Terra --json
  python -m core priors export 3f2a9c --output priors.json
  python -m core priors diff priors.json published-gpt-5.6-terra

exit codes: 0; 1 if diff finds a difference; 2 if something can't be used
""",
    "schema": """\
example:
  python -m core schema contract > contract.schema.json

exit code: 0
""",
    "stress": """\
examples:
  python -m core stress run.json --roles team.yaml --seeds 8
  python -m core stress runs/ --roles team.yaml --avoid runs/3.json:7
  python -m core stress runs/ --roles team.yaml --scenario role-confuse --output stressed/

Each fault is put into a run taken to be clean, and scored beside its twin, the same run with an
agent that stays in its role. A fifth of the profiles' texts is held out to make the faults of.
The same seed gives the same fault.

exit codes: 0, whatever was found; 2 if something can't be used
""",
    "eval": """\
examples:
  python -m core eval facts cases.jsonl
  python -m core eval drift turns.jsonl --roles roles.json --rows predictions.jsonl
  python -m core eval drift turns.jsonl --roles roles.json --encoder endpoint:NAME
  python -m core eval rewrite turns.jsonl --roles roles.json --model NAME
  python -m core eval import traces/ --format json

exit codes: 0, whatever was measured; 2 if something can't be used
""",
}
"""Command name -> text; the empty name stands for the whole program."""
