"""English word lists: verbs by what they do, function words, fixed phrases."""

from __future__ import annotations

from core.drift.lexicon.model import Form, Verb

VERBS: dict[str, str] = {
    # Changing something in the world or in a system.
    "execute": (
        "send book buy pay run start restart begin launch cancel install deploy publish print ship "
        "deliver submit reset mute silence close shut switch load copy mail post transfer "
        "refund upload download execute perform carry order apply pause resume reschedule rerun "
        "restore disable enable activate block_user grant create build configure migrate archive "
        "merge split drop push commit replace insert put set move change adjust add cut freeze "
        "flush fill issue trigger repeat treat mount unmount stop rename rerouted reroute swap "
        "notify inform kick throttle scale raise lower reduce increase slow speed ring phone "
        "purchase reserve dispatch distribute hire fire withdraw deposit lock unlock reboot patch "
        "implement finish complete process "
        "place hang lift paint clean pour drill seal pack unpack assemble dismantle weld install mount "
        "connect disconnect tighten wire rinse scan stamp tag skip round alter "
        "rearrange relocate rewire spray irrigate water sow harvest prune vaccinate inject administer dose "
        "bill invoice charge credit debit rebook evacuate ventilate drain refill recharge sterilise sterilize "
        "disinfect calibrate align bolt screw glue varnish plaster pave dig plant mow haul tow unload stack "
        "shelve wrap label bottle boil chill thaw heat cool bandage discharge enrol enroll subscribe unsubscribe "
        "invite email evict sue lodge serve remit trade auction terminate suspend resume abort revert redeploy "
        "provision rebuild reindex reload refresh encrypt decrypt rotate revoke unblock ban redirect escalate "
        "export import convert render crop resize reassign reopen relaunch rewind top transplant re-order "
        "reorder reprint resend repay refit remount retire withhold earmark "
        "book-in prescribe operate incubate pipette dilute dispense solder sand weld rivet mortar"
    ),
    # Changing the wording or content that somebody else owns.
    "edit": (
        "rewrite redraft correct fix edit amend polish reword rephrase tidy revise repair alter "
        "renumber shorten improve straighten smooth trim strike retouch overwrite touch simplify "
        "update mend rectify modify reorder restructure retitle refine adjust tweak recast harmonise harmonize "
        "standardise standardize expand normalise normalize rework"
    ),
    "delete": "delete remove erase purge discard wipe clear_out scrap",
    "verify": (
        "check verify compare recompute confirm validate test audit inspect reconcile recount "
        "recalculate examine crosscheck double-check cross-check re-check recheck prove grade "
        "certify tally retest retrace collate vet scrutinise scrutinize spot-check sample replicate "
        "corroborate substantiate authenticate proofread cross-reference recalculate"
    ),
    "store": "store mark flag file save record enter log register memorise memorize persist note write add_memory jot catalogue index minute append",
    "retrieve": "find search look retrieve locate fetch query consult scan unearth browse trawl leaf",
    "approve": (
        "approve clear release accept authorise authorize ratify permit waive endorse sanction "
        "greenlight pass sign okay grant bless countersign initial allow consent rubber-stamp"
    ),
    "reject": "reject refuse deny decline veto block",
    "recommend": "recommend suggest advise propose counsel urge",
    "assign": "assign delegate route task instruct entrust allocate order_agent tell ask commission appoint nominate enlist hand charge",
    "plan": "plan schedule sequence",
    "summarise": "summarise summarize condense recap abridge",
    "say": (
        "say state report mention promise claim argue answer reply remind announce present hold "
        "consider see want demand propose ask think call expect agree object wish prefer name "
        "question explain offer stay differ insist exclude"
    ),
    "infer": "infer conclude deduce interpret derive diagnose attribute",
    "guess": "guess assume suppose estimate presume extrapolate reckon",
    # Verbs that only ever bring a request about the work to an addressee.
    "request": (
        "take get give bring keep prepare provide show list read write call finish complete draft "
        "compile collect pull gather review watch handle cover own attend contact answer continue "
        "proceed go make do let wait report hold use bring return measure look tell ask let "
        "explain translate design choose pick try calculate count collect convert coordinate "
        "investigate monitor ensure drive meet rework photograph stick avoid consider try choose stay drop skip "
        "opt remember forget mind expect prefer rent borrow accept sign split postpone delay recount "
        "repeat shorten call phone turn lend sell build fetch wake feed throw"
    ),
}
"""Verb lemmas by concept. A lemma may stand under several concepts."""

