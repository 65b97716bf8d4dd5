"""Kinds of variants; each module exports `VARIANTS`."""
