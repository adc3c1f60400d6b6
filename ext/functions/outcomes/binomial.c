/*
** Exact bounds of a rate in SQL: two scalar functions.
**
**   binomial_upper(k, n [, confidence])
**   binomial_lower(k, n [, confidence])
**
** If k of n attempts succeeded, the true rate is below binomial_upper, and above
** binomial_lower.  Each of the two bounds holds with the given confidence (default .95).
** If n is 0, binomial_upper is 1 and binomial_lower is 0.  The answer is NULL if k or n
** is not a whole number >= 0, or k is greater than n.  A confidence that is not a number
** in 0..1 is an error.
** Formulas, source, rounding errors: core/outcomes/binomial.h.
*/
#include "core/outcomes/binomial.h"

#include "bind/argument.h"
#include "functions/modules.h"

#define USUAL_CONFIDENCE 0.95

typedef double binomial_bound(double k, double n, double confidence);

static void binomial_result(sqlite3_context *context, int argc, sqlite3_value **argv,
                            binomial_bound *bound) {
  double k = argument_count(argv[0]), n = argument_count(argv[1]);
  double confidence = USUAL_CONFIDENCE;
  if (argc > 2 && !argument_stated_score(context, argv[2], "confidence", &confidence))
    return;
  if (k <= n) sqlite3_result_double(context, bound(k, n, confidence));
}

static void binomial_upper_function(sqlite3_context *context, int argc,
                                    sqlite3_value **argv) {
  binomial_result(context, argc, argv, binomial_upper);
}

static void binomial_lower_function(sqlite3_context *context, int argc,
                                    sqlite3_value **argv) {
  binomial_result(context, argc, argv, binomial_lower);
}

static const struct sql_function functions[] = {
    {"binomial_upper", 2, PURE, SCALAR(binomial_upper_function), "binomial_upper(k, n)",
     "Upper bound of the true rate, with 95 % confidence, if k of n were seen",
     "round(binomial_upper(0, 29), 6)", "0.098145"},
    {"binomial_upper", 3, PURE, SCALAR(binomial_upper_function),
     "binomial_upper(k, n, confidence)", "The same with a confidence of your own",
     "round(binomial_upper(3, 50, 0.975), 6)", "0.165482"},
    {"binomial_lower", 2, PURE, SCALAR(binomial_lower_function), "binomial_lower(k, n)",
     "Lower bound of the true rate, with 95 % confidence, if k of n were seen",
     "round(binomial_lower(29, 29), 6)", "0.901855"},
    {"binomial_lower", 3, PURE, SCALAR(binomial_lower_function),
     "binomial_lower(k, n, confidence)", "The same with a confidence of your own",
     "round(binomial_lower(3, 50, 0.975), 6)", "0.012549"},
};

const struct sql_module binomial_module = {
    "binomial", "Bounds of a rate", "how bad can it be", functions, COUNT_OF(functions)};
