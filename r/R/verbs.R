# SPDX-License-Identifier: Apache-2.0

# The policy of a call about a release: that of the release where none is given.
policy_for <- function(policy, release, given, verb) {
  if (is.null(policy) && inherits(release, "kanon_release")) policy <- release$policy
  policy_text(policy, given, verb)
}

# The policy of a release knows whether its rows stand in random order.
is_shuffled <- function(shuffled, release, policy) {
  if (!is.null(shuffled)) return(isTRUE(shuffled))
  if (inherits(release, "kanon_release")) release$shuffled else isTRUE(attr(policy, "shuffled"))
}

verify <- function(original, release, policy = NULL, ..., shuffled = NULL, show_values = FALSE,
                   summary = NULL, threads = NULL, stop_after = NULL, progress = NULL,
                   read = NULL, read_release = NULL, ledger = NULL) {
  asked <- policy_for(policy, release, list(...), "verify")
  job <- list(policy = asked$text, policy_name = asked$name, summary = path_or_null(summary),
              shuffled = is_shuffled(shuffled, release, policy), show_values = show_values,
              ledger = path_or_null(ledger))
  found <- checked(.Call(kanon_r_verify, hand_over(original, "original", read),
                         hand_over(release, "release", read_release), job,
                         run_settings(threads = threads, stop_after = stop_after),
                         progress_function(progress)), stop_after)
  structure(from_json(found$json), class = "kanon_audit")
}

print.kanon_audit <- function(x, ...) {
  cat(switch(x$verdict, holds = "Every promise holds\n", broken = "Not every promise is kept\n",
             "Not every promise could be decided\n"))
  for (proof in x$proofs) {
    word <- if (is.null(proof$holds)) "undecided" else if (proof$holds) "holds" else "broken"
    cat(sprintf("  %s: %s\n", word, proof$promise))
  }
  for (fault in x$faults) cat(sprintf("  %s\n", fault$message))
  invisible(x)
}

inspect <- function(data, missing = NULL, threads = NULL, stop_after = NULL, progress = NULL,
                    read = NULL) {
  found <- study(study_job("inspect", table = hand_over(data, "data", read),
                           options = options_json(missing = missing)),
                 run_settings(threads = threads, stop_after = stop_after), progress, stop_after)
  out <- report_of(found, "kanon_inspection")
  out$policy <- as_policy_list(policy_list(found$page))
  out
}

as.data.frame.kanon_inspection <- function(x, row.names = NULL, optional = FALSE, ...) {
  rows_of(x$columns)
}

# Objects of one kind as a data frame of their scalars.
rows_of <- function(objects) {
  keys <- unique(unlist(lapply(objects, names)))
  keys <- Filter(function(key) {
    all(vapply(objects, function(one) length(one[[key]]) <= 1 && !is.list(one[[key]]), NA))
  }, keys)
  columns <- lapply(keys, function(key) {
    unlist(lapply(objects, function(one) if (is.null(one[[key]])) NA else one[[key]]))
  })
  as.data.frame(stats::setNames(columns, keys), stringsAsFactors = FALSE, check.names = FALSE)
}

# A limit on a risk; a text may be a fraction, such as "1/11".
limit_of <- function(value) {
  if (!is.character(value)) return(value)
  parts <- suppressWarnings(as.numeric(strsplit(value, "/", fixed = TRUE)[[1]]))
  if (!length(parts) %in% 1:2 || anyNA(parts))
    refuse("threshold", sprintf("threshold: '%s' is not a number", value))
  if (length(parts) == 2) parts[1] / parts[2] else parts
}

# Columns by their names, or as a formula, such as ~ region.
names_of_columns <- function(given, name) {
  if (inherits(given, "formula")) return(all.vars(given))
  if (!is.null(given) && !is.character(given))
    refuse(name, sprintf("%s: name the column, as a text or a formula", name))
  given
}

risk <- function(original, release = NULL, policy = NULL, ..., threshold = NULL,
                 sample_fraction = NULL, weights = NULL, strata = NULL, household = NULL,
                 suda = FALSE, suda_size = NULL, rows = FALSE, threads = NULL, stop_after = NULL, progress = NULL, read = NULL,
                 read_release = NULL, ledger = NULL) {
  if (inherits(original, "kanon_task")) {
    if (is.null(policy)) policy <- original$policy
    if (is.null(weights)) weights <- original$weights
    if (is.null(strata)) strata <- original$strata
    if (is.null(household)) household <- original$household
    original <- original$data
  }
  asked <- policy_for(policy, release, list(...), "risk")
  options <- options_json(threshold = limit_of(threshold), "sample-fraction" = sample_fraction,
                          weights = names_of_columns(weights, "weights"),
                          strata = names_of_columns(strata, "strata"),
                          household = names_of_columns(household, "household"), suda = suda,
                          "suda-size" = suda_size, rows = rows, ledger = path_or_null(ledger))
  found <- study(study_job("risk", table = hand_over(original, "original", read),
                           release = if (!is.null(release)) hand_over(release, "release", read_release),
                           policy = asked$text, policy_name = asked$name, options = options),
                 run_settings(threads = threads, stop_after = stop_after), progress, stop_after)
  out <- report_of(found, "kanon_risk")
  if (rows) out$per_row <- columns_out(found$rows, NULL)
  out
}

