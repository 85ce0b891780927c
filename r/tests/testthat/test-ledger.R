people_of_years <- function() {
  set.seed(3)
  data.frame(id = sprintf("P%03d", 1:60), age = sample(20:60, 60, TRUE),
             zip = sample(c("4051", "4052", "8001"), 60, TRUE),
             disease = sample(c("flu", "angina", "ulcer"), 60, TRUE))
}

release_with <- function(data, ledger, ...) {
  suppressWarnings(anonymize(data, qi = ~ age + zip, sensitive = "disease", drop = "id", k = 3,
                             person = "id", ledger = ledger, shuffle = FALSE,
                             protect = FALSE, accept = "singles-out", ...))
}

test_that("a release is proven together with those of its ledger, and added", {
  path <- tempfile()
  make_ledger(path)
  expect_identical(nrow(ledger_releases(path)), 0L)
  first <- release_with(people_of_years(), path)
  second <- release_with(people_of_years(), path)
  found <- ledger_releases(path)
  expect_identical(found$persons, c(60L, 60L))
  expect_true(all(found$k == 3))
  checked <- verify(people_of_years(), second$table, second$policy, ledger = path)
  expect_identical(checked$verdict, "holds")
})

test_that("a ledger is never overwritten, and a broken one is refused", {
  path <- tempfile()
  make_ledger(path)
  expect_identical(error_of(make_ledger(path))$code, "bad_output")
  cat("x", file = path, append = TRUE)
  expect_identical(error_of(release_with(people_of_years(), path))$code, "bad_input")
  expect_identical(error_of(ledger_releases(path))$code, "bad_input")
})
