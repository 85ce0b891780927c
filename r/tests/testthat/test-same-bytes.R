# The command line and Python give the same bytes; both are found by the environment, which ./dev r
# sets.
program <- Sys.getenv("KANON_PROGRAM")
python <- Sys.getenv("KANON_PYTHONPATH")

bytes_of <- function(path) readBin(path, "raw", file.size(path))

made_by_command <- function(table, policy, target) {
  status <- system2(program, c("anonymize", table, "-p", policy, "-o", target, "--quiet", "--force"))
  expect_identical(status, 0L)
  bytes_of(target)
}

test_that("the same input gives the bytes of the command line and of Python", {
  skip_if(!nzchar(program), "KANON_PROGRAM is not set")
  folder <- tempfile()
  dir.create(folder)
  table <- file.path(folder, "stays.csv")
  policy <- file.path(folder, "stays.yaml")
  system2(program, c("generate", "--rows", "500", "--seed", "1", "-o", table, "--policy", policy, "--quiet"))
  theirs <- made_by_command(table, policy, file.path(folder, "theirs.csv"))

  suppressWarnings(anonymize(table, policy, output = file.path(folder, "ours.csv")))
  expect_identical(bytes_of(file.path(folder, "ours.csv")), theirs)

  as_texts <- utils::read.csv(table, colClasses = "character", check.names = FALSE, encoding = "UTF-8",
                              na.strings = "")
  as_factors <- as.data.frame(lapply(as_texts, factor), check.names = FALSE)
  for (data in list(as_texts, as_factors)) {
    target <- file.path(folder, "frame.csv")
    suppressWarnings(anonymize(data, policy, output = target, force = TRUE))
    expect_identical(bytes_of(target), theirs)
  }

  skip_if(!nzchar(python), "KANON_PYTHONPATH is not set")
  script <- sprintf("import sys; sys.path.insert(0, '%s'); import kanon; kanon.anonymize('%s', '%s', output='%s/python.csv')",
                    python, table, policy, folder)
  system2("/usr/bin/python3", c("-W", "ignore", "-c", shQuote(script)), env = "KANON_PROGRESS=0")
  expect_identical(bytes_of(file.path(folder, "python.csv")), theirs)
})
