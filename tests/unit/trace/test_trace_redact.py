"""Secrets are taken out before a trace is kept; what they were is kept nowhere."""

from __future__ import annotations

import json
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from core.trace.model import Agent, Event, Trace
from core.trace.native import trace_to_dict
from core.trace.redact import NOTHING, Rules, as_lines, redact, redact_all, redact_text
from core.trace.secrets import without_secrets
from core.trace.suspects import suspects

RANDOM = "a8F3kd92LmQ0zX77vbN1"
SECRETS = {
    "sk-proj-" + RANDOM: "key",
    "sk-ant-" + RANDOM: "key",
    "sk_live_" + RANDOM: "key",
    "ghp_" + RANDOM * 2: "key",
    "github_pat_" + RANDOM * 2: "key",
    "glpat-" + RANDOM: "key",
    "AKIA" + "ABCD2345EFGH6789": "key",
    "AIza" + RANDOM * 2: "key",
    "xoxb-" + "1234567890-" + RANDOM: "key",
    "hf_" + RANDOM: "key",
    "pk-lf-" + RANDOM: "key",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVm": "json web token",
}


@pytest.mark.parametrize("secret", list(SECRETS))
@pytest.mark.parametrize("form", ["{}", "use {} now", '"{}"', "x={}&y=1", "über {}\n"])
def test_keys_of_vendors(secret, form):
    found, counts = redact_text(form.format(secret))
    assert secret not in found
    assert sum(counts.values()) == 1
    assert found == form.format(f"[redacted: {next(iter(counts))}]")


@pytest.mark.parametrize(
    "text",
    [
        f'{{"api_key": "{RANDOM}"}}',
        f'{{\\"client_secret\\": \\"{RANDOM}\\"}}',
        f"SERVICE_TOKEN={RANDOM}",
        f"password: {RANDOM}",
        "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz22",
        f"Authorization: Bearer {RANDOM}",
        "Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==",
        "postgres://gardener:s3cr3tRose@db/plants",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75f\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75f cut off",
    ],
)
def test_secrets_without_a_prefix(text):
    found, counts = redact_text(text)
    assert "[redacted: " in found
    assert sum(counts.values()) == 1
    for part in (RANDOM, "wJalrXUtn", "dXNlcjpw", "s3cr3tRose", "MIIEp"):
        assert part not in found


@pytest.mark.parametrize(
    "text",
    [
        "The request 550e8400-e29b-41d4-a716-446655440000 failed.",
        "token=getAccessTokenFromSession()",
        "max_tokens: 100000000000000000000",
        "a sha: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "the key idea is compartmentalisation_of_concerns",
        "see https://example.org/a/very/long/path/to/something1234567890",
        "monkey: 1234567890abcdefghijkl" if False else "keyboard = mechanical_keyboard_model_2000x",
        "",
        "password: short1",
    ],
)
def test_what_is_no_secret_stays(text):
    found, counts = redact_text(text)
    assert found is text
    assert not counts


def trace_with(text, **values):
    event = Event(
        seq=1, kind="message", sender="Anna Berg", recipients=("Bo",), text=text, **values
    )
    return Trace(
        name="t", format="x", agents=(Agent(name="Anna Berg"), Agent(name="Bo")), events=(event,),
        task=f"use {RANDOM}", labels={"truth": f"hf_{RANDOM}"}, metadata={"apiKey": RANDOM, "n": 1},
    )  # fmt: skip


def test_every_text_of_a_trace_is_read():
    trace = trace_with(
        f"sk-proj-{RANDOM}",
        metadata={"headers": {"Authorization": f"Bearer {RANDOM}"}, "deep": [[f"hf_{RANDOM}"]]},
    )
    found, counts = redact(trace)
    written = json.dumps(trace_to_dict(found))
    assert counts == Counter({"key": 3, "secret field": 2})
    assert written.count(RANDOM) == 1  # a random word in a sentence is no secret
    assert found.metadata["n"] == 1


