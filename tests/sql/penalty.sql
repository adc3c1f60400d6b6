-- Tests the graduated path penalty (ADR-002): a search result with few path hits (words
-- of the query in the result's path) gets a lower score.

SELECT is_eq(graduated_penalty(column1, 3, 5.5), column2, column1 || ' hits')
FROM (VALUES (0, -0.8), (1, -0.4), (2, -0.2), (3, 0.0), (4, 0.0), (1000000, 0.0),
             (1e300, 0.0),
             ('0', -0.8), (' 1 ', -0.4), (2.0, -0.2), ('2e0', -0.2), (-0.0, -0.8));
SELECT is_eq(graduated_penalty(column1, 3, 5.5), 0.0, 'no hits known: ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (0.5), ('1.5'), (-1), (x'30'), (9e999), (-9e999),
             ('9e999'));

-- There is a penalty only if the query has at least two words, and the words have at
-- least four characters on average.
SELECT is_eq(graduated_penalty(0, column1, column2), column3,
             quote(column1) || ' words of ' || quote(column2))
FROM (VALUES (2, 4.0, -0.8), (2, 4, -0.8), ('2', '4.0', -0.8), (1, 9, 0.0), (0, 9, 0.0),
             (2, 3.999999, 0.0), (NULL, 5, 0.0), (3, NULL, 0.0), ('many', 5, 0.0),
             (3, 'long', 0.0),
             (2.5, 5, 0.0), (-3, 5, 0.0), (3, -5, 0.0), (x'33', 5, 0.0), (3, x'35', 0.0),
             (9e999, 5, 0.0), (3, 9e999, 0.0));

-- graduated_penalty can also take a query's text, and counts and measures its words.
SELECT is_eq(graduated_penalty(0, column1), column2, 'the query ' || quote(column1))
FROM (VALUES ('session token refresh', -0.8), ('session', 0.0), ('to be or not', 0.0),
             ('', 0.0),
             (NULL, 0.0), ('   ', 0.0), (x'73657373696f6e20746f6b656e', 0.0),
             (12345678, 0.0),
             ('résumé naïve', -0.8), ('日本語検索 全文検索', -0.8), ('日本語 全文', 0.0));
SELECT is_eq(graduated_penalty(2, 'session token'), graduated_penalty(2, 2, 6.0),
             'two forms agree');
SELECT is_eq(graduated_penalty(NULL, 'session token'), 0.0, 'missing hits');
SELECT is_eq(graduated_penalty('0', NULL), 0.0, 'hits as text, and no query');
SELECT is_eq(graduated_penalty(column1, query_word_count(q), query_avg_word_length(q)),
             graduated_penalty(column1, q), 'two forms agree at ' || column1 || ' hits')
FROM (VALUES (0), (1), (2), (3)), (SELECT 'find the session refresh handler' AS q);

SELECT is_eq(graduated_penalty(column1, 3, 5.5, -1, -0.5, -0.1), column2,
             column1 || ' hits, own deltas')
FROM (VALUES (0, -1.0), (1, -0.5), (2, -0.1), (3, 0.0));
SELECT is_eq(graduated_penalty(0, 3, 5.5, '-1', ' -0.5 ', '-1e-1'), -1.0,
             'deltas as text');
SELECT is_eq(graduated_penalty(1, 3, 5.5, -1, -1, -1), -1.0, 'equal deltas');
-- The last three arguments are deltas, the penalties for 0, 1 and 2 hits. A statement
-- reads constant deltas once, and deltas from columns in each row.
SELECT is_eq(graduated_penalty(0, 3, 5.5, column1, -0.5, -0.1), column1, 'tier0 by row')
FROM (VALUES (-1.0), (-2.0), (-1.0));
SELECT is_eq(graduated_penalty(1, 3, 5.5, -9, column1, -0.1), column1, 'tier1 by row')
FROM (VALUES (-1.0), (-2.0), (-1.0));
SELECT is_eq(graduated_penalty(2, 3, 5.5, -9, -8, column1), column1, 'tier2 by row')
FROM (VALUES (-1.0), (-2.0), (-1.0));
SELECT is_eq(graduated_penalty(column1, 3, 5.5, -9, -8, -7), column2, 'constant deltas')
FROM (VALUES (0, -9.0), (1, -8.0), (2, -7.0), (3, 0.0), (0, -9.0));
SELECT is_eq(graduated_penalty(1, 3, 5.5, 0, 0, 0), 0.0, 'no penalty at all');
SELECT is_eq(graduated_penalty(0, 1, 5.5, -1, -0.5, -0.1), 0.0, 'a query too short');
SELECT is_eq(typeof(graduated_penalty(column1, 3, 5.5)), 'real',
             'REAL for ' || quote(column1))
FROM (VALUES (0), (3), (NULL));

-- Unicode white space separates words. Lengths are counted in code points, as in
-- length().
SELECT is_eq(query_word_count(column1), column2, 'words of ' || quote(column1))
FROM (VALUES ('session token refresh', 3), ('', 0), (' a  b ', 2),
             ('a' || char(160) || 'b', 2),
             ('a' || char(8203) || 'b', 1), ('a' || char(12288) || 'b', 2), ('a,b', 1),
             (42, 1),
             (4.5, 1), (NULL, NULL), (x'61', NULL));
SELECT is_eq(query_avg_word_length(column1), column2,
             'length of the words of ' || quote(column1))
FROM (VALUES ('to refresh', 4.5), ('', 0.0), ('  ', 0.0), ('日本語', 3.0), ('a é', 1.0),
             (1234, 4.0),
             (NULL, NULL), (x'61', NULL));
SELECT is_eq(query_avg_word_length(word), CAST(length(word) AS REAL),
             'as length(): ' || hex(word))
FROM (SELECT CAST(column1 AS TEXT) AS word
      FROM (VALUES ('session'), ('日本語'), (x'f09f948d'), (x'6180'), (x'c3'),
                   (x'ff8080'),
                   ('ab' || char(0) || 'cd')));
-- assay and SQLite 3.40 count three stray continuation bytes of UTF-8 as three
-- characters; SQLite 3.54 counts one.
SELECT is_eq(query_avg_word_length(CAST(x'808080' AS TEXT)), 3.0, 'stray continuations');
SELECT is_eq(query_word_count(replace(hex(zeroblob(50000)), '00', 'word ')), 50000,
             'a long text');

SELECT ok(graduated_penalty(h.hits, 3, 5.5) <= graduated_penalty(h.hits + 1, 3, 5.5)
          AND graduated_penalty(h.hits, 3, 5.5) <= 0,
          h.hits || ' hits: <= 0 and monotone')
FROM (SELECT column1 AS hits FROM (VALUES (0), (1), (2), (3), (4))) AS h;
