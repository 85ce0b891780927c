# SPDX-License-Identifier: Apache-2.0
# Tables of R on their way in. A column goes by its type: factors by their codes, numbers as they
# are in memory, texts once each.

refuse_column <- function(name, message) {
  raise("bad_input", sprintf("column '%s': %s", name, message), attribute = name)
}

check_texts <- function(name, texts) {
  if (any(Encoding(texts) == "bytes"))
    refuse_column(name, "has texts in the encoding 'bytes'; give them one by iconv()")
  if (!all(validEnc(texts)))
    refuse_column(name, "has texts that are not valid in their encoding; convert them by iconv()")
}

# Seconds of the clock on the wall in the zone of the column.
wall_seconds <- function(times) {
  at <- as.POSIXlt(times)
  offset <- if (is.null(at$gmtoff)) 0 else ifelse(is.na(at$gmtoff), 0, at$gmtoff)
  as.numeric(times) + as.numeric(offset)
}

refuse_kind <- function(name, column) {
  if (is.data.frame(column)) refuse_column(name, "is a data frame; make columns of its columns")
  if (length(dim(column)) > 1) refuse_column(name, "is a matrix; make a column of each of its columns")
  if (is.list(column)) refuse_column(name, "is a list; a cell holds one value, so make columns of its parts")
  if (is.complex(column)) refuse_column(name, "has complex numbers; make columns of Re() and Im()")
  if (is.raw(column)) refuse_column(name, "has raw bytes; make texts of them by as.character()")
  refuse_column(name, sprintf("is of class %s; make numbers or texts of it", class(column)[1]))
}

column_in <- function(name, column) {
  if (inherits(column, "POSIXlt")) column <- as.POSIXct(column)
  one <- function(kind, data = column, levels = NULL) {
    list(name = name, kind = kind, data = data, levels = levels)
  }
  if (length(dim(column)) > 1) refuse_kind(name, column)
  if (is.factor(column)) {
    check_texts(name, levels(column))
    return(one("factor", levels = levels(column)))
  }
  if (inherits(column, "integer64")) return(one("integer64"))
  if (inherits(column, "Date")) return(one("days", as.double(unclass(column))))
  if (inherits(column, "POSIXct")) return(one("times", wall_seconds(column)))
  switch(typeof(column),
    integer = one("integer"),
    logical = one("logical"),
    double = one("doubles"),
    character = {
      check_texts(name, column)
      one("texts")
    },
    refuse_kind(name, column))
}

check_names <- function(names, what) {
  if (is.null(names)) refuse(what, sprintf("%s: the columns have no names", what), "bad_input")
  if (anyNA(names) || any(!nzchar(names)))
    refuse(what, sprintf("%s: a column has no name; name it", what), "bad_input")
  twice <- names[duplicated(names)]
  if (length(twice))
    refuse(twice[1], sprintf("%s: two columns are called '%s'; give each a name of its own, say by make.unique()", what, twice[1]), "bad_input")
}

# Row names that somebody gave may identify people.
tell_of_row_names <- function(data) {
  names <- attr(data, "row.names")
  if (is.character(names))
    message("kanon: row names are left out, since they may identify people")
}

tell_of_tags <- function(name, column) {
  if (inherits(column, "haven_labelled") && is.double(column) && requireNamespace("haven", quietly = TRUE) &&
      any(!is.na(haven::na_tag(column))))
    message(sprintf("kanon: tagged missing values of '%s' are read as NA", name))
}

frame_in <- function(data, what) {
  if (is.data.frame(data)) tell_of_row_names(data)
  names <- names(data)
  check_names(names, what)
  columns <- lapply(seq_along(names), function(i) {
    tell_of_tags(names[i], data[[i]])
    column_in(names[i], data[[i]])
  })
  rows <- unique(vapply(columns, function(column) as.double(length(column$data)), 0))
  if (length(rows) > 1)
    refuse(what, sprintf("%s: the columns are not equally long", what), "bad_input")
  list(columns = columns, rows = if (length(rows)) rows else 0)
}

# A table as the library takes it, and what is needed to give the same kind back.
hand_over <- function(data, what = "data", read = NULL) {
  if (inherits(data, "kanon_release")) data <- data$table
  if (is.character(data) && length(data) == 1 && is.null(dim(data)))
    return(list(path = enc2utf8(path.expand(data)), read = read_json(read)))
  if (is.data.frame(data) || (is.list(data) && !is.object(data))) return(frame_in(data, what))
  refuse(what, sprintf("%s: %s is no table; give a data frame, a list of columns, or the path of a file", what, class(data)[1]))
}

read_json <- function(read) {
  if (is.null(read)) return(NULL)
  read <- as.list(read)
  names(read) <- gsub("_", "-", names(read), fixed = TRUE)
  if (!is.null(names(read[["date-format"]])))
    read[["date-format"]] <- paste0(names(read[["date-format"]]), "=", read[["date-format"]])
  json_of(read, "read")
}
