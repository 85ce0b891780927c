# Each line of the script in docs/guide/coming-from.md.
test_that("a script of sdcMicro has its lines in kanon", {
  i <- seq_len(240)
  d <- data.frame(age = 18 + (i * 7) %% 75, sex = c("f", "m")[1 + i %% 2],
                  region = letters[1 + (i * 5) %% 4], health = c("good", "bad", "fair")[1 + i %% 3],
                  income = 1000 + (i * 37) %% 997, w = 50 + (i * 11) %% 40)
  p <- list(attributes = list(
    age = list(role = "quasi-identifying"), sex = list(role = "quasi-identifying"),
    region = list(role = "quasi-identifying"), income = list(role = "insensitive"),
    health = list(role = "sensitive"), w = list(role = "identifying")))
  expect_gt(risk(d, policy = p)$before$uniques, 0)
  expect_identical(nrow(risk(d, policy = p, rows = TRUE)$per_row), 240L)
  expect_false(is.null(risk(d, policy = p, weights = "w")$before$individual))
  expect_false(is.null(risk(d, policy = p, suda = TRUE)$suda))
  run <- function(...) suppressWarnings(anonymize(d, p, k = 3, ..., shuffle = FALSE))
  by_ranges <- run(hierarchies = list(age = list(intervals = 20)), method = "optimal",
                   max_suppression = 0.1)
  expect_true(all(grepl("^(\\*|\\[.*\\]|[0-9]+)$", by_ranges$table$age)))
  by_groups <- run(hierarchies = list(region = list(tree = list(ab = c("a", "b"), cd = c("c", "d")))))
  expect_identical(by_groups$audit$verdict, "holds")
  one_under_a_label <- run(hierarchies = list(region = list(tree = list(ab = c("a", "b"), c = "c", d = "d"))))
  expect_identical(one_under_a_label$audit$verdict, "holds")
  topped <- run(top = c(age = 80))
  expect_equal(as.numeric(topped$summary$coded$age$top), 80)
  starred <- run(method = "pattern-greedy")
  expect_identical(starred$audit$verdict, "holds")
  diverse <- run(privacy = list("l-diversity" = list(attribute = "health", l = 2)))
  expect_length(diverse$audit$proofs, 2)
  means <- suppressWarnings(anonymize(d, list(attributes = list(
    income = list(role = "quasi-identifying"), health = list(role = "insensitive"),
    age = list(role = "insensitive"), sex = list(role = "insensitive"),
    region = list(role = "insensitive"), w = list(role = "identifying"))),
    k = 3, method = "mdav", recode = c(income = "mean"), shuffle = FALSE))
  expect_true(all(table(means$table$income) >= 3))
  expect_null(means$recoding)
})
