-- age_days(published, as_of): the calendar days between two dates. tests/unit/date.c
-- tests how each form of a date is read (rules D1 to D9).

-- The answer is the number of days from the first date to the second. A source that is
-- dated after `as_of` has a negative age.
SELECT is_eq(age_days(column1, column2), column3, column1 || ' to ' || column2)
FROM (VALUES ('2026-02-03', '2026-03-03', 28), ('2024-02-03', '2024-03-03', 29),
             ('2026-02-03', '2026-02-03', 0), ('2026-02-04', '2026-02-03', -1),
             ('0001-01-01', '9999-12-31', 3652058),
             ('9999-12-31', '0001-01-01', -3652058), ('1999-12-31', '2000-01-01', 1));
SELECT is_eq(typeof(age_days('2026-02-03', '2026-03-03')), 'integer', 'an INTEGER');

-- Both arguments can have every form of a date. The time zone does not change the day.
CREATE TABLE forms(written);
INSERT INTO forms VALUES
  ('2026-02-03'), (' 2026-02-03 '), ('2026-02-03T23:30:00-05:00'),
  ('2026-02-03T00:30:00+09:00'), ('2026-02-03T10:00:00Z'), ('2026-02-03 10:00:00.123456'),
  ('2026-02-03T10:00:00-0500'), ('Tue, 03 Feb 2026 10:00:00 GMT'),
  ('Tue, 3 Feb 2026 23:59:60 -0800 (PST)'), ('3 Feb 26 10:00 EST'),
  ('Tuesday, 03-Feb-26 10:00:00 GMT'), ('Tue Feb  3 10:00:00 2026'),
  (1770076800), (1770163199), (1770076800.0), ('1770076800'), (1770076800000),
  (1770163199999), ('1770163199999');
SELECT is_eq(age_days(written, '2026-03-03'), 28, quote(written)) FROM forms;
SELECT is_eq(age_days('2026-01-03', written), 31, 'as of ' || quote(written)) FROM forms;
SELECT is_eq(age_days('2026-02', '2026-03-03'), 30, 'a month is its first day');
SELECT is_eq(age_days('25 Jun 202 10:00', '2026-03-03'), NULL,
             'three digits are no year');
SELECT is_eq(why_missing('25 Jun 202 10:00', 'date'), 'not a date', 'and no date');
SELECT is_eq(age_days(char(0xa0) || '2026-02-03' || char(0x3000), char(0xfeff, 0x2009) ||
                      '2026-03-03'), 28, 'blanks of Unicode are passed over');
SELECT is_eq(age_days('2026', '2026-03-03'), 61, 'a year is its first day');

-- as_of must name a day. If assay read a month as its first day, every source would look
-- younger (R3).
SELECT is_eq(age_days('2020-01-01', column1), NULL, 'no day: ' || quote(column1))
FROM (VALUES ('2026'), ('2026-02'), (' 2026-02 '));

-- In either argument, a date that cannot be read is missing.
CREATE TABLE odd(written);
INSERT INTO odd VALUES
  (NULL), (''), ('n/a'), ('today'), ('now'), ('3/2/2026'), ('03.02.2026'), ('2026-02-30'),
  ('2026-2-3'), ('2026/02/03'), ('20260203'), (20260203), (2026), (2026.0), ('2026-W06'),
  ('2026-034'), ('10:30'), ('2026-02-03x'), ('Mon, 03 Feb 2026 10:00:00 GMT'),
  ('3 Feb 2026'), (x'323032362d30322d3033'), (0), (-1), (99999999), (99999999.5),
  (1770076800.5), (253402300800000), (1770076800000000000), (9e999), (-9e999), ('9e999'),
  ('2026-02-03' || char(0)), ('10000-01-01'), ('0000-00-00');
SELECT is_eq(age_days(written, '2026-03-03'), NULL, 'no date: ' || quote(written))
FROM odd;
SELECT is_eq(age_days('2026-01-03', written), NULL, 'as of none: ' || quote(written))
FROM odd;
SELECT throws('SELECT age_days(''2026-02-03'')',
              'wrong number of arguments to function age_days()', 'as_of has no default');

-- If as_of is a constant, a statement reads it once, otherwise in each row.
SELECT is_eq(group_concat(age_days('2026-02-03', column1)), '1,2,28', 'one by one')
FROM (VALUES ('2026-02-04'), ('2026-02'), ('2026-02-05'), (NULL), ('2026-03-03'));
SELECT is_eq(sum(age_days(written, '2026-02-04')), count(*), 'one for all') FROM forms;
SELECT is_eq(count(age_days(written, '2026-02')), 0, 'no day for all') FROM forms;
SELECT is_eq(count(age_days(written, NULL)), 0, 'none for all') FROM forms;

-- is_recent reads the answer of age_days. A source without a date is not recent (R3).
SELECT is_eq(is_recent(age_days('2025-11-05', '2026-02-03'), 'ai_ml'), 1, '90 days');
SELECT is_eq(is_recent(age_days('2025-11-04', '2026-02-03'), 'ai_ml'), 0, '91 days');
SELECT is_eq(is_recent(age_days('3/2/2026', '2026-02-03')), 0, 'undated');

-- For days that SQLite's date() writes, age_days equals the difference of julianday().
SELECT is_eq(count(*), 0, 'SQLite counts the same days')
FROM (WITH RECURSIVE days(day) AS (VALUES ('1582-10-01') UNION ALL
                                   SELECT date(day, '+17 days') FROM days LIMIT 9000)
      SELECT day FROM days
      WHERE age_days(day, '2026-02-03') IS NOT
            CAST(julianday('2026-02-03') - julianday(day) AS INTEGER));
