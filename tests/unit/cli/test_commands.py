"""The command line as an engineer uses it in CI, with real files and a real database."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.__main__ import WorkspaceLibrary
from core.cli.app import main
from core.cli.examples import EXAMPLES

ROOT = Path(__file__).parents[3]

CONTRACT = """\
apiVersion: baton/v1
kind: FactContract
name: offers
facts:
  - id: budget
    statement: Budget is at most $45,000
    kind: limit
    owner: Collector
    recipients: [Writer]
    check: {type: phrase, pattern: "45,000"}
"""


def trace(*texts, names=("Collector", "Writer")):
    events = [
        {"seq": 1, "kind": "message", "from": names[0], "to": [names[1]], "text": texts[0]},
        {"seq": 2, "kind": "output", "from": names[1], "to": [], "text": texts[1]},
    ]
    return json.dumps(
        {
            "apiVersion": "baton/v1",
            "kind": "Trace",
            "name": "run",
            "agents": [{"name": name} for name in names],
            "events": events,
        }
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "contract.yaml").write_text(CONTRACT, "utf-8")
    (tmp_path / "good.json").write_text(trace("At most 45,000.", "It fits 45,000."), "utf-8")
    (tmp_path / "lost.json").write_text(trace("Please write.", "Done."), "utf-8")
    return tmp_path


@pytest.fixture
def run(folder, monkeypatch, capsys):
    monkeypatch.setenv("BATON_DATABASE_URL", f"sqlite:///{folder / 'db' / 'baton.db'}")
    monkeypatch.chdir(folder)

    def call(*words):
        code = main(words, WorkspaceLibrary)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_zero_when_every_critical_fact_arrived_and_was_used(run):
    code, out, _ = run("check", "good.json", "--contract", "contract.yaml")
    assert code == 0
    assert "0 critical gaps" in out


def test_one_for_a_critical_gap_and_the_report_names_it(run):
    code, out, _ = run("check", "lost.json", "--contract", "contract.yaml")
    assert code == 1
    assert "1 checked, 1 obligation: 1 critical gap, 0 unsure" in out
    assert "GAP" in out and "budget" in out and "absent" in out


def test_two_for_bad_input_with_one_sentence_and_no_stack_trace(run):
    code, out, err = run("check", "missing.json", "--contract", "contract.yaml")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and "no such file" in err


def test_two_for_a_contract_that_is_not_one(run, folder):
    (folder / "bad.yaml").write_text("facts: 3", "utf-8")
    code, _, err = run("check", "good.json", "--contract", "bad.yaml")
    assert code == 2
    assert "bad.yaml" in err


def test_three_when_the_recipient_took_no_part(run, folder):
    text = trace("At most 45,000.", "It fits.").replace("Writer", "Painter")
    (folder / "other.json").write_text(text, "utf-8")
    code, out, _ = run("check", "other.json", "--contract", "contract.yaml")
    assert code == 3
    assert "played by nobody: Writer" in out


def test_a_minor_gap_does_not_fail_the_check(run, folder):
    (folder / "minor.yaml").write_text(CONTRACT + "    critical: false\n", "utf-8")
    code, out, _ = run("check", "lost.json", "--contract", "minor.yaml")
    assert code == 0
    assert "minor" in out


def test_a_folder_is_checked_whole(run, folder):
    (folder / "runs").mkdir()
    for name in ("good.json", "lost.json"):
        (folder / name).rename(folder / "runs" / name)
    code, out, _ = run("check", "runs", "--contract", "contract.yaml", "--format", "json")
    document = json.loads(out)
    assert code == document["exit_code"] == 1
    assert [Path(r["source"]).name for r in document["results"]] == ["good.json", "lost.json"]
    assert document["results"][1]["earliest_gap"] == {"fact": "budget", "recipient": "Writer"}


def test_a_run_of_a_folder_that_does_not_fit_is_skipped_and_never_a_quiet_success(run, folder):
    runs = folder / "runs"
    runs.mkdir()
    (folder / "good.json").rename(runs / "good.json")
    strange = trace("At most 45,000.", "It fits.").replace("Collector", "Cook")
    (runs / "menu.json").write_text(strange.replace("Writer", "Waiter"), "utf-8")
    code, out, _ = run("check", "runs", "--contract", "contract.yaml")
    assert code == 3
    assert "skipped, doesn't fit this contract: 0 of " in out and "1 checked" in out
    assert "1 skipped (it doesn't fit the contract; --binding checks it)" in out
    (runs / "contract.yaml").write_text((folder / "contract.yaml").read_text("utf-8"), "utf-8")
    _, out, _ = run("check", "runs", "--contract", "contract.yaml")
    (runs / "contract.yaml").unlink()
    # What can't be used was not checked either, and is named for what it is.
    assert "This is Baton's own fact contract, not a trace." in out
    assert "\n1 checked, 1 obligation: " in out and "1 not usable" in out
    code, out, _ = run("check", "runs", "--contract", "contract.yaml", "--format", "json")
    assert [bool(r.get("skipped")) for r in json.loads(out)["results"]] == [False, True]
    (runs / "good.json").unlink()
    code, _, _ = run("check", "runs", "--contract", "contract.yaml")
    assert code == 2


def test_junit_for_the_build_server(run):
    code, out, _ = run("check", "lost.json", "--contract", "contract.yaml", "--format", "junit")
    suite = ElementTree.fromstring(out).find("testsuite")
    assert code == 1
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert suite.find("testcase/failure").get("type") == "absent"


def test_import_then_check_by_id_and_import_again_adds_nothing(run):
    code, out, _ = run("import", "good.json")
    assert code == 0
    trace_id = out.split()[0]
    assert "1 imported, 0 already there" in out
    assert "0 imported, 1 already there" in run("import", "good.json")[1]
    assert run("check", trace_id, "--contract", "contract.yaml")[0] == 0


def test_the_database_can_be_named(run, folder):
    url = f"sqlite:///{folder / 'other.db'}"
    assert run("import", "good.json", "--db", url)[0] == 0
    assert (folder / "other.db").exists()


def test_import_says_which_file_is_no_trace_and_takes_the_others(run, folder):
    (folder / "runs").mkdir()
    (folder / "good.json").rename(folder / "runs" / "good.json")
    (folder / "runs" / "notes.txt").write_text("hello", "utf-8")
    code, out, err = run("import", "runs")
    assert code == 2
    assert "1 imported" in out
    assert "notes.txt" in err


@pytest.mark.parametrize("kind", ["contract", "trace", "roles", "priors"])
def test_schemas_are_published_without_a_host(run, kind):
    code, out, _ = run("schema", kind)
    schema = json.loads(out)
    assert code == 0
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].startswith("urn:baton:")


def test_a_priors_set_may_be_named_by_its_model(run):
    code, _, _ = run(
        "check", "good.json", "--contract", "contract.yaml", "--priors", "GPT-5.6-Terra"
    )
    assert code == 0


def test_an_unknown_priors_set_is_said_in_words(run):
    code, _, err = run("check", "good.json", "--contract", "contract.yaml", "--priors", "nothing")
    assert code == 2
    assert "nothing" in err


def test_it_runs_as_a_module(folder):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "core",
            "check",
            str(folder / "lost.json"),
            "--contract",
            str(folder / "contract.yaml"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == ""


def test_hostile_text_does_not_steer_the_terminal(run, folder):
    text = json.loads(trace("Please write.", "Done."))
    text["name"] = "\x1b]0;owned\x07"
    (folder / "hostile.json").write_text(json.dumps(text), "utf-8")
    assert "\x1b" not in run("check", "hostile.json", "--contract", "contract.yaml")[1]


def test_pending_is_called_pending(run, folder):
    text = trace("At most 45,000.", "It fits.").replace("Writer", "Painter")
    (folder / "other.json").write_text(text, "utf-8")
    code, out, _ = run("check", "other.json", "--contract", "contract.yaml")
    row = next(line for line in out.splitlines() if "budget" in line)
    assert row.split()[0] == "pending"
    assert "0 unsure, 1 pending" in out
    code, out, _ = run("check", "other.json", "--contract", "contract.yaml", "--format", "junit")
    suite = ElementTree.fromstring(out).find("testsuite")
    assert code == 3
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")
    assert suite.find("testcase/skipped").get("message").startswith("pending: ")


def test_a_check_of_files_makes_no_database(run, folder):
    assert run("check", "good.json", "--contract", "contract.yaml")[0] == 0
    assert not (folder / "db").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("check", "good.json", "--contract", "offers"),
        ("check", "good.json", "--contract", "contract.yaml", "--roles", "team"),
        ("check", "good.json", "--contract", "contract.yaml", "--priors", "mine"),
        ("check", "0123456789ab", "--contract", "contract.yaml"),
        ("export", "0123456789ab"),
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_a_name_that_is_not_found_says_where_it_was_looked_for(run, folder, words, there):
    if there:
        run("import", "good.json")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert str(folder / "db" / "baton.db") in err
    assert (folder / "db").exists() is there


@pytest.mark.parametrize("what", ["facts", "traces"])
def test_a_folder_where_a_file_is_measured_is_one_sentence(run, folder, what):
    code, out, err = run("eval", what, ".")
    assert (code, out) == (2, "")
    assert "this is a folder" in err and err.count("\n") == 1


@pytest.mark.parametrize("command", ["", "import", "export", "check", "schema", "eval"])
def test_help_ends_with_examples(run, capsys, command):
    with pytest.raises(SystemExit):
        run(*filter(None, [command]), "--help")
    shown = capsys.readouterr().out
    assert f"  python -m core {command}".rstrip() in shown
    assert "example" in shown


def test_runs_are_stressed_and_written(run, folder, capsys):
    from core.trace.importers import read_path

    demo = ROOT / "assets" / "demo" / "en"
    words = (str(demo / "runs" / "1-clean.json"), "--roles", str(demo / "roles.yaml"))
    code, out, _ = run("stress", *words, "--seeds", "2", "--output", "out", "--rows", "rows.jsonl")
    said = json.loads(out)
    rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()]
    assert code == 0 and said["all"]["n"] == len(rows) > 0
    written = sorted((folder / "out").iterdir())
    assert len(written) == len(rows)
    trace = read_path(written[0]).traces[0]
    assert rows[0]["inserted"] in trace.event(rows[0]["seq"]).text
    code, _, problem = run("stress", *words, "--seeds", "0")
    assert code == 2 and "--seeds is 0" in problem
    avoided = [word for row in rows for word in ("--avoid", f"1-clean.json:{row['seq'] - 1}")]
    code, out, _ = run("stress", *words, "--seeds", "2", *avoided, "--rows", "rows.jsonl")
    left = [json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()]
    asked = {
        "role-confuse",
        "late-correction",
    }  # these put a request in, so their turn moves on by one
    assert code == 0
    assert not {r["seq"] for r in left if r["scenario"] in asked} & {
        r["seq"] for r in rows if r["scenario"] in asked
    }
    code, _, problem = run("stress", *words, "--avoid", "other.json:3")
    assert code == 2 and "other.json:3 names no event" in problem


PARAMETERS = """\
apiVersion: baton/v1
kind: FactContract
name: offers
parameters:
  - {name: budget}
