"""Rules by which clients change every answer. A rule takes the rows that the C driver
returns, and returns the client's rows. differences.json names each client's rules."""

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


def by_columns(change):
    def rule(rows):
        if not rows or is_error(rows):
            return rows
        return [list(row) for row in zip(*map(change, zip(*rows)))]
    return rule


@by_columns
def columns_of_numbers_have_one_type(column):
    """If a column has INTEGER and REAL values, or numbers and NULL, pandas turns all of
    them into doubles. NULL becomes NaN."""
    kinds = {kind for kind, _ in column}
    if not kinds & {"I", "R"} or not kinds <= {"I", "R", "N"} or kinds == {"I"}:
        return column
    return [("R", math.nan if kind == "N" else float(data)) for kind, data in column]


@by_columns
def columns_of_numbers_are_numbers(column):
    """If the first value that is not NULL is a number, the language R makes the column
    numeric. All values become doubles if one is a double. A text becomes 0, and NULL
    becomes R's missing value NA."""
    kinds = [kind for kind, _ in column if kind != "N"]
    if not kinds or kinds[0] not in "IR":
        return column
    number = float if "R" in kinds else int
    kept = "R" if "R" in kinds else "I"
    return [(kind, data) if kind == "N" else (kept, number(data if kind in "IR" else 0))
            for kind, data in column]


@by_columns
def columns_are_of_their_first_row(column):
    """ODBC gives a column the type of its first row (NULL counts as text). If a later row
    has another type, ODBC converts or cuts the row's value, or returns NULL."""
    first = column[0][0]
    change = {"I": integer_of, "R": real_of}.get(first, text_of_number)
    return [change(kind, data) for kind, data in column]


def integer_of(kind, data):
    return ("I", int(data)) if kind in "IR" else ("N", None)


def real_of(kind, data):
    return ("R", float(data)) if kind in "IR" else ("N", None)


def text_of_number(kind, data):
    return ("T", str(data)) if kind in "IR" else (kind, data)


RULES = {
    "an_error_hides_all_rows": an_error_hides_all_rows,
    "an_error_hides_the_row_before": an_error_hides_the_row_before,
    "blobs_are_text": blobs_are_text,
    "columns_are_of_their_first_row": columns_are_of_their_first_row,
    "columns_of_numbers_are_numbers": columns_of_numbers_are_numbers,
    "columns_of_numbers_have_one_type": columns_of_numbers_have_one_type,
    "integers_are_reals": integers_are_reals,
    "nulls_are_empty": nulls_are_empty,
    "reals_have_15_digits": reals_have_15_digits,
}
