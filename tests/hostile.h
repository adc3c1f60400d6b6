/*
** Hostile values, for all tests in C.  They are SQL expressions, JSON values for a
** round's evidence, or doubles and integers at the ends of their ranges.
*/
#ifndef ASSAY_TESTS_HOSTILE_H
#define ASSAY_TESTS_HOSTILE_H

#include <string.h>

#include <sqlite3.h>

#include "base/count_of.h"
#include "random.h"

/* At least one of each kind of value: NULL, numbers at the ends of their ranges, numbers
** as text, names, JSON, malformed UTF-8, BLOBs. */
static const char *const hostile_values[] = {
    "NULL",
    "0",
    "1",
    "2",
    "3",
    "5",
    "12",
    "-1",
    "9223372036854775807",
    "-9223372036854775808",
    "0.0",
    "-0.0",
    "0.5",
    "0.8",
    "0.9",
    "1.0",
    "4.5",
    "1e-308",
    "1e308",
    "9e999",
    "-9e999",
    "''",
    "'0.8'",
    "' 12 '",
    "'1e-1'",
    "'nonsense'",
    "'a b'",
    "'it''s the \"quoted\" \\ one'",
    "'equal'",
    "'GEOMETRIC'",
    "'coverage'",
    "'recency_days'",
    "'High'",
    "'ai_ml'",
    "'deep'",
    "'hard'",
    "'exploratory'",
    "'deepen'",
    "'bridge'",
    "'ambiguity'",
    "'[1, 2, 3, 4, 5]'",
    "'[1, 2, 3, 4, -5]'",
    "'{\"coverage\": 1, \"recency\": 2e0}'",
    "'{\"coverage\": '",
    "'{\"ambiguity\": 0.4, \"score\": 4}'",
    "'**SCORE:** 4'",
    "'SELECT 1 AS source, 2 AS target UNION ALL SELECT 2, 3'",
    "'SELECT 1'",
    "char(233, 8217, 12288, 128512)",
    "CAST(x'61ff80e2' AS TEXT)",
    "CAST(x'610062' AS TEXT)",
    "CAST(zeroblob(3000) AS TEXT)",
    "replace(hex(zeroblob(300)), '0', 'word ')",
    "x''",
    "x'00ff'",
    "zeroblob(40)",
    "x'000000000000f03f000000000000f03f000000000000f03f000000000000f03f000000000000f03f'",
    "zeroblob(4000)",
};

/* A value in JSON, and an SQL expression that functions read as the same value. */
struct hostile_datum {
  const char *json; /* NULL: no member */
  const char *sql;
};

/* The values of evidence: scores, counts of sources, counts of contradictions, and
** regression flags.  Each list begins with values that pass: five scores, three counts of
** sources, three counts of contradictions, three flags. */
static const struct hostile_datum hostile_scores[] = {{"0.75", "0.75"},
                                                      {"0.8", "0.8"},
                                                      {"0.9", "0.9"},
                                                      {"1", "1"},
                                                      {"0", "0"},
                                                      {"0.74", "0.74"},
                                                      {"8e-1", "0.8"},
                                                      {"1.0E0", "1.0"},
                                                      {"\"0.8\"", "'0.8'"},
                                                      {"\" .8 \"", "' .8 '"},
                                                      {"\"\\u0030.8\"", "'0.8'"},
                                                      {"null", "NULL"},
                                                      {NULL, "NULL"},
                                                      {"9.5", "9.5"},
                                                      {"-1", "-1"},
                                                      {"1e999", "9e999"},
                                                      {"-1e999", "-9e999"},
                                                      {"\"n/a\"", "'n/a'"},
                                                      {"\"\"", "''"},
                                                      {"\"0.8\\u0000\"", "NULL"},
                                                      {"true", "NULL"},
                                                      {"false", "NULL"},
                                                      {"[0.8]", "NULL"},
                                                      {"{\"coverage\":0.8}", "NULL"},
                                                      {"-0", "'-0'"},
                                                      {"1e-999", "0.0"},
                                                      {"0.5", "0.5"},
                                                      {"\"x\"", "'x'"},
                                                      {"[1]", "NULL"},
                                                      {"{}", "NULL"}};

