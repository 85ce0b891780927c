ills <- function() {
  data.frame(sex = rep(c("F", "M"), c(4, 5)), ill = strsplit("xxxyxxyyy", "")[[1]],
             who = 1:9, stringsAsFactors = FALSE)
}

test_that("small counts and those that would reveal them are suppressed", {
  made <- kanon_tabulate(ills(), list(c("sex", "ill"), "ill"), k = 2, person = "who")
  expect_identical(made$verdict, "proven")
  expect_equal(c(made$below_k, made$secondary, made$suppressed), c(1, 3, 4))
  expect_identical(names(made$table), c("sex", "ill", "count"))
  expect_identical(sum(made$table$count == "*"), 4L)
  expect_identical(unlist(made$table[9, ], use.names = FALSE), c("Total", "Total", "9"))
  expect_identical(as.data.frame(made), made$table)
  expect_output(print(made), "4 suppressed")
})

test_that("tables that were made are judged", {
  made <- kanon_tabulate(ills(), ~ sex + ill, k = 2, total = "all")
  again <- function(table) {
    kanon_tabulate(ills(), ~ sex + ill, k = 2, total = "all", check = table)$verdict
  }
  expect_identical(again(made$table), "proven")
  changed <- made$table
  changed$count[changed$sex == "F" & changed$ill == "y"] <- "1"
  expect_identical(again(changed), "broken")
  shown <- made$table
  shown$count[shown$sex == "M" & shown$ill == "y"] <- "3"
  expect_identical(again(shown), "undecided")
})

test_that("factors keep the order of their levels, and the kind of table stays", {
  data <- ills()
  data$ill <- factor(data$ill, levels = c("y", "x"))
  made <- kanon_tabulate(data, list(~ ill), k = 2)
  expect_identical(levels(made$table$ill), c("y", "x", "Total"))
  expect_identical(kanon_tabulate(as.list(ills()), ~ sex, k = 2)$table$count, c("4", "5", "9"))
})

test_that("columns are counted by levels of their hierarchies", {
  data <- ills()
  data$age <- c(31, 32, 33, 34, 35, 61, 62, 63, 64)
  made <- kanon_tabulate(data, list(c("age@1", "sex"), "age"), k = 2,
                         hierarchies = list(age = list(intervals = c(30, 60))))
  expect_identical(made$verdict, "proven")
  expect_identical(names(made$table), c("age@1", "sex", "age", "count"))
  expect_identical(made$table[["age@1"]][1:2], c("[30, 59]", "[30, 59]"))
  high <- error_of(kanon_tabulate(data, list("age@9"), k = 2, policy = list(
    attributes = list(age = list(hierarchy = list(intervals = c(30, 60)))))))
  expect_identical(high$attribute, "age")
})

test_that("what cannot be counted is refused", {
  expect_identical(error_of(kanon_tabulate(ills(), "sex"))$attribute, "by")
  expect_identical(error_of(kanon_tabulate(ills(), list()))$code, "usage")
  expect_match(error_of(kanon_tabulate(ills(), ~ sex, total = "F"))$message, "total =", fixed = TRUE)
  expect_match(error_of(kanon_tabulate(ills(), list("sex@1")))$message, "hierarchies =", fixed = TRUE)
  expect_identical(error_of(kanon_tabulate(ills(), ~ age))$attribute, "age")
  expect_identical(error_of(kanon_tabulate(ills(), ~ sex, k = 1))$attribute, "k")
})
