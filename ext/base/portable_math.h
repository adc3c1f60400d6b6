/*
** Logarithms, exponentials and the arc tangent with the same bits on every machine.
**
** A C library's results are sometimes off by a unit in the last place, depending on
** library and processor.  The functions below use only + - * /, sqrt() and exact steps,
** which IEEE 754 defines to the last bit.  They need a compiler that evaluates doubles as
** doubles (FLT_EVAL_METHOD 0) and does not contract a * b + c into one operation
** (-ffp-contract=off).
**
** The SQL functions of assay promise equal answers on every machine, and weight_samples()
** promises equal random draws.  In this file, a unit is a unit in the last place of the
** result.
*/
#ifndef ASSAY_BASE_PORTABLE_MATH_H
#define ASSAY_BASE_PORTABLE_MATH_H

/* Returns 2 to the power of x, with an error of up to .52 units: at most one result in
** 500 differs from the rounded exact result in the last bit.  Exact if x is whole; a
** greater x never gives a lesser result.  The result is infinite for x >= 1024, 0 for x
** <= -1075, NaN for NaN.  A subnormal result is rounded like any other. */
double portable_exp2(double x);

/* Returns the binary logarithm of x, with an error of up to .51 units; exact if x is a
** power of two.  A greater x never gives a lesser result.  -infinity for 0, infinity for
** infinity, NaN for x < 0 and for NaN. */
double portable_log2(double x);

/* Returns the arc tangent of 0 <= x <= 1e150, accurate to about 5 units. */
double portable_atan(double x);

/* Returns the natural logarithm of a finite x > 0, accurate to about 2 units. */
double portable_log(double x);

/* Returns e to the power of x <= 0, accurate to about 2 units; 0 if x < -746. */
double portable_exp(double x);

#endif
