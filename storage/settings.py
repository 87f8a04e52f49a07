"""Settings: small JSON values under a name. Never a secret."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import col, delete, select

from core.errors import SettingError
from storage.database import Database
from storage.rows import dump, load, now
from storage.tables import SettingRow

_SECRET = re.compile(r"api_?key|password|passphrase|secret|credential|auth_?token", re.IGNORECASE)


class Settings:
    """The settings of a workspace."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, key: str, default: Any = None) -> Any:
        """Return a setting's value, or the default where nobody set it."""
        with self._db.read() as session:
            row = session.get(SettingRow, key)
            return default if row is None else load(row.value)

    def set(self, key: str, value: Any) -> None:
        """Set a value; None is a value like any other.

        Args:
            key: Name of the setting.
            value: Anything that JSON can hold.

        Raises:
            SettingError: It isn't JSON, or its name says that it is a secret: those stay in the
                environment and never enter the file, its backups and its exports.
        """
        if _SECRET.search(key):
            raise SettingError(
                f"{key} looks like a secret, and secrets are not stored.",
                hint="Put it into an environment variable.",
            )
        try:
            text = dump(value)
        except (TypeError, ValueError) as error:
            raise SettingError(f"The value of {key} can't be stored: {error}.") from error
        row = {"key": key, "value": text, "changed_at": now()}
        statement = sqlite_insert(SettingRow).values(row)
        statement = statement.on_conflict_do_update(
            index_elements=["key"], set_={"value": text, "changed_at": row["changed_at"]}
        )
        with self._db.write() as session:
            session.connection().execute(statement)

    def delete(self, key: str) -> None:
        """Forget a setting; one that nobody set is no error."""
        with self._db.write() as session:
            session.exec(delete(SettingRow).where(col(SettingRow.key) == key))

    def all(self) -> dict[str, Any]:
        """Return every setting, by name."""
        with self._db.read() as session:
            rows = session.exec(select(SettingRow).order_by(col(SettingRow.key))).all()
            return {row.key: load(row.value) for row in rows}
