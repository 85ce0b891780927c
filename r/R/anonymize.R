# SPDX-License-Identifier: Apache-2.0

three_way <- function(value) {
  if (is.null(value)) 0L else if (isTRUE(value)) 1L else -1L
}

anonymize <- function(data, policy = NULL, ..., output = NULL, force = FALSE, replace = FALSE,
                      shuffle = NULL, prove = FALSE, strict = FALSE, protect = TRUE,
                      evaluate = FALSE, apply = NULL, seed = NULL, threads = NULL,
                      time_limit = NULL, node_limit = NULL, stop_after = NULL, progress = NULL,
                      read = NULL, ledger = NULL, not_the_first = FALSE) {
  asked <- policy_text(policy, list(...), "anonymize")
  is_guessed <- is.null(policy)
  job <- list(policy = asked$text, policy_name = asked$name, output = path_or_null(output),
              summary = NULL, report = NULL, save_recoding = NULL, apply = path_or_null(apply),
              force = force, replace = replace, strict = strict, prove = prove,
              evaluate = evaluate, ledger = path_or_null(ledger),
              not_the_first = not_the_first, shuffle = three_way(shuffle),
              protect = if (protect && is_guessed) 1L else -1L,
              require_fit = if (is_guessed) 1L else -1L)
  if (is.null(shuffle) && !is.null(asked$name)) job$shuffle <- -1L
  made <- checked(.Call(kanon_r_anonymize, hand_over(data, "data", read), job,
                        run_settings(seed, threads, time_limit, node_limit, stop_after),
                        progress_function(progress)), stop_after)
  release_of(made$handle, data, is.null(shuffle))
}

path_or_null <- function(path) {
  if (is.null(path)) NULL else enc2utf8(path.expand(path))
}

result_text <- function(handle, kind) {
  found <- checked(.Call(kanon_r_result_text, handle, kind))
  Encoding(found) <- "UTF-8"
  found
}

# NULL for what a release does not have: rows that stayed in their database, or a decision that says
# nothing of other rows.
where_there_is <- function(found) tryCatch(found, kanon_error = function(e) NULL)

quasi_of <- function(summary) {
  roles <- summary$roles
  names(roles)[vapply(roles, identical, NA, "quasi-identifying")]
}

release_of <- function(handle, data, tells_of_shuffle) {
  summary <- from_json(result_text(handle, "summary"))
  columns <- where_there_is(checked(.Call(kanon_r_result_table, handle))$columns)
  like <- if (is.list(data)) data else NULL
  audit <- from_json(result_text(handle, "audit"))
  out <- list(
    table = if (!is.null(columns)) columns_out(columns, like, quasi_of(summary)),
    loss = summary$objective$value,
    bound = summary$objective$lower_bound,
    gap = summary$objective$gap,
    audit = structure(audit, class = "kanon_audit"),
    policy = structure(as_policy_list(policy_list(result_text(handle, "policy"))),
                       shuffled = isTRUE(summary$shuffled)),
    warnings = warnings_of(handle),
    summary = summary,
    recoding = where_there_is(result_text(handle, "recoding")),
    shuffled = isTRUE(summary$shuffled))
  out <- structure(out, class = "kanon_release", handle = handle, text = result_text(handle, "text"))
  if (out$shuffled && tells_of_shuffle)
    warning("the released rows are in random order, because their order could reveal hidden values; shuffle = FALSE keeps it", call. = FALSE)
  announce(out$warnings)
  out
}

warnings_of <- function(handle) {
  found <- jsonlite::fromJSON(result_text(handle, "warnings"), simplifyVector = FALSE)
  text <- function(one, key) if (is.null(one[[key]])) NA_character_ else one[[key]]
  out <- data.frame(
    code = vapply(found, text, "", "code"), text = vapply(found, text, "", "text"),
    accepted = vapply(found, text, "", "accepted"),
    remedy = vapply(found, function(one) in_arguments(text(one, "remedy")), ""))
  out$columns <- lapply(found, function(one) as.character(unlist(one$columns)))
  out
}

