"""A typo is answered with what was probably meant, not with everything there is."""

import pytest

from core.cli.app import main


@pytest.fixture
def refused(capsys):
    """Run words that the parser refuses; return what it says."""

    def run(words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(words.split(), None)
        assert ended.value.code == 2
        out, err = capsys.readouterr()
        assert out == "" and "Traceback" not in err
        return err

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("check --fromat", "Did you mean --format?\n  --format {text,json,junit}  default: text"),
        ("check run.json --contrct c.yaml", "Did you mean --contract?\n  --contract C  file or"),
        ("import runs --no-redct", "Did you mean --no-redact?\n  --no-redact  keep keys"),
        ("check --format=jsn x --contract y", "--format can't be 'jsn'. Did you mean json?"),
        ("chek run.json", "no command 'chek'. Did you mean check?\n  check  check traces"),
        ("priors lsit", "no command 'lsit'. Did you mean list?\n  list  all sets"),
        ("priors export x --fromat csv", "Did you mean --format?\n  --format {json,csv}"),
        ("schema contrakt", "Kind can't be 'contrakt'. Did you mean contract?"),
    ],
)
def test_the_nearest_is_named_with_its_help(refused, words, said):
    assert said in refused(words)


def test_what_is_near_nothing_is_named_with_the_way_to_the_help(refused):
    said = refused("check --zzz")
    assert "There is no option --zzz.\n" in said and "python -m core check --help" in said
    assert "'two' is one word too many" in refused("check one two --contract c.yaml")
    assert "required: TRACE|DIR, --contract" in refused("check")


def test_numbers_and_words_behind_two_dashes_are_no_options(refused):
    assert "no option" not in refused("check -- --zzz")
    assert "no option" not in refused("check -3")
