/* Dates as days: the rules D1 to D9 are in date.h. */
#include "core/research/date.h"

#include <math.h>
#include <stdint.h>

#include "base/name.h"
#include "base/number.h"
#include "core/reply.h"

#define DATE_BLANK (REPLY_BLANK | REPLY_LINE_END)

/* The text that has not been read yet. */
struct date_text {
  const char *at;
  const char *end;
};

/* A day as written; the calendar need not have such a day. */
struct date_parts {
  int year;
  int month;
  int day;
  int weekday; /* 0 for Monday; -1 if no weekday is stated */
};

static bool date_is_leap_year(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* True if the calendar has the day, and a stated weekday is right.  Sets `*day`. */
static bool date_from_parts(const struct date_parts *parts, int *day) {
  static const int before[] = {0,   0,   31,  59,  90,  120, 151,
                               181, 212, 243, 273, 304, 334, 365};
  int month = parts->month, past = parts->year - 1;
  if (past < 0 || month < 1 || month > 12 || parts->day < 1) return false;
  bool leaps = date_is_leap_year(parts->year);
  int days = before[month + 1] - before[month] + (month == 2 && leaps);
  if (parts->day > days) return false;
  *day = 365 * past + past / 4 - past / 100 + past / 400 + before[month] +
         (month > 2 && leaps) + parts->day;
  return parts->weekday < 0 || (*day + 6) % 7 == parts->weekday; /* day 1 is a Monday */
}

/* Returns the size in bytes of the blank or line end at `at`, in ASCII or Unicode; 0 for
** anything else. */
static size_t date_blank_size(const char *at, const char *end) {
  size_t size = 0;
  if (at == end || !reply_is(reply_character(at, end, &size), DATE_BLANK)) return 0;
  return size;
}

static bool date_skip_blanks(struct date_text *text) {
  const char *start = text->at;
  for (size_t size; (size = date_blank_size(text->at, text->end)) != 0;)
    text->at += size;
  return text->at > start;
}

static void date_trim(struct date_text *text) {
  while (text->end > text->at) {
    const char *last = text->end - 1;
    while (last > text->at && ((unsigned char)*last & 0xc0) == 0x80)
      last--;
    if (date_blank_size(last, text->end) != (size_t)(text->end - last)) return;
    text->end = last;
  }
}

static bool date_take(struct date_text *text, char c) {
  bool taken = text->at < text->end && *text->at == c;
  text->at += taken;
  return taken;
}

/* Reads exactly `count` digits; more may follow. */
static inline bool date_take_digits(struct date_text *text, int count, int *number) {
  *number = 0;
  if (text->end - text->at < count) return false;
  for (int i = 0; i < count; i++) {
    if (!number_is_digit(text->at[i])) return false;
    *number = 10 * *number + (text->at[i] - '0');
  }
  text->at += count;
  return true;
}

/* Returns the number of digits at text->at, at most 5. */
static int date_count_digits(const struct date_text *text) {
  int count = 0;
  while (count < 5 && count < text->end - text->at && number_is_digit(text->at[count]))
    count++;
  return count;
}

static bool date_is_letter(char c) {
  unsigned char lower = name_lower(c);
  return lower >= 'a' && lower <= 'z';
}

static size_t date_take_letters(struct date_text *text) {
  const char *start = text->at;
  while (text->at < text->end && date_is_letter(*text->at))
    text->at++;
  return (size_t)(text->at - start);
}

/* Skips the name at text->at.  Returns its index in `names`, or -1 if no name is
** there. */
static int date_take_name(struct date_text *text, const char *const *names, int count) {
  struct date_text next = *text;
  size_t length = date_take_letters(&next);
  int found = name_find(names, count, text->at, length);
  if (found >= 0) *text = next;
  return found;
}

/* Skips a fraction (a point or a comma, then digits), if one is here.  False if the point
** or comma has no digits.  `*above` becomes true if the fraction is above 0. */
static bool date_take_fraction(struct date_text *text, bool *above) {
  if (!date_take(text, '.') && !date_take(text, ',')) return true;
  const char *start = text->at;
  for (; text->at < text->end && number_is_digit(*text->at); text->at++)
    *above |= *text->at != '0';
  return text->at > start;
}

/* Reads a time (D6) of at least `least` parts.  The parts are hours, minutes, seconds. */
static bool date_take_time(struct date_text *text, int least) {
  static const int greatest[] = {24, 59, 60};
  int hour = 0;
  bool beyond = false; /* true if anything after the hour is more than 0 */
  for (int part = 0; part < 3; part++) {
    int number;
    if (part > 0 && !date_take(text, ':')) {
      if (part < least) return false;
      break;
    }
    if (!date_take_digits(text, 2, &number) || number > greatest[part]) return false;
    if (part == 0) hour = number;
    beyond |= part > 0 && number > 0;
  }
  return date_take_fraction(text, &beyond) && !(hour == 24 && beyond);
}

static bool date_take_offset(struct date_text *text) {
  int hours, minutes;
  if (!date_take(text, '+') && !date_take(text, '-')) return false;
  if (!date_take_digits(text, 2, &hours) || hours > 23) return false;
  bool has_colon = date_take(text, ':');
  if (!has_colon && date_count_digits(text) == 0) return true;
  return date_take_digits(text, 2, &minutes) && minutes <= 59;
}

/* Reads the zone, if any (D7). */
static bool date_take_zone(struct date_text *text) {
  static const char *const universal[] = {"UT"};
  if (text->at == text->end) return true;
  if (!date_is_letter(*text->at)) return date_take_offset(text);
  if (date_take_name(text, universal, 1) == 0) return true;
  size_t letters = date_take_letters(text);
  return letters == 1 || (letters >= 3 && letters <= 5);
}

static bool date_take_iso_time(struct date_text *text) {
  bool is_marked = date_take(text, 'T') || date_take(text, 't');
  if (!is_marked && !date_skip_blanks(text)) return false;
  if (!date_take_time(text, 1)) return false;
  date_skip_blanks(text);
  return date_take_zone(text);
}

/* Reads the whole text (D2).  Nearly all dates have this form, without a time. */
static bool date_read_iso(struct date_text text, struct date *date) {
  struct date_parts parts = {.month = 1, .day = 1, .weekday = -1};
  bool is_day = false;
  if (!date_take_digits(&text, 4, &parts.year)) return false;
  if (date_take(&text, '-')) {
    if (!date_take_digits(&text, 2, &parts.month)) return false;
    is_day = date_take(&text, '-');
    if (is_day && !date_take_digits(&text, 2, &parts.day)) return false;
  }
  if (text.at < text.end) {
    if (!is_day || !date_take_iso_time(&text) || text.at < text.end) return false;
  }
  int day;
  if (!date_from_parts(&parts, &day)) return false;
  *date = (struct date){day, is_day};
  return true;
}

/* Skips a comment, which may contain comments.  A bracket after a backslash does
** not count.  False if the comment is not closed. */
static bool date_skip_comment(struct date_text *text) {
  struct date_text next = *text;
  if (!date_take(&next, '(')) return false;
  size_t depth = 1;
  for (; depth > 0 && next.at < next.end; next.at++) {
    depth += *next.at == '(';
    depth -= *next.at == ')';
    if (*next.at == '\\' && next.at + 1 < next.end) next.at++;
  }
  if (depth == 0) *text = next;
  return depth == 0;
}

/* Skips blanks and comments.  True if any was skipped. */
static bool date_skip(struct date_text *text) {
  const char *start = text->at;
  date_skip_blanks(text);
  while (date_skip_comment(text))
    date_skip_blanks(text);
  return text->at > start;
}

static bool date_take_weekday(struct date_text *text, int *weekday) {
  static const char *const names[] = {
      "Mon",    "Tue",     "Wed",       "Thu",      "Fri",    "Sat",      "Sun",
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
  int found = date_take_name(text, names, 14);
  *weekday = found < 0 ? -1 : found % 7;
  return found >= 0;
}

static bool date_take_month(struct date_text *text, int *month) {
  static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  *month = date_take_name(text, names, 12) + 1;
  return *month > 0;
}

/* Reads the digits at text->at, at most five, and returns how many. */
static int date_take_number(struct date_text *text, int *number) {
  int digits = date_count_digits(text);
  date_take_digits(text, digits, number);
  return digits;
}

static bool date_take_day(struct date_text *text, int *day) {
  int digits = date_take_number(text, day);
  return digits == 1 || digits == 2;
}

/* Reads four digits, or two (D3). */
static bool date_take_year(struct date_text *text, int *year) {
  int digits = date_take_number(text, year);
  if (digits == 2) *year += *year < 50 ? 2000 : 1900;
  return digits == 2 || digits == 4;
}

/* Reads `03 Feb 2026 10:00:00` or `06-Nov-94 08:49:37`. */
static bool date_take_day_first(struct date_text *text, struct date_parts *parts) {
  if (!date_take_day(text, &parts->day)) return false;
  bool has_hyphens = date_take(text, '-');
  if (!has_hyphens) date_skip(text);
  if (!date_take_month(text, &parts->month)) return false;
  bool parted = has_hyphens ? date_take(text, '-') : date_skip(text);
  return parted && date_take_year(text, &parts->year) && date_skip(text) &&
         date_take_time(text, 2);
}

/* Reads `Nov  6 08:49:37 1994`. */
static bool date_take_month_first(struct date_text *text, struct date_parts *parts) {
  return date_take_month(text, &parts->month) && date_skip(text) &&
         date_take_day(text, &parts->day) && date_skip(text) && date_take_time(text, 2) &&
         date_skip(text) && date_take_number(text, &parts->year) == 4;
}

/* Reads the whole text (D3, D4). */
static bool date_read_mail(struct date_text text, struct date *date) {
  struct date_parts parts;
  date_skip(&text);
  bool has_weekday = date_take_weekday(&text, &parts.weekday);
  date_skip(&text);
  if (!has_weekday || date_take(&text, ',')) {
    date_skip(&text);
    if (!date_take_day_first(&text, &parts)) return false;
  } else if (!date_take_month_first(&text, &parts)) {
    return false;
  }
  date_skip(&text);
  if (!date_take_zone(&text)) return false;
  date_skip(&text);
  int day;
  if (text.at < text.end || !date_from_parts(&parts, &day)) return false;
  *date = (struct date){day, true};
  return true;
}

/* True for `3/2/2026`, `03.02.26`, `3-2-2026 10:00` (D9). */
static bool date_is_ambiguous(struct date_text text) {
  int first, second, year;
  if (!date_take_day(&text, &first)) return false;
  char mark = date_take(&text, '/') ? '/' : date_take(&text, '.') ? '.' : '-';
  if (mark == '-' && !date_take(&text, '-')) return false;
  if (!date_take_day(&text, &second) || !date_take(&text, mark)) return false;
  int digits = date_take_number(&text, &year);
  if (digits != 2 && digits != 4) return false;
  bool ends =
      text.at == text.end || *text.at == ',' || date_blank_size(text.at, text.end) != 0;
  int less = first < second ? first : second;
  int more = first < second ? second : first;
  return ends && less >= 1 && less <= 12 && more <= 31;
}

enum date_reading date_from_text(const char *text, size_t length, struct date *date) {
  struct date_text all = {text, text + length};
  date_skip_blanks(&all);
  date_trim(&all);
  if (date_read_iso(all, date) || date_read_mail(all, date)) return DATE_READ;
  length = (size_t)(all.end - all.at);
  if (number_form(all.at, length) != NUMBER_NONE)
    return date_from_number(number_value(all.at, length), date);
  return date_is_ambiguous(all) ? DATE_AMBIGUOUS : DATE_NONE;
}

/* 1 January 1970 */
#define UNIX_EPOCH_DAY 719163

#define LEAST_SECONDS 1e8
#define LEAST_MILLISECONDS 1e11
#define GREATEST_MILLISECONDS 253402300799999.0 /* end of 31 December 9999 */

enum date_reading date_from_number(double number, struct date *date) {
  if (!isfinite(number)) return DATE_NONE;
  if (number < LEAST_SECONDS) return DATE_AMBIGUOUS;
  if (number > GREATEST_MILLISECONDS) return DATE_NONE;
  int64_t whole = (int64_t)number;
  if ((double)whole != number) return DATE_NONE;
  int64_t units = number < LEAST_MILLISECONDS ? 86400 : 86400000;
  *date = (struct date){UNIX_EPOCH_DAY + (int)(whole / units), true};
  return DATE_READ;
}