IRREGULAR: dict[str, tuple[str, str]] = {
    "send": ("sent", "sent"), "buy": ("bought", "bought"), "pay": ("paid", "paid"),
    "run": ("ran", "run"), "begin": ("began", "begun"), "put": ("put", "put"),
    "set": ("set", "set"), "cut": ("cut", "cut"), "shut": ("shut", "shut"),
    "split": ("split", "split"), "freeze": ("froze", "frozen"), "build": ("built", "built"),
    "rewrite": ("rewrote", "rewritten"), "write": ("wrote", "written"), "find": ("found", "found"),
    "say": ("said", "said"), "hold": ("held", "held"), "see": ("saw", "seen"),
    "think": ("thought", "thought"), "tell": ("told", "told"), "take": ("took", "taken"),
    "get": ("got", "got"), "give": ("gave", "given"), "bring": ("brought", "brought"),
    "keep": ("kept", "kept"), "show": ("showed", "shown"), "read": ("read", "read"),
    "go": ("went", "gone"), "make": ("made", "made"), "do": ("did", "done"), "let": ("let", "let"),
    "ring": ("rang", "rung"), "strike": ("struck", "struck"), "rerun": ("reran", "rerun"),
    "withdraw": ("withdrew", "withdrawn"), "choose": ("chose", "chosen"),
    "drive": ("drove", "driven"), "meet": ("met", "met"), "overwrite": ("overwrote", "overwritten"),
    "stick": ("stuck", "stuck"), "lend": ("lent", "lent"),
    "sell": ("sold", "sold"), "wake": ("woke", "woken"), "feed": ("fed", "fed"),
    "throw": ("threw", "thrown"), "forget": ("forgot", "forgotten"), "hang": ("hung", "hung"),
    "speed": ("sped", "sped"), "draw": ("drew", "drawn"), "reset": ("reset", "reset"),
}  # fmt: skip

DOUBLING = frozenset(
    "stop drop cancel trim swap scan submit permit transfer log plan scrap commit ship set cut get "
    "put shut split run begin reset rerun let wrap".split()
)
"""Lemmas whose last consonant doubles before -ed and -ing."""

MENTAL = frozenset(
    "needed wanted liked looked noticed learned received expected assumed considered understood "
    "waited seemed agreed believed hoped wished used supposed happened relied referred missed "
    "asked searched requested listed attached quoted called said answered mentioned reported "
    "returned copied marked flagged tried counted observed watched viewed listened heard compared "
    "limited based related added allowed attended joined intended concerned convinced satisfied "
    "interested required forced excluded included dated happened closed started ended passed".split()
)
"""Words in -ed after 'I' that change nothing in the world."""

