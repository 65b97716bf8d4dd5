"""Where model teachers meet the checks: completions kept, rollouts judged, accepted and paired."""
