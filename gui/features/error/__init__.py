"""Error per epoch: errors, cost and validation of a run as curves."""
