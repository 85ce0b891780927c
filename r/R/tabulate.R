# SPDX-License-Identifier: Apache-2.0

# The columns of each table as JSON: a list of names or formulas; a formula alone is one table.
tables_by <- function(by) {
  if (inherits(by, "formula")) by <- list(by)
  if (!is.list(by))
    refuse("by", "by: a list of tables, each the names of its columns or a formula such as ~ region + sex")
  json_of(lapply(unname(by), function(columns) I(unname(names_of_columns(columns, "by")))), "by")
}

# A number that is left out stands for the default of the library.
least_count <- function(k) {
  k <- whole(k, "k")
  if (k < 2) refuse("k", "k must be at least 2")
  k
}

kanon_tabulate <- function(data, by, k = 5, person = NULL, total = "Total", check = NULL,
                           policy = NULL, hierarchies = NULL, threads = NULL, time_limit = NULL,
                           stop_after = NULL, progress = NULL, read = NULL, read_check = NULL) {
  asked <- policy_text(policy, list(hierarchies = hierarchies), "kanon_tabulate")
  job <- list(by = tables_by(by), k = least_count(k), person = names_of_columns(person, "person"),
              total = total, policy = asked$text, policy_name = asked$name)
  found <- checked(.Call(kanon_r_tabulate, hand_over(data, "data", read),
                         if (!is.null(check)) hand_over(check, "check", read_check), job,
                         run_settings(threads = threads, time_limit = time_limit,
                                      stop_after = stop_after),
                         progress_function(progress)), stop_after)
  out <- report_of(found, "kanon_tables")
  names <- vapply(found$rows, function(column) column$name, "")
  out$table <- columns_out(found$rows, if (is.list(data)) data, names)
  out
}

as.data.frame.kanon_tables <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(x$table)
}
