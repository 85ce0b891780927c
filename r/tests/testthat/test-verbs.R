test_that("verify finds what is broken", {
  made <- release(roles = roles)
  expect_identical(verify(people(), made)$verdict, "holds")
  expect_identical(verify(people(), made$table, made$policy)$verdict, "holds")
  broken <- made$table
  broken$age <- as.character(people()$age)
  found <- verify(people(), broken, made$policy)
  expect_identical(found$verdict, "broken")
  expect_output(print(found), "Not every promise is kept")
})

test_that("a shuffled release is verified by its table and its policy", {
  made <- suppressWarnings(anonymize(people(), k = 5, roles = roles))
  expect_true(made$shuffled)
  expect_identical(verify(people(), made$table, made$policy)$verdict, "holds")
  expect_identical(verify(people(), made$table, made$policy, shuffled = FALSE)$verdict, "broken")
})

test_that("inspect suggests roles and a policy", {
  seen <- inspect(data.frame(age = c(34, 36, 47), email = c("a@b.ch", "c@d.ch", "e@f.ch")))
  rows <- as.data.frame(seen)
  expect_identical(rows$role[rows$name == "email"], "identifying")
  expect_identical(seen$policy$attributes$age$role, "quasi-identifying")
  expect_output(print(seen), "email: identifying")
})

test_that("risk counts uniques, before and after", {
  found <- risk(data.frame(age = c(34, 34, 47), zip = c(1, 1, 2)), qi = ~ age + zip)
  expect_equal(found$before$uniques, 1)
  made <- release(roles = roles)
  expect_equal(risk(people(), made)$after$uniques, 0)
  each <- risk(people(), policy = made$policy, rows = TRUE)$per_row
  expect_identical(nrow(each), 200L)
  expect_identical(error_of(risk(people(), made, rows = TRUE))$attribute, "rows")
  expect_output(print(risk(people(), made, threshold = "1/11")), "risk")
})

test_that("strata and households are counted as by hand", {
  data <- data.frame(age = c(1, 1, 1, 2, 2, 3), region = c("a", "a", "b", "b", "b", "b"),
                     home = c(1, 1, 2, 2, 3, 3), w = c(10, 20, 30, 40, 50, 60))
  found <- risk(data, qi = "age", keep = c("region", "home"), weights = "w", strata = ~ region,
                rows = TRUE, threshold = 0.5)
  expect_equal(found$per_row$stratum_alike, c(2, 2, 1, 2, 2, 1))
  expect_equal(found$per_row$stratum_people, c(30, 30, 30, 90, 90, 60))
  expect_equal(found$strata$all$uniques, 2)
  expect_identical(unlist(found$strata$each[[1]]$values), "a")
  expect_equal(found$strata$each[[2]]$individual$expected,
               sum(found$per_row$stratum_individual_risk[3:6]))
  together <- risk(data, qi = "age", keep = "region", weights = "w", household = "home",
                   rows = TRUE)
  alone <- together$per_row$individual_risk
  by_home <- 1 - c(tapply(1 - alone, data$home, prod))
  expect_equal(together$per_row$household_risk, unname(by_home[data$home]))
  expect_equal(together$household$expected, sum(by_home[data$home]))
  expect_equal(together$persons$before$individual$expected, sum(alone))
  expect_identical(error_of(risk(data, qi = "age", strata = "regio"))$attribute, "regio")
  expect_identical(error_of(risk(data, qi = "age", strata = 2))$attribute, "strata")
})

test_that("explore lists nodes, and kanon_methods the methods", {
  space <- explore(people(), k = 5, roles = roles)
  nodes <- as.data.frame(space)
  expect_true(any(nodes$feasible))
  expect_length(nodes$levels[[1]], 3)
  expect_true(all(c("optimal", "mdav") %in% kanon_methods()$name))
})

test_that("compare has a run for each k", {
  found <- suppressWarnings(compare(people(), list(), k = c(2, 5, 10), roles = roles))
  expect_equal(as.data.frame(found)$k, c(2, 5, 10))
  expect_output(print(found), "10")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(found), found)
  file <- tempfile(fileext = ".svg")
  report(found, file)
  expect_match(readLines(file)[1], "<svg|<[?]xml")
})

test_that("evaluate says what a release is good for", {
  made <- release(roles = roles)
  found <- evaluate(people(), made, parts = "statistics")
  expect_equal(found$original_rows, 200)
  expect_match(conditionMessage(error_of(evaluate(people(), made, parts = "statistic"))),
               "statistics")
})

test_that("attack_link joins with a list", {
  made <- release(roles = roles)
  list <- data.frame(name = sprintf("p%d", 1:200), years = people()$age, zip = people()$zip)
  found <- attack_link(made, list, on = c(age = "years", "zip"), original = NULL)
  expect_equal(found$release$outside$rows, 200)
})

test_that("as_kanon reads what createSdcObj() makes", {
  methods::setClass("madeUpSdcObj", representation(
    origData = "data.frame", keyVars = "ANY", numVars = "ANY", weightVar = "ANY", strataVar = "ANY",
    hhId = "ANY", sensibleVar = "ANY"), where = environment())
  data <- cbind(people(), weight = 2, region = 1:2, house = 1:100)
  object <- methods::new("madeUpSdcObj", origData = data, keyVars = 1:3, numVars = NULL,
                         weightVar = 5L, strataVar = 6L, hhId = 7L, sensibleVar = 4L)
  task <- as_kanon(object)
  expect_identical(task$weights, "weight")
  expect_identical(task$strata, "region")
  expect_identical(task$household, "house")
  expect_identical(task$policy$attributes$age$role, "quasi-identifying")
  expect_identical(task$policy$attributes$disease$role, "sensitive")
  expect_output(print(task), "household: house")
  made <- release(task$data, policy = task$policy)
  expect_identical(made$audit$verdict, "holds")
  found <- risk(task)
  expect_equal(found$household$households, 100)
  expect_identical(found$persons$people$weights, "weight")
  expect_identical(unlist(found$persons$strata$columns), "region")
  expect_identical(error_of(as_kanon(1))$attribute, "x")
})
