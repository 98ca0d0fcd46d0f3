"""The race: several recipes on the same data, in step by the samples seen."""
