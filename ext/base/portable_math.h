/*
** Logarithms, exponentials and the arc tangent with the same bits on every machine.
**
** The C library's are off by a unit in the last place here and there, each library, and
** each processor of one library, in other places.  These use only + - * /, sqrt() and
** exact steps, all of which IEEE 754 defines to the last bit; they need a compiler that
** evaluates doubles as doubles (FLT_EVAL_METHOD 0) and does not contract
** (-ffp-contract=off).
**
** Their bits are part of what the functions that use them promise: of answers, and of the
** draws of weight_samples().  A unit in the last place below is that of the result.
*/
#ifndef ASSAY_BASE_PORTABLE_MATH_H
#define ASSAY_BASE_PORTABLE_MATH_H

/* 2 to the power of x, to .52 units: in one of 500 or fewer the last bit is not that of
** the exact result.  Exact where x is whole; a greater x never gives less.  Infinite
** from 1024 on, 0 from -1075 down, rounded as any other where it is subnormal; NaN of
** NaN. */
double portable_exp2(double x);

/* The binary logarithm of x, to .51 units.  Exact where x is a power of two; a greater x
** never gives less.  -infinity of 0, infinity of infinity, NaN below 0 and of NaN. */
double portable_log2(double x);

/* The arc tangent of 0 <= x <= 1e150, to about 5 units. */
double portable_atan(double x);

/* The natural logarithm of a finite x > 0, to about 2 units. */
double portable_log(double x);

/* e to the power of x <= 0, to about 2 units; 0 below -746. */
double portable_exp(double x);

#endif
