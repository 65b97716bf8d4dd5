"""The prompt files that a recipe's model is asked with, for the manifest."""

from callwright.generators import judging, rollout, wording
from callwright.generators.settings import ModelTeacher


def prompts_of(model: ModelTeacher | None) -> dict[str, str]:
    """Prompt file -> its sha256, for the lane of a model and its judge; none without a model."""
    if model is None:
        return {}
    lane = wording if model.lane == "words" else rollout
    judge = judging.prompt_hashes() if model.judge is not None else {}
    return dict(sorted({**lane.prompt_hashes(), **judge}.items()))
