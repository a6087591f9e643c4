"""What a gazette has published: open to anyone."""

from __future__ import annotations

from typing import Final

from vetcontrol.documents.content import DocumentKind

GAZETTED: Final = frozenset(
    {
        DocumentKind.NOTIFICATION,
        DocumentKind.AMENDMENT,
        DocumentKind.RESCISSION,
        DocumentKind.COMMENCEMENT,
        DocumentKind.END_OF_OPERATION,
        DocumentKind.SCHEDULED_DISEASE,
        DocumentKind.RULES,
        DocumentKind.CONTROL,
        DocumentKind.CONTROL_RESCISSION,
    }
)
