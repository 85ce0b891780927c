# A release of one quasi-identifier beside a column, which is to come back as it was.
back <- function(column, like = data.frame) {
  data <- like(age = rep(30:34, each = 4), other = column)
  made <- release(data, k = 4, policy = list(attributes = list(
    age = list(role = "quasi-identifying"), other = list(role = "insensitive"))))
  list(before = data, after = made$table)
}

same <- function(column) {
  found <- back(column)
  expect_identical(found$after$other, found$before$other)
}

test_that("columns that are not generalized come back as they were", {
  same(c(1:19, NA))
  same(c(TRUE, FALSE, NA, TRUE, rep(FALSE, 16)))
  same(c(seq(0.5, 9.5, 0.5), NA))
  same(c(as.double(1:19), NA))
  same(c(2^40 + 1:19, NA))
  same(c(letters[1:19], NA))
  same(as.Date("2020-02-28") + c(0:18, NA))
  same(factor(c(rep(c("b", "a"), 9), "c", NA), levels = c("c", "b", "a")))
  same(factor(c(rep(c("low", "high"), 10)), levels = c("low", "high"), ordered = TRUE))
  same(c("\u00e4", "\u4e2d", rep("x", 18)))
})

test_that("times come back in their zone", {
  for (zone in c("UTC", "Europe/Zurich", "America/New_York")) {
    times <- as.POSIXct("2024-03-31 00:30:00", tz = zone) + 3600 * c(4:22, NA)
    expect_equal(back(times)$after$other, times)
  }
})

test_that("integer64 keeps all its digits", {
  skip_if_not_installed("bit64")
  same(c(bit64::as.integer64("9007199254740993") + 0:18, bit64::NA_integer64_))
})

test_that("labelled columns keep their labels, and tags become NA with a message", {
  skip_if_not_installed("haven")
  column <- haven::labelled(rep(c(1, 2), 10), c(yes = 1, no = 2), label = "Answer")
  same(column)
  tagged <- haven::labelled(c(rep(c(1, 2), 9), haven::tagged_na("a", "b")), c(yes = 1, no = 2))
  expect_message(found <- back(tagged), "tagged missing values")
  expect_true(all(is.na(found$after$other[19:20])))
})

test_that("released factors hold released levels alone, in their order", {
  zip <- factor(rep(c("b", "a"), each = 10), levels = c("z", "b", "a"))
  made <- release(data.frame(zip = zip, x = 1:20), k = 4, policy = list(attributes = list(
    zip = list(role = "quasi-identifying"), x = list(role = "insensitive"))))
  expect_identical(levels(made$table$zip), c("b", "a"))
  ordered <- factor(rep(c("low", "high"), each = 10), levels = c("none", "low", "high"), ordered = TRUE)
  made <- release(data.frame(size = ordered, x = 1:20), k = 4, policy = list(attributes = list(
    size = list(role = "quasi-identifying"), x = list(role = "insensitive"))))
  expect_true(is.ordered(made$table$size))
  expect_identical(levels(made$table$size), c("low", "high"))
})

test_that("tables keep their class", {
  expect_identical(class(release(roles = roles)$table), "data.frame")
  if (requireNamespace("tibble", quietly = TRUE)) {
    made <- release(tibble::as_tibble(people()), roles = roles)
    expect_s3_class(made$table, "tbl_df")
    expect_output(print(made$table), "tibble")
  }
  if (requireNamespace("data.table", quietly = TRUE)) {
    made <- release(data.table::as.data.table(people()), roles = roles)
    expect_s3_class(made$table, "data.table")
  }
  expect_type(release(as.list(people()), roles = roles)$table, "list")
})

test_that("row names are left out with a message", {
  data <- people()
  row.names(data) <- sprintf("person %d", seq_len(nrow(data)))
  expect_message(made <- release(data, roles = roles), "row names are left out")
  expect_identical(row.names(made$table), as.character(seq_len(nrow(data))))
})

test_that("texts of other encodings are read as what they say", {
  latin <- "Z\xfcrich"
  Encoding(latin) <- "latin1"
  expect_identical(enc2utf8(back(rep(latin, 20))$after$other[1]), "Z\u00fcrich")
})

test_that("columns that no table holds are refused, and the session lives", {
  bad <- list(
    "is a list" = I(as.list(1:20)), "complex numbers" = complex(20), "raw bytes" = raw(20),
    "is a matrix" = matrix(1:40, 20), "is a data frame" = data.frame(a = 1:20, b = 1:20))
  for (says in names(bad)) {
    data <- data.frame(age = 1:20)
    data$other <- bad[[says]]
    found <- error_of(release(data, qi = "age"))
    expect_s3_class(found, "kanon_error_bad_input")
    expect_match(conditionMessage(found), says)
    expect_identical(found$attribute, "other")
  }
  bytes <- "\xff\xfe"
  Encoding(bytes) <- "bytes"
  expect_match(conditionMessage(error_of(back(rep(bytes, 20)))), "'bytes'")
  expect_match(conditionMessage(error_of(back(rep("\xff\xfe", 20)))), "not valid")
  twice <- data.frame(1:20, 1:20)
  names(twice) <- c("age", "age")
  expect_match(conditionMessage(error_of(release(twice, qi = "age"))), "two columns are called 'age'")
  expect_s3_class(error_of(release(people()[0, ], roles = roles)), "kanon_error")
  expect_s3_class(error_of(release(data.frame(), roles = roles)), "kanon_error")
  expect_match(conditionMessage(error_of(release(42, roles = roles))), "is no table")
})

test_that("a factor of a million levels is taken", {
  skip_on_cran()
  levels <- sprintf("%d", seq_len(1e6))
  zip <- structure(rep(1:5, 40), levels = levels, class = "factor")
  made <- release(data.frame(zip = zip, x = 1:200), k = 5, policy = list(attributes = list(
    zip = list(role = "quasi-identifying"), x = list(role = "insensitive"))))
  expect_identical(levels(made$table$zip), as.character(1:5))
})
