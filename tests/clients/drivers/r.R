# Runs battery.sql through R's RSQLite; c.c describes plan and answers.
library(DBI)

arguments <- commandArgs(trailingOnly = TRUE)
kinds <- list(int = 12L, float = 0.8, `whole float` = 1.0, text = "0.8", null = NA,
              blob = list(charToRaw("0.8")), `true` = TRUE, `false` = FALSE,
              `big int` = bit64::as.integer64("9007199254740993"), nan = NaN)

hexadecimal <- function(bytes) paste(format(bytes), collapse = "")

text_of <- function(text) hexadecimal(charToRaw(enc2utf8(text)))

encoded <- function(value) {
  if (is.list(value)) {
    if (is.null(value[[1]])) "N" else paste0("B", hexadecimal(value[[1]]))
  } else if (is.na(value) && !is.nan(value)) {
    "N"
  } else if (inherits(value, "integer64")) {
    paste0("I", as.character(value))
  } else if (is.logical(value)) {
    paste0("L", as.integer(value))
  } else if (is.integer(value)) {
    paste0("I", value)
  } else if (is.double(value)) {
    paste0("R", hexadecimal(writeBin(value, raw(), endian = "big")))
  } else {
    paste0("T", text_of(value))
  }
}

connected <- function(path, extension) {
  database <- dbConnect(RSQLite::SQLite(), path, loadable.extensions = TRUE)
  if (!is.null(extension)) {
    dbGetQuery(database, "SELECT load_extension(?)", params = list(extension))
  }
  database
}

run <- function(database, kind, name, sql) {
  parameters <- if (kind == "run") NULL else list(kinds[[kind]])
  tryCatch({
    frame <- suppressWarnings(dbGetQuery(database, sql, params = parameters))
    for (i in seq_len(nrow(frame))) {
      fields <- vapply(seq_along(frame), function(j) encoded(frame[[j]][i]), "")
      cat(name, fields, sep = "\t")
      cat("\n")
    }
  }, error = function(error) {
    cat(name, "\tE", text_of(conditionMessage(error)), "\n", sep = "")
  })
}

database <- connected(":memory:", NULL)
cat("client\tRSQLite ", format(packageVersion("RSQLite")), "\n", sep = "")
cat("sqlite\t", dbGetQuery(database, "SELECT sqlite_version()")[[1]], "\n", sep = "")
for (line in readLines(arguments[3], encoding = "UTF-8")) {
  step <- strsplit(line, "\t", fixed = TRUE)[[1]]
  if (step[1] %in% c("open", "bare")) {
    dbDisconnect(database)
    database <- connected(arguments[2], if (step[1] == "open") arguments[1])
  } else {
    run(database, step[1], step[2], step[3])
  }
}
dbDisconnect(database)
