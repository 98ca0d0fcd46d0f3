"""*Files of other programs*: each line is held by a test that is there, or by hand."""

import re
from pathlib import Path

import pytest

from gui.features.handbook.handbook import FOLDER

TESTS = Path(__file__).parents[3]
PAGE = (FOLDER / "other-programs.md").read_text(encoding="utf-8")
BY_HAND = re.compile(r"by hand, .+\d, \d{4}-\d\d-\d\d")
HELD = {
    "`__index_level_0__`:": "test_arrow_columns::an_index_with_a_name_is_data",
    "the metadata call an index": "test_arrow_columns::an_index_with_a_name_is_data",
    "`string_view`": "test_arrow_columns::words_of_polars_are_read_without_margins",
    "128 bits": "test_arrow_columns::what_pyarrow_has_not_implemented_is_not_called",
    "as a decimal": "test_arrow_columns::a_decimal_is_the_nearest_float",
    "a stream of Arrow": "test_arrow_columns::names_of_classes_in_the_schema_are_used",
    "lists or structures": "test_arrow_columns::lists_and_objects_beside_good_columns",
    "59.915": "test_number_format::points_of_german_sheets_are_of_thousands",
    "U+2212": "test_classes::a_true_minus_is_a_minus_in_labels_too",
    "`Unnamed: 0.1`": "test_column_roles::a_number_of_rows_that_repeats_is_no_feature",
    "`batch`": "test_column_roles::colour_and_stroke_of_drawdata_are_left_out",
    "types and roles in": "test_orange::three_lines_of_any_table",
    "1E05": "test_classes::labels_that_are_no_numbers_stay_as_written",
    "a logical column": "test_arff::logical_values_that_r_declares_numeric_are_1_and_0",
    "`X` and `X.1`": "test_column_roles::what_r_writes_twice_is_no_feature",
    "the name `__index": "test_column_roles::the_index_that_pandas_names_itself",
    "patients' numbers": "test_column_roles::large_numbers_that_may_be_those_of",
    "0 as the value": "test_workbook::formulas_that_are_all_0_are_asked_about",
    "formulas without a value": "test_workbook::a_formula_without_its_value_is_named",
    "`#DIV/0!`": "test_workbook::errors_are_missing_and_no_class",
    "cells merged over": "test_workbook::merged_cells_count_for_each_of_their_rows",
    "nothing of formulas": "test_workbook::a_panic_of_calamine_is_an_error",
    "zero-based": "test_svmlight::the_comment_that_scikit_learn_writes_is_believed",
    "the training part has not": "test_svmlight::indices_that_a_model_has_not_have_no",
    "codes 1, 2": "test_statistics::value_labels_are_the_classes_where_each_value",
    "y as a column": "test_matlab::samples_and_classes_of_a_course",
    "`{1,2,3}`": "test_arff::a_declared_category_of_numbers_is_one_feature_a_level",
    "an object for each column": "test_containers::what_pandas_writes_as_json_is_read",
    "a list for each": "test_containers::objects_in_records_and_lists_by_columns",
    "objects in a record": "test_containers::objects_in_records_and_lists_by_columns",
    "59,915 among": "test_number_format::that_three_digits_after_each_comma",
    "newer codings": "test_arrow_columns::text_in_the_newer_codings_of_parquet_is_read",
    'true and `"true"`': "test_spellings::a_value_with_and_without_quotes_is_one",
    "as of accounts": "test_large_numbers::that_codes_among_the_features_are_rounded",
    "`lead` and": "test_spellings::words_that_differ_by_blanks_are_one_and",
    "a class 0,5": "test_evaluate::a_class_has_a_comma_in_one_file_and_a_point_in",
    "where `{TRUE,FALSE}`": "test_arff::logical_values_of_python_are_those_that_are",
    "`x_train`": "test_containers::the_training_part_is_read_and_the_test_part_named",
    "holds an array": "test_containers::a_column_of_arrays_is_named",
}
"""Words of a line, and the test that holds it: its file, and how its name begins."""


def rows():
    """Give the cells of each line of the page's tables, without the heads."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "written by":
            yield cells


@pytest.mark.parametrize("cells", [*rows()], ids=lambda cells: cells[1][:30])
def test_each_line_is_held(cells):
    *_, held_by = cells
    assert len(cells) == 4
    tests = [test for words, test in HELD.items() if words in cells[1]]
    if held_by != "a test":
        assert BY_HAND.fullmatch(held_by)
        assert not tests
        return
    assert len(tests) == 1
    file, _, name = tests[0].partition("::")
    (source,) = TESTS.rglob(f"{file}.py")
    assert f"def test_{name}" in source.read_text(encoding="utf-8")


def test_each_of_those_tests_holds_a_line():
    assert all(any(words in cells[1] for cells in rows()) for words in HELD)
