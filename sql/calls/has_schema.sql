-- Returns two numbers. `stated` is 1 if the file states the epoch (version of the
-- answers) of its tables and views; `views` is 1 if the file has the view round_scores.
SELECT (SELECT count(*) = 3
        FROM main.sqlite_master AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name = 'assay_schema'
          AND c.name IN ('part', 'epoch', 'version')) AS stated,
       EXISTS (SELECT 1 FROM main.sqlite_master
               WHERE type = 'view' AND name = 'round_scores') AS views;