def test_nothing_found_is_the_same_object():
    trace = Trace(name="t", format="x", agents=(), events=(), task="hello")
    assert redact(trace)[0] is trace
    assert redact(trace_with("sk-proj-" + RANDOM), NOTHING)[1] == Counter()


def test_the_same_trace_gives_the_same_digest():
    trace = trace_with("sk-proj-" + RANDOM)
    assert redact(trace)[0].digest == redact(trace)[0].digest
    again, counts = redact(redact(trace)[0])
    assert not counts
    assert again.digest == redact(trace)[0].digest


def test_mail_phone_names_fields_and_patterns_when_asked():
    text = "Anna Berg (anna.berg@example.org, +49 170 1234567) has invoice R-1203 of 2026-03-01."
    rules = Rules(
        emails=True, phones=True, names=("anna berg",), fields=("Ward",), patterns=(r"R-\d+",)
    )
    found, counts = redact(trace_with(text, metadata={"ward": "7b", "kept": "7b"}), rules)
    event = found.events[0]
    assert event.text == (
        "[redacted: name] ([redacted: e-mail], [redacted: phone]) has invoice [redacted: pattern] "
        "of 2026-03-01."
    )
    assert event.sender == "[redacted: name]"
    assert found.agent_names == ("[redacted: name]", "Bo")
    assert event.metadata == {"ward": "[redacted: field]", "kept": "7b"}
    assert counts["name"] == 3
    assert counts["pattern: R-\\d+"] == 1
    assert list(as_lines({"key": 2, "name": 3})) == ["3 × name", "2 × key"]


def test_a_broken_pattern_is_told():
    with pytest.raises(SettingError, match="regular expression"):
        redact_text("x", Rules(patterns=("(",)))


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80), st.sampled_from(list(SECRETS)), st.text(max_size=80))
def test_a_key_among_anything(before, secret, after):
    text = f"{before} {secret} {after}"
    found, counts = redact_text(text)
    assert secret not in found
    assert counts
    again, _ = redact_text(found)
    assert secret not in again


fragments = st.sampled_from(
    ["sk-proj-", "ya29.", "SG.", "eyJhbGciOi", ".eyJzdWIiOi", "Bearer ", "basic ", "api_key", "token",
     "password", "pwd=", "hunter2!", "Bearer", "\t", "  ", "%3D", "%0A", "\\\\u003d", "\\\\n", "1234567890:AA", "pat", "app-", "com/services/", "hooks.slack.", "Cookie: a=", "hvs.", "&quot;", "Authorization", " = ", ": ", '"', "https://u:", "@", ";base64,", "iVBORw0KGgoAAAANSU", "=", "_",
     "-----BEGIN PRIVATE KEY-----", "passPhrase", "-", "x" * 70,
     "AKIA", "a1B2c3D4e5F6g7H8", "abcdefghijklmnopqrst", "/usr/share/lib/x", "-" * 20, "\n", " ", "é", "漢"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(fragments, max_size=7).map("".join), max_size=5))
def test_many_texts_are_searched_together_as_each_alone(texts):
    changed = [
        index
        for index, text in enumerate(texts)
        if without_secrets(text, lambda kind: f"[{kind}]") != text
    ]
    assert set(changed) <= set(suspects(texts))
    assert suspects(["all is well"] * 3 + ["sk-proj-abcdefghijklmnop1234"]) == [3]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(
                st.lists(fragments, max_size=4).map("".join),
                st.dictionaries(fragments, st.lists(fragments, max_size=3), max_size=2),
            ),
            max_size=3,
        ),
        max_size=4,
    ),
    st.sampled_from(["all is well", "use sk-proj-abcdefghijklmnop1234"]),
)
def test_traces_searched_together_are_cleaned_as_each_alone(runs, task):
    traces = [
        Trace(
            name=f"run {number}", format="x", agents=(Agent(name="A"),), task=task if number % 2 else "",
            events=tuple(
                Event(seq=seq, kind="message", sender="A", text=text, metadata=metadata)
                for seq, (text, metadata) in enumerate(run, 1)
            ),
        )
        for number, run in enumerate(runs)
    ]  # fmt: skip
    together = redact_all(traces)
    assert together == [redact(trace) for trace in traces]
    assert together == [redact_one_by_one(trace) for trace in traces]
    assert all(
        found is trace
        for (found, counts), trace in zip(together, traces, strict=True)
        if not counts
    )


