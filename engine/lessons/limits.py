"""What a lesson of anybody may hold at most, so that it is shown at once or refused."""

MOST_PAGES = 100
MOST_LINES = 10_000
MOST_ON_PAGE = 8000
"""Characters of a page, its blocks included."""
LONGEST_PARAGRAPH = 2000
"""Characters of a paragraph, a heading, or a row of a table."""
MOST_BRACKETS = 50
"""Opening square brackets of a paragraph: each could begin a link."""
LONGEST_WORD = 200
"""Characters without a blank, at which a line could be broken."""
MOST_BLOCKS = 300
"""Lines of paragraphs, items and code of a page."""
MOST_CELLS = 300
"""Cells of the tables of a page."""
DEEPEST = 10
"""Lists, quotes and emphasis within one another; entries within entries."""
MOST_CHOICES = 10
MOST_NAMES = 20
"""Panels, spotlights, conditions of a task."""
MOST_FACTS = 60
"""Facts in the texts of a page."""
LONGEST_FORMULA = 300
"""Characters."""
MOST_FORMULAS = 40
MOST_IN_FORMULAS = 600
"""Characters in the formulas of a page."""
DEEPEST_FORMULA = 6
"""Braces and brackets that grow within one another."""
MOST_PICTURES = 20
MOST_PIXELS = 4_000_000
"""Of the pictures of a page."""
MOST_SESSION_BYTES = 2**20
"""Of a session in a lesson."""
