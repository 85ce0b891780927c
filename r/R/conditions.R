# SPDX-License-Identifier: Apache-2.0
# Errors are conditions of class `kanon_error`: `code`, and where known `file`, `line`, `column` and
# `attribute`. Each code has a class of its own as well, such as `kanon_error_bad_policy`.

codes <- c("1" = "audit_failed", "2" = "usage", "3" = "bad_input", "4" = "bad_policy",
           "5" = "bad_hierarchy", "6" = "infeasible", "7" = "bad_output", "8" = "timed_out",
           "9" = "warned", "70" = "fault", "130" = "cancelled")

raise <- function(code, message, file = "", line = 0, column = 0, attribute = "") {
  stop(structure(
    class = c(paste0("kanon_error_", code), "kanon_error", "error", "condition"),
    list(message = message, call = NULL, code = code, file = file, line = line, column = column,
         attribute = attribute)))
}

# An argument is wrong.
refuse <- function(attribute, message, code = "usage") {
  raise(code, message, attribute = attribute)
}

# What a call of the library gave, unless that is a fault.
checked <- function(found, stop_after = NULL) {
  if (!is.list(found) || found$status == 0) return(found)
  if (found$late) {
    raise("cancelled", sprintf(paste("stop_after: the run was stopped after %s seconds, and nothing is released;",
                                     "allow more time, or use time_limit, which takes the best release found by then"),
                               format(stop_after)), attribute = "stop_after")
  }
  # A list or a data frame has no lines: what its text has is no place for who gave it.
  own <- found$line == 1 && found$file %in% c("", "policy")
  message <- sub(if (own) "^(policy:|line )1:[0-9]+: |^-: " else "^-: ", "", found$message)
  raise(codes[[as.character(found$status)]], in_arguments(message), if (own) "" else found$file,
        if (own) 0 else found$line, if (own) 0 else found$column, found$attribute)
}

# The arguments of R that the command's flags are, where they are called otherwise.
switches <- c("no-shuffle" = "shuffle = FALSE", "shuffle" = "shuffle = TRUE",
              "no-protection" = "protect = FALSE", "force" = "force = TRUE",
              "replace" = "replace = TRUE", "prove" = "prove = TRUE", "strict" = "strict = TRUE",
              "class" = "class_attribute =", "hierarchy" = "hierarchies =", "weight" = "weights =")

listed <- function(flag, words) {
  end <- if (endsWith(words, ",")) "," else ""
  items <- strsplit(gsub("^[',]+|[',]+$", "", words), ",", fixed = TRUE)[[1]]
  parts <- regmatches(items, regexpr("=", items, fixed = TRUE), invert = TRUE)
  inner <- vapply(parts, function(part) {
    if (length(part) == 2) sprintf("%s = %s", part[1], part[2]) else sprintf('"%s"', part[1])
  }, "")
  sprintf("%s = c(%s)%s", gsub("-", "_", flag, fixed = TRUE), paste(inner, collapse = ", "), end)
}

one_argument <- function(text) {
  parts <- regmatches(text, regexec("^--([a-z][a-z-]*)(?: (.*))?$", text, perl = TRUE))[[1]]
  flag <- parts[2]
  name <- gsub("-", "_", flag, fixed = TRUE)
  if (nzchar(parts[3])) listed(flag, parts[3])
  else if (flag %in% names(switches)) switches[[flag]]
  else if (name %in% policy_arguments || name %in% c("accept", "seed", "threads", "apply", "output",
                                                     "by", "total", "policy", "time_limit", "node_limit", "stop_after"))
    paste(name, "=")
  else text
}

# A text that names flags of the command, with the arguments of a call in their place.
in_arguments <- function(text) {
  text <- gsub("(-o)", "(output =)", text, fixed = TRUE)
  lists <- paste(c("accept", "round", names(role_arguments)), collapse = "|")
  pattern <- sprintf("--(?:(?:%s) (?:'[^']*'|[^\\s;,()'][^\\s;()']*)|[a-z][a-z-]*)",
                     gsub("_", "-", lists, fixed = TRUE))
  found <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), function(flags) {
    vapply(flags, one_argument, "", USE.NAMES = FALSE)
  })
  text
}
