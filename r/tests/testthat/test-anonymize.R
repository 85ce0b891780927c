test_that("columns to keep are not taken for k", {
  kept <- suppressWarnings(anonymize(people(), list(privacy = list("k-anonymity" = 7)), qi = "age",
                                     keep = "disease", drop = c("zip", "sex"), shuffle = FALSE))
  expect_identical(kept$summary$k, 7L)
})

test_that("a release keeps its promise and says what it lost", {
  made <- release(roles = roles)
  expect_s3_class(made, "kanon_release")
  expect_identical(made$audit$verdict, "holds")
  expect_gt(made$loss, 0)
  expect_lte(made$loss, 1)
  sizes <- table(do.call(paste, made$table[c("age", "zip", "sex")]))
  expect_true(all(sizes >= 5))
  expect_identical(nrow(made$table), 200L)
  expect_identical(names(made$table), c("age", "zip", "sex", "disease"))
})

test_that("roles come as names, formulas and arguments alike", {
  by_names <- release(roles = roles)
  expect_identical(release(roles = disease ~ age + zip + sex)$table, by_names$table)
  expect_identical(release(roles = ~ age + zip + sex, sensitive = "disease")$table, by_names$table)
  expect_identical(release(qi = c("age", "zip", "sex"), sensitive = ~disease)$table,
                   by_names$table)
  policy <- list(attributes = lapply(roles, function(role) list(role = role)))
  expect_identical(release(policy = policy)$table, by_names$table)
})

test_that("the same seed gives the same release, by any number of threads", {
  one <- release(roles = roles, seed = 7, threads = 1)
  expect_identical(release(roles = roles, seed = 7, threads = 2)$table, one$table)
})

test_that("the policy of a release repeats it", {
  made <- release(roles = roles)
  expect_identical(suppressWarnings(anonymize(people(), made$policy, shuffle = FALSE))$table,
                   made$table)
  expect_output(print(made$policy), "k-anonymity: 5")
})

test_that("a release shows itself", {
  made <- release(roles = roles)
  expect_output(print(made), "Every promise holds")
  expect_output(print(summary(made)), "Proven")
  expect_identical(as.data.frame(made), made$table)
  file <- tempfile(fileext = ".html")
  expect_identical(report(made, file), file)
  expect_match(paste(readLines(file), collapse = ""), "<html")
  expect_identical(error_of(report(made, file))$code, "bad_output")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(made), made)
})

test_that("a release that was saved says that it has no report", {
  file <- tempfile()
  made <- release(roles = roles)
  saveRDS(made, file)
  again <- readRDS(file)
  expect_identical(again$table, made$table)
  expect_identical(error_of(report(again, tempfile()))$code, "bad_input")
})

test_that("without a policy the default protects, and open warnings are warnings", {
  found <- withCallingHandlers(
    tryCatch(anonymize(people(), k = 5, roles = roles, accept = "singles-out"),
             kanon_error = identity),
    warning = function(w) invokeRestart("muffleWarning"))
  expect_true(inherits(found, "kanon_release") || found$code == "warned")
})

test_that("files are read and written", {
  input <- tempfile(fileext = ".csv")
  output <- tempfile(fileext = ".csv")
  utils::write.csv(people(), input, row.names = FALSE, quote = FALSE)
  made <- suppressWarnings(anonymize(input, list(), k = 5, roles = roles, output = output,
                                     shuffle = FALSE))
  expect_true(file.exists(output))
  expect_identical(names(made$table), names(roles))
  expect_identical(error_of(anonymize(input, list(), k = 5, roles = roles, output = input))$code,
                   "usage")
})

test_that("progress is told, and what it throws ends the run", {
  skip_on_cran()
  stages <- character()
  tell <- function(stage, done, total) stages <<- c(stages, stage)
  release(people(20000), roles = roles, progress = tell)
  expect_type(stages, "character")
  fail <- function(stage, done, total) stop("enough")
  expect_true(inherits(tryCatch(release(people(200000), roles = roles, progress = fail, prove = TRUE),
                                error = identity), c("error", "kanon_release"), which = FALSE))
})
