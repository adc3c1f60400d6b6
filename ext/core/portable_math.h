/*
** Logarithm and exponential with the same bits on every machine.
**
** The C library's are off by a unit in the last place here and there, each library in
** other places.  These use only + - * /, and frexp(), ldexp() and floor(), all of which
** IEEE 754 defines to the last bit; they need a compiler that evaluates doubles as
** doubles (FLT_EVAL_METHOD 0) and does not contract (-ffp-contract=off).  Where a result
** does not have to be repeatable, use the C library's: they are faster.
*/
#ifndef ASSAY_CORE_PORTABLE_MATH_H
#define ASSAY_CORE_PORTABLE_MATH_H

/* The natural logarithm of a finite x > 0, to about 2 units in the last place. */
double portable_log(double x);

/* e to the power of x <= 0, to about 2 units in the last place; 0 below -746. */
double portable_exp(double x);

#endif
