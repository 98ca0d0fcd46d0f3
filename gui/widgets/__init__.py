"""Widgets that know nothing of learning: labels, boxes, cards, docks."""
