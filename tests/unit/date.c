/* Tests how dates are read as days (rules D1 to D9 of core/research/date.h). */
#include "../tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/research/date.h"

/* 3 February 2026, a Tuesday. */
#define DAY 739650

/* Returns the day.  If the text states no day, returns the reason, a number below 0. */
static int day_of_bytes(const char *text, size_t length) {
  struct date date = {0, false};
  enum date_reading reading = date_from_text(text, length, &date);
  return reading == DATE_READ ? date.day : -(int)reading;
}

static int day_of(const char *text) {
  return day_of_bytes(text, strlen(text));
}

#define EACH_IS(want, what, ...)                                                         \
  do {                                                                                   \
    static const char *const texts[] = {__VA_ARGS__};                                    \
    for (int i = 0; i < COUNT_OF(texts); i++)                                            \
      tap_is_int(day_of(texts[i]), want, what ": '%s'", texts[i]);                       \
  } while (0)
#define EACH_IS_DAY(what, ...) EACH_IS(DAY, what, __VA_ARGS__)
#define EACH_IS_NONE(what, ...) EACH_IS(-DATE_NONE, what, __VA_ARGS__)
#define EACH_IS_AMBIGUOUS(what, ...) EACH_IS(-DATE_AMBIGUOUS, what, __VA_ARGS__)

static void test_calendar(void) {
  tap_is_int(day_of("0001-01-01"), 1, "the first day");
  tap_is_int(day_of("1970-01-01"), 719163, "the first of Unix");
  tap_is_int(day_of("2026-02-03"), DAY, "a day");
  tap_is_int(day_of("9999-12-31"), 3652059, "the last day");
  tap_is_int(day_of("2000-03-01") - day_of("2000-02-28"), 2, "2000 leaps");
  tap_is_int(day_of("1900-03-01") - day_of("1900-02-28"), 1, "1900 does not");
  tap_is_int(day_of("2024-12-31") - day_of("2024-01-01"), 365, "2024 does");
  EACH_IS_NONE("no day of the calendar", "2026-02-29", "1900-02-29", "2026-04-31",
               "2026-13-01", "2026-00-10", "2026-02-00", "2026-01-32", "0000-01-01",
               "0000-00-00", "2026-00", "2026-13", "10000-01-01");
}

static void test_iso(void) {
  EACH_IS_DAY("D1", " 2026-02-03", "2026-02-03\t\n\v\f\r ", "\n2026-02-03 10:00 ");
  EACH_IS_DAY("blanks of Unicode",
              "\xc2\xa0"
              "2026-02-03",
              "2026-02-03\xc2\xa0",
              "\xef\xbb\xbf"
              "2026-02-03\xe2\x80\x83\xe3\x80\x80",
              "2026-02-03\xe2\x80\xaf"
              "10:00\xc2\xa0"
              "Z",
              "\xc2\xa0"
              "1770076800\xc2\xa0",
              "Tue,\xc2\xa0"
              "03\xe2\x80\x89"
              "Feb\xc2\xa0"
              "2026 10:00\xc2\xa0GMT\xc2\xa0");
  EACH_IS_AMBIGUOUS("blanks of Unicode",
                    "\xc2\xa0"
                    "3/2/2026\xe3\x80\x80",
                    "3/2/2026\xc2\xa0"
                    "10:00",
                    "\xc2\xa0"
                    "12");
  EACH_IS_NONE("no blanks", "2026-02-03\xc2",
               "\xa0"
               "2026-02-03",
               "2026-02-03\x80\x80\x80",
               "\xef\xbc\x92"
               "026-02-03",
               "2026\xe2\x80\x93"
               "02-03",
               "\xc2\xa0", "2026-02-03\xe2\x80\x83x",
               "202\xc2\xa0"
               "6-02-03");
  EACH_IS_DAY("D2", "2026-02-03T10:00:00Z", "2026-02-03t10:00:00z",
              "2026-02-03 10:00:00.123456+00:00", "2026-02-03T23:59:59+09:00",
              "2026-02-03T00:00:00-0500", "2026-02-03T10:00", "2026-02-03T10",
              "2026-02-03  10:00:00 +0000", "2026-02-03 10:00:00 UTC",
              "2026-02-03T10:00:00,5Z", "2026-02-03T10,5");
  EACH_IS_NONE("D2", "2026-2-3", "2026-02-3", "2026-02-031", "2026-02-03T",
               "2026-02-03Tx", "2026-02-03x", "2026-02-03Z", "2026-02-03T10:0",
               "2026-02-03T1", "2026-02-03T100000", "2026-02-03T10:00:00.", "2026/02/03",
               "2026-W06-2", "2026-034", "20260203T100000Z", "2026-02-03T 10:00",
               "2026-02-", "2026-", "2026-02T10:00", "2026-02 10:00", "2026-02Z",
               "+2026-02-03", "-2026-02-03", "2026.02.03", "2026-02-03 2026-02-03",
               "2026-02-03T10:00:00:00", "2026-02-03T10:00:00Z (here)", "2026-0a-03");
  EACH_IS(DAY - 2, "the first of the month", "2026-02", " 2026-02 ");
  EACH_IS(DAY - 33, "the first of the year", "2026", "\t2026\n");
}

