"""A certifier made of the contract: texts that its authors have labelled."""

from __future__ import annotations

import re

from core.repair.means import Certificate, CertificateRequest

_SPACE = re.compile(r"\s+")


def certify_by_examples(request: CertificateRequest) -> Certificate | None:
    """Certify a text that holds a labelled example of the fact, word for word.

    Examples are kept with a fact and labelled by a person, so a text that says the same was
    judged before. It is compared whole, without regard to case and spaces. Nothing else is
    certified, and nothing where two examples in the text disagree.

    Example:
        >>> from core.contract.model import Example, Fact
        >>> fact = Fact(
        ...     id="tax",
        ...     statement="Prices include sales tax",
        ...     examples=(Example(text="We quote gross.", label="conveyed", author="Ada"),),
        ... )
        >>> request = CertificateRequest(
        ...     fact=fact, recipient="Writer", frontier="absent",
        ...     text="Hello. We quote  gross. Bye.", doubt="", boundary_seq=1,
        ... )
        >>> certify_by_examples(request).by
        'Ada, by example'
    """
    text = f" {_plain(request.text)} "
    found = [e for e in request.fact.examples if e.text.strip() and f" {_plain(e.text)} " in text]
    if not found or len({example.label for example in found}) > 1:
        return None
    example = found[0]
    return Certificate(
        label=example.label,
        by=f"{example.author or 'The contract'}, by example",
        reason=f"Labelled before: “{example.text.strip()}”",
    )


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip().casefold()


class ExampleCertifier:
    """:func:`certify_by_examples` as the certifier of a run."""

    def certify(self, request: CertificateRequest) -> Certificate | None:
        """Return a certificate where a labelled example says the same."""
        return certify_by_examples(request)
