-- Prints the man page assay(7) from assay's list of functions, in the language roff.
-- roff interprets backslashes, and a point or an apostrophe at the start of a line, so
-- these characters are escaped.  \: allows a line break.
.mode list
.headers off
-- Makes texts for roff: quotes in code stay straight, and lines may break after a comma.
CREATE TEMP VIEW listed AS
SELECT position, module, first,
       '\&' || replace(call, '''', '\(aq') AS call,
       '\&' || help AS help,
       '\&' || replace(replace(example, '''', '\(aq'), ',', ',\:') AS example,
       replace(replace(answer, '''', '\(aq'), ',', ',\:') AS answer
FROM (
  SELECT position, module, first,
         replace(replace(call, '\', '\e'), '-', '\-')       AS call,
         replace(replace(help, '\', '\e'), '-', '\-')       AS help,
         replace(replace(example, '\', '\e'), '-', '\-')    AS example,
         replace(replace(answer, '\', '\e'), '-', '\-')     AS answer
  FROM (
    SELECT rowid AS position, module, signature AS call,
           help || CASE kind WHEN 'aggregate' THEN ' (aggregate, window)' ELSE '' END
             AS help,
           replace(example, char(10), ' ')                   AS example,
           replace(coalesce(answer, 'NULL'), char(10), ' ')  AS answer,
           row_number() OVER (PARTITION BY module ORDER BY rowid) = 1 AS first
    FROM assay_functions
  )
);

SELECT '.TH ASSAY 7 "" "assay ' || assay_version() || '" "SQLite extensions"
.ad l
.nh
.SH NAME
assay \- quality gates, tiers and stop policies as SQLite functions
.SH SYNOPSIS
.B sqlite3
.I DATABASE
.B \-cmd
.RB ''.load
.IR LIBDIR /sqlite3/assay''
.SH DESCRIPTION
assay is an SQLite extension that judges the rounds of a research agent by rules in SQL:
is this round good enough, when to stop, which round to return, how fresh is a source.
Bad data never aborts a query: a value that can''t be used is missing, and a missing value
never passes a gate. A mistake in the call is an error that names the rule.
.PP
Schema, views and reports are in
.IR DATADIR /assay/sql ,
the settings with their units, ranges and sources in
.IR DATADIR /assay/config .
Each of these folders has a README.md.';
SELECT CASE WHEN first THEN '.SH "' || upper(module) || '"' || char(10) ELSE '' END
    || '.TP' || char(10) || '.B "' || replace(call, '"', '\(dq') || '"' || char(10)
    || help || '.' || char(10) || '.br' || char(10)
    || example || ' \(-> ' || answer
FROM listed ORDER BY position;
SELECT '.SH "SEE ALSO"
.BR sqlite3 (1)';
