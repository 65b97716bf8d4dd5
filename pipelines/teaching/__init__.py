"""Model teachers in a run: words around proved plans, rollouts judged by the checks, what is kept."""
