"""From a world to a plan."""
