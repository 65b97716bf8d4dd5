"""Model teachers in a run: words around proved plans, rollouts judged, what is kept of both."""
