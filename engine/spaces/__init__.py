"""What views draw of weights: their space, slices of it, margins, costs."""
