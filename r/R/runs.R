# SPDX-License-Identifier: Apache-2.0
# How calls of the library are asked for.

whole <- function(value, name) {
  if (is.null(value)) return(NULL)
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value < 0 || value != floor(value))
    refuse(name, sprintf("%s: a whole number of at least 0 is needed", name))
  as.double(value)
}

seconds <- function(value, name) {
  if (is.null(value)) return(NULL)
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value <= 0)
    refuse(name, sprintf("%s: a number of seconds above 0 is needed", name))
  as.double(value)
}

run_settings <- function(seed = NULL, threads = NULL, time_limit = NULL, node_limit = NULL,
                         stop_after = NULL, memory = NULL) {
  list(seed = whole(seed, "seed"), threads = whole(threads, "threads"),
       time_limit = seconds(time_limit, "time_limit"), node_limit = whole(node_limit, "node_limit"),
       stop_after = seconds(stop_after, "stop_after"), memory = whole(memory, "memory"))
}

study_job <- function(verb, table = NULL, release = NULL, list = NULL, policy = NULL,
                      policy_name = NULL, options = NULL) {
  list(verb = verb, table = table, release = release, list = list, policy = policy,
       policy_name = policy_name, options = options)
}

options_json <- function(...) {
  given <- Filter(Negate(is.null), list(...))
  if (length(given)) json_of(given, "options") else NULL
}

# The function that is told of the progress: of the caller's, or one that shows it; NULL: none.
progress_function <- function(progress) {
  if (is.function(progress)) return(progress)
  if (is.null(progress)) progress <- interactive()
  if (!isTRUE(progress)) return(NULL)
  show <- if (requireNamespace("cli", quietly = TRUE)) show_by_cli else show_by_text
  show()
}

show_by_text <- function() {
  last <- ""
  function(stage, done, total) {
    if (stage != last) message("kanon: ", stage)
    last <<- stage
  }
}

show_by_cli <- function() {
  bar <- NULL
  last <- ""
  frame <- parent.frame(2)
  function(stage, done, total) {
    if (is.null(bar)) bar <<- cli::cli_progress_bar("kanon", total = NA, .envir = frame)
    if (stage != last) cli::cli_progress_update(status = stage, id = bar, .envir = frame)
    last <<- stage
  }
}

study <- function(job, settings, progress, stop_after) {
  checked(.Call(kanon_r_study, job, settings, progress_function(progress)), stop_after)
}

# Figures as a list that shows itself as text.
report_of <- function(found, class, ...) {
  structure(from_json(found$json), class = c(class, "kanon_report"), text = found$text,
            page = found$page, ...)
}

print.kanon_report <- function(x, ...) {
  text <- attr(x, "text")
  if (nzchar(text)) cat(text) else utils::str(unclass_all(x), give.attr = FALSE)
  invisible(x)
}

unclass_all <- function(x) {
  attributes(x) <- list(names = names(x))
  x
}