def redact_one_by_one(trace):
    """Clean every text of a trace, whatever a search says: a field to take out makes it read all."""
    return redact(trace, Rules(fields=("no such field",)))


def test_texts_searched_together_do_not_run_into_each_other():
    assert suspects(["my secret", ": a1B2c3D4e5F6g7H8", "= a1B2c3D4e5F6g7H8 and more"]) == []
    many = ["a quiet line of words"] * 20_000
    many[7_777] = many[19_999] = "key sk-proj-abcdefghijklmnop1234"
    assert suspects(many) == [7_777, 19_999]
    many[5] = "a quiet line " * 100_000
    assert suspects(many) == [5, 7_777, 19_999]  # too long to be searched with others


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_text_comes_back(text):
    rules = Rules(emails=True, phones=True, names=("a",), patterns=("b",))
    found, counts = redact_text(text, rules)
    assert isinstance(found, str)
    if not counts:
        assert found == text


@pytest.mark.parametrize(
    "piece", ["x" * 30 + " ", "a", "sk-", "eyJ", "token=", "://a:", "-----BEGIN PRIVATE KEY-----", "a@", "a.", "12 34 ", '"', "é", "key: "]
)  # fmt: skip
def test_time_is_linear(piece):
    rules = Rules(emails=True, phones=True)
    times = []
    for size in (100_000, 400_000):
        text = piece * (size // len(piece))
        started = time.process_time()
        redact_text(text, rules)
        times.append(time.process_time() - started)
    assert times[1] < max(16 * times[0], 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "psql password={}",
        "user=ann&password={}&page=2",
        "PGPASSWORD={} psql -h db",
        "Server=db;Uid=ann;Pwd={};",
        "connect(user='ann', password='{}')",
        'set passwd = "{}"',
        '{{"user": "ann", "password": "{}"}}',
        '{{\\"password\\": \\"{}\\"}}',
    ],
)
@given(st.from_regex(r"[A-Za-z]{3,6}[0-9!@#^*+]{1,3}[A-Za-z0-9]{2,5}", fullmatch=True))
def test_a_chosen_password_that_is_assigned(text, chosen):
    if len(set(chosen)) < 4:
        return
    found, counts = redact_text(text.format(chosen))
    assert found == text.format("[redacted: password]") and counts == Counter({"password": 1})
    assert redact_text(found)[0] == found


@pytest.mark.parametrize(
    "text",
    [
        "password=args.password1", "password=os.environ['DB_PASS_1']", "password=getpass()",
        "password=$DB_PASSWORD1", "password=********", "password=required", "password=None",
        "password=<your password>", "password={password1}", "pwd=/home/ann/work2", "password=%(pass1)s",
        '{"password": "string"}', "The password is short1.", "cd $PWD && ls -la2",
        "password = input('Password 1: ')", "Set password=... before you start run 12.",
        "password == other1", "forgot-password?step=2&plan=b1",
    ],
)  # fmt: skip
def test_what_is_no_password_stays(text):
    assert redact_text(text) == (text, Counter())


@given(st.text(alphabet="abcdefgh ,.;:!?'\n0123456789", max_size=200))
def test_prose_about_passwords_stays(prose):
    text = f"The password policy: {prose}"
    assert redact_text(text)[0] == text


