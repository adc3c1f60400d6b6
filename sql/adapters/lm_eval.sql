-- assay: compares two models by the sample files that lm-evaluation-harness writes.
--
--   sqlite3 -bail
--   .load build/assay
--   .read sql/adapters/lm_eval.sql
--   .import small/samples_sums.jsonl jsonl_lines
--   INSERT INTO jsonl_files VALUES ('small');
--   .import large/samples_sums.jsonl jsonl_lines
--   INSERT INTO jsonl_files VALUES ('large');
--   .mode column
--   SELECT * FROM lm_eval_comparison WHERE a = 'small' AND b = 'large';
--
-- With --log_samples the harness writes files samples_*.jsonl. They have one line for
-- each document (a question of the task) and filter (a way to find the answer in the
-- reply). No line has the name of the model, so you insert it into jsonl_files, as
-- above. jsonl.sql reads the lines; its view jsonl_unread lists the lines that are not
-- JSON.
--
--   lm_eval_scores      one row per model, document, filter and metric
--   lm_eval_results     one row per model, filter and metric: the harness's own numbers
--   lm_eval_comparison  one row per pair of models, filter and metric
--
-- The results of two models are paired by doc_id. A pair counts only if its two documents
-- are equal.
--
-- All tables and views are TEMP.

.bail on
.read sql/adapters/jsonl.sql

DROP VIEW IF EXISTS temp.lm_eval_results;
DROP VIEW IF EXISTS temp.lm_eval_comparison;
DROP TABLE IF EXISTS temp.lm_eval_scores;
CREATE TEMP TABLE lm_eval_scores(model, filter, metric, doc_id, doc, value,
                                 PRIMARY KEY (filter, metric, doc_id, model));

-- A line names its metrics in `metrics`. In older files every number is a metric, except
-- doc_id and target. If a document is twice in a file, only its last line counts.
CREATE TEMP TRIGGER lm_eval_take AFTER INSERT ON jsonl_rows
WHEN json_type(NEW.doc, '$.doc_id') IS NOT NULL
BEGIN
  INSERT OR REPLACE INTO lm_eval_scores
  SELECT NEW.file, coalesce(json_extract(NEW.doc, '$.filter'), 'none'), m.key,
         json_extract(NEW.doc, '$.doc_id'),
         coalesce(json_extract(NEW.doc, '$.doc_hash'), json_extract(NEW.doc, '$.doc')),
         CASE WHEN m.type IN ('integer', 'real', 'true', 'false') THEN m.value END
  FROM json_each(NEW.doc) AS m
  WHERE CASE WHEN json_type(NEW.doc, '$.metrics') = 'array'
             THEN m.key IN (SELECT n.value FROM json_each(NEW.doc, '$.metrics') AS n)
             ELSE m.type IN ('integer', 'real', 'true', 'false')
                  AND m.key NOT IN ('doc_id', 'target') END;
END;

-- The mean of a metric, and the standard error of the mean, by the harness's formula.
-- Values that are not numbers are left out, such as the pairs of numbers for perplexity.
CREATE TEMP VIEW lm_eval_results AS
SELECT model, filter, metric, docs, docs - usable AS absent,
       json_extract(report, '$.mean') AS mean, json_extract(report, '$.se') AS stderr
FROM (
  SELECT model, filter, metric, count(*) AS docs, count(value) AS usable,
         paired_difference(value, 0) AS report
  FROM lm_eval_scores
  GROUP BY model, filter, metric
);

-- The mean of b minus the mean of a, over the documents that both models have. `answer`
-- names a model only if the 95 % interval of the difference does not contain 0.
CREATE TEMP VIEW lm_eval_comparison AS
SELECT
  a, b, filter, metric, docs, other_docs, mean_a, mean_b,
  json_extract(report, '$.mean')   AS difference,
  json_extract(report, '$.low')    AS low,
  json_extract(report, '$.high')   AS high,
  json_extract(report, '$.better') AS better,
  json_extract(report, '$.worse')  AS worse,
  json_extract(report, '$.sign_p') AS sign_p,
  CASE WHEN json_extract(report, '$.low') > 0 THEN b || ' is higher'
       WHEN json_extract(report, '$.high') < 0 THEN a || ' is higher'
       ELSE 'not told apart' END AS answer
FROM (
  SELECT
    x.model AS a, y.model AS b, x.filter, x.metric,
    count(*) FILTER (WHERE x.doc IS y.doc)         AS docs,
    count(*) FILTER (WHERE x.doc IS NOT y.doc)     AS other_docs,
    mean_of(x.value) FILTER (WHERE x.doc IS y.doc) AS mean_a,
    mean_of(y.value) FILTER (WHERE x.doc IS y.doc) AS mean_b,
    paired_difference(y.value, x.value) FILTER (WHERE x.doc IS y.doc) AS report
  FROM lm_eval_scores AS x
  JOIN lm_eval_scores AS y
    ON y.filter = x.filter AND y.metric = x.metric AND y.doc_id = x.doc_id
   AND y.model <> x.model
  GROUP BY x.model, y.model, x.filter, x.metric
);
