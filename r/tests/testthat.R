library(testthat)
library(kanon)

test_check("kanon")
