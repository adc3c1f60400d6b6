-- The settings switch off the path penalty (ADR-002, backward compatibility).

SELECT is_eq(assay_load_yaml('{evaluation: {path_penalty: {mode: off}}}'), 1,
             'one setting changes');
SELECT is_eq(graduated_penalty(column1, 3, 5.5), 0.0, 'off, hits: ' || quote(column1))
FROM (VALUES (0), (1), (2), (3), (NULL));
SELECT is_eq(graduated_penalty(0, 'session token'), 0.0, 'off, from the query');
SELECT is_eq(graduated_penalty(0, 3, 5.5, -1, -0.5, 0), -1.0,
             'deltas in the call are still graduated');