# Open warnings are warnings of R, of class `kanon_warning`.
announce <- function(found) {
  for (i in which(is.na(found$accepted))) {
    warning(structure(
      class = c("kanon_warning", "warning", "condition"),
      list(message = sprintf("%s: %s; to do: %s", found$code[i], found$text[i], found$remedy[i]),
           call = NULL, code = found$code[i], columns = found$columns[[i]],
           remedy = found$remedy[i])))
  }
}

print.kanon_release <- function(x, ...) {
  s <- x$summary
  cat(sprintf("A release of %s rows, of %s that were read; %s suppressed\n",
              format(s$released_rows, big.mark = ","), format(s$rows, big.mark = ","),
              format(s$suppressed_rows, big.mark = ",")))
  cat(sprintf("Loss (%s): %.4g%s\n", s$objective$name, x$loss,
              if (is.null(x$bound)) "" else sprintf(", at least %.4g", x$bound)))
  print(x$audit)
  open <- sum(is.na(x$warnings$accepted))
  if (open) cat(sprintf("Warnings: %d open, see $warnings\n", open))
  invisible(x)
}

summary.kanon_release <- function(object, ...) {
  structure(list(text = attr(object, "text"), figures = object$summary),
            class = "summary.kanon_release")
}

print.summary.kanon_release <- function(x, ...) {
  cat(x$text)
  invisible(x)
}

as.data.frame.kanon_release <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(x$table, row.names = row.names, optional = optional, stringsAsFactors = FALSE, ...)
}

plot.kanon_release <- function(x, ...) {
  quasi <- quasi_of(x$summary)
  loss <- vapply(quasi, function(name) {
    value <- x$summary$attributes[[name]]$ncp
    if (is.null(value)) NA_real_ else as.double(value)
  }, 0)
  classes <- class_sizes(x)
  old <- graphics::par(mfrow = c(1, 2), mar = c(4.5, 6.5, 3, 1))
  on.exit(graphics::par(old))
  graphics::barplot(rev(loss), horiz = TRUE, las = 1, xlim = c(0, 1), col = "#33658a", border = NA,
                    xlab = "mean NCP", main = "Loss by column", ...)
  graphics::hist(classes, col = "#33658a", border = "white", xlab = "rows of a class",
                 main = "Sizes of classes", ylab = "classes")
  graphics::abline(v = x$summary$k, lty = 2)
  invisible(x)
}

# How many released rows are alike; suppressed rows are in no class.
class_sizes <- function(x) {
  quasi <- intersect(quasi_of(x$summary), names(x$table))
  keys <- do.call(paste, c(lapply(quasi, function(name) as.character(x$table[[name]])), sep = "\r"))
  stars <- paste(rep("*", length(quasi)), collapse = "\r")
  if (isTRUE(x$summary$suppressed_rows > 0)) keys <- keys[keys != stars]
  as.vector(table(keys))
}

report <- function(x, file, ...) UseMethod("report")

write_whole <- function(text, file, force) {
  if (file.exists(file) && !force)
    refuse("file", sprintf("%s: exists; give another name, or force = TRUE to replace it", file), "bad_output")
  part <- tempfile(".kanon", tmpdir = dirname(file))
  wrote <- tryCatch({
    con <- base::file(part, "wb")
    writeBin(charToRaw(enc2utf8(text)), con)
    close(con)
    file.rename(part, file)
  }, error = function(e) FALSE, warning = function(w) FALSE)
  if (!isTRUE(wrote)) refuse("file", sprintf("%s: cannot be written", file), "bad_output")
  invisible(file)
}

report.kanon_release <- function(x, file, force = FALSE, ...) {
  handle <- attr(x, "handle")
  if (!.Call(kanon_r_is_here, handle))
    refuse("x", "the release was loaded from a file, which holds no report; write it in the session of the run", "bad_input")
  write_whole(result_text(handle, "report"), path.expand(file), force)
}

report.kanon_report <- function(x, file, force = FALSE, ...) {
  page <- attr(x, "page")
  write_whole(if (nzchar(page)) page else attr(x, "text"), path.expand(file), force)
}
