"""A decision: an outcome with its reasons and the clauses they rest on.

The page, the problem details, the notice and the log all show the same decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from vetcontrol.errors import NoAuthority, Refused


class Outcome(StrEnum):
    """What a rule can answer."""

    ALLOWED = "allowed"
    NEEDS_DECISION = "needs_decision"
    REFUSED = "refused"


@dataclass(frozen=True)
class Reason:
    """Why, by which clause, and (of a refusal) what would satisfy it.

    `outcome` is set where decisions were joined: it tells what stood against the act from what
    did not.
    """

    clause: str
    text: str
    remedy: str = ""
    outcome: Outcome | None = None

    def as_json(self) -> dict[str, str]:
        """The reason as plain JSON."""
        return {"clause": self.clause, "text": self.text, "remedy": self.remedy}


@dataclass(frozen=True)
class Decision:
    """The answer of a rule. Every decision names at least one clause."""

    outcome: Outcome
    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a decision without a reason cannot be defended")

    @classmethod
    def allowed(cls, clause: str, text: str) -> Decision:
        return cls(Outcome.ALLOWED, (Reason(clause, text),))

    @classmethod
    def refused(cls, clause: str, text: str, remedy: str = "") -> Decision:
        return cls(Outcome.REFUSED, (Reason(clause, text, remedy),))

    @classmethod
    def needs_decision(cls, clause: str, text: str, remedy: str = "") -> Decision:
        return cls(Outcome.NEEDS_DECISION, (Reason(clause, text, remedy),))

    @property
    def clauses(self) -> tuple[str, ...]:
        """Ids of the clauses relied on, each once, in order."""
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))

    def also(self, other: Decision) -> Decision:
        """Both decisions as one: the graver outcome, all reasons."""
        order = list(Outcome)
        outcome = max(self.outcome, other.outcome, key=order.index)
        return Decision(outcome, self._told() + other._told())

    @classmethod
    def together(cls, decisions: Iterable[Decision]) -> Decision:
        """All `decisions` as one, as by `also`. Raises ValueError when there are none."""
        first, *others = decisions
        for other in others:
            first = first.also(other)
        return first

    def _told(self) -> tuple[Reason, ...]:
        return tuple(r if r.outcome else replace(r, outcome=self.outcome) for r in self.reasons)

    def _decisive(self) -> tuple[Reason, ...]:
        return tuple(r for r in self.reasons if r.outcome in (None, self.outcome))

    def _words(self) -> str:
        return " ".join(f"{r.text} {r.remedy}".strip() for r in self._decisive() if r.text)

    def _against(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reason.clause for reason in self._decisive()))

    def require(self) -> Self:
        """The decision itself when it does not refuse; otherwise raises `Refused` with the words
        and the clauses of the reasons that stand against the act."""
        if self.outcome is Outcome.REFUSED:
            raise Refused(self._words(), clauses=self._against())
        return self

    def require_authority(self) -> Self:
        """As `require`, for rules about who may act; raises `NoAuthority`."""
        if self.outcome is Outcome.REFUSED:
            raise NoAuthority(self._words(), clauses=self._against())
        return self

    def as_json(self) -> dict[str, Any]:
        """The decision as plain JSON, as the log keeps it."""
        return {
            "outcome": self.outcome.value,
            "reasons": [
                {**reason.as_json(), "outcome": (reason.outcome or self.outcome).value}
                for reason in self.reasons
            ],
            "clauses": list(self.clauses),
        }
