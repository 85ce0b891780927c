test_that("errors are conditions with place and remedy", {
  found <- error_of(release(k = 5, roles = c(age = "quasi-identifyin")))
  expect_s3_class(found, c("kanon_error_bad_policy", "kanon_error", "error"), exact = FALSE)
  expect_match(conditionMessage(found), "did you mean 'quasi-identifying'")
  expect_identical(error_of(release(k = 1000, roles = roles))$code, "infeasible")
  expect_identical(error_of(release(roles = roles, seed = -1))$attribute, "seed")
  expect_identical(error_of(release(roles = roles, stop_after = "x"))$code, "usage")
})

test_that("arguments that are not known are refused with the nearest", {
  expect_match(conditionMessage(error_of(release(sensitiv = "disease"))), "did you mean 'sensitive'")
  expect_match(conditionMessage(error_of(anonymize(people(), list(), k = 5, roles = "age"))),
               "name each role by its column")
  found <- error_of(release(roles = roles, keep = "age"))
  expect_match(conditionMessage(found), "give it one role")
})

test_that("a call has no lines, and no flags", {
  found <- error_of(release(qi = "agee", k = 5))
  expect_match(conditionMessage(found), "^'agee'")
  expect_identical(found$line, 0)
  expect_identical(kanon:::in_arguments("name a file (-o)"), "name a file (output =)")
})

test_that("a policy file is read, and its faults have a line", {
  file <- tempfile(fileext = ".yaml")
  writeLines(c("privacy: {k-anonymity: 3}", "privcy: 1"), file)
  found <- error_of(anonymize(people(), file))
  expect_identical(found$code, "bad_policy")
  expect_identical(found$line, 2)
  expect_identical(error_of(anonymize(people(), "no/such.yaml"))$code, "bad_policy")
  writeLines(c("attributes:", "  age: {role: quasi-identifying}", "  zip: {role: quasi-identifying}",
               "  sex: {role: quasi-identifying}", "  disease: {role: sensitive}",
               "privacy: {k-anonymity: 3}"), file)
  expect_identical(suppressWarnings(anonymize(people(), file))$summary$k, 3L)
  expect_identical(suppressWarnings(anonymize(people(), file, k = 9))$summary$k, 9L)
})

test_that("a run is stopped when its time is over", {
  skip_on_cran()
  rows <- 3e5
  data <- data.frame(a = seq_len(rows), b = rev(seq_len(rows)) %% 9973, c = seq_len(rows) %% 7919)
  found <- error_of(release(data, k = 5, qi = c("a", "b", "c"), stop_after = 0.01))
  expect_identical(found$code, "cancelled")
  expect_match(conditionMessage(found), "stop_after")
})

test_that("flags of the command are said as arguments", {
  expect_identical(kanon:::in_arguments("drop it (--drop), or keep the order (--no-shuffle), not --x"),
                   "drop it (drop =), or keep the order (shuffle = FALSE), not --x")
  expect_identical(kanon:::in_arguments("--round cost=STEP, or --drop cost,pay; --accept exact-amounts"),
                   'round = c(cost = STEP), or drop = c("cost", "pay"); accept = c("exact-amounts")')
})

test_that("policies are JSON without exponents", {
  json <- kanon:::json_of
  expect_identical(json(list(k = 1e5, share = 0.00001, a = c("x", "y"), b = list("z"), n = NULL, t = TRUE)),
                   '{"k": 100000, "share": 0.00001, "a": ["x", "y"], "b": ["z"], "n": null, "t": true}')
  expect_identical(json(c(age = "a\"b")), '{"age": "a\\"b"}')
})