def test_a_password_under_its_name_in_metadata():
    trace = Trace(
        name="t",
        format="x",
        agents=(),
        events=(),
        metadata={"db": {"password": "hunter2!", "pwd": "required"}},
    )
    clean, counts = redact(trace)
    assert clean.metadata["db"] == {"password": "[redacted: secret field]", "pwd": "required"}
    assert counts == Counter({"secret field": 1})


@pytest.mark.parametrize(
    "piece",
    ["password=a_a_a_a_a_a_a_a_a_a_a_a_a_a_1a!", "password=a.a.a.a.a.a.a.a1.", "password: \\\n", "password=x;a;a;a;a",
     "password=sk-abcdefghijklmnopqrstu12345 ", "password=hunter2! ", "https://u:hunter2!@h password=", "pwd=",
     'password="', "--password ", "passwd: ", "password=a("],
)  # fmt: skip
def test_time_for_passwords_is_linear(piece):
    times = []
    for size in (50_000, 200_000):
        text = piece * (size // len(piece))
        started = time.process_time()
        redact_text(text)
        times.append(time.process_time() - started)
    assert times[1] < max(8 * times[0], 0.1)


def test_a_password_beside_and_inside_other_secrets():
    text = "password=sk-abcdefghijklmnopqrstu12345 password=hunter2!x https://u:pwd=s3cret!x@h pwd=s3cret!y"
    found, counts = redact_text(text)
    assert found == (
        "password=[redacted: key] password=[redacted: password] "
        "https://u:[redacted: password in a URL]@h pwd=[redacted: password]"
    )
    assert sum(counts.values()) == 4


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("password={}", "Summer.Sun2024"),
        ("password={}", "hunter2.home"),
        ("DB_PASSWORD={}", "my_pw.v2"),
        ('"password": "{}"', "correct horse battery 9"),
        ('"password": "{}", "n": 1', 'ab\\"c1!x'),
        ("password={}", "ab1!c<d9"),
        ("password={}", "p@ss;word!"),
        ("password={}", "%24Zx9kQ7"),
        ("password={}", "$ecret123"),
        ("password={}", "*Star99!"),
        ("password={}", "/slash9!a"),
        ("PassWord={}", "hunter2!"),
        ("PassPhrase={}", "hunter2!"),
        ('password := "{}"', "hunter2!"),
        (':password => "{}"', "hunter2!"),
        ('config["password"] = "{}"', "hunter2!"),
        ("password: {}", "hunter2!"),
        ("(password: {})", "hunter2!"),
        ("mysql --password {} -u root", "hunter2!"),
        ("mysql --db-password {} -u root", "hunter2!"),
        ('"password": "{}"', "hunter2!"),
        ("password={}", "Secret1(xyz)"),
        ("connect(password={},user=ann)", "hunter2!"),
        ("PASSWORD={}&&ls", "hunter2"),
        ("Pwd={};Uid=2", "ab1!cd"),
    ],
)
def test_a_chosen_password_goes_whole(text, chosen):
    before, after = text.split("{}")
    found, counts = redact_text(before + chosen + after)
    assert found == before + "[redacted: password]" + after
    assert counts == Counter({"password": 1})
    assert redact_text(found)[0] == found


@pytest.mark.parametrize(
    "text",
    [
        "password = password1", "password = sha256(x)", "password=b64decode(x1)", "password=config::pass1",
        "pwd=~/work1", "reset_password=2024-01-01T", "forgot_password=step_2", "password=8+characters",
        "password=YOUR_PASSWORD_1", "password = Field(min_length=8)", "password==other1", "password=self._pass1",
        "const password = req.body.password1;", '"password": "{{ vault_pass1 }}"', '"pwd": "/home/ann/work2"',
        "password: ann2@example.org", "password: short1", "Password: at least 8 signs", "one-password hunter2! is",
        '"password": "Forgot your password?"', "DB_PASSWORD=${DB_PASSWORD:-x1}", "use --password option 2",
        '"password": "YOUR_PASSWORD_1"', "password=https://a.b/c1",
    ],
)  # fmt: skip
def test_what_stands_for_a_password_stays(text):
    assert redact_text(text) == (text, Counter())


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            fragments,
            st.sampled_from(["=", ":=", "'", "(", ")", "<b>", ";", "&", "--", "\\", "$a1!bcd"]),
        )
    )
)
def test_what_was_cleaned_of_passwords_stays_as_it_is(pieces):
    found, counts = redact_text("password" + "".join(pieces))
    assert isinstance(found, str)
    if not counts:
        assert found == "password" + "".join(pieces)


