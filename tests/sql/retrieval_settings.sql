-- Tests the penalty and the relevance gate under changed settings: binary mode, a cutoff,
-- a default score, a new mode, and values that the loader refuses.

-- A delta is a penalty: tier0 for 0 path hits, tier1 for 1, tier2 for 2. ADR-002 wants
-- finite deltas with tier0 <= tier1 <= tier2 <= 0. Other deltas give a warning and are
-- ignored.
SELECT assay_load_yaml('
evaluation:
  path_penalty:
    tier0_delta: 0.1
    tier1_delta: .nan
    tier2_delta: -.inf
    miss_delta: 0.5
');
SELECT is_eq(count(*), 4, 'a positive, a NaN and an infinite delta are reported')
FROM assay_warnings
WHERE key LIKE '%path_penalty%delta';
SELECT is_eq(count(*), 0, 'and change nothing') FROM assay_settings
WHERE key LIKE '%path_penalty%' AND value IS NOT default_value;
SELECT throws('SELECT assay_load_yaml(''
evaluation:
  path_penalty:
    tier0_delta: -0.1
'', ''strict'')', '%tier0_delta <= tier1_delta%', 'deltas out of order are refused');

SELECT is_eq(assay_load_yaml('
evaluation:
  path_penalty:
    mode: binary
    miss_delta: -0.6
  relevance:
    default_score: 2
    modes:
      deep:
        cutoff: 3.5
      patient:
        max_sources: 20
        min_full: 6
        min_short: 3
        cutoff: 4
retrieval:
  relevance:
    labels: [Nota, wynik oceny]
'), 9, 'nine settings change');

-- Labels stand before the score in a reply. Labels in the settings replace all built-in
-- labels except Final.
SELECT is_eq(relevance_of(column1, NULL), column2, 'labels: ' || column1)
FROM (VALUES ('NOTA: 4', 4), ('Wynik oceny: 4', 4), ('wynik_oceny = 4', 4),
             ('SCORE: 4', NULL), ('{"score": 4}', NULL), ('{"nota": 4}', 4),
             ('Final: 4', 4), ('4/5', 4));

-- In binary mode, only a candidate without path hits gets a penalty. If a call states
-- deltas, they apply in binary mode too.
SELECT is_eq(graduated_penalty(column1, 3, 5.5), column2,
             'binary, hits: ' || quote(column1))
FROM (VALUES (0, -0.6), (1, 0.0), (2, 0.0), (3, 0.0), (NULL, 0.0), (-1, 0.0), (0.5, 0.0),
             ('x', 0.0));
SELECT is_eq(graduated_penalty(0, 'session token'), -0.6, 'binary, from the query');
SELECT is_eq(graduated_penalty(0, 'to be or'), 0.0, 'binary, an ineligible query');
SELECT is_eq(graduated_penalty(1, 3, 5.5, -1, -0.5, 0), -0.5, 'deltas in the call');

-- In these settings the default for a missing score is 2. So a source without a score is
-- dropped if the cutoff is 3.
SELECT is_eq(relevance_of('no idea'), 2, 'the default score of a reply');
SELECT is_eq(relevance_keep(NULL), 0, 'and of a score');
SELECT is_eq(relevance_keep(3.5, 'deep'), 1, 'a cutoff in the settings is inclusive');
SELECT is_eq(relevance_keep(3.4, 'deep'), 0, 'and holds');
SELECT results_eq('SELECT mode, max_sources, min_full, min_short, cutoff FROM assay_modes
                   ORDER BY min_full, mode',
                  'VALUES (''quick'', 3, 3, 1, 3.0), (''standard'', 7, 4, 2, 3.0),
                          (''deep'', 10, 5, 2, 3.5), (''patient'', 20, 6, 3, 4.0)',
                  'a mode more');
SELECT is_eq(relevance_decision(5, 'Patient'), 'short_report', 'which decides');
SELECT is_eq(relevance_report('a', 5, 'deep'),
             '{"decision":"insufficient_data","rationale":"1 of 1 sources scored >= 3.5, '
             || 'below threshold for short report in deep mode","mode":"deep",'
             || '"cutoff":3.5,"scored":1,"survived":1,"kept":["a"],"dropped":[]}',
             'and the cutoff is reported');
SELECT throws('SELECT relevance_keep(3, ''slow'')',
              'relevance_keep: mode must be one of '
              || (SELECT group_concat(mode, ', ') FROM assay_modes) || ', got ''slow''',
              'an unknown mode lists it');
