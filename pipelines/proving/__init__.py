"""The export proof: what a chat template makes of a sample is what a model will see and write."""