_MARKED_KEY = "sk-proj-Ab3dEf6hIj9kLm2nOp5q"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (rf'{{"a": "x\n{_MARKED_KEY}"}}', r'{"a": "x\n[redacted: key]"}'),
        (rf"\t{_MARKED_KEY}", r"\t[redacted: key]"),
        (rf"\"{_MARKED_KEY}\"", r"\"[redacted: key]\""),
        (r"\nAKIAIOSFODNN7EXAMPLE", r"\n[redacted: key]"),
        (
            f"https://ghp_{'a1B2c3' * 6}@github.com/x/y.git",
            "https://[redacted: key]@github.com/x/y.git",
        ),
        (f"https://api.x.com/v1/{_MARKED_KEY}", "https://api.x.com/v1/[redacted: key]"),
        ("//AKIAIOSFODNN7EXAMPLE", "//[redacted: key]"),
        (f"+{_MARKED_KEY}", "+[redacted: key]"),
        (f"_{_MARKED_KEY}", "_[redacted: key]"),
        (f"bot-{_MARKED_KEY}", "bot-[redacted: key]"),
    ],
)
@pytest.mark.parametrize(
    "before", ["", "All is well, and this goes on for more than forty signs. "]
)
def test_a_key_inside_of_a_run_is_taken_out(text: str, clean: str, before: str) -> None:
    assert redact_text(before + text)[0] == before + clean
    assert suspects(["quiet " * 20, before + text]) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn-tutorial-for-beginners",
        "see /docs/sk-learn-tutorial-for-beginners",
        "sk-ant-farm-simulator-2000",
        "pypi-package-index-for-the-python-language",
        "xoxb-hugs-and-kisses-all",
    ],
)
def test_words_behind_a_vendors_mark_are_no_key(text: str) -> None:
    assert redact_text(text) == (text, Counter())


def _cleaned_metadata(metadata: dict[str, object]) -> object:
    event = Event(seq=0, kind="message", sender="a", text="x", metadata=metadata)
    trace = Trace(name="t", format="native", agents=(Agent(name="a"),), events=(event,))
    return redact(trace)[0].events[0].metadata


@pytest.mark.parametrize(
    ("metadata", "clean"),
    [
        ({"api_key": [RANDOM]}, {"api_key": ["[redacted: secret field]"]}),
        (
            {"password": {"value": "hunter2!", "age": 3}},
            {"password": {"value": "[redacted: secret field]", "age": 3}},
        ),
        (
            {"headers": [{"name": "Authorization", "value": RANDOM}]},
            {"headers": [{"name": "Authorization", "value": "[redacted: secret field]"}]},
        ),
        (
            {"sk-proj-" + RANDOM: 1, "sk-proj-x" + RANDOM: 2},
            {"[redacted: key]": 1, "[redacted: key] 2": 2},
        ),
        ({"next_page_token": RANDOM}, {"next_page_token": RANDOM}),
    ],
)
def test_names_tell_one_level_down_and_no_value_is_lost(metadata, clean):
    assert _cleaned_metadata(metadata) == clean


@pytest.mark.parametrize("name", ["pAssWord", "PWd"])
def test_a_password_is_found_in_any_case(name):
    assert redact_text(f"{name}=hunter2!x")[0] == f"{name}=[redacted: password]"
    assert suspects([f"{name}=hunter2!x"]) == [0]


