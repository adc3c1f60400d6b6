/*
** The rules in plain SQL, as expressions over a row of the tables `round` and
** `candidate`.
**
** The expressions give the functions' answers, even over missing data.  They test for
** NULL, text and numbers outside 0..1, unless a comparison already excludes these values.
*/
#ifndef ASSAY_BENCH_PLAIN_SQL_H
#define ASSAY_BENCH_PLAIN_SQL_H

#define SCORES "coverage, source_quality, agreement, verification, recency"
#define EVIDENCE SCORES ", recent_sources, critical_contradictions"

/* In SQLite any text is greater than any number, so BETWEEN fails for text. */
#define HIGH(score) score " BETWEEN 0.75 AND 1"
#define ALL_HIGH                                                                         \
  HIGH("coverage")                                                                       \
  " AND " HIGH("source_quality") " AND " HIGH("agreement") " AND " HIGH(                 \
      "verification") " AND " HIGH("recency")
#define COUNTS_PASS                                                                      \
  "recent_sources >= 10 AND typeof(recent_sources) = 'integer' "                         \
  "AND critical_contradictions = 0"
#define PASSES ALL_HIGH " AND " COUNTS_PASS
#define GATE "coalesce(" PASSES ", 0)"

#define WEIGHED(weight, score)                                                           \
  weight " * CASE WHEN " score " BETWEEN 0 AND 1 THEN " score " ELSE 0 END"
#define INDEX                                                                            \
  "(" WEIGHED("0.25", "coverage") " + " WEIGHED("0.20", "source_quality") " + " WEIGHED( \
      "0.20", "agreement") " + " WEIGHED("0.20",                                         \
                                         "verification") " + " WEIGHED("0.15",           \
                                                                       "recency") ")"

/* ci_rank(coverage), which counts in steps of 1e-12.  2^52 and all greater doubles are
** whole numbers, so adding 2^52 rounds to whole steps. */
#define RANK "coverage * 1e12 + 4503599627370496.0"

/* In a column declared REAL or INTEGER, SQLite converts a text that is a number to a
** number.  A value from elsewhere (a subquery, a JSON path, a column without a type)
** needs a test of its type. */
#define IS_NUMBER(value) "typeof(" value ") IN ('real', 'integer')"

#define DELTA "CASE hits WHEN 0 THEN -0.8 WHEN 1 THEN -0.4 WHEN 2 THEN -0.2 ELSE 0.0 END"
#define PENALTY                                                                          \
  "CASE WHEN word_count >= 2 AND typeof(word_count) = 'integer' "                        \
  "AND avg_word_length >= 4.0 AND typeof(avg_word_length) <> 'text' THEN " DELTA         \
  " ELSE 0.0 END"
#define PENALTY_ANY                                                                      \
  "CASE WHEN " IS_NUMBER(                                                                \
      "word_count") " AND word_count >= 2 "                                              \
                    "AND word_count = CAST(word_count AS INTEGER) AND " IS_NUMBER(       \
                        "avg_word_length") " AND avg_word_length >= 4.0 THEN " DELTA     \
                                           " ELSE 0.0 END"

/* One JSON object of seven members.  Two members differ from row to row. */
#define OBJECT                                                                           \
  "'{\"coverage\":0.9' || round || ',\"source_quality\":0.8125,\"agreement\":0.87,"      \
  "\"verification\":0.8' || round || ',\"recency\":0.91,\"recent_sources\":12,"          \
  "\"critical_contradictions\":0}'"

#endif
