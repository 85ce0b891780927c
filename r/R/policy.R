# SPDX-License-Identifier: Apache-2.0
# Policies: the path of a YAML file, or a list with its keys (docs/policy.md); over it, arguments.

role_arguments <- c(quasi_identifying = "quasi-identifying", quasi_identifiers = "quasi-identifying",
                    qi = "quasi-identifying", sensitive = "sensitive", identifying = "identifying",
                    drop = "identifying", insensitive = "insensitive", keep = "insensitive")
attribute_arguments <- c(hierarchies = "hierarchy", types = "type", weights = "weight",
                         recode = "recode", derive = "derive", top = "top", bottom = "bottom",
                         round = "round")
top_arguments <- c("method", "population", "patterns", "missing", "recoding", "objective",
                   "gs_factor", "max_set_values", "keep_blank_rows", "person")
suppression_arguments <- c(max_suppression = "max", suppress_cells = "cells", suppressed = "rows")
policy_arguments <- c(names(role_arguments), names(attribute_arguments), top_arguments,
                      names(suppression_arguments), "k", "roles", "attributes", "privacy", "accept",
                      "class_attribute", "method_options")

as_policy_list <- function(value) {
  structure(value, class = "kanon_policy")
}

policy_list <- function(yaml, name = NULL) {
  found <- checked(.Call(kanon_r_study, study_job("policy", policy = yaml, policy_name = name),
                         run_settings(), NULL))
  from_json(found$json)
}

read_text <- function(path) {
  tryCatch(
    enc2utf8(paste(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")),
    error = function(e) refuse("policy", sprintf("%s: no such file", path), "bad_policy"),
    warning = function(w) refuse("policy", sprintf("%s: no such file", path), "bad_policy"))
}

# The columns that an argument names: a vector, or the variables of a formula.
column_names <- function(value) {
  if (inherits(value, "formula")) all.vars(value) else as.character(value)
}

# Roles by column out of `roles`: a named vector or list; a formula `sensitive ~ quasi + quasi`.
roles_of <- function(roles) {
  if (is.null(roles)) return(list())
  if (inherits(roles, "formula")) {
    sides <- as.list(roles)[-1]
    quasi <- all.vars(sides[[length(sides)]])
    sensitive <- if (length(sides) == 2) all.vars(sides[[1]]) else character()
    return(c(stats::setNames(as.list(rep("quasi-identifying", length(quasi))), quasi),
             stats::setNames(as.list(rep("sensitive", length(sensitive))), sensitive)))
  }
  if (is.null(names(roles)) || any(!nzchar(names(roles))))
    refuse("roles", "roles: name each role by its column, such as c(zip = \"quasi-identifying\"), or give a formula such as ~ age + zip")
  as.list(roles)
}

set_attribute <- function(policy, column, key, value) {
  said <- policy$attributes[[column]]
  if (is.null(said)) said <- list()
  said <- as.list(said)
  said[[key]] <- value
  policy$attributes[[column]] <- said
  policy
}

set_roles <- function(policy, given) {
  by <- list()
  give <- function(policy, column, role, argument) {
    before <- by[[column]]
    if (!is.null(before) && before$role != role)
      refuse(column, sprintf("%s: %s makes '%s' %s, and this %s; give it one role", argument,
                             before$argument, column, before$role, role))
    by[[column]] <<- list(argument = argument, role = role)
    set_attribute(policy, column, "role", role)
  }
  roles <- roles_of(given$roles)
  for (column in names(roles)) policy <- give(policy, column, as.character(roles[[column]]), "roles")
  for (argument in intersect(names(role_arguments), names(given)))
    for (column in column_names(given[[argument]]))
      policy <- give(policy, column, role_arguments[[argument]], argument)
  policy
}

set_attributes <- function(policy, given) {
  for (column in names(given$attributes)) {
    for (key in names(given$attributes[[column]]))
      policy <- set_attribute(policy, column, key, given$attributes[[column]][[key]])
  }
  for (argument in intersect(names(attribute_arguments), names(given))) {
    value <- given[[argument]]
    if (is.null(names(value)))
      refuse(argument, sprintf("%s: name each value by its column, such as c(age = ...)", argument))
    for (column in names(value))
      policy <- set_attribute(policy, column, attribute_arguments[[argument]], value[[column]])
  }
  if (!is.null(given$class_attribute))
    policy <- set_attribute(policy, given$class_attribute, "class", TRUE)
  policy
}

accepted <- function(accept) {
  if (!is.null(names(accept))) return(as.list(accept))
  stats::setNames(as.list(rep("accepted by the caller", length(accept))), accept)
}

merged <- function(before, over) {
  before <- as.list(before)
  before[names(over)] <- over
  before
}

set_rest <- function(policy, given) {
  privacy <- as.list(given$privacy)
  if (!is.null(given[["k"]])) privacy[["k-anonymity"]] <- given[["k"]]
  if (length(privacy)) policy$privacy <- merged(policy$privacy, privacy)
  for (argument in intersect(names(suppression_arguments), names(given)))
    policy$suppression <- merged(policy$suppression, stats::setNames(
      list(given[[argument]]), suppression_arguments[[argument]]))
  for (argument in intersect(top_arguments, names(given)))
    policy[[gsub("_", "-", argument, fixed = TRUE)]] <- given[[argument]]
  if (length(given$method_options)) {
    method <- policy$method
    named <- if (is.null(method)) list(name = "auto") else if (is.list(method)) method else list(name = method)
    options <- as.list(given$method_options)
    names(options) <- gsub("_", "-", names(options), fixed = TRUE)
    policy$method <- merged(named, options)
  }
  if (length(given$accept)) policy$accept <- merged(policy$accept, accepted(given$accept))
  policy
}

refuse_unknown <- function(given, verb) {
  names <- names(given)
  if (length(given) && (is.null(names) || any(!nzchar(names))))
    refuse("...", sprintf("%s() takes the arguments of a policy by name", verb))
  for (argument in setdiff(names, policy_arguments)) {
    near <- policy_arguments[which.min(utils::adist(argument, policy_arguments))]
    close <- utils::adist(argument, near) <= 3
    refuse(argument, sprintf("%s() has no argument '%s'; %s", verb, argument,
                             if (close) sprintf("did you mean '%s'?", near)
                             else paste("of a policy it takes", paste(policy_arguments, collapse = ", "))))
  }
}

# The text of a policy with what arguments say over it, and the file that it is from.
policy_text <- function(policy, given, verb) {
  given <- Filter(Negate(is.null), given)
  refuse_unknown(given, verb)
  name <- NULL
  if (is.character(policy)) {
    if (length(policy) != 1) refuse("policy", "policy: give the path of one YAML file, or a list")
    name <- path.expand(policy)
    text <- read_text(name)
    if (!length(given)) return(list(text = text, name = name))
    policy <- policy_list(text, name)
  } else if (!is.null(policy) && !is.list(policy)) {
    refuse("policy", sprintf("policy: %s is no policy; give a list or the path of a YAML file", class(policy)[1]))
  }
  policy <- unclass(policy)
  if (is.null(policy)) policy <- list()
  policy <- set_rest(set_roles(set_attributes(policy, given), given), given)
  if (!length(policy)) policy <- structure(list(), names = character())
  list(text = json_of(policy), name = name)
}

print.kanon_policy <- function(x, ...) {
  cat(policy_yaml(x), sep = "\n")
  invisible(x)
}

policy_yaml <- function(policy) {
  found <- checked(.Call(kanon_r_study, study_job("policy", policy = json_of(unclass(policy))),
                         run_settings(), NULL))
  sub("\n$", "", found$text)
}
