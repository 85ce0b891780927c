# SPDX-License-Identifier: Apache-2.0
# Lists of R as JSON, which is YAML, and back. A named vector or list is an object, a vector of one
# is a scalar, others are arrays; a list without names is one whatever its length.

text_json <- function(text) {
  as.character(jsonlite::toJSON(enc2utf8(text), auto_unbox = TRUE))
}

# Never with an exponent, and with all digits that tell it from others.
number_json <- function(number) {
  if (is.na(number) || is.infinite(number)) return("null")
  short <- format(number, digits = 15, scientific = FALSE, trim = TRUE)
  if (as.numeric(short) == number) short
  else format(number, digits = 17, scientific = FALSE, trim = TRUE)
}

scalar_json <- function(value, place) {
  if (inherits(value, "Date") || inherits(value, "POSIXt") || is.factor(value))
    return(text_json(as.character(value)))
  if (inherits(value, "integer64")) return(as.character(value))
  if (is.logical(value)) return(if (is.na(value)) "null" else if (value) "true" else "false")
  if (is.numeric(value)) return(number_json(value))
  if (is.character(value)) return(if (is.na(value)) "null" else text_json(value))
  refuse("policy", sprintf("%s: a policy holds no %s; use texts, numbers, lists and TRUE or FALSE",
                           place, class(value)[1]))
}

json_of <- function(value, place = "policy") {
  if (is.null(value)) return("null")
  if (inherits(value, "formula")) value <- all.vars(value)
  if (!is.list(value) && !is.atomic(value)) return(scalar_json(value, place))
  if (length(names(value))) {
    inner <- vapply(seq_along(value), function(i) {
      paste0(text_json(names(value)[i]), ": ",
             json_of(value[[i]], paste0(place, "$", names(value)[i])))
    }, "")
    return(paste0("{", paste(inner, collapse = ", "), "}"))
  }
  if (is.list(value) || inherits(value, "AsIs") || length(value) != 1) {
    if (is.list(value) && !is.null(names(value))) return("{}")
    inner <- vapply(seq_along(value), function(i) json_of(value[[i]], place), "")
    return(paste0("[", paste(inner, collapse = ", "), "]"))
  }
  scalar_json(value, place)
}

from_json <- function(text) {
  plain(jsonlite::fromJSON(text, simplifyVector = FALSE))
}

# Arrays of scalars of one kind as vectors.
plain <- function(value) {
  if (!is.list(value)) return(value)
  value <- lapply(value, plain)
  is_scalar <- vapply(value, function(one) is.atomic(one) && length(one) == 1 && !is.null(one), NA)
  kinds <- unique(vapply(value[is_scalar], function(one) {
    if (is.numeric(one)) "number" else typeof(one)
  }, ""))
  if (is.null(names(value)) && length(value) && all(is_scalar) && length(kinds) == 1) unlist(value)
  else value
}
