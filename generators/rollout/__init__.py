"""Free rollouts: an assistant, a user and a world, until the dialogue is over."""

from callwright.generators.rollout.loop import Limits, Player, UserJudge, Utterance, play
from callwright.generators.rollout.prompts import prompt_hashes
from callwright.generators.rollout.users import ModelUser, ScriptUser, User, Words

__all__ = [
    "Limits",
    "ModelUser",
    "Player",
    "ScriptUser",
    "User",
    "UserJudge",
    "Utterance",
    "Words",
    "play",
    "prompt_hashes",
]
