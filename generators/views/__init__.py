"""How a task shows its tools: a seeded, reversible view of each (architecture, idea 6)."""
