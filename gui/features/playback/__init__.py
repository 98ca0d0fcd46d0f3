"""Playback: play, step, the timeline, the speed."""
