"""Readers of replies that break their format: a closed list of repairs, each noted by its class.

A repair is made only where the text allows no other reading. No value is invented or completed.
"""
