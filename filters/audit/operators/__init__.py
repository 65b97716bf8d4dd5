"""Mutation operators, one module per group; each module exports `OPERATORS`."""
