"""Prints tests/unit/portable_references.h: values of exp2, log2, atan and Student's t
with twice as many digits as a double has. mpmath (1.3.0, Debian's python3-mpmath)
computes the values; it shares no formula with the extension.

The arguments cover all magnitudes. Many lie where the code is least precise: at the edges
of cells (ranges of the tables), beside 1 and 0, and among subnormal numbers. Others had
the greatest errors among 5 million random arguments.
"""

import math
import random
from fractions import Fraction

from mpmath import atan, betainc, erfinv, findroot, log, mp, mpf, power, sqrt

mp.dps = 50
draw = random.Random(1)

WORST_EXP2 = """-0x1.321bee3258959p+0 -0x1.0e3602d83a705p+9 0x1.64d8ff8f317d6p+9
    -0x1.ff198c2c459e2p+9 -0x1.f6a8287e8790cp-24 -0x1.9d097b425ed09p+1
    -0x1.9fb2a16c1e5p-13"""
WORST_LOG2 = """0x1.ff21c28ad2c6dp-1 0x1.ff015392583cap-1 0x1.00f62337a17f6p+0
    0x1.00a3c7dede8c9p+0 0x1.ff02bd2f52ca4p-1 0x1.011d03fbbf685p+0"""

EXP2 = [*map(float.fromhex, WORST_EXP2.split()), -2.0 ** -60, -1e-5, -1 / 128, -0.0077,
        -1 / 3, -0.5, -0.99999, -3.3, -77.77, -500.1, -1021.99, -1022.01, -1024.5,
        -1050.3, -1073.7, -1074.1, -1074.9, 1e-9, 0.1, 7.9999, 1023.9999,
        *(-draw.random() * 4 for _ in range(12))]
LOG2 = [*map(float.fromhex, WORST_LOG2.split()), 5e-324, 3e-310, 1e-300, 0.01, 0.1, 0.3,
        0.5001, 0.7, 0.75, 0.8, 0.9, 0.99, 1 - 2.0 ** -9, 1 - 2.0 ** -53, 1 + 2.0 ** -52,
        1 + 2.0 ** -8, 1.5, 3.0, 10.0, 1e6, 1e300, *(draw.random() for _ in range(12))]
ATAN = [1e-300, 1e-9, 0.06, 0.2, 0.41421, 0.7, 1.0, 1.3863, 3.0424, 12.7062, 1e9, 1e150]
DEGREES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 20, 30, 31, 50, 99, 120, 365, 500, 777,
           907, 999, 1000, 1001, 1500, 2000, 5000, *(10 ** k for k in range(4, 10))]


def t_quantile(degrees):
    """Returns the t with 95 % of the distribution between -t and t, by the regularized
    incomplete beta function."""
    v = mpf(degrees)
    z = sqrt(2) * erfinv(mpf("0.95"))
    beginning = {1: mpf("12.7"), 2: mpf("4.3")}.get(degrees, z + (z ** 3 + z) / (4 * v))
    return findroot(lambda t: betainc(v / 2, 0.5, 0, v / (v + t * t), True) - mpf("0.05"),
                    (beginning, beginning * 1.00001), tol=mpf(10) ** -80, verify=False)


def written(x):
    digits, exponent = float(x).hex().split("p")
    return digits.rstrip("0").rstrip(".") + "p" + exponent


def table(name, function, arguments):
    print(f"static const struct reference {name}[] = {{")
    for x in arguments:
        y = function(mpf(x))
        sign, digits, exponent, _ = y._mpf_
        exact = (-1) ** sign * Fraction(digits) * Fraction(2) ** exponent
        nearest = float(exact)
        rest = float((exact - Fraction(nearest)) / Fraction(math.ulp(nearest)))
        print(f"    {{{written(x)}, {written(nearest)}, {rest:.6f}}},")
    print("};\n")


print("""/*
** Values to twice the digits of a double, written by tests/portable/references.py, which
** says where they come from.
*/
#ifndef ASSAY_TESTS_PORTABLE_REFERENCES_H
#define ASSAY_TESTS_PORTABLE_REFERENCES_H

#include <stddef.h>

/* clang-format off */

/* What a function gives for x: the nearest double, and the rest in units of its last
** place. */
struct reference {
  double x, nearest, rest;
};
""")
table("exp2_references", lambda x: power(2, x), EXP2)
table("log2_references", lambda x: log(x) / log(2), LOG2)
table("atan_references", atan, ATAN)
print("/* The .975 quantile of Student's t by degrees of freedom. */")
print("static const struct {\n  size_t degrees;\n  double quantile;")
print("} t_references[] = {")
for degrees in DEGREES:
    print(f"    {{{degrees}, {float(t_quantile(degrees))!r}}},")
print("};\n")
print("/* clang-format on */\n\n#endif")
