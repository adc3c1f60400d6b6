-- gate_confidence: how much the gate's verdict depends on which judges scored.

CREATE TABLE judged(judge, c, s, a, v, r, sources, contradictions);
INSERT INTO judged VALUES ('ann', 0.7, 0.9, 0.9, 0.9, 0.9, 12, 0),
                          ('bob', 0.9, 0.9, 0.9, 0.9, 0.9, 12, 0),
                          ('cid', 0.8, 0.9, 0.9, 0.9, 0.9, 12, 0);

-- Three draws with replacement from three judges have 27 possible results. In four of
-- them the mean of coverage is below .75: ann three times (one order), and ann twice with
-- cid once (three orders).
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions), 23 / 27.0,
             'the share of the orders in which it passes')
FROM judged;
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions, 0.9, 10),
             1 / 27.0, 'with a floor in the call')
FROM judged;
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions, 0.7, 13), 0.0,
             'and a number of sources in the call')
FROM judged;
CREATE VIEW documents AS
SELECT judge, json_object('coverage', c, 'source_quality', s, 'agreement', a,
                                'verification', v, 'recency', r,
                                'recent_sources', sources,
                                'critical_contradictions', contradictions) AS doc
FROM judged;
SELECT is_eq(gate_confidence(judge, doc), 23 / 27.0, 'from one object a judge')
FROM documents;
SELECT is_eq(gate_confidence(judge, doc, 0.9, 10), 1 / 27.0, 'with a floor, too')
FROM documents;
SELECT is_eq(gate_confidence('one family', c, s, a, v, r, sources, contradictions), NULL,
             'one family says nothing of others')
FROM judged;
SELECT is_eq(gate_confidence(NULL, c, s, a, v, r, sources, contradictions), NULL,
             'judges without a name say nothing of others either')
FROM judged;
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions), NULL,
             'no judge: NULL')
FROM judged WHERE judge = 'dan';

-- A round with missing data fails. A judge without a score does not count as a judge.
INSERT INTO judged VALUES ('dan', NULL, 'n/a', 9.5, -1, x'31', 12, 0);
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions), 23 / 27.0,
             'a row without a score is skipped')
FROM judged;
SELECT is_eq(gate_confidence(judge, c, s, a, v, r, sources, contradictions, high, 10),
             23 / 27.0, 'with whatever it states')
FROM (SELECT *, CASE judge WHEN 'dan' THEN 'x' ELSE 0.75 END AS high FROM judged);
SELECT is_eq(gate_confidence(judge, doc), NULL, 'evidence that is no object: NULL')
FROM (SELECT column1 AS judge, column2 AS doc
      FROM (VALUES (1, '{'), (2, '[]'), (3, NULL), (4, x'7b7d'), (5, 7)));
SELECT is_eq(gate_confidence(judge, c, s, a, v, r,
                             CASE judge WHEN 'bob' THEN NULL ELSE 12 END, 0), 4 / 27.0,
             'a count that one lacks fails whenever that one is drawn')
FROM judged WHERE judge <> 'dan';

SELECT throws('SELECT gate_confidence(judge, c, s, a, v, r, 12, 0, 1.5, 10) FROM judged',
              'gate_confidence: high must be a number in 0..1, got 1.5',
              'a floor above 1');
SELECT throws('SELECT gate_confidence(judge, ''{"recency":1}'', 0.75, -1) FROM judged',
              'gate_confidence: min_sources must be a whole number >= 0, got -1',
              'a negative count');
SELECT throws('SELECT gate_confidence(judge, c, s, a, v, r, 12, 0, c, 10) FROM judged',
              'gate_confidence: high must be the same in every row of a group, '
              || 'got 0.7 and 0.9', 'two floors in a group');

-- Each window frame is a row and the row before it, so the first frame has only one
-- judge.
SELECT is_eq(group_concat(share, ' '), '1.0 1.0 0.75 0.25 0.25', 'frames')
FROM (SELECT gate_confidence(n, c, 1, 1, 1, 1, 12, 0)
               OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS share
      FROM (SELECT column1 AS n, column2 AS c
            FROM (VALUES (1, 0.9), (2, 0.8), (3, 0.8), (4, 0.7), (5, 0.75), (6, 0.7))));
