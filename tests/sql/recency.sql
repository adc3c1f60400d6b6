-- Tests recency_decay, recency_window and is_recent (ADR-009 4.2 and 4.4, rules R1 to
-- R3).

SELECT is_eq(recency_decay(0, 90), 1.0, 'brand new');
SELECT is_eq(recency_decay(90, 90), 0.5, 'the half-life');
SELECT is_eq(recency_decay(180, 90), 0.25, 'twice the half-life');
SELECT is_eq(recency_decay(183), 0.5, 'the default window');
SELECT is_eq(recency_decay(366), 0.25, 'twice the default window');
SELECT near(recency_decay(45, 90), 0.70710678118654752, 1e-15,
            'exp(-ln 2 * age / half-life)');

-- The sources below are one year old. For the first two domains the table of ADR-009
-- prints .063 and .234. The formula of ADR-009 gives other numbers.
SELECT near(recency_decay(365, domain), want, 5e-5, domain || ' at one year')
FROM (SELECT column1 AS domain, column2 AS want
      FROM (VALUES ('ai_ml', 0.0601), ('cloud_infrastructure', 0.2452),
                   ('programming_languages', 0.5), ('academic_research', 0.7071)));

-- Windows are whole days; a domain is found by its exact name.
SELECT is_eq(recency_window(column1), column2, 'the window of ' || quote(column1))
FROM (VALUES ('ai_ml', 90), ('ai_software', 120), ('cloud_infrastructure', 180),
             ('programming_languages', 365), ('academic_research', 730),
             ('default', 183), ('unheard of', 183), ('AI_ML', 183), (' ai_ml', 183),
             ('', 183), (NULL, 183), (90, 183), (x'61695f6d6c', 183));
SELECT is_eq(recency_window(), 183, 'the default window');
SELECT is_eq(recency_window('ai_ml' || char(0)), 183, 'a name matches to its last byte');

-- The second argument is a domain or days. A TEXT is a domain if the settings have it,
-- else days if the whole text is a number. Any other value, and a missing one, means the
-- default window.
SELECT is_eq(recency_decay(183, column1), 0.5,
             'the default window for ' || quote(column1))
FROM (VALUES (NULL), (''), ('unheard of'), (x'61695f6d6c'), (x'3330'), (9e999), (-9e999),
             (183), (183.0), ('183'), ('90 days'), ('0x5a'), ('9e999'), ('-9e999'),
             ('nan'),
             (' '), ('90' || char(0)));
SELECT is_eq(recency_decay(60, column1), 0.25, 'so many days: ' || quote(column1))
FROM (VALUES (30), (30.0), ('30'), ('30.0'), (' 30 '), ('+3e1'), ('030'));
SELECT is_eq(recency_decay(60, column1), 0.0, 'none: ' || quote(column1))
FROM (VALUES (0), ('0'), ('-30'), ('-0.0'));
SELECT is_eq(recency_decay(1, 0), 0.0, 'half-life 0');
SELECT is_eq(recency_decay(1, -90), 0.0, 'a negative half-life');
SELECT is_eq(recency_decay(-1, 0), 1.0, 'the age is tested first');
SELECT is_eq(recency_decay(0, 0), 1.0, 'age 0 is fresh under any half-life');

-- Ages are finite numbers of days: INTEGER, REAL or TEXT. For any other age recency_decay
-- returns NULL.
SELECT is_eq(recency_decay(column1, 90), 0.5, 'the age ' || quote(column1))
FROM (VALUES (90), (90.0), ('90'), (' 90 '), ('9e1'), ('+90.0'));
SELECT is_eq(recency_decay(column1), NULL, 'no age: ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (' '), ('90 days'), ('0x5a'), (x'3930'), (9e999),
             (-9e999),
             ('9e999'), ('nan'));
SELECT is_eq(recency_decay(NULL, 0), NULL, 'no age, half-life 0');
SELECT is_eq(recency_decay(-30, 'ai_ml'), 1.0, 'a date in the future');
SELECT is_eq(recency_decay(1e308, 1e-308), 0.0, 'the quotient overflows');

-- is_recent gives no decay; it only says whether a source is recent. An undated source is
-- not recent.
SELECT is_eq(is_recent(90, 'ai_ml'), 1, '90 days');
SELECT is_eq(is_recent(91, 'ai_ml'), 0, '91 days');
SELECT is_eq(is_recent(183), 1, '183 days by default');
SELECT is_eq(is_recent(184), 0, '184 days');
SELECT is_eq(is_recent(90, 90), 1, '90 days against a number');
SELECT is_eq(is_recent(90.5, 90), 0, '90.5 days');
SELECT is_eq(is_recent(100, '90'), 0, 'a number as text is a number of days');
SELECT is_eq(is_recent(90, '90'), 1, 'and has the same end');
SELECT is_eq(is_recent(100, '90 days'), 1,
             'a text that only begins with a number is a domain');
SELECT is_eq(is_recent('90', 'ai_ml'), 1, 'a number as text');
SELECT is_eq(is_recent(-5), 1, 'a date in the future');
SELECT is_eq(is_recent(184, NULL), 0, 'NULL is the default window');
SELECT is_eq(is_recent(column1), 0, 'not recent (R3): ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (x'31'), (9e999), (-9e999));

-- The score of the dimension Recency is the share of recent sources (ADR-007 4.1). The
-- gate also reads their number.
CREATE TABLE sources(age);
INSERT INTO sources VALUES (3), (90), (91), (NULL), ('n/a');
SELECT is_eq(mean_of(is_recent(age, 'ai_ml')), 0.4, 'the Recency dimension') FROM sources;
SELECT is_eq(sum(is_recent(age, 'ai_ml')), 2, 'the recent sources') FROM sources;