facts:
  - {id: budget, statement: "Budget is at most {budget}", kind: limit, owner: Collector, recipients: [Writer]}
"""


def test_a_folder_is_checked_with_a_table_of_values(run, folder):
    (folder / "runs").mkdir()
    (folder / "runs" / "one.json").write_text(trace("At most $45,000.", "It is $45,000."), "utf-8")
    (folder / "runs" / "two.json").write_text(trace("At most $30,000.", "It is $30,000."), "utf-8")
    (folder / "p.yaml").write_text(PARAMETERS, "utf-8")
    (folder / "values.csv").write_text('run,budget\none,"$45,000"\n', "utf-8")
    words = ("check", "runs", "--contract", "p.yaml", "--params", "values.csv")
    code, out, _ = run(*words, "--format", "json")
    results = {Path(r["source"]).stem: r for r in json.loads(out)["results"]}
    assert code == 3  # nothing is lost, but one run has no value
    assert results["one"]["values"] == {"budget": "$45,000"}
    assert results["one"]["obligations"][0]["outcome"] == "ok"
    assert results["two"]["obligations"] == []
    assert results["two"]["not_checked"] == [
        {"fact": "budget", "reason": "Not checked in this run: {budget} has no value."}
    ]
    _, out, _ = run(*words, "--format", "junit")
    suites = {s.get("name"): s for s in ElementTree.fromstring(out)}
    two = suites[str(Path("runs") / "two.json")]
    assert (two.get("tests"), two.get("skipped")) == ("1", "1")
    assert "has no value" in two.find("testcase/skipped").get("message")
    _, out, _ = run(*words)
    assert "not checked: budget" in out and "1 not checked" in out


def test_a_table_that_does_not_fit_is_bad_input(run, folder):
    (folder / "values.csv").write_text("run,price\none,3\n", "utf-8")
    (folder / "p.yaml").write_text(PARAMETERS, "utf-8")
    code, _, err = run("check", "good.json", "--contract", "p.yaml", "--params", "values.csv")
    assert (code, "no parameter 'price'" in err) == (2, True)


def test_suggest_prints_a_contract_that_check_takes(run, folder):
    (folder / "brief.json").write_text(
        trace("Budget: at most $45,000. The deadline is June 15.", "It is $44,000, by June 15."),
        "utf-8",
    )
    code, out, err = run("suggest", "brief.json")
    assert code == 0 and "suggested facts" in err
    assert "guessed: owner Collector" in out
    (folder / "s.yaml").write_text(out, "utf-8")
    assert run("check", "brief.json", "--contract", "s.yaml")[0] in (0, 1, 3)
    code, out, err = run("suggest", "lost.json")
    assert (code, out) == (2, "") and "Nothing in the trace looks like a fact" in err


def test_a_run_with_strange_names_says_how_to_bind_them(run, folder):
    strange = trace("Hello.", "Done.", names=("boss", "helper"))
    (folder / "strange.json").write_text(strange, "utf-8")
    code, out, _ = run("check", "strange.json", "--contract", "contract.yaml")
    assert code == 3
    assert "played by nobody: Collector, Writer" in out
    assert "agents that play no party: boss, helper" in out
    assert "Parties of the contract: Collector, Writer." in out and "--binding" in out
    shown = out[out.index("  apiVersion: baton/v1") :]
    (folder / "binding.yaml").write_text(textwrap.dedent(shown), "utf-8")
    _, out, _ = run(
        "check", "strange.json", "--contract", "contract.yaml", "--binding", "binding.yaml"
    )
    assert "played by nobody: Writer" in out and "agents that play no party: helper" in out

    (folder / "many").mkdir()
    (folder / "many" / "a.json").write_text(strange, "utf-8")
    code, out, _ = run("check", "many", "--contract", "contract.yaml")
    assert code == 2 and "agents of the run: boss, helper" in out and "boss: Collector" in out
    _, out, _ = run("check", "many", "--contract", "contract.yaml", "--format", "json")
    skipped = json.loads(out)["results"][0]
    assert (skipped["agents"], skipped["parties"]) == (["boss", "helper"], ["Collector", "Writer"])


@pytest.mark.parametrize("command", [name for name in EXAMPLES if name])
def test_every_help_says_how_the_command_ends(command):
    assert "exit code" in EXAMPLES[command]


SPARED = {
    "import good.json": "alembic networkx core.controller core.contract.checks core.drift.reading",
    "check good.json --contract contract.yaml": "core.drift.geometry core.live core.probe",
}


def test_a_command_loads_what_it_uses_alone(run, folder):
    run("import", "lost.json")  # a database that is up to date, as it mostly is
    program = (
        "import sys\nfrom core.cli.app import main\nfrom core.__main__ import WorkspaceLibrary\n"
        f"for words, spared in {SPARED!r}.items():\n"
        "    main(words.split(), WorkspaceLibrary)\n"
        "    print('loaded:', sorted(set(spared.split()) & set(sys.modules)))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ).stdout
    assert said.count("loaded: []") == len(SPARED), said


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        ("--help", ("pydantic", "numpy", "core.trace.importers", "core.controller")),
        ("check --help", ("pydantic", "numpy", "core.controller")),
        ("import --help", ("networkx", "core.controller", "core.live", "storage")),
    ],
)
def test_a_command_pays_for_what_it_uses_alone(words, spared):
    program = (
        "import sys\nfrom core.cli.app import main\n"
        "try:\n    main(sys.argv[1:], None)\nexcept SystemExit:\n    pass\n"
        f"print('loaded:', sorted({set(spared)!r} & set(sys.modules)))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program, *words.split()], capture_output=True, text=True, check=True
    ).stdout
    assert "usage: " in said and said.endswith("loaded: []\n")
