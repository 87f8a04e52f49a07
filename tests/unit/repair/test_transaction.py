"""The transaction: two savepoints, one repair, and never a byte of what was undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import RepairError
from core.repair import Applied, Postcondition, Transaction

texts = st.text(st.characters(), max_size=60)
conditions = st.lists(
    st.builds(Postcondition, name=st.sampled_from("abcd"), holds=st.booleans()), max_size=4
).map(tuple)
results = st.one_of(
    st.builds(Applied, text=texts, postconditions=conditions),
    st.builds(Applied, text=st.none(), postconditions=conditions),
    st.sampled_from([RuntimeError("broken"), RepairError("refused"), None]),
)
rewrites = st.one_of(texts, st.none(), st.sampled_from([ValueError("broken")]))


def giving(result):
    def act():
        if isinstance(result, Exception):
            raise result
        return result

    return act


def play(own, rewrite, found, result):
    transaction = Transaction(own)
    transaction.rewrite(giving(rewrite), lambda text: found)
    accepted = transaction.released
    transaction.repair("INTEGRATE", giving(result))
    return transaction, accepted


@given(texts, rewrites, conditions, results)
def test_what_is_undone_leaves_no_byte_behind(own, rewrite, found, result):
    transaction, accepted = play(own, rewrite, found, result)
    assert accepted in (own, rewrite)
    assert transaction.accepted is accepted
    if transaction.ending == "ROLLBACK":
        assert transaction.released.encode("utf-8", "surrogatepass") == accepted.encode(
            "utf-8", "surrogatepass"
        )


@given(texts, rewrites, conditions, results)
def test_what_is_committed_holds_all_its_conditions(own, rewrite, found, result):
    transaction, accepted = play(own, rewrite, found, result)
    if transaction.ending == "COMMIT":
        assert transaction.repaired.postconditions
        assert all(p.holds for p in transaction.repaired.postconditions)
        assert transaction.released == result.text
    kept = transaction.rewritten is not None and transaction.rewritten.kept
    if kept:
        assert found and all(p.holds for p in found)
    assert accepted == (rewrite if kept else own)


@given(texts, rewrites, conditions, results, results)
def test_there_are_never_two_repairs(own, rewrite, found, first, second):
    transaction, _ = play(own, rewrite, found, first)
    before = transaction.released, transaction.ending, transaction.repair_name
    with pytest.raises(RepairError, match="One repair at most"):
        transaction.repair("ASK", giving(second))
    with pytest.raises(RepairError, match="before any repair"):
        transaction.rewrite(giving("again"), lambda text: found)
    assert (transaction.released, transaction.ending, transaction.repair_name) == before


def test_an_interrupted_repair_is_no_chance_for_another():
    transaction = Transaction("own")

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transaction.repair("ASK", stop)
    assert (transaction.ending, transaction.released) == ("ROLLBACK", "own")
    with pytest.raises(RepairError):
        transaction.repair("ASK", stop)


def test_nothing_checked_is_a_doubt_and_undone():
    transaction = Transaction("own")
    step = transaction.repair("INTEGRATE", lambda: Applied(text="other", postconditions=()))
    assert (transaction.released, step.why_undone) == ("own", "nothing was checked")
