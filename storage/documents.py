"""Fact contracts, role sets and teams: every save is a new version, and no version ever changes."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import func
from sqlmodel import Session, col, select

from core.contract.document import parse_contract
from core.contract.model import Contract
from core.contract.writing import update_text
from core.controller import document_hash
from core.drift.document import parse_roles
from core.drift.model import RoleSet
from core.errors import ConflictError, InputError, NotFoundError
from core.live.document import parse_team
from core.live.team import Team
from storage.database import Database
from storage.info import ContractVersion, DocumentInfo, RolesVersion, TeamVersion
from storage.rows import dump, load, now, to_time
from storage.tables import DocumentRow

M = TypeVar("M", Contract, RoleSet, Team)
V = TypeVar("V")


@dataclass(frozen=True)
class Kind(Generic[M, V]):
    """What differs between contracts, role sets and teams."""

    word: str
    parse: Callable[[str], M]
    read: Callable[[object], M]
    size: Callable[[M], int]
    make: Callable[[DocumentRow, M], V]


class Documents(Generic[M, V]):
    """The documents of one kind."""

    def __init__(self, database: Database, kind: Kind[M, V]) -> None:
        self._db = database
        self._kind: Kind[M, V] = kind

    def save(self, text: str, author: str, *, base: int | None = None) -> V:
        """Store a document as the next version of its name.

        The text is kept as written, comments included; only its ``version`` is set to the number
        under which it is stored: the document's own if that is higher than the latest, else the
        next one. Saving what the latest version already says returns the latest version.

        Args:
            text: YAML or JSON.
            author: Name of the person who saves.
            base: Latest version that the writer has seen, 0 for none. Asked inside the transaction
                that writes, so that of two who save at once one is told.

        Returns:
            The version that now holds this text.

        Raises:
            DocumentError: The text can't be used.
            InputError: Nobody is named as author.
            ConflictError: Somebody has saved a version after ``base``; says who.
        """
        if not author.strip():
            raise InputError("A saved version carries a name.", hint="Set your name in Settings.")
        model = self._kind.parse(text)
        with self._db.write() as session:
            latest = self._latest(session, model.name)
            if base is not None:
                self._refuse_overtaken(latest, model.name, base)
            if latest is not None:
                if self._with_version(text, model, latest.version)[0] == latest.text:
                    return self._version(latest)
                if model.version <= latest.version:
                    text, model = self._with_version(text, model, latest.version + 1)
            row = DocumentRow(
                kind=self._kind.word,
                name=model.name,
                version=model.version,
                hash=document_hash(model.to_dict()),
                text=text,
                data=dump(model.to_dict()),
                description=model.description,
                size=self._kind.size(model),
                author=author.strip(),
                saved_at=now(),
            )
            session.add(row)
            session.flush()
            return self._version(row)

    def list(self) -> builtins.list[DocumentInfo]:
        """Return the latest version of every name, by name."""
        newest = (
            select(DocumentRow.name, func.max(DocumentRow.version), func.count())
            .where(DocumentRow.kind == self._kind.word)
            .group_by(DocumentRow.name)
        )
        with self._db.read() as session:
            kept = {name: (version, count) for name, version, count in session.exec(newest)}
            rows = session.exec(
                select(DocumentRow)
                .where(DocumentRow.kind == self._kind.word)
                .order_by(func.casefold(DocumentRow.name), DocumentRow.name)
            ).all()
            return [
                DocumentInfo(
                    name=row.name,
                    version=row.version,
                    versions=kept[row.name][1],
                    hash=row.hash,
                    description=row.description,
                    size=row.size,
                    author=row.author,
                    saved_at=to_time(row.saved_at),
                )
                for row in rows
                if row.version == kept[row.name][0]
            ]

    def get(self, name: str, version: int | None = None) -> V:
        """Return one version.

        Args:
            name: Name of the document.
            version: Its number; None means the latest.

        Raises:
            NotFoundError: There is no such document or version.
        """
        with self._db.read() as session:
            if version is None:
                row = self._latest(session, name)
            else:
                row = session.exec(
                    select(DocumentRow).where(
                        DocumentRow.kind == self._kind.word,
                        DocumentRow.name == name,
                        DocumentRow.version == version,
                    )
                ).first()
            if row is None:
                which = f"{name}" if version is None else f"{name}, version {version}"
                raise NotFoundError(f"There is no {self._kind.word} {which}.")
            return self._version(row)

    def versions(self, name: str) -> builtins.list[V]:
        """Return every version, newest first.

        Raises:
            NotFoundError: There is no such document.
        """
        with self._db.read() as session:
            rows = session.exec(
                select(DocumentRow)
                .where(DocumentRow.kind == self._kind.word, DocumentRow.name == name)
                .order_by(col(DocumentRow.version).desc())
            ).all()
            if not rows:
                raise NotFoundError(f"There is no {self._kind.word} {name}.")
            return [self._version(row) for row in rows]

    def _refuse_overtaken(self, latest: DocumentRow | None, name: str, base: int) -> None:
        if latest is None or latest.version == base:
            return
        raise ConflictError(
            f"{latest.author} saved version {latest.version} of {name} meanwhile."
            if base
            else f"There is a {self._kind.word} called ‘{name}’ already. Choose another name."
        )

    def _latest(self, session: Session, name: str) -> DocumentRow | None:
        return session.exec(
            select(DocumentRow)
            .where(DocumentRow.kind == self._kind.word, DocumentRow.name == name)
            .order_by(col(DocumentRow.version).desc())
            .limit(1)
        ).first()

    def _version(self, row: DocumentRow) -> V:
        return self._kind.make(row, self._kind.read(load(row.data)))

    def _with_version(self, text: str, model: M, version: int) -> tuple[str, M]:
        """Return the text and model with another version number, everything else as it was."""
        if model.version == version:
            return text, model
        wanted = model.model_copy(update={"version": version})
        return update_text(text, wanted), wanted


def _contract_version(row: DocumentRow, contract: Contract) -> ContractVersion:
    return ContractVersion(
        name=row.name,
        version=row.version,
        hash=row.hash,
        text=row.text,
        contract=contract,
        author=row.author,
        saved_at=to_time(row.saved_at),
    )


def _roles_version(row: DocumentRow, roles: RoleSet) -> RolesVersion:
    return RolesVersion(
        name=row.name,
        version=row.version,
        hash=row.hash,
        text=row.text,
        roles=roles,
        author=row.author,
        saved_at=to_time(row.saved_at),
    )


def _team_version(row: DocumentRow, team: Team) -> TeamVersion:
    return TeamVersion(
        name=row.name,
        version=row.version,
        hash=row.hash,
        text=row.text,
        team=team,
        author=row.author,
        saved_at=to_time(row.saved_at),
    )


CONTRACTS: Kind[Contract, ContractVersion] = Kind(
    word="contract",
    parse=parse_contract,
    read=Contract.model_validate,
    size=lambda contract: len(contract.facts),
    make=_contract_version,
)
ROLES: Kind[RoleSet, RolesVersion] = Kind(
    word="role set",
    parse=parse_roles,
    read=RoleSet.model_validate,
    size=lambda roles: len(roles.roles),
    make=_roles_version,
)
TEAMS: Kind[Team, TeamVersion] = Kind(
    word="team",
    parse=parse_team,
    read=Team.model_validate,
    size=lambda team: len(team.agents),
    make=_team_version,
)
