-- Every example in the table assay_functions must give the answer in the same row.
-- tests/clients/python.py checks that the table lists every registered function.

-- An example is an expression, or a query that begins with SELECT. The column `answer`
-- has the example's answer as text.
SELECT results_eq(
  'SELECT CAST((' || CASE WHEN example LIKE 'SELECT %' THEN '' ELSE 'SELECT ' END
  || example || ') AS TEXT)', 'SELECT ' || quote(answer), signature || ': ' || example)
FROM assay_functions ORDER BY rowid;

SELECT is_eq(count(*), 0, 'no function is without an example') FROM assay_functions
WHERE example IS NULL OR trim(example) = '';
SELECT ok(instr(example, name) > 0, 'the example of ' || signature || ' calls it')
FROM assay_functions;
