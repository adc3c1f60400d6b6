/*
** Compares a window function's answer for a frame with the aggregate's answer for the
** frame's rows (rule R5).  A table `t` holds the rows, identified by `id`, and fill()
** fills it anew.
*/
#ifndef ASSAY_TESTS_PROPERTY_FRAMES_H
#define ASSAY_TESTS_PROPERTY_FRAMES_H

#include <stdlib.h>

#include "../database.h"
#include "../hostile.h"
#include "../random.h"

/* The forms of a frame.  RANGE with offsets needs an order by one number.  The first
** three forms hold only rows near the current row. */
enum { FRAMES_NEAR = 3, FRAMES_ANY = 9 };

/* A frame as it follows OVER, with an ORDER BY that may be "". */
static inline char *random_frame(const char *unit, const char *order, int forms) {
  static const char *const between[FRAMES_ANY] = {
      "%d PRECEDING AND %d FOLLOWING",        "%d PRECEDING AND %d PRECEDING",
      "%d FOLLOWING AND %d FOLLOWING",        "UNBOUNDED PRECEDING AND %d PRECEDING",
      "UNBOUNDED PRECEDING AND %d FOLLOWING", "%d PRECEDING AND UNBOUNDED FOLLOWING",
      "%d FOLLOWING AND UNBOUNDED FOLLOWING", "CURRENT ROW AND UNBOUNDED FOLLOWING",
      "UNBOUNDED PRECEDING AND CURRENT ROW"};
  int form = random_below(forms), near = random_below(6), far = near + random_below(6);
  if (order[0] == 0) return sqlite3_mprintf("()");
  if (forms == FRAMES_ANY && random_below(8) == 0) return sqlite3_mprintf("(%s)", order);
  char *ends =
      sqlite3_mprintf(between[form], form == 2 ? near : far, form == 2 ? far : near);
  char *frame = sqlite3_mprintf(
      "(%s %s BETWEEN %s %s)", order, unit, ends,
      RANDOM_TEXT("", "", "", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES"));
  sqlite3_free(ends);
  return frame;
}

/* For any frame.  group_concat() over the same window tells which rows the frame holds,
** and the aggregate reads them in another order.  The table `w` stores the windows'
** answers. */
static inline sqlite3_int64 frame_differences(const char *call, const char *frame) {
  run("CREATE TEMP TABLE IF NOT EXISTS w(got, ids); DELETE FROM w");
  run_with("INSERT INTO w SELECT %s OVER f, '[' || group_concat(id) OVER f || ']' FROM t "
           "WINDOW f AS %s",
           call, frame);
  return count_differences(
      "SELECT count(*) FROM w WHERE quote(got) IS NOT (SELECT quote(%s) FROM "
      "(SELECT t.* FROM json_each(w.ids) AS j JOIN t ON t.id = j.value "
      " ORDER BY (t.id * %d) %% 31)) /* %s */",
      call, 1 + random_below(30), frame);
}

/* For a frame that starts `from` rows after the current row, or before it if negative.
** Ids have no gaps, so the frame's rows are known without a window.  SQL has no frame
** that starts after the row and ends before it.  `form` is an SQL function that is
** applied to the answers before they are compared, or empty.  The column `shuffle` gives
** the rows another order. */
static inline sqlite3_int64 row_frame_differences(const char *call, const char *form,
                                                  int from) {
  int to = from > 0 ? 1 + random_below(4) : random_below(11) - 3;
  int exclude = random_below(2);
  return count_differences(
      "SELECT count(*) FROM (SELECT id, %s OVER (ORDER BY id ROWS BETWEEN %d %s AND "
      "%d %s %s) AS answer FROM t) AS w WHERE %s(answer) IS NOT (SELECT %s(%s) FROM "
      "(SELECT * FROM t AS u WHERE u.id BETWEEN w.id + %d AND w.id + %d %s ORDER BY "
      "shuffle))",
      call, abs(from), from > 0 ? "FOLLOWING" : "PRECEDING", abs(to),
      to > 0 ? "FOLLOWING" : "PRECEDING", exclude ? "EXCLUDE CURRENT ROW" : "", form,
      form, call, from, to, exclude ? "AND u.id <> w.id" : "");
}

/* 1 if the aggregate's answer depends on the order of the rows. */
static inline sqlite3_int64 order_differences(const char *call, const char *form) {
  return count_differences(
      "SELECT (SELECT %s(%s) FROM t) IS NOT (SELECT %s(%s) FROM (SELECT * FROM t ORDER "
      "BY shuffle)) OR (SELECT %s(%s) FROM t) IS NOT (SELECT %s(%s) FROM (SELECT * FROM "
      "t ORDER BY id DESC))",
      form, call, form, call, form, call, form, call);
}

/* Tries random frames, which `frame` writes, several over each table. */
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

/* Tries frames that begin from `before` rows before the row to two rows after it, and the
** aggregate in another order of the rows. */
static inline void test_row_frames(const char *call, const char *form, void fill(void),
                                   int tables, int before) {
  sqlite3_int64 differ = 0, ordered = 0;
  for (int i = 0; i < tables; i++) {
    fill();
    differ += row_frame_differences(call, form, random_below(before + 3) - before);
    ordered += order_differences(call, form);
  }
  tap_is_int(differ, 0, "%s: any frame", call);
  tap_is_int(ordered, 0, "%s: any order of the rows", call);
}

#endif
