"""What clients do to every answer: each rule takes the rows that C gave and gives those
that the client makes of them. differences.json names them."""

import math


def each_value(change):
    return lambda rows: [[change(kind, data) for kind, data in row] for row in rows]


@each_value
def integers_are_reals(kind, data):
    return ("R", float(data)) if kind == "I" else (kind, data)


@each_value
def blobs_are_text(kind, data):
    if kind != "B":
        return kind, data
    return "T", data.decode("utf-8", "backslashreplace")


@each_value
def nulls_are_empty(kind, data):
    return ("T", "") if kind == "N" else (kind, data)


@each_value
def reals_have_15_digits(kind, data):
    return kind, float(f"{data:.15g}") if kind == "R" else data


def is_error(rows):
    return bool(rows) and rows[-1][0][0] == "E"


def an_error_hides_all_rows(rows):
    return rows[-1:] if is_error(rows) else rows


def an_error_hides_the_row_before(rows):
    return rows[:-2] + rows[-1:] if is_error(rows) else rows


def columns_of_numbers_have_one_type(rows):
    """pandas: a column of INTEGER and REAL, or of either and NULL, is one of doubles, and
    NULL is NaN."""
    if not rows or is_error(rows):
        return rows
    columns = []
    for column in zip(*rows):
        kinds = {kind for kind, _ in column}
        if kinds & {"I", "R"} and kinds <= {"I", "R", "N"} and kinds != {"I"}:
            column = [("R", math.nan if kind == "N" else float(data))
                      for kind, data in column]
        columns.append(column)
    return [list(row) for row in zip(*columns)]


RULES = {
    "an_error_hides_all_rows": an_error_hides_all_rows,
    "an_error_hides_the_row_before": an_error_hides_the_row_before,
    "blobs_are_text": blobs_are_text,
    "columns_of_numbers_have_one_type": columns_of_numbers_have_one_type,
    "integers_are_reals": integers_are_reals,
    "nulls_are_empty": nulls_are_empty,
    "reals_have_15_digits": reals_have_15_digits,
}
