"""Tables in HTML as spreadsheets and pages put them on a clipboard."""

import pytest

from engine.data.html_table import html_table
from engine.errors import UserError

CALC = """<!DOCTYPE html><html><head>
<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
<title></title><meta name="generator" content="LibreOffice 7.4 (Linux)"/>
<style type="text/css">body,div,table { font-family:"Liberation Sans" }</style>
</head><body><table cellspacing="0" border="0">
<colgroup span="3" width="85"></colgroup>
<tr>
<td height="17" align="left">x1</td><td align="left">x2</td><td align="left">day</td>
</tr>
<tr>
<td height="17" align="right" sdval="0.333333333333333" sdnum="1031;0;0,00">0,33</td>
<td align="right" sdval="1234.5" sdnum="1031;0;#.##0,00 [$€-407]">1.234,50 €</td>
<td align="right" sdval="45296" sdnum="1031;0;TT.MM.JJJJ">05.01.2024</td>
</tr>
<tr>
<td height="17" align="right" sdval="-1E-07" sdnum="1031;0;0,00E+00">-1,00E-07</td>
<td align="right" sdval="0.125" sdnum="1031;0;0 %">13 %</td>
<td align="right" sdval="1" sdnum="1031;0;BOOLEAN">WAHR</td>
</tr>
</table>
</body></html>"""

EXCEL = """<html xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><style><!--table {mso-displayed-decimal-separator:"\\."} --></style></head>
<body><!--StartFragment-->
<table border=0 cellpadding=0 cellspacing=0 width=192>
 <col width=64 span=2 style='width:48pt'>
 <tr height=20>
  <td height=20 width=64>x</td>
  <td width=64>class</td>
 </tr>
 <tr height=20>
  <td height=20 align=right>1.5</td>
  <td>red
  wine</td>
 </tr>
<!--EndFragment-->
</table></body></html>"""

PAGE = """<p>Table 1</p>
<TABLE><caption>Heights</caption>
<thead><tr><th scope=col>x<th>y&nbsp;<sub>2</sub></thead>
<tbody>
<tr><td>1<td>&minus;2 <script>count("<td>9</td>")</script>
<tr></tr>
<tr><td><b>3</b><br>4</td><td>a&amp;b<table><tr><td>inner</table></td></tr>
</TABLE><table><tr><td>another</table>"""

SPANS = """<table>
<tr><th rowspan=3>A</th><td>1</td><td rowspan="2">x</td></tr>
<tr><td>2</td></tr>
<tr><td colspan=2>3</td></tr>
<tr><td rowspan="0">B</td><td colspan="many">4</td><td>y</td></tr>
</table>"""


SHORT = """<table><tr><td>1<td>2<td rowspan=2>A
<tr><td>3
<tr><td>5<td>6<td>B</table>"""


def test_a_table_of_too_many_cells_is_refused():
    rows = '<tr><td colspan="1000">1</td></tr>' * 2001
    with pytest.raises(UserError, match="too many cells"):
        html_table(f"<table>{rows}</table>")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (CALC, ["x1|x2|day", "0.333333333333333|1234.5|05.01.2024",
                "-1E-07|0.125|WAHR"]),
        (EXCEL, ["x|class", "1.5|red wine"]),
        (PAGE, ["x|y 2", "1|−2", "3 4|a&binner"]),
        (SHORT, ["1|2|A", "3||A", "5|6|B"]),
        ("a < b <table><tr><td>1 < 2<!-- <td>no --></td></tr></table>", ["1 < 2"]),
        (SPANS, ["A|1|x", "A|2|x", "A|3|3", "B|4|y"]),
        ("<table><tr><td>\"a\" b</td><td>c</td></tr>", ['"""a"" b"|c']),
        ("<p>no table</p>", []),
        ("", []),
        ("<table><tr><td", []),
    ],
    ids=["calc", "excel", "page", "short", "signs", "spans", "quotes", "prose", "empty",
         "cut"],
)  # fmt: skip
def test_the_first_table_is_read_cell_by_cell(text, rows):
    assert html_table(text).replace("\t", "|").splitlines() == rows
