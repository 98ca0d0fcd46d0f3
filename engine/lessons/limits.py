"""What a lesson of anybody may hold at most, so that it is shown at once or refused."""

MOST_PAGES = 100
MOST_ON_PAGE = 20_000
"""Characters of a page, its blocks included."""
LONGEST_PARAGRAPH = 5000
"""Characters of a paragraph, a heading, or a row of a table."""
LONGEST_WORD = 200
"""Characters without a blank, at which a line could be broken."""
MOST_BLOCKS = 400
"""Paragraphs, items of lists, and rows of tables, together, of a page."""
MOST_CELLS = 600
"""Cells of the tables of a page."""
DEEPEST = 10
"""Lists, quotes and emphasis within one another; entries within entries."""
MOST_CHOICES = 12
MOST_NAMES = 20
"""Panels, spotlights, conditions of a task."""
MOST_FACTS = 60
"""Facts in the texts of a page."""
LONGEST_FORMULA = 400
"""Characters."""
MOST_IN_FORMULAS = 1000
"""Characters in the formulas of a page."""
DEEPEST_FORMULA = 6
"""Braces and brackets that grow within one another."""
MOST_PICTURES = 20
MOST_PIXELS = 4_000_000
"""Of the pictures of a page."""
MOST_SESSION_BYTES = 2 * 2**20
"""Of a session in a lesson."""