compare <- function(data, policy = NULL, k = NULL, ..., methods = NULL, time_limit = NULL,
                    seed = NULL, threads = NULL, node_limit = NULL, stop_after = NULL,
                    progress = NULL, read = NULL) {
  asked <- policy_text(policy, list(...), "compare")
  options <- options_json(ks = k, methods = methods, "seconds-each" = time_limit)
  found <- study(study_job("compare", table = hand_over(data, "data", read), policy = asked$text,
                           policy_name = asked$name, options = options),
                 run_settings(seed, threads, NULL, node_limit, stop_after), progress, stop_after)
  report_of(found, "kanon_comparison")
}

explore <- function(data, policy = NULL, ..., most_nodes = NULL, seed = NULL, threads = NULL,
                    time_limit = NULL, node_limit = NULL, stop_after = NULL, progress = NULL,
                    read = NULL) {
  asked <- policy_text(policy, list(...), "explore")
  found <- study(study_job("explore", table = hand_over(data, "data", read), policy = asked$text,
                           policy_name = asked$name,
                           options = options_json("most-nodes" = whole(most_nodes, "most_nodes"))),
                 run_settings(seed, threads, time_limit, node_limit, stop_after), progress,
                 stop_after)
  report_of(found, "kanon_exploration")
}

as.data.frame.kanon_exploration <- function(x, row.names = NULL, optional = FALSE, ...) {
  out <- rows_of(x$nodes)
  out$levels <- I(lapply(x$nodes, function(node) unlist(node$levels)))
  out
}

# The methods that `method =` takes.
kanon_methods <- function() {
  found <- checked(.Call(kanon_r_study, study_job("methods"), run_settings(), NULL))
  rows_of(jsonlite::fromJSON(found$json, simplifyVector = FALSE))
}

as.data.frame.kanon_comparison <- function(x, row.names = NULL, optional = FALSE, ...) {
  rows_of(x$runs)
}

print.kanon_comparison <- function(x, ...) {
  print(as.data.frame(x), row.names = FALSE)
  cat(attr(x, "text"))
  invisible(x)
}

plot.kanon_comparison <- function(x, ...) {
  runs <- as.data.frame(x)
  loss <- intersect(c("loss", "value", "gcp"), names(runs))[1]
  risk <- intersect(c("average_risk", "highest_risk"), names(runs))[1]
  graphics::plot(runs[[risk]], runs[[loss]], pch = 19, col = "#33658a",
                 xlab = gsub("_", " ", risk, fixed = TRUE), ylab = loss,
                 main = "Loss against risk", ...)
  graphics::text(runs[[risk]], runs[[loss]], paste0("k = ", runs$k), pos = 4, xpd = NA)
  invisible(x)
}

evaluate <- function(original, release, policy = NULL, ..., target = NULL, parts = NULL,
                     regress = NULL, folds = NULL, most_rows = NULL, queries = NULL,
                     dimensions = NULL, selectivity = NULL, gs_factor = NULL, shuffled = NULL,
                     seed = NULL, threads = NULL, stop_after = NULL, progress = NULL, read = NULL,
                     read_release = NULL) {
  asked <- policy_for(policy, release, list(...), "evaluate")
  options <- options_json(targets = target, parts = parts, regress = regress, folds = folds,
                          "most-rows" = most_rows, queries = queries, dimensions = dimensions,
                          selectivity = selectivity, "gs-factor" = gs_factor,
                          shuffled = is_shuffled(shuffled, release, policy))
  found <- study(study_job("evaluate", table = hand_over(original, "original", read),
                           release = hand_over(release, "release", read_release),
                           policy = asked$text, policy_name = asked$name, options = options),
                 run_settings(seed, threads, stop_after = stop_after), progress, stop_after)
  report_of(found, "kanon_evaluation")
}

attack_link <- function(release, list, on, policy = NULL, ..., original = NULL, threads = NULL,
                        stop_after = NULL, progress = NULL, read = NULL) {
  asked <- policy_for(policy, release, base::list(...), "attack_link")
  if (inherits(on, "formula")) on <- all.vars(on)
  if (!is.null(names(on))) on <- ifelse(nzchar(names(on)), paste0(names(on), "=", on), on)
  job <- study_job("attack link",
                   table = if (!is.null(original)) hand_over(original, "original", read),
                   release = hand_over(release, "release", read),
                   list = hand_over(list, "list", read), policy = asked$text,
                   policy_name = asked$name, options = options_json(on = unname(on)))
  report_of(study(job, run_settings(threads = threads, stop_after = stop_after), progress,
                  stop_after), "kanon_link")
}

kanon_version <- function() .Call(kanon_r_version)

# What was released of whom, for the next release of these people.
make_ledger <- function(path) {
  checked(.Call(kanon_r_make_ledger, path_or_null(path)))
  invisible(path)
}

# The releases of a ledger in their order: their persons, and k, or m of m-invariance.
ledger_releases <- function(path) {
  found <- checked(.Call(kanon_r_study,
                         study_job("ledger", options = options_json(file = path_or_null(path))),
                         run_settings(), NULL))
  rows_of(jsonlite::fromJSON(found$json, simplifyVector = FALSE))
}
