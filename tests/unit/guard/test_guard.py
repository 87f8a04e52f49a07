"""The guard as an engineer uses it: events in, decisions out."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from core import guard
from core.errors import ConflictError, InputError, NotFoundError, RepairError
from core.guard import Forward, Parked, Repaired
from tests.unit.controller.team_live import GOOD, MODEL
from tests.unit.provenance.team import contract

SPEC = contract()
MODELS = dict.fromkeys(("Collector", "Writer", "Reviewer"), MODEL)
STATED = ("Collector", "Reviewer", "The budget is 45,000 dollars.")
LOST = ("Collector", "Writer", "Please write the offer.")


def opened(**more):
    return guard.open(SPEC, priors=GOOD, models=MODELS, **({"on_error": "raise"} | more))


def test_a_lost_fact_is_repaired_and_everything_else_forwarded():
    with opened() as baton:
        first = baton.message(*STATED)
        assert isinstance(first, Forward)
        assert first.text is STATED[2]
        second = baton.message(*LOST)
        assert isinstance(second, Repaired)
        assert "> The budget is 45,000 dollars." in second.text
        assert second.original == LOST[2]
        assert "misrouted" in second.reason
        assert [r.decision for r in baton.reports] == ["FORWARD", "COMMIT"]


def test_a_fact_from_a_tool_is_retrieved():
    with opened() as baton:
        baton.tool_call("Collector", "crm", "{}")
        baton.tool_result("crm", "Collector", "cap: 45,000")
        assert "cap: 45,000" in baton.message(*LOST).text


def test_without_counts_nothing_is_changed_and_the_report_says_what_would_be_possible():
    with guard.open(SPEC) as baton:
        baton.message(*STATED)
        decision = baton.message(*LOST)
        assert isinstance(decision, Forward)
        assert "no statistics for this model" in decision.reason


def test_the_owner_is_asked_by_a_function_of_ones_own():
    asked = []

    def ask(question):
        asked.append(question.addressee)
        return "The budget is 45,000 dollars."

    with opened(ask=ask) as baton:
        decision = baton.message(*LOST)
        assert "45,000" in decision.text
        assert asked == ["Collector"]


def test_an_output_that_ignores_a_rule_goes_back_to_its_author():
    spec = contract(
        SPEC.facts[0].model_copy(
            update={"id": "rule", "statement": "Never mention Acme", "kind": "prohibition"}
        )
    )
    redo = "The offer, at 45,000."
    with guard.open(
        spec, priors=GOOD, models=MODELS, redo=lambda request: redo, on_error="raise"
    ) as baton:
        baton.message("Collector", "Writer", "At most 45,000.")
        decision = baton.output("Writer", "The offer.", "Reviewer")
        assert decision.text == redo


# -- a person decides ---------------------------------------------------------------------


def test_a_parked_message_waits_and_holds_up_nobody_else():
    with opened(approval="flagged") as baton:
        baton.message(*STATED)
        parked = baton.message(*LOST)
        assert isinstance(parked, Parked)
        assert "budget for Writer is misrouted" in parked.reason
        assert parked.report.released != parked.text
        assert isinstance(baton.message("Writer", "Reviewer", "I am waiting."), Forward)
        assert baton.parked == (parked,)
        ended = baton.decide(parked.digest, by="Ada")
        assert isinstance(ended, Repaired)
        assert baton.parked == ()
        assert baton.reports[-1].outcome.by == "Ada"


def test_a_decision_is_made_once_and_by_a_named_person():
    with opened(approval="flagged") as baton:
        baton.message(*STATED)
        parked = baton.message(*LOST)
        with pytest.raises(ConflictError, match="name"):
            baton.decide(parked.digest, by=" ")
        with pytest.raises(NotFoundError):
            baton.decide("0" * 64, by="Ada")
        baton.decide(parked.digest, "original", by="Ada")
        with pytest.raises(ConflictError, match="decided already"):
            baton.decide(parked.digest, by="Bo")


def test_a_decision_on_what_is_no_longer_so_is_refused_and_asked_anew():
    with opened(approval="flagged") as baton:
        baton.message(*STATED)
        parked = baton.message(*LOST)
        baton.message("Reviewer", "Writer", "By the way, 45,000.")
        with pytest.raises(ConflictError, match="gone on"):
            baton.decide(parked.digest, by="Ada")
        (again,) = baton.parked
        assert again.digest != parked.digest
        assert baton.decide(again.digest, by="Ada").text == LOST[2]


def test_who_waits_for_a_message_that_is_parked_anew_gets_what_is_decided_then():
    with opened(approval="flagged") as baton:
        baton.message(*STATED)
        parked = baton.message(*LOST)
        got = []
        waiter = threading.Thread(target=lambda: got.append(baton.wait_decision(parked, 30)))
        waiter.start()
        baton.message("Reviewer", "Writer", "By the way, 45,000.")
        with pytest.raises(ConflictError, match="gone on"):
            baton.decide(parked.digest, by="Ada")
        (again,) = baton.parked
        baton.decide(again.digest, "edit", text="Write it, at most 45,000.", by="Ada")
        waiter.join(30)
        assert [ended.text for ended in got] == ["Write it, at most 45,000."]
        assert baton.wait_decision(parked, 0).text == "Write it, at most 45,000."


def test_two_equal_messages_are_two_decisions():
    with opened(approval="always") as baton:
        first, second = (baton.message("Writer", "Reviewer", "Hello.") for _ in range(2))
        assert first.digest != second.digest
        baton.decide(first.digest, by="Ada")
        assert baton.parked == (second,)


def test_an_impossible_order_is_refused_and_the_message_still_waits():
    with opened(approval="flagged") as baton:
        baton.message(*STATED)
        parked = baton.message(*LOST)
        with pytest.raises(RepairError, match="asking for it again does harm"):
            baton.decide(parked.digest, "order", by="Ada", repair="ASK")
        assert baton.parked == (parked,)
        edited = baton.decide(parked.digest, "edit", by="Ada", text="Write; 45,000.")
        assert edited.text == "Write; 45,000."


def test_nobody_decides_in_time():
    with opened(approval="always") as baton:
        parked = baton.message(*STATED)
        ended = baton.wait_decision(parked, 0.01)
        assert ended.text is STATED[2]
        assert ended.report.outcome.because == "nobody decided in time"


def test_a_decision_from_another_thread_wakes_who_waits():
    with opened(approval="always") as baton:
        parked = baton.message(*STATED)
        other = threading.Timer(
            0.05, baton.decide, (parked.digest, "edit"), {"by": "Ada", "text": "No."}
        )
        other.start()
        assert baton.wait_decision(parked, 10).text == "No."
        other.join()


# -- errors -------------------------------------------------------------------------------


class BrokenError(Exception):
    pass


def break_it(monkeypatch, baton):
    def fail(*_args, **_more):
        raise BrokenError("no luck")

    monkeypatch.setattr(baton._course._controller.tracker, "frontiers_at", fail)


def test_an_error_inside_never_stops_the_agents(monkeypatch, caplog):
    with opened(on_error="forward") as baton:
        baton.message(*STATED)
        with monkeypatch.context() as patch:
            break_it(patch, baton)
            decision = baton.message(*LOST)
        assert isinstance(decision, Forward)
        assert decision.text is LOST[2]
        assert "no luck" in decision.error and "no luck" in caplog.text
        assert baton.errors == [decision.error]
        assert baton._course._controller.tracker.state("budget", "Writer").status == "pending"
        assert isinstance(baton.message(*LOST), Repaired)  # and the next one is looked at again


def test_an_error_inside_keeps_no_parked_message_back(monkeypatch):
    baton = opened(on_error="forward", approval="flagged")
    baton.message(*STATED)
    first, second = baton.message(*LOST), baton.message(*LOST)
    with monkeypatch.context() as patch:
        break_it(patch, baton)
        ended = baton.wait_decision(first, 0)
        assert isinstance(ended, Forward)
        assert ended.text is LOST[2] and "no luck" in ended.error
        baton.close()
    assert baton.wait_decision(second, 0).text is LOST[2]
    assert baton.parked == ()


def test_errors_can_be_raised_where_they_are_wanted(monkeypatch):
    with opened() as baton:
        with monkeypatch.context() as patch:
            break_it(patch, baton)
            with pytest.raises(BrokenError):
                baton.message(*LOST)
        assert isinstance(baton.message(*STATED), Forward)


def test_a_closed_guard_lets_everything_pass():
    baton = opened(on_error="forward")
    baton.close()
    assert baton.message(*LOST).text is LOST[2]
    baton.tool_result("crm", "Collector", "cap: 45,000")
    assert len(baton.errors) == 2


def test_a_helper_that_calls_the_guard_is_refused_and_nothing_hangs():
    def ask(question):
        return baton.message("Collector", "Writer", "45,000").text

    with opened(ask=ask, on_error="forward") as baton:
        decision = baton.message(*LOST)
        assert "can't go through the guard" in baton.errors[0]
        assert decision.report.decision == "COMMIT"  # its answer was the plain text


# -- async and plain functions ------------------------------------------------------------


def test_async_calls_and_async_helpers():
    async def ask(question):
        await asyncio.sleep(0)
        return "The budget is 45,000 dollars."

    async def run():
        with opened(ask=ask) as baton:
            return await baton.amessage(*LOST)

    assert "45,000" in asyncio.run(run()).text


def test_many_tasks_at_once_are_judged_one_after_the_other():
    async def run():
        with opened() as baton:
            calls = [baton.amessage("Writer", "Reviewer", f"Part {n}.") for n in range(8)]
            await asyncio.gather(*calls)
            return [report.seq for report in baton.reports]

    assert asyncio.run(run()) == list(range(1, 9))


def test_calls_that_wait_take_no_thread_from_the_loop():
    async def run():
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        with opened(approval="always") as baton:
            waits = [
                asyncio.create_task(baton.await_decision(await baton.amessage(*STATED), 60))
                for _ in range(5)
            ]
            await asyncio.sleep(0)
            assert isinstance(await asyncio.wait_for(baton.amessage(*LOST), 20), Parked)
            assert await asyncio.wait_for(asyncio.to_thread(lambda: "free"), 20) == "free"
            waits.pop().cancel()  # nobody listens to that one any more
            for parked in baton.parked:
                baton.decide(parked.digest, "original", by="Ada")
            assert {ended.text for ended in await asyncio.gather(*waits)} == {STATED[2]}

    asyncio.run(run())


def test_a_helper_may_need_a_thread_while_others_wait_to_be_judged():
    async def ask(question):
        return await asyncio.to_thread(lambda: "The budget is 45,000 dollars.")

    async def run():
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        with opened(ask=ask) as baton:
            calls = asyncio.gather(*(baton.amessage(*LOST) for _ in range(4)))
            return [decision.text for decision in await asyncio.wait_for(calls, 30)]

    assert any("45,000" in text for text in asyncio.run(run()))


def test_an_async_helper_in_a_plain_call_on_a_loop_is_told_apart():
    async def ask(question):
        return "45,000"

    async def run():
        with opened(ask=ask) as baton:
            return baton.message(*LOST)

    decision = asyncio.run(run())
    assert decision.text is LOST[2]
    assert "amessage" in decision.reason


def test_a_decorated_function_returns_what_may_be_sent():
    with opened() as baton:

        @baton.tool("crm", by="Collector")
        def look_up(customer):
            return {"cap": "45,000"}

        @baton.agent("Collector", to="Writer")
        def brief(customer):
            return "Please write the offer."

        assert look_up("Kestrel") == {"cap": "45,000"}
        assert '{"cap": "45,000"}' in brief("Kestrel")


def test_a_decorated_coroutine_too():
    async def run():
        with opened(approval="always") as baton:

            @baton.agent("Writer", output=True, patience=0.01)
            async def write(brief):
                return f"Offer for {brief}"

            return await write("Kestrel"), baton.reports[0].kind

    assert asyncio.run(run()) == ("Offer for Kestrel", "output")


# -- documents ----------------------------------------------------------------------------


def test_documents_may_be_objects_texts_files_or_names(tmp_path):
    text = "{apiVersion: baton/v1, kind: FactContract, name: t}"
    path = tmp_path / "contract.yaml"
    path.write_text(text)
    for given in (SPEC, text + "\n", path, str(path)):
        guard.open(given, priors="gpt-5.6-terra").close()


def test_what_is_not_there_is_said():
    with pytest.raises(NotFoundError, match=r"no file nowhere\.yaml"):
        guard.open("nowhere.yaml")
    with pytest.raises(NotFoundError, match="Counts are built in for DeepSeek"):
        guard.open(SPEC, priors="some-model")


def test_a_guard_knows_the_values_of_its_run_and_does_not_open_without_them():
    spec = (
        "{apiVersion: baton/v1, kind: FactContract, name: offers, parameters: [{name: cap, about: budget,"
        " kind: quantity}], facts: [{id: budget, statement: 'The budget is {cap}', kind: value,"
        " owner: Collector, recipients: [Writer]}]}"
    )
    with pytest.raises(InputError, match=r"^{cap} has no value yet, so budget could not"):
        guard.open(spec)
    for more in ({"values": {"cap": "$45,000"}}, {"task": "Offer it. The budget is $45,000."}):
        with guard.open(spec, priors=GOOD, models=MODELS, on_error="raise", **more) as baton:
            baton.message(*STATED)
            assert "> The budget is 45,000 dollars." in baton.message(*LOST).text