static void test_whole_days(void) {
  static const char *const parts[] = {"2026", "2026-02"};
  static const char *const days[] = {"2026-02-03", "2026-02-03T10:00Z",
                                     "3 Feb 2026 10:00 GMT", "1770076800"};
  struct date date;
  for (int i = 0; i < COUNT_OF(parts); i++) {
    date_from_text(parts[i], strlen(parts[i]), &date);
    tap_ok(!date.is_day, "%s is not a day", parts[i]);
  }
  for (int i = 0; i < COUNT_OF(days); i++) {
    date_from_text(days[i], strlen(days[i]), &date);
    tap_ok(date.is_day, "%s is one", days[i]);
  }
}

static void test_mail(void) {
  EACH_IS_DAY("D3", "Tue, 03 Feb 2026 10:00:00 GMT", "Tue, 3 Feb 2026 10:00:00 +0900",
              "3 Feb 2026 10:00 -0500", "tue,03 FEB 2026 10:00:00 gmt",
              "Tue , 03 Feb 2026 10:00:00 EST", "03 feb 26 10:00:00 UT",
              "Tue, 03 Feb 2026 10:00:00", "Tue,\r\n 03 Feb 2026 10:00:00 -0000",
              "Tuesday, 3 Feb 2026 10:00 +01:00", "3Feb 2026 10:00");
  EACH_IS_DAY("comments", "Tue, 03 Feb 2026 10:00:00 +0000 (UTC)",
              "(a (b) c) Tue, (d) 03 (e) Feb (f) 2026 (g) 10:00 (h) GMT (i)",
              "Tue(x), 3(y)Feb(z)2026(w)10:00(v)", "3 Feb 2026 10:00 (a \\) b)");
  EACH_IS_NONE("comments", "Tue, 03 Feb 2026 10:00:00 +0000 (UTC",
               "Tue, 03 Feb 2026 10:00:00 +0000 UTC)", "3 Feb 2026 10:00 (a \\)",
               "3 Feb 2026 10:00 (a \\", "(", "()", "(x) 2026-02-03", "3 (Feb 2026 10:00",
               "3 Feb 2026 (10:00");
  tap_is_int(day_of("1 Jan 49 00:00"), day_of("2049-01-01"), "two digits up to 49");
  tap_is_int(day_of("1 Jan 50 00:00"), day_of("1950-01-01"), "from 50 on");
  tap_is_int(day_of("1 Jan 99 00:00"), day_of("1999-01-01"), "to 99");
  tap_is_int(day_of("1 Jan 00 00:00"), day_of("2000-01-01"), "two zeros");
  EACH_IS_NONE("three are no year", "1 Jan 000 00:00", "3 Feb 126 10:00 Z",
               "25 Jun 202 10:00", "Tuesday, 03-Feb-126 10:00:00 GMT");
  EACH_IS_NONE("D3", "3 Feb 2026", "Tue, 03 Feb 2026", "Tue 03 Feb 2026 10:00:00 GMT",
               "Tue, Feb 3 10:00:00 2026", "Feb 3, 2026", "3 February 2026 10:00 GMT",
               "Tues, 3 Feb 2026 10:00", "003 Feb 2026 10:00", "3 Feb 2 10:00",
               "3 Feb 02026 10:00", "3 Feb 2026 10 GMT", "3 Feb 2026 10:0 GMT",
               "3 Feb2026 10:00", "3 Feb 2026T10:00", "Tue, 03 Feb 2026 10:00:00 GMT x",
               "Tue", "Tue,", "Tue, 3", "3 Feb", "3 Fe 2026 10:00", "3 Febr 2026 10:00",
               "30 Feb 2026 10:00 GMT", "0 Feb 2026 10:00", "3 Feb 0000 10:00",
               "3 4 2026 10:00", "Feb 2026 10:00", "Tue, 3 Feb 2026 GMT");
}

