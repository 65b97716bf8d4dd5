"""The verdict and the reason of BFCL's own checker on every case of the conformance files."""

import gzip
import json
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from callwright.filters.bfcl import check

CASES = Path(__file__).parents[4] / "shared" / "conformance"
RULES, REPLAY = CASES / "bfcl_ast_rules.jsonl", CASES / "bfcl_ast_replay.jsonl.gz"
pytestmark = pytest.mark.skipif(
    not (RULES.exists() and REPLAY.exists()),
    reason="the conformance files are not beside the repository",
)


def cases(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def wanted(case):
    reason = case["error_type"] or ""
    if case["verdict"] == "crash":
        reason = f"crash:{reason}"
    return case["verdict"] == "accept", reason


def given(case):
    return case["functions"], case["expected"], case["predicted"]


def is_plain(case):
    return not {"language", "name_mode", "category"} & set(case.get("needs") or ())


@pytest.mark.parametrize("path", [RULES, REPLAY], ids=["rules", "replay"])
def test_verdict_and_reason_are_those_of_bfcl(path):
    found = cases(path)
    assert len({case["verdict"] for case in found}) > 1
    differs = Counter()
    for case in found:
        dots = case.get("name_mode") == "dots_to_underscores"
        got = check(*given(case), case["category"], dots_to_underscores=dots)
        if (got.accepted, got.reason) != wanted(case):
            differs[case["id"], got.reason] += 1
    assert not differs


@pytest.mark.parametrize("path", [RULES, REPLAY], ids=["rules", "replay"])
def test_three_arguments_are_enough_and_stay_as_they_are(path):
    for case in filter(is_plain, cases(path)):
        before = deepcopy(given(case))
        got = check(*given(case))
        assert (got.accepted, got.reason) == wanted(case), case["id"]
        assert given(case) == before