static const struct hostile_datum hostile_counts[] = {
    {"12", "12"},     {"12", "12"},         {"10", "10"},           {"9", "9"},
    {"12.0", "12.0"}, {"\"12\"", "'12'"},   {"1.2e1", "12"},        {"12.7", "12.7"},
    {"null", "NULL"}, {NULL, "NULL"},       {"\"many\"", "'many'"}, {"-12", "-12"},
    {"true", "NULL"}, {"1e300", "'1e300'"}, {"1e400", "9e999"}};

static const struct hostile_datum hostile_contradictions[] = {
    {"0", "0"},       {"0", "0"},           {"0", "0"},        {"0.0", "0.0"},
    {"\"0\"", "'0'"}, {"1", "1"},           {"0.5", "0.5"},    {"null", "NULL"},
    {NULL, "NULL"},   {"\"n/a\"", "'n/a'"}, {"false", "NULL"}, {"[]", "NULL"}};

static const struct hostile_datum hostile_regressions[] = {
    {NULL, "0"},      {NULL, "0"},   {NULL, "0"},        {"0", "0"},
    {"false", "0"},   {"true", "1"}, {"1", "1"},         {"null", "NULL"},
    {"\"0\"", "'0'"}, {"2", "2"},    {"\"no\"", "'no'"}, {"{}", "NULL"}};

/* Draws mostly one of the listed texts, now and then a hostile value. */
#define RANDOM_DATUM(...)                                                                \
  (random_below(8) > 0 ? RANDOM_TEXT(__VA_ARGS__) : RANDOM_OF(hostile_values))

/* Draws a score as SQL.  The scores lie on both sides of every floor, and are few, so
** rounds often tie. */
static inline const char *random_score_text(void) {
  return RANDOM_TEXT("0.74", "0.75", "0.8", "0.8", "0.9", "1", "0.3", "NULL", "9.5",
                     "'0.8'", "'0.9'");
}

/* Doubles and integers at the ends of their ranges.  Some doubles are next to integers
** that no double can hold; others are as large as scores, counts and times. */
static const double hostile_reals[] = {
    0,           -0.0,       1,         0.5,    1.5,        -1,     12,
    12.7,        1e8,        1e11,      85,     1770076800, 0x1p53, 0x1p63,
    1e300,       INFINITY,   -INFINITY, 5e-324, -0x1p63,    -0.5,   -1.5,
    1 + 0x1p-52, 0x1p53 + 2, 1e19,      -1e19,  -1e300};
static const int64_t hostile_integers[] = {INT64_MIN,
                                           INT64_MIN + 1,
                                           -2,
                                           -1,
                                           0,
                                           1,
                                           9007199254740991,
                                           9007199254740992,
                                           9007199254740993,
                                           INT64_MAX - 600,
                                           INT64_MAX - 1,
                                           INT64_MAX};

/* Binds a number: a double with random bits or of a usual size, a number at or next to a
** limit, or any integer. */
static inline void hostile_bind_number(sqlite3_stmt *statement, int index) {
  double border = hostile_reals[random_below(COUNT_OF(hostile_reals))];
  uint64_t bits = random_bits();
  switch (random_below(8)) {
  case 0:
    memcpy(&border, &bits, sizeof border);
    break;
  case 1:
    border = nextafter(border, random_below(2));
    break;
  case 2:
    break;
  case 3:
    sqlite3_bind_int64(statement, index, (sqlite3_int64)bits >> random_below(64));
    return;
  case 4:
    sqlite3_bind_int(statement, index, random_below(4));
    return;
  default:
    border = ldexp(random_unit() - 0.3, random_below(3) > 0 ? 0 : random_below(60));
  }
  sqlite3_bind_double(statement, index, border); /* SQLite turns a NaN into NULL */
}

#endif
