-- In these settings the name of a domain is a number. A text that equals the name exactly
-- means the domain, not the number.
SELECT assay_load_yaml('evaluation: {deep_research: {recency_windows: {"2024": 30}}}');

SELECT is_eq(recency_window('2024'), 30, 'a domain whose name is a number');
SELECT is_eq(recency_decay(60, '2024'), 0.25, 'has its window');
SELECT is_eq(is_recent(31, '2024'), 0, 'in is_recent, too');
SELECT is_eq(recency_decay(4048, 2024), 0.25, 'a number is days');
SELECT is_eq(recency_decay(4048, column1), 0.25,
             'so is a text that differs from the name')
FROM (VALUES (' 2024'), ('2024.0'), ('+2024'));
