"""Callwright: a factory for proved, synthetic tool-use trajectories."""

__version__ = "0.1.0"
