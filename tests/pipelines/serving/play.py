"""Plays reference conversations."""


def assistant(messages):
    """The assistant messages of a conversation."""
    return [message for message in messages if message["role"] == "assistant"]


def play(episode, messages):
    """Step through the assistant's messages; gives what followed each."""
    return [episode.step(message) for message in assistant(messages)]