def test_a_long_s_is_no_s():
    text = "pwd, pas\u017fword=hunter2!x"
    assert redact_text(text) == (text, Counter())


def test_a_page_token_is_no_secret():
    text = f"https://a.example/list?next_page_token={RANDOM}"
    assert redact_text(text) == (text, Counter())


def test_agents_named_by_keys_stay_apart_and_send_their_events():
    keys = ["sk-proj-" + RANDOM, "sk-proj-x" + RANDOM]
    trace = Trace(
        name="t",
        format="native",
        agents=(Agent(name=keys[0]), Agent(name=keys[1])),
        events=(
            Event(seq=0, kind="message", sender=keys[0], recipients=(keys[1],), text="hello"),
            Event(seq=1, kind="message", sender=keys[1], recipients=(keys[0],), text="hello"),
        ),
    )
    found = redact(trace)[0]
    assert [agent.name for agent in found.agents] == ["[redacted: key]", "[redacted: key] 2"]
    assert [event.sender for event in found.events] == ["[redacted: key]", "[redacted: key] 2"]
    assert found.events[0].recipients == ("[redacted: key] 2",)
    assert RANDOM not in json.dumps(trace_to_dict(found))


def test_a_private_key_block_of_pgp():
    text = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----"
    assert redact_text(f"a {text} b")[0] == "a [redacted: private key] b"
    assert suspects(["quiet", text]) == [1]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"Authorization: Bearer\t{RANDOM}", "Authorization: Bearer\t[redacted: bearer token]"),
        (f"AccountKey={RANDOM}==", "AccountKey=[redacted: secret field]"),
        (r"\\\"password\\\":\\\"hunter2!\\\"", r"\\\"password\\\":\\\"[redacted: password]\\\""),
        ('"password":\n      "hunter2!"', '"password":\n      "[redacted: password]"'),
    ],
)
def test_spellings_of_secrets(text, clean):
    assert redact_text(text)[0] == clean
    assert suspects(["quiet " * 20, text]) == [1]


