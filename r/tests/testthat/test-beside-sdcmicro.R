# Figures beside those of sdcMicro, on its own tables; docs/r.md has what they are.
skip_on_cran()
skip_if_not_installed("sdcMicro")

# Not by `::`, for the package does not depend on it.
beside <- "sdcMicro"
sdcmicro <- function(name) getExportedValue(beside, name)

table_of <- function(name) {
  place <- new.env()
  utils::data(list = name, package = beside, envir = place)
  data <- as.data.frame(get(name, place))
  row.names(data) <- NULL
  data
}

known <- list(
  francdat = list(keys = paste0("Key", 1:4), weights = "w"),
  testdata = list(keys = c("urbrur", "water", "sex", "age"), weights = "sampling_weight",
                  household = "ori_hid", strata = "relat"),
  free1 = list(keys = c("REGION", "SEX", "AGE", "MARSTAT", "KINDPERS"), weights = "WEIGHT"))

measured <- function(data, of, ...) {
  kept <- setdiff(names(data), c(of$keys, of$household))
  suppressWarnings(risk(data, qi = of$keys, keep = kept, rows = TRUE, ...))
}

agrees <- function(ours, theirs) expect_equal(as.numeric(ours), as.numeric(theirs), tolerance = 1e-6)

test_that("frequencies, individual and global risk agree", {
  for (name in names(known)) {
    of <- known[[name]]
    data <- table_of(name)
    theirs <- sdcmicro("freqCalc")(data, keyVars = of$keys, w = of$weights)
    ours <- measured(data, of, weights = of$weights)
    agrees(ours$per_row$alike, theirs$fk)
    agrees(ours$per_row$people, theirs$Fk)
    exact <- sdcmicro("indivRisk")(theirs, method = "exact")$rk
    agrees(ours$per_row$individual_risk, exact)
    agrees(ours$before$individual$expected, sum(exact))
  }
})

test_that("the risk of households agrees, by the same risk of persons", {
  of <- known$testdata
  data <- table_of("testdata")
  ours <- measured(data, of, weights = of$weights, household = of$household)
  rows <- ours$per_row
  share <- rows$alike / rows$people
  theirs <- ifelse(rows$alike > 2, share / (rows$alike - 1 + share), rows$individual_risk)
  found <- sdcmicro("measure_risk")(data, keyVars = of$keys, w = of$weights, hid = of$household)
  agrees(theirs, found$Res[, "risk"])
  agrees(sum(theirs), found$global_risk_ER)
  together <- stats::ave(theirs, data[[of$household]], FUN = function(risks) 1 - prod(1 - risks))
  agrees(together, found$Res[, "hier_risk"])
  agrees(stats::ave(rows$individual_risk, data[[of$household]],
                    FUN = function(risks) 1 - prod(1 - risks)), rows$household_risk)
})

test_that("frequencies and risks within strata agree", {
  of <- known$testdata
  data <- table_of("testdata")
  ours <- measured(data, of, weights = of$weights, strata = of$strata)$per_row
  for (rows in split(seq_len(nrow(data)), data[[of$strata]])) {
    theirs <- sdcmicro("freqCalc")(data[rows, ], keyVars = of$keys, w = of$weights)
    agrees(ours$stratum_alike[rows], theirs$fk)
    agrees(ours$stratum_people[rows], theirs$Fk)
    agrees(ours$stratum_individual_risk[rows], sdcmicro("indivRisk")(theirs, method = "exact")$rk)
  }
})

test_that("SUDA and DIS-SUDA scores agree", {
  for (name in names(known)) {
    of <- known[[name]]
    data <- table_of(name)
    theirs <- sdcmicro("suda2")(data, variables = of$keys, DisFraction = 0.1)
    ours <- measured(data, of, sample_fraction = 0.1, suda_size = length(of$keys))$per_row
    agrees(ours$suda_score, theirs$score)
    agrees(ours$dis_suda_score, theirs$disScore)
  }
})

test_that("MDAV makes the same classes and means", {
  tables <- list(CASCrefmicrodata = NULL, testdata = c("expend", "income", "savings"),
                 free1 = c("INCOME", "MONEY", "ASSETS", "DEBTS"), francdat = paste0("Num", 1:3))
  for (name in names(tables)) {
    data <- table_of(name)
    if (!is.null(tables[[name]])) data <- data[tables[[name]]]
    theirs <- as.matrix(sdcmicro("microaggregation")(data, method = "mdav", aggr = 3)$mx)
    ours <- suppressWarnings(anonymize(
      data, list(), k = 3, qi = names(data), method = "mdav", shuffle = FALSE,
      recode = stats::setNames(rep("mean", ncol(data)), names(data))))$table
    class <- do.call(paste, ours)
    for (column in names(data)) {
      agrees(stats::ave(as.numeric(data[[column]]), class), theirs[, match(column, names(data))])
      # A mean is written with two digits more than its column has.
      expect_lt(max(abs(as.numeric(ours[[column]]) - theirs[, match(column, names(data))])), 0.005)
    }
  }
})
