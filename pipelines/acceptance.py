"""Acceptance: families come in one fixed order, and each is taken whole or not at all.

Everything here runs in the driver and is sequential; nothing depends on workers, chunks or time.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from callwright.pipelines.accepted import Accepted
from callwright.pipelines.chunks import PART, ChunkSpec, Summary, families
from callwright.pipelines.factory import Failed, Index
from callwright.pipelines.funnel import DUPLICATES, QUOTA, SKELETONS, Funnel
from callwright.pipelines.quotas import CellState, Quotas

SKELETON_FULL = "skeletons.over_cap"
LEAST_CAP = 4
"""Rows that any masked request may have, however small the run."""

Members = list[tuple[int, dict[str, Any]]]


class Acceptance:
    """What was accepted so far, and the rules for the next family."""

    def __init__(self, work: Path, quotas: Quotas, index: Index, skeleton_rows: int) -> None:
        self.accepted = Accepted(work)
        self.quotas = quotas
        self.funnel = Funnel()
        self.failed: list[Failed] = []
        """Tasks whose model gave no reply."""
        self._index = index
        self._skeletons: Counter[int] = Counter()
        self._skeleton_rows = max(skeleton_rows, LEAST_CAP)

    def counts(self, rounds: int) -> dict[str, Any]:
        """The funnel of the whole run and of every cell, as the release carries it."""
        return {
            "stages": list(self.funnel.data()),
            "cells": {state.cell.name: state.counts() for state in self.quotas},
            "rounds": rounds,
        }

    def take(self, spec: ChunkSpec, summary: Summary) -> None:
        """Judge the families of the next chunk in order."""
        states = [self.quotas.states[part.cell.name] for part in spec.parts]
        for state, part, funnel in zip(states, spec.parts, summary.funnels, strict=True):
            state.entered += part.size
            state.funnel.merge(funnel)
            self.funnel.merge(funnel)
        self.failed += summary.failed
        path = spec.path(summary.sha256)
        self.accepted.open_chunk(path)
        if summary.families:
            for members in families(path):
                self._family(states[members[0][1][PART]], members)

    def _family(self, state: CellState, members: Members) -> None:
        cells = [f"{m['skill']}/{m['domain']}/{m['split']}" for _, m in members]
        if self._fell(state, DUPLICATES, self._duplicate(members)):
            return
        if self._fell(state, SKELETONS, self._too_common(members)):
            return
        state.passed += 1
        if self._fell(state, QUOTA, self.quotas.refusal(state, cells)):
            return
        self.quotas.accept(state, cells)
        for row, metas in members:
            self._index.add(metas["signature"], metas["family_id"])
            self._skeletons[key(metas)] += 1
            self.accepted.add(row)

    def _fell(self, state: CellState, stage: str, reason: str) -> bool:
        self.funnel.count(stage, reason)
        state.funnel.count(stage, reason)
        return bool(reason)

    def _duplicate(self, members: Members) -> str:
        reasons = (self._index.clash(m["signature"], m["family_id"]) for _, m in members)
        return next((reason for reason in reasons if reason), "")

    def _too_common(self, members: Members) -> str:
        fresh = Counter(key(metas) for _, metas in members)
        over = any(self._skeletons[k] + n > self._skeleton_rows for k, n in fresh.items())
        return SKELETON_FULL if over else ""


def key(metas: dict[str, Any]) -> int:
    """A skeleton's digest as a number, which takes less memory than its text."""
    return int(metas["skeleton"], 16)
