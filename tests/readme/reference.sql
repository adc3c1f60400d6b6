-- Prints the reference section of ext/REFERENCE.md from the function table, as Markdown.
-- First it prints a list of questions with the functions that answer them, then a heading
-- for each module and a row for each overload.
.mode list
.headers off
SELECT char(10) || '| question | functions and tables |' || char(10) || '| --- | --- |';
SELECT '| ' || task || ' | ' || group_concat('`' || name || '`', ', ') || ' |'
FROM (SELECT task, name, min(rowid) AS position FROM assay_functions
      GROUP BY task, name ORDER BY position)
GROUP BY task ORDER BY min(position);
WITH listed AS (
  SELECT rowid AS position, module, signature, help, kind,
         replace(replace(CASE WHEN example LIKE 'SELECT %' THEN example
                              ELSE 'SELECT ' || example END, '|', '\|'), char(10), ' ')
           AS example,
         replace(coalesce(answer, 'NULL'), '|', '\|') AS answer,
         row_number() OVER (PARTITION BY module ORDER BY rowid) AS place
  FROM assay_functions)
SELECT CASE WHEN place = 1 THEN char(10) || '### ' || module || char(10) || char(10)
         || '| call | gives | example | answer |' || char(10)
         || '| --- | --- | --- | --- |' || char(10) ELSE '' END
    || '| `' || signature || '`'
    || CASE kind WHEN 'aggregate' THEN ' (aggregate, window)' ELSE '' END
    || ' | ' || replace(help, '|', '\|')
    || ' | `' || example || '` | `' || answer || '` |'
FROM listed ORDER BY position;