def drawn(count, signs="Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"):
    """Return signs that look drawn; no key in this file is written out, so no scanner finds one."""
    return (signs * (count // len(signs) + 1))[:count]


HEX = "9f86d081884c7d659a2feaa0c55ad015"
DIGITS = "183947265019"
CAPITALS = "QX7RT2KM9ZP4WL8N"


@pytest.mark.parametrize(
    ("mark", "rest"),
    [
        ("sk-", drawn(48)), ("sk-proj-", drawn(140)), ("sk-admin-", drawn(60)), ("sk-ant-api03-", drawn(95)),
        ("sk-ant-oat01-", drawn(95)), ("sk-or-v1-", HEX * 2), ("pplx-", drawn(48)), ("nvapi-", drawn(64)),
        ("gsk_", drawn(52)), ("xai-", drawn(80)), ("hf_", drawn(34)), ("r8_", drawn(37)), ("fw_", drawn(24)),
        ("csk-", drawn(48)), ("jina_", drawn(60)), ("llx-", drawn(48)), ("tgp_v1_", drawn(43)),
        ("AIza", drawn(35)), ("GOCSPX-", drawn(28)), ("1//0", drawn(60)), ("ya29.", drawn(60)), ("AQ.", "Ab" + drawn(48)),
        ("ABSK", drawn(110)), ("tvly-dev-", drawn(32)), ("fc-", HEX), ("BSA", drawn(28)), ("e2b_", HEX + HEX[:8]),
        ("bb_live_", drawn(27)), ("pcsk_", drawn(6) + "_" + drawn(63)), ("app-", drawn(24)), ("pat_", drawn(64)),
        ("lsv2_pt_", HEX + "_" + HEX[:10]), ("glsa_", drawn(32) + "_" + HEX[:8]), ("sntryu_", HEX * 2),
        ("NRAK-", drawn(27, CAPITALS)), ("ghp_", drawn(36)), ("glpat-", drawn(20)), ("gldt-", drawn(20)),
        ("npm_", drawn(36)), ("pypi-", "AgEI" + drawn(70)), ("dckr_pat_", drawn(27)), ("rubygems_", HEX + HEX[:16]),
        ("PMAK-", HEX[:24] + "-" + HEX + HEX[:2]), ("sb_secret_", drawn(31)), ("sbp_", HEX + HEX[:8]),
        ("figd_", drawn(40)), ("lin_api_", drawn(40)), ("ntn_", drawn(46)), ("secret_", drawn(43)),
        ("pat", drawn(14) + "." + HEX * 2), ("ATATT3", drawn(180)), ("AKIA", CAPITALS), ("LTAI", drawn(20)),
        ("doo_v1_", HEX * 2), ("dapi", HEX), ("AGE-SECRET-KEY-1", drawn(58, CAPITALS)), ("sk_", HEX + HEX[:16]),
        ("whsec_", drawn(32)), ("sq0atp-", drawn(22)), ("SK", HEX), ("key-", HEX),
        ("xoxb-", DIGITS + "-" + DIGITS + "-" + drawn(24)), ("xapp-1-", "A" + CAPITALS + "-" + DIGITS + "-" + HEX * 2),
        ("SG.", drawn(22) + "." + drawn(43)), ("hvs.", drawn(95)), ("dp.pt.", drawn(43)),
        (drawn(14) + ".atlasv1.", drawn(65)), ("dt0c01.", drawn(24, CAPITALS) + "." + drawn(64, CAPITALS)),
        ("7bR8Q~", drawn(34)), (DIGITS[:10] + ":AA", drawn(33)), ("MTIzNDU2Nzg5MDEyMzQ1Njc4.", "Gab3d_." + drawn(38)),
    ],
)  # fmt: skip
def test_keys_as_vendors_write_them(mark, rest):
    before = "All is well, and this goes on for a while. "
    texts = ["quiet " * 20]
    for form in ("use {} now", '{{"x": "{}"}}', r"first\n{}", "?q=a%0A{}", r"\u000a{}", "\t{}"):
        texts.append(before + form.format(mark + rest))
        found, counts = redact_text(texts[-1])
        assert found == before + form.format("[redacted: key]") and counts == Counter({"key": 1})
    assert suspects(texts) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer  {RANDOM}",
        f"authorization:\tBEARER\t\t{RANDOM}",
        f"Authorization%3A%20Bearer%20{RANDOM}",
        f"auth=Bearer+{RANDOM}",
        f'"bearer": "{RANDOM}"',
        f"Authorization: {HEX}",
        f"Authorization: Token {HEX}",
        "Authorization: Basic Z2FyZGVuZXI6cm9zZXMx",
        f"https://x.example/back%3Ftoken%3D{RANDOM}%26n%3D1",
        f"access_token%253D{RANDOM}",
        rf'"token\u003d{RANDOM}"',
        rf"\u0022api_key\u0022:\u0022{RANDOM}\u0022",
        f"&quot;api_key&quot;: &quot;{RANDOM}&quot;",
        f"token={RANDOM}&amp;page=2",
        "AWS_SECRET_ACCESS_KEY=//" + drawn(39, "kD7f/Gx2mPq9LwZ4tBn8"),
        "AWS_SECRET_ACCESS_KEY=/" + drawn(39, "kD7f/Gx2mPq9LwZ4tBn8"),
        '"SecretAccessKey": "/' + drawn(39, "kD7f/Gx2mPq9LwZ4tBn8") + '"',
        f"https://a.blob.example/c?sv=2022&sig={RANDOM}%2Bx%3D",
        f"https://hooks.slack.com/services/T{CAPITALS[:8]}/B{CAPITALS[:10]}/{RANDOM}",
        f"https://discord.com/api/webhooks/{DIGITS}/{RANDOM * 3}",
        f"https://a.webhook.office.com/webhookb2/{HEX}@{HEX}/IncomingWebhook/{HEX}",
        f"https://api.telegram.org/bot{DIGITS[:10]}:AA{drawn(33)}/sendMessage",
        f"Cookie: theme=dark; session={RANDOM}",
        f"Set-Cookie: sid={RANDOM}; Path=/",
    ],
)
def test_secrets_that_something_announces(text):
    text = "All is well, and this goes on for a while. " + text
    found, counts = redact_text(text)
    assert sum(counts.values()) == 1
    for part in (RANDOM, HEX, "kD7f", "cm9zZX", drawn(33)):
        assert part not in found
    assert suspects(["quiet " * 20, text]) == [1]
    assert redact_text(found)[0] == found
    if "%26n" in text or "page=2" in text or "Path" in text:
        assert found.endswith(("%26n%3D1", "&amp;page=2", "; Path=/"))


