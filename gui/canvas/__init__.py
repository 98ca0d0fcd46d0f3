"""The drawing canvas: the plot, its layers and its tools."""
