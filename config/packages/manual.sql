-- Prints the man page assay(7) from the function table, as roff.  Backslashes and a point
-- or an apostrophe at the beginning of a line mean something else to roff; \: is where a
-- line may be broken.
.mode list
.headers off
-- Text for roff: code keeps its quotes straight and breaks after a comma.
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
assay is an SQLite extension that judges iterative research rounds by rules in SQL: is
this round good enough, when to stop, which round to keep, how fresh is a source.
Data never abort a query: a datum that can''t be used is missing, and what is missing
never passes a gate. A mistake in the call is an error that says what is wanted.
.PP
Schema, views and reports come along in
.IR DATADIR /assay/sql ,
the settings with their units, ranges and sources in
.IR DATADIR /assay/config .
A README.md in each of the two says more.';
SELECT CASE WHEN first THEN '.SH "' || upper(module) || '"' || char(10) ELSE '' END
    || '.TP' || char(10) || '.B "' || replace(call, '"', '\(dq') || '"' || char(10)
    || help || '.' || char(10) || '.br' || char(10)
    || example || ' \(-> ' || answer
FROM listed ORDER BY position;
SELECT '.SH "SEE ALSO"
.BR sqlite3 (1)';
