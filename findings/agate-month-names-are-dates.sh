#!/bin/sh
# agate 1.14.2, which csvkit 2.2.0 (csvjson, csvsort, csvjoin …) reads by: types that are guessed
#
# A column in which there are names of months alone, or Yes and No, is taken for dates or truth
# values, and written as such: Jan becomes the first of January of the year 1, a code 00 the
# number 0, and the versions 1.10 and 1.1 one number in JSON. `--no-inference` keeps the cells
# (the option is -I); `csvformat`, which guesses nothing, keeps them too.
#
# Seen:
#   csvsort:    ['0001-01-01,False,0,1.10', '0001-12-01,True,1,1.1']
#   csvsort -I: ['Dec,yes,01,1.1', 'Jan,no,00,1.10']
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q agate==1.14.2 csvkit==2.2.0
printf 'month,late,code,version\nJan,no,00,1.10\nDec,yes,01,1.1\n' > "$folder/t.csv"
guessed=$("$folder/venv/bin/csvsort" "$folder/t.csv" | tail -n +2 | tr '\n' ' ')
kept=$("$folder/venv/bin/csvsort" -I "$folder/t.csv" | tail -n +2 | tr '\n' ' ')
echo "csvsort:    $guessed"
echo "csvsort -I: $kept"
test "$guessed" = "0001-01-01,False,0,1.10 0001-12-01,True,1,1.1 "
test "$kept" = "Dec,yes,01,1.1 Jan,no,00,1.10 "
