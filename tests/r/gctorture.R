# SPDX-License-Identifier: Apache-2.0
# Columns of each type in and out while garbage is collected at each STEP-th allocation: what is not protected is lost at
# once, and the release differs from that without.
library(kanon)
step <- as.integer(commandArgs(TRUE)[1])
i <- seq_len(60)
people <- data.frame(
  age = 20L + i %% 7L, zip = factor(4000 + i %% 3), pay = i / 4, whole = as.double(i), old = i %% 2 == 0,
  day = as.Date("2024-01-01") + i, at = as.POSIXct("2024-01-01", tz = "UTC") + i, text = sprintf("t%d", i %% 9))
people$text[3] <- "Z\xfcrich"
Encoding(people$text) <- "latin1"
policy <- list(attributes = c(
  list(age = list(role = "quasi-identifying"), zip = list(role = "quasi-identifying")),
  lapply(people[-(1:2)], function(column) list(role = "insensitive"))), privacy = list("k-anonymity" = 3))
release <- function() suppressWarnings(anonymize(people, policy, shuffle = FALSE))$table
refused <- function() tryCatch(anonymize(people, policy, k = 1000), kanon_error = conditionMessage)
each <- function() risk(people, policy = policy, rows = TRUE)$per_row
expected <- list(release(), refused(), each())
gctorture2(step)
found <- list(release(), refused(), each())
gctorture2(0)
stopifnot(identical(found, expected))
cat("same under gctorture2 of step", step, "\n")
