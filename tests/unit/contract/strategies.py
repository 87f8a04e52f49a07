"""Contracts as hypothesis draws them: odd names, odd words, keys of people's own."""

from hypothesis import strategies as st

from core.contract.model import CheckSpec, Contract, Example, Fact

chars = st.characters(codec="utf-8", exclude_categories=("Cs",))
words = st.one_of(
    st.text(chars, min_size=1, max_size=30),
    st.sampled_from(
        [
            "yes", "no", "null", "~", "true", "12", "1.5", "1e3", "0x1F", "2026-06-15", "- x", "a: b",
            "# no comment", "x # y", "'", '"', "*a", "&a", "!t", "%", "@", "`", "[a", "{a", "|", ">",
            "<<", "=", "?", "-", "...", "---", "line\nline", "line\n", "\n", " x ", "a\n\n  b\n",
            "\t", "\x85", "\u2028", "\ufeff", "\x00", "Запятые, №5", "a\\b", "1_000", "0o17", ".inf",
        ]
    ),
)  # fmt: skip
ids = st.from_regex(r"\A[A-Za-z0-9_][A-Za-z0-9_.\-]{0,10}\Z")
json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**12), 10**12),
        st.floats(allow_nan=False, allow_infinity=False, width=32),
        words,
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(chars, max_size=6), inner, max_size=3)
    ),
    max_leaves=5,
)
extras = st.dictionaries(st.from_regex(r"\Ax_[a-z]{1,6}\Z"), json_values, max_size=2)
names = st.one_of(st.sampled_from(["Collector", "Copywriter", "Reviewer", "QA 2"]), words)


@st.composite
def facts(draw, fact_id=None):
    return Fact(
        id=fact_id or draw(ids),
        statement=draw(words),
        kind=draw(st.sampled_from(["value", "limit", "date", "prohibition"])),
        owner=draw(names),
        recipients=tuple(draw(st.lists(names, max_size=3))),
        critical=draw(st.booleans()),
        depends_on=tuple(draw(st.lists(ids, max_size=2))),
        aliases=tuple(draw(st.lists(words, max_size=2))),
        check=draw(
            st.one_of(
                st.just(CheckSpec()), st.builds(CheckSpec, type=st.just("regex"), pattern=words)
            )
        ),
        examples=tuple(
            draw(st.lists(st.builds(Example, text=words, label=st.just("conveyed")), max_size=1))
        ),
        **draw(extras),
    )


@st.composite
def contracts(draw):
    fact_ids = draw(st.lists(ids, unique=True, max_size=4))
    return Contract(
        name=draw(words),
        version=draw(st.integers(1, 99)),
        description=draw(st.one_of(st.just(""), words)),
        parties=tuple(draw(st.lists(names, max_size=3))),
        facts=tuple(draw(facts(fact_id)) for fact_id in fact_ids),
        **draw(extras),
    )
