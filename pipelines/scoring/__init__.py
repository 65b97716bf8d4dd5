"""Scores a model's predictions over the `rl` rows of a release: the reward of training, as a test.

What a model wrote is data: a broken line is counted with its reason and scores 0. A file that
names rows which are not there was made for another release, and is refused.
"""
