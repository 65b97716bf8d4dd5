"""How English says and reads values. Plain functions on plain values: no kind, no schema.

Every `read_…` takes text in any case and returns None rather than guess; every text that a
`say_…` gives is read back to the same value.
"""