static void test_http(void) {
  tap_is_int(day_of("Sunday, 06-Nov-94 08:49:37 GMT"), 728238, "D4, RFC 850");
  tap_is_int(day_of("Sun, 06-Nov-1994 08:49:37 GMT"), 728238, "with the whole year");
  tap_is_int(day_of("Sun Nov  6 08:49:37 1994"), 728238, "D4, asctime");
  tap_is_int(day_of("Sun Nov  6 08:49:37 1994\n"), 728238, "with its newline");
  tap_is_int(day_of("Sun Nov 6 08:49 1994 +0100"), 728238, "with a zone");
  EACH_IS_NONE("D4", "Sunday, 06-Nov 94 08:49:37 GMT", "Sunday, 06 Nov-94 08:49:37 GMT",
               "Sun Nov6 08:49:37 1994", "SunNov  6 08:49:37 1994",
               "Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 GMT 1994",
               "Sun Nov  6 1994 08:49:37", "Sun Nov  6 08:49:371994",
               "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 094",
               "Sun No  6 08:49:37 1994", "Sun Nov x 08:49:37 1994");
}

static void test_weekdays(void) {
  static const char *const names[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  for (int i = 0; i < COUNT_OF(names); i++) {
    char text[] = "Mon, 03 Feb 2026 10:00:00 GMT";
    memcpy(text, names[i], 3);
    tap_is_int(day_of(text), i == 1 ? DAY : -DATE_NONE, "D5: %s", text);
  }
  EACH_IS_NONE("D5", "Sun Nov  7 08:49:37 1994", "Monday, 06-Nov-94 08:49:37 GMT",
               "Sunday, 06-Nov-1894 08:49:37 GMT");
  tap_is_int(day_of("Mon, 1 Jan 0001 00:00"), 1, "the first day is a Monday");
  tap_is_int(day_of("Fri, 31 Dec 9999 23:59"), 3652059, "the last a Friday");
}

static void test_times(void) {
  EACH_IS_DAY("D6", "2026-02-03T23:59:60Z", "2026-02-03T12:30:60", "2026-02-03T00:00",
              "2026-02-03T24:00", "2026-02-03T24", "2026-02-03T24:00:00.000Z",
              "3 Feb 2026 23:59:60 +0000", "2026-02-03T10:00:00.5",
              "3 Feb 2026 10:00:00.5 GMT");
  EACH_IS_NONE("D6", "2026-02-03T24:01", "2026-02-03T24:00:01", "2026-02-03T24:00:00.1",
               "2026-02-03T25:00", "2026-02-03T10:60", "2026-02-03T10:00:61",
               "2026-02-03T-1:00", "2026-02-03T10:00:0",
               "2026-02-03T10:00:", "3 Feb 2026 24:00:01 GMT", "2026-02-03T24.5");
  EACH_IS_DAY("D7", "2026-02-03T10:00+09", "2026-02-03T10:00+0930",
              "2026-02-03T10:00-23:59", "2026-02-03T10:00 EST", "2026-02-03T10:00 cest",
              "2026-02-03T10:00 aeest", "2026-02-03T10:00A", "2026-02-03T10:00ut");
  EACH_IS_NONE("D7", "2026-02-03 10:00 PM", "2026-02-03 10:00am", "2026-02-03T10:00+9",
               "2026-02-03T10:00+24", "2026-02-03T10:00+09:60",
               "2026-02-03T10:00+09:", "2026-02-03T10:00+09:3", "2026-02-03T10:00+093",
               "2026-02-03T10:00+09300", "2026-02-03T10:00+", "2026-02-03T10:00 Europe",
               "2026-02-03T10:00 +09 EST", "2026-02-03T10:00 *", "2026-02-03T10:00 utx1",
               "2026-02-03T10:00 BC");
}

static int day_of_number(double number) {
  struct date date = {0, false};
  enum date_reading reading = date_from_number(number, &date);
  return reading == DATE_READ ? date.day : -(int)reading;
}

static void test_numbers(void) {
  int border = day_of("1973-03-03");
  tap_is_int(day_of_number(1e8), border, "D8: the least seconds");
  tap_is_int(day_of_number(1e11), border, "the least milliseconds");
  tap_is_int(day_of_number(1e8 - 1), -DATE_AMBIGUOUS, "D9: less is ambiguous");
  tap_is_int(day_of_number(1e11 - 1), day_of("5138-11-16"), "the greatest seconds");
  tap_is_int(day_of_number(1770076800), DAY, "a second's day begins");
  tap_is_int(day_of_number(1770076799), DAY - 1, "the second before");
  tap_is_int(day_of_number(1770076800000), DAY, "milliseconds");
  tap_is_int(day_of_number(1770076799999), DAY - 1, "the one before");
  tap_is_int(day_of_number(253402300799999), 3652059, "the last one");
  tap_is_int(day_of_number(253402300800000), -DATE_NONE, "and the next");
  tap_is_int(day_of_number(1.7700768e18), -DATE_NONE, "nanoseconds");
  tap_is_int(day_of_number(1770076800.5), -DATE_NONE, "half a second");
  tap_is_int(day_of_number(INFINITY), -DATE_NONE, "an infinity");
  tap_is_int(day_of_number(-INFINITY), -DATE_NONE, "of either sign");
  tap_is_int(day_of_number(NAN), -DATE_NONE, "no number");
  tap_is_int(day_of_number(0), -DATE_AMBIGUOUS, "0");
  tap_is_int(day_of_number(-1770076800), -DATE_AMBIGUOUS, "before 1970");
  EACH_IS_DAY("D8 as TEXT", "1770076800", " 1770076800 ", "1770076800.0", "1.7700768e9",
              "1770076800000", "+1770076800");
  EACH_IS_AMBIGUOUS("D9 as TEXT", "20260203", "45000.5", "2461074.5", "0", "-1", "0000",
                    "202", "20260", "2026.0", "2026.", "+2026", "1e3");
  EACH_IS_NONE("no date", "1770076800.5", "1770076800000000000", "9e999", "-9e999");
}

static void test_ambiguous(void) {
  EACH_IS_AMBIGUOUS("D9", "3/2/2026", "03/02/2026", "03.02.2026", "03-02-26", "3.2.26",
                    "13/02/2026", "02/13/2026", " 3/2/2026 10:00", "3/2/2026, 10:00",
                    "31/12/2026", "3/2/2026\t10:00");
  EACH_IS_NONE("neither", "13/13/2026", "32/1/2026", "0/1/2026", "1/0/2026", "3/2-2026",
               "3/2/202", "3/2/20260", "3/2", "3/2/", "3:2:2026", "3/2/2026x", "3/",
               "103/2/2026", "3/102/2026", "3/2/2026T10:00", "x/2/2026");
  tap_is_int(day_of("3"), -DATE_AMBIGUOUS, "a digit is a small number");
}

static void test_no_dates(void) {
  EACH_IS_NONE("no date", "", " ", "n/a", "today", "yesterday", "now", "circa 2026",
               "\xef\xbc\x92", "\xff\xfe", "T10:00", "10:00");
  tap_is_int(day_of_bytes("2026-02-03\0", 11), -DATE_NONE, "a NUL is no blank");
  tap_is_int(day_of_bytes("2026-02-0399", 10), DAY, "nothing beyond the end is read");
}

/* Reads the first 0, 1, 2 ... bytes of each text, in memory of exactly that size, so that
** a sanitizer notices a read beyond the end. */
static void test_ends(void) {
  static const char *const texts[] = {
      "2026-02-03T10:00:00.5+09:30", "Tue, 03 Feb 2026 10:00:00 +0900 (a \\) (b))",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "31/12/2026 10:00"};
  int lasting = 0;
  for (int i = 0; i < COUNT_OF(texts); i++) {
    for (size_t length = 0; length <= strlen(texts[i]); length++) {
      char *copy = malloc(length + (length == 0));
      if (copy == NULL) tap_bail("out of memory");
      memcpy(copy, texts[i], length);
      lasting += day_of_bytes(copy, length) > 0;
      free(copy);
    }
  }
  tap_ok(lasting > 10, "%d beginnings of dates are dates", lasting);
}

int main(void) {
  test_calendar();
  test_iso();
  test_whole_days();
  test_mail();
  test_http();
  test_weekdays();
  test_times();
  test_numbers();
  test_ambiguous();
  test_no_dates();
  test_ends();
  return tap_done();
}
