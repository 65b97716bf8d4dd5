"""What an export wrote, changed and refused, in numbers; nothing is dropped without a count."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Report:
    """Counts of one export."""

    rows: int = 0
    """Rows that were read."""
    samples: Counter[str] = field(default_factory=Counter[str])
    """Split -> samples written."""
    adapted: Counter[str] = field(default_factory=Counter[str])
    """What was changed -> samples that it changed."""
    refused: Counter[str] = field(default_factory=Counter[str])
    """Reason -> samples that the format cannot carry."""

    def summary(self) -> dict[str, Any]:
        """The report as JSON, keys sorted."""
        return {
            "rows": self.rows,
            "samples": dict(sorted(self.samples.items())),
            "adapted": dict(sorted((+self.adapted).items())),
            "refused": dict(sorted(self.refused.items())),
        }