@pytest.mark.parametrize(
    "text",
    [
        "We send Bearer notifications-and-reminders-service to all.",
        "the bearer  internationalization-of-v2-services",
        "Use the scheme: Bearer <token>, or Bearer YOUR_API_KEY_HERE",
        "Basic understanding_of_the_problem is needed",
        f"docker://repo:v1.2@sha256:{HEX}{HEX}",
        f"oci://library/repo:v1.2@sha256:{HEX}{HEX}",
        "postgres://user:${DB_PASSWORD}@db/plants",
        'password="must be 8+ characters"',
        'password: "at least 8 characters, 1 digit!"',
        '"password": "your password was reset on 1 May"',
        "key=/home/ann/Projects2024/src/module1",
        "token: /usr/share/lib/x86_64/config2",
        "call_Ab3dEf6hIj9kLm2nOp5qRs8t", "toolu_01Ab3dEf6hIj9kLm2nOp5qRs",
        "app-page-vendored-contexts-hooks", "pat_terns_of_the_garden_and_its_paths", "secret_garden_of_the_old_house_2024",
        "fc-barcelona-versus-real-madrid-2024", "key-value-store-for-the-garden", "https://example.com/services/Team/Board",
        "see https://hooks.example.com/services/garden/overview/of/roses", "A cookie = 12 g of sugar and 30 g of flour",
        "token://" + drawn(30, "kD7f/Gx2mPq9LwZ4tBn8"), "AAABBBCCCDDDEEEFFFGGG", "1234567890:AA",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_secret_stays(text):
    assert redact_text(text) == (text, Counter())
    text = "All is well, and this goes on for a while. " + text
    assert redact_text(text) == (text, Counter())


def test_calls_and_tools_named_by_keys_still_find_their_results():
    keys = ["ghp_" + drawn(36), "ghp_x" + drawn(36)]
    events = [
        event
        for number, key in enumerate(keys)
        for event in (
            Event(seq=2 * number + 1, kind="tool_call", sender="A", tool=key, call_id="c-" + key),
            Event(seq=2 * number + 2, kind="tool_result", sender=key, recipients=("A",), tool=key,
                  call_id="c-" + key),
        )
    ]  # fmt: skip
    trace = Trace(name="t", format="x", agents=(Agent(name="A"),), events=tuple(events))
    for rules in (Rules(), Rules(emails=True)):
        found = redact(trace, rules)[0].events
        assert [(e.tool, e.call_id) for e in found] == [
            (f"[redacted: key]{end}", f"c-[redacted: key]{end}")
            for end in ("", "", " 2", " 2")
            if rules == Rules()
        ] or rules != Rules()
        assert [e.call_id for e in found[::2]] == [e.call_id for e in found[1::2]]
        assert found[0].call_id != found[2].call_id
        assert found[1].sender == found[0].tool and drawn(36) not in str(found)
