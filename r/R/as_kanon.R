# SPDX-License-Identifier: Apache-2.0

as_kanon <- function(x, ...) UseMethod("as_kanon")

# The columns of a slot of sdcMicro's, which holds their places or their names.
columns_of_slot <- function(x, slot) {
  if (!methods::.hasSlot(x, slot)) return(character())
  value <- methods::slot(x, slot)
  if (is.null(value) || !length(value)) return(character())
  if (is.character(value)) value else names(methods::slot(x, "origData"))[value]
}

as_kanon.default <- function(x, ...) {
  if (!isS4(x) || !methods::.hasSlot(x, "origData") || !methods::.hasSlot(x, "keyVars"))
    refuse("x", sprintf("as_kanon: %s is no object of sdcMicro's; give what createSdcObj() made", class(x)[1]))
  quasi <- c(columns_of_slot(x, "keyVars"), columns_of_slot(x, "numVars"))
  sensitive <- columns_of_slot(x, "sensibleVar")
  dropped <- columns_of_slot(x, "deletedVars")
  role <- function(columns, role) {
    stats::setNames(lapply(columns, function(column) base::list(role = role)), columns)
  }
  policy <- base::list(attributes = c(role(quasi, "quasi-identifying"), role(sensitive, "sensitive"),
                                      role(dropped, "identifying")))
  household <- columns_of_slot(x, "hhId")
  weights <- columns_of_slot(x, "weightVar")
  structure(base::list(
    data = methods::slot(x, "origData"),
    policy = as_policy_list(policy),
    weights = if (length(weights)) weights,
    strata = if (length(columns_of_slot(x, "strataVar"))) columns_of_slot(x, "strataVar"),
    household = if (length(household)) household), class = "kanon_task")
}

print.kanon_task <- function(x, ...) {
  cat(sprintf("%d rows, for anonymize(x$data, x$policy, k = ...)\n", nrow(x$data)))
  for (name in c("weights", "strata", "household"))
    if (!is.null(x[[name]])) cat(sprintf("%s: %s\n", name, paste(x[[name]], collapse = ", ")))
  print(x$policy)
  invisible(x)
}
