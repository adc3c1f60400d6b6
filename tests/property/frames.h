/*
** Compares a window function's answer for a frame with the aggregate's answer for the
** frame's rows (rule R5).  The table `t` holds the rows; its column `id` is the key.  A
** test's function fill() replaces all rows.
*/
#ifndef ASSAY_TESTS_PROPERTY_FRAMES_H
#define ASSAY_TESTS_PROPERTY_FRAMES_H

#include <stdlib.h>

#include "../database.h"
#include "../hostile.h"
#include "../random.h"

/* Values for the argument `forms`: random_frame() draws from the first `forms` entries of
** its list `between`.  The first three give frames of rows near the current row. */
enum { FRAMES_NEAR = 3, FRAMES_ANY = 9 };

/* Returns a window definition, to write after OVER.  `order` is its ORDER BY or "".
** RANGE with offsets needs an ORDER BY of one number. */
static inline char *random_frame(const char *unit, const char *order, int forms) {
  static const char *const between[FRAMES_ANY] = {
      "%d PRECEDING AND %d FOLLOWING",        "%d PRECEDING AND %d PRECEDING",
      "%d FOLLOWING AND %d FOLLOWING",        "UNBOUNDED PRECEDING AND %d PRECEDING",
      "UNBOUNDED PRECEDING AND %d FOLLOWING", "%d PRECEDING AND UNBOUNDED FOLLOWING",
      "%d FOLLOWING AND UNBOUNDED FOLLOWING", "CURRENT ROW AND UNBOUNDED FOLLOWING",
      "UNBOUNDED PRECEDING AND CURRENT ROW"};
  int form = random_below(forms), near = random_below(random_below(4) == 0 ? 40 : 6);
  int far = near + random_below(6);
  if (order[0] == 0) return sqlite3_mprintf("()");
  if (forms == FRAMES_ANY && random_below(8) == 0) return sqlite3_mprintf("(%s)", order);
  char *ends =
      sqlite3_mprintf(between[form], form == 2 ? near : far, form == 2 ? far : near);
  char *frame =
      sqlite3_mprintf("(%s %s BETWEEN %s %s)", order, unit, ends,
                      RANDOM_TEXT("", "", "", "EXCLUDE NO OTHERS", "EXCLUDE CURRENT ROW",
                                  "EXCLUDE GROUP", "EXCLUDE TIES"));
  sqlite3_free(ends);
  return frame;
}

/* The SQL function that is applied to both answers before their comparison. */
static const char *frame_form = "quote";

/* Counts the rows for which the window function and the aggregate differ.  For each row,
** group_concat(id) over the same window lists the rows of the frame.  The aggregate reads
** the frame's rows in another order. */
static inline sqlite3_int64 frame_differences(const char *call, const char *frame) {
  run("CREATE TEMP TABLE IF NOT EXISTS w(got, ids); DELETE FROM w");
  run_with("INSERT INTO w SELECT %s OVER f, '[' || group_concat(id) OVER f || ']' FROM t "
           "WINDOW f AS %s",
           call, frame);
  return count_differences(
      "SELECT count(*) FROM w WHERE %s(got) IS NOT (SELECT %s(%s) FROM "
      "(SELECT t.* FROM json_each(w.ids) AS j JOIN t ON t.id = j.value "
      " ORDER BY (t.id * %d) %% 31)) /* %s */",
      frame_form, frame_form, call, 1 + random_below(30), frame);
}

/* Fills the table `tables` times, and each time tries several random frames.  `frame`
** returns a window definition. */
static inline void test_any_frames(const char *call, const char *which, void fill(void),
                                   int tables, int of_each, char *frame(void)) {
  sqlite3_int64 differ = 0;
  for (int i = 0; i < tables * of_each; i++) {
    if (i % of_each == 0) fill();
    char *drawn = frame();
    differ += frame_differences(call, drawn);
    sqlite3_free(drawn);
  }
  tap_is_int(differ, 0, "%s %s", call, which);
}

/* Returns a window definition: "()", which means all rows, or a frame of rows in the
** order of `id`. */
static inline char *frame_by_id(void) {
  return random_frame(RANDOM_TEXT("ROWS", "GROUPS", "RANGE"),
                      RANDOM_TEXT("ORDER BY id", "ORDER BY id", "ORDER BY id", ""),
                      FRAMES_ANY);
}

#endif
