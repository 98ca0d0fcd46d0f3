"""What follows from scores: curves over thresholds, calibration, the threshold."""
