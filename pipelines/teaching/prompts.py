"""The prompt files that a recipe's model is asked with, for the manifest."""

from callwright.generators import rollout, wording
from callwright.generators.settings import ModelTeacher


def prompts_of(model: ModelTeacher | None) -> dict[str, str]:
    """Prompt file -> its sha256, for the lane of a model; none without a model."""
    if model is None:
        return {}
    lane = wording if model.lane == "words" else rollout
    return dict(sorted(lane.prompt_hashes().items()))