WORDS: dict[str, str] = {
    **dict.fromkeys(("i", "we", "i've", "we've", "i'm", "we're"), "first"),
    **dict.fromkeys(("i'd", "we'd"), "first_would"),
    **dict.fromkeys(("i'll", "we'll"), "first_will"),
    **dict.fromkeys(("you", "you've", "you're"), "second"),
    "you'd": "second_would",
    "you'll": "second_will",
    **dict.fromkeys(
        ("he", "she", "it", "they", "this", "that", "these", "those", "it's", "that's", "which",
         "who", "nobody", "somebody", "someone", "everyone", "everybody", "each", "whoever",
         "there", "he's", "she's", "they've", "they're", "both", "either", "neither", "one",
         "nothing", "none", "others", "people", "whatever"),
        "third",
    ),
    **dict.fromkeys(("should", "ought", "shouldn't", "shall"), "should"),
    **dict.fromkeys(("must", "mustn't"), "must"),
    **dict.fromkeys(("would", "wouldn't"), "would"),
    **dict.fromkeys(("will", "won't", "going"), "will"),
    **dict.fromkeys(
        ("can", "could", "may", "might", "can't", "couldn't", "cannot", "mightn't"), "can"
    ),
    **dict.fromkeys(("not", "never", "without", "no", "neither", "nor", "cannot"), "negation"),
    **dict.fromkeys(
        ("is", "are", "was", "were", "be", "been", "being", "isn't", "aren't", "wasn't", "weren't",
         "am", "it's", "that's", "gets", "got"),
        "be",
    ),
    **dict.fromkeys(("have", "has", "had", "having", "haven't", "hasn't", "hadn't"), "have"),
    **dict.fromkeys(("do", "does", "did", "don't", "doesn't", "didn't"), "do"),
    **dict.fromkeys(("please", "kindly"), "please"),
    "to": "to",
    **dict.fromkeys(("and", "or", "but", "then", "so", "hence", "therefore", "thus"), "and"),
    **dict.fromkeys(
        ("also", "just", "already", "now", "then", "hereby", "therefore", "thus", "hence", "even",
         "quickly", "only", "simply", "still", "once", "again", "meanwhile", "afterwards", "first",
         "next", "finally", "today", "yesterday", "right", "myself", "ourselves", "directly",
         "next", "later", "immediately", "all", "always", "often", "long", "since", "too",
         "slightly", "briefly", "carefully", "immediately", "personally", "instead", "maybe",
         "quietly", "anyway", "rather", "better", "best"),
        "adverb",
    ),
    **dict.fromkeys(
        ("the", "a", "an", "my", "our", "your", "its", "their", "his", "her", "any", "some",
         "every", "another", "two", "three", "four", "five", "of", "for", "in", "on", "with",
         "from", "by", "at", "no"),
        "determiner",
    ),
}  # fmt: skip
for _word in ("you", "it"):
    WORDS[_word] = "second" if _word == "you" else "third"


def inflect(lemma: str) -> dict[str, Form]:
    """Return the forms of a verb, each with its kind."""
    if lemma in IRREGULAR:
        past = IRREGULAR[lemma]
    elif lemma.endswith("e"):
        past = (lemma + "d",) * 2
    elif lemma.endswith("y") and lemma[-2] not in "aeiou":
        past = (lemma[:-1] + "ied",) * 2
    elif lemma in DOUBLING:
        past = (lemma + lemma[-1] + "ed",) * 2
    else:
        past = (lemma + "ed",) * 2
    if lemma.endswith("e") and not lemma.endswith("ee"):
        ing = lemma[:-1] + "ing"
    elif lemma in DOUBLING:
        ing = lemma + lemma[-1] + "ing"
    else:
        ing = lemma + "ing"
    if lemma.endswith(("s", "sh", "ch", "x", "z", "o")):
        third = lemma + "es"
    elif lemma.endswith("y") and lemma[-2] not in "aeiou":
        third = lemma[:-1] + "ies"
    else:
        third = lemma + "s"
    forms: dict[str, Form] = {third: "s", ing: "ing"}
    for form in past:
        forms[form] = "past"
    if lemma == "cancel":
        forms |= {"canceled": "past", "canceling": "ing"}
    forms.setdefault(lemma, "base")
    return forms


def _readings(lemma: str) -> list[tuple[str, Form]]:
    """Return (form, kind) pairs; 'put' is both a bare form and a past one."""
    readings = list(inflect(lemma).items())
    if (lemma, "base") not in readings:
        readings.append((lemma, "base"))
    return readings


def verb_table() -> dict[str, tuple[Verb, ...]]:
    """Return every known verb form with its readings."""
    table: dict[str, list[Verb]] = {}
    for concept, lemmas in VERBS.items():
        for lemma in lemmas.split():
            if "_" in lemma:
                continue
            for form, kind in _readings(lemma):
                verb = Verb(concept, lemma, kind)
                entries = table.setdefault(form, [])
                if verb not in entries:
                    entries.append(verb)
    return {form: tuple(entries) for form, entries in table.items()}
