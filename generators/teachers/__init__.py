"""Who words a plan. Only the embedded `scripted` teacher so far: `generators.language`."""
