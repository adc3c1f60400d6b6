/*
** Dates of publication: which calendar day a text or a number names.
**
** Days are counted in the Gregorian calendar, extended to all years 1 to 9999; day 1 is
** 1 January of year 1.  No time zone is applied to a text: its day is the day as written.
**
**   D1  Blanks and ends of lines around a text are ignored.  A Unicode blank counts as a
**       blank, as in a judge's reply (core/reply.h).
**   D2  ISO 8601: `2026-02-03`.  A time may follow, after `T`, `t` or blanks.
**       A month or a year alone, `2026-02` or `2026`, means its first day, the oldest
**       possible.  The forms `2026-W06` (week), `2026-034` (day of the year) and
**       `20260203T10` are not dates.
**   D3  RFC 2822: `Tue, 03 Feb 2026 10:00:00 +0900`.  The weekday may be left out.  Two
**       forms that the RFC calls obsolete count too: years of two digits, and comments.
**       Years 00 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999.  Comments in
**       parentheses, also nested, can be wherever a blank may be.  Years of three digits
**       do not count, because the RFC adds 1900 to them: 202, a year that lost a digit,
**       becomes 2102.
**   D4  HTTP's two older forms (RFC 9110, 5.6.7).  `Sunday, 06-Nov-94 08:49:37 GMT` has a
**       year as in D3.  `Sun Nov  6 08:49:37 1994`, the form of C's asctime(), has a year
**       of four digits.
**   D5  If the weekday contradicts the date, neither can be believed: the text is not a
**       date.  Names of days and months are English, in capital or small letters.
**   D6  A time is hours, minutes and seconds.  The seconds may be absent; in D2, also
**       the minutes.  The last part may have a fraction, after a point or a comma.  The
**       seconds can be 60 in any minute, because the minute of a leap second differs
**       between zones.  24:00:00 is the end of the stated day, not the next day.
**   D7  A zone may follow a time: an offset (`+09`, `+0900`, `+09:00`), one letter (such
**       as `Z`), `UT`, or any three to five letters (`GMT`, `EST`, `CEST`).  RFC 2822
**       allows unknown names.  Any other two letters are not a zone: `10:00 PM`.
**   D8  A whole number >= 10^8, also as a text, is a Unix time in seconds; from
**       10^11 on it is in milliseconds.  10^8 seconds and 10^11 milliseconds are the
**       same time, on 3 March 1973.  The day is the day in UTC.
**   D9  Numbers below 10^8, whole or not, are ambiguous: a number could be a date without
**       hyphens (`20260203`), a spreadsheet's day number or a Julian day.  A day and a
**       month as numbers with the year at the end (`3/2/2026`, `03.02.26`) are ambiguous
**       too, even if more text follows after a blank or a comma.
**
** Sources: ISO 8601:2004, RFC 2822 sections 3.3 and 4.3, RFC 3339.
*/
#ifndef ASSAY_CORE_RESEARCH_DATE_H
#define ASSAY_CORE_RESEARCH_DATE_H

#include <stdbool.h>
#include <stddef.h>

enum date_reading {
  DATE_READ,
  DATE_AMBIGUOUS, /* a date, but nobody knows which date */
  DATE_NONE
};

struct date {
  int day;     /* 1 for 1 January of year 1, 3652059 for 31 December 9999 */
  bool is_day; /* false if only a year or a month is stated */
};

/* Both functions change `*date` only if they return DATE_READ.  Time is O(length). */
enum date_reading date_from_text(const char *text, size_t length, struct date *date);
enum date_reading date_from_number(double number, struct date *date);

#endif
