"""The method: handoff control and role control, without user interface or database."""
