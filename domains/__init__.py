"""Executable worlds: one folder is one domain, found by itself."""
