"""Prints ext/base/portable_tables.h: the constants of exp2 and log2 in portable_math.c.

All constants are computed in 60 decimal digits and rounded once. The method is Tang's: a
table replaces the argument by a number near 0, for which a short polynomial is enough.
See "Table-driven implementation of the exponential function", ACM TOMS 15, 1989, and "...
of the logarithm function", TOMS 16, 1990. The polynomials interpolate at Chebyshev's
nodes, so their error is close to the error of the best polynomial.
"""

from decimal import Decimal, getcontext
import math

getcontext().prec = 60

CELLS = 128
LN2 = Decimal(2).ln()


def exp2(x):
    return (x * LN2).exp()


def log2(x):
    return x.ln() / LN2


def rounded(x, bits):
    """Returns x rounded to the given number of bits after the point."""
    return Decimal(round(x * 2 ** bits)) / 2 ** bits


def times(a, b):
    """Returns the product of two polynomials, lowest powers first."""
    product = [Decimal(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def interpolated(function, low, high, count):
    """Returns the polynomial with `count` coefficients that equals the function at
    `count` Chebyshev nodes. Six digits of a cosine are enough, because nodes close to
    these nodes give nearly the same polynomial."""
    cosines = [Decimal(round(10 ** 6 * math.cos(math.pi * (k + 0.5) / count))) / 10 ** 6
               for k in range(count)]
    nodes = [(low + high) / 2 + (high - low) / 2 * c for c in cosines]
    coefficients = [Decimal(0)] * count
    for node in nodes:
        others = [Decimal(1)]
        for other in nodes:
            if other != node:
                others = times(others, [-other / (node - other), 1 / (node - other)])
        value = function(node)
        coefficients = [c + value * o for c, o in zip(coefficients, others)]
    return coefficients


def exp2_rows():
    """For each cell i, yields 2^(i/128) and its rounding error."""
    for i in range(CELLS):
        exact = exp2(Decimal(i) / CELLS)
        yield float(exact), float(exact - Decimal(float(exact)))


def exp2_series():
    """Returns the polynomial for (2^r - 1) / r with 0 <= r <= 1/128."""
    return interpolated(lambda r: (exp2(r) - 1) / r, Decimal(0), 1 / Decimal(CELLS), 5)


def log2_cells():
    """Cell i has the width 1/128 and the middle 1 + i/128. Yields three numbers for each
    cell. The first is the reciprocal of the middle, rounded to 10 bits. The others are
    the least and the greatest value of m * reciprocal - 1 for m in the cell. Cell 0
    reaches only 1/512 below 1, because doubles below 1 are twice as dense."""
    for i in range(CELLS):
        middle, half = 1 + Decimal(i) / CELLS, Decimal(1) / (2 * CELLS)
        reciprocal = rounded(1 / middle, 10)
        low = middle - (half if i > 0 else half / 2)
        yield reciprocal, low * reciprocal - 1, (middle + half) * reciprocal - 1


def log2_rows():
    """Yields for each cell the reciprocal, and -log2(reciprocal) as a sum of two parts.
    The upper part has 42 bits after the point, so its sum with an exponent (a whole
    number) is exact."""
    for reciprocal, _, _ in log2_cells():
        exact = -log2(reciprocal)
        upper = rounded(exact, 42)
        yield float(reciprocal), float(upper), float(exact - upper)


def log2_series():
    """Returns the polynomial for (log2(1 + t) - t / ln 2) / t^2 with t = m * reciprocal -
    1, as in log2_cells()."""
    low = min(low for _, low, _ in log2_cells())
    high = max(high for _, _, high in log2_cells())
    return interpolated(lambda t: (log2(1 + t) - t / LN2) / t ** 2, low, high, 6)


def written(x):
    """Returns a double in C's hexadecimal notation."""
    if x == 0:
        return "0"
    digits, power = float(x).hex().split("p")
    return digits.rstrip("0").rstrip(".") + "p" + power


def define(name, x):
    print(f"#define {name} {written(x)}")


def series(name, coefficients):
    print(f"static const double {name}[{len(coefficients)}] = {{")
    for each in coefficients:
        print(f"    {written(each)},")
    print("};\n")


def table(name, members, rows):
    print(f"static const struct {{\n  double {members};\n}} {name}[PORTABLE_CELLS] = {{")
    for row in rows:
        print("    {" + ", ".join(written(x) for x in row) + "},")
    print("};\n")


upper = rounded(1 / LN2, 25)
print("""/*
** Constants of portable_math.c, written by tests/portable/tables.py, which says what they
** are and how they are computed.
*/
#ifndef ASSAY_BASE_PORTABLE_TABLES_H
#define ASSAY_BASE_PORTABLE_TABLES_H

/* clang-format off */
""")
print(f"#define PORTABLE_CELLS {CELLS}\n")
print("/* 2^(i/128) as a sum, and the coefficients of (2^r - 1) / r. */")
table("exp2_cells", "value, rest", exp2_rows())
series("exp2_series", exp2_series())
print("/* A reciprocal of 10 bits near 1 / (1 + i/128), and -log2 of it as a sum. */")
table("log2_cells", "reciprocal, upper, lower", log2_rows())
print("/* The coefficients of (log2(1 + t) - t / ln 2) / t^2. */")
series("log2_series", log2_series())
print("/* 1 / ln 2 as a sum, the upper part of 26 bits. */")
define("LOG2_E_UPPER", upper)
define("LOG2_E_LOWER", 1 / LN2 - upper)
print("\n/* clang-format on */\n\n#endif")
