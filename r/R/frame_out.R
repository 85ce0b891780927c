# SPDX-License-Identifier: Apache-2.0
# Released columns on their way out, as the kind of table that came in. Quasi-identifiers are texts;
# other columns keep their type.

# A factor that holds released levels alone, in the order that they had; ordered if none is new.
factor_out <- function(column, before) {
  words <- column$words
  old <- levels(before)[levels(before) %in% words]
  new <- words[!words %in% old]
  place <- match(words, c(old, new))
  is_ordered <- is.ordered(before) && !length(new)
  structure(place[column$cells], levels = c(old, new),
            class = c(if (is_ordered) "ordered", "factor"))
}

times_out <- function(words, before) {
  zone <- attr(before, "tzone")
  as.POSIXct(words, tz = if (is.null(zone)) "" else zone[1],
             tryFormats = c("%Y-%m-%d %H:%M:%OS", "%Y-%m-%dT%H:%M:%OS", "%Y-%m-%d %H:%M", "%Y-%m-%d"),
             optional = TRUE)
}

# With its label, of what the values are no longer codes.
labelled_text <- function(texts, before) {
  label <- attr(before, "label")
  if (!is.null(label)) attr(texts, "label") <- label
  texts
}

words_out <- function(column, before, is_generalized) {
  if (is.factor(before)) return(factor_out(column, before))
  if (inherits(before, "POSIXt") && !is_generalized) {
    times <- times_out(column$words, before)
    if (!anyNA(times)) return(times[column$cells])
  }
  texts <- column$words[column$cells]
  if (inherits(before, "haven_labelled") && is.character(before) && !is_generalized)
    return(with_class(texts, before))
  labelled_text(texts, before)
}

with_class <- function(values, before) {
  kept <- attributes(before)
  kept$names <- kept$dim <- kept$dimnames <- NULL
  attributes(values) <- kept
  values
}

integer64_out <- function(column, before) {
  values <- structure(column$cells, class = "integer64")
  if (inherits(before, "integer64")) return(values)
  as.double(number_texts(values))
}

# Whole numbers of 64 bits without bit64: halves of their bits.
number_texts <- function(values) {
  bits <- writeBin(as.double(unclass(values)), raw())
  halves <- readBin(bits, "integer", n = 2L * length(values))
  place <- if (.Platform$endian == "little") c(1L, 2L) else c(2L, 1L)
  low <- halves[seq.int(place[1], by = 2L, length.out = length(values))]
  high <- halves[seq.int(place[2], by = 2L, length.out = length(values))]
  is_missing <- is.na(high) & !is.na(low) & low == 0L
  low <- ifelse(is.na(low), 2^31, as.double(low) + ifelse(!is.na(low) & low < 0, 2^32, 0))
  ifelse(is_missing, NA_real_, as.double(high) * 2^32 + low)
}

column_out <- function(column, before, is_generalized) {
  if (column$format == "none") return(if (is.null(before)) character() else before[0])
  if (column$format == "words") return(words_out(column, before, is_generalized))
  if (column$format == "tdD") return(structure(as.double(column$cells), class = "Date"))
  values <- if (column$format == "l") integer64_out(column, before) else column$cells
  if (is.null(before) || inherits(before, "integer64")) return(values)
  if (is.factor(before)) return(factor_out(factor_words(values), before))
  if (is.double(before)) values <- as.double(values)
  if (is.object(before)) with_class(values, before) else values
}

factor_words <- function(values) {
  words <- as.character(sort(unique(values)))
  list(cells = match(as.character(values), words), words = words)
}

# A list of columns as a table of the kind of `like`.
table_like <- function(columns, like) {
  rows <- if (length(columns)) length(columns[[1]]) else 0L
  if (is.list(like) && !is.data.frame(like)) return(columns)
  frame <- structure(columns, class = "data.frame", row.names = .set_row_names(rows))
  if (inherits(like, "data.table") && requireNamespace("data.table", quietly = TRUE))
    return(data.table::as.data.table(frame))
  if (inherits(like, "tbl_df")) class(frame) <- c("tbl_df", "tbl", "data.frame")
  frame
}

columns_out <- function(columns, like, generalized = character()) {
  names <- vapply(columns, function(column) column$name, "")
  values <- lapply(columns, function(column) {
    before <- if (is.list(like)) like[[column$name]]
    column_out(column, before, column$name %in% generalized)
  })
  table_like(stats::setNames(values, names), like)
}
