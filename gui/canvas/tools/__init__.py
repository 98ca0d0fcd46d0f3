"""The tools of the canvas: presses and moves of the mouse turned into edits."""
