# Made-up people, the same each time.
people <- function(rows = 200) {
  i <- seq_len(rows)
  data.frame(
    age = 20L + (i * 7L) %% 50L,
    zip = factor(sprintf("%d", 4000 + (i * 13) %% 12)),
    sex = c("f", "m")[1 + i %% 2],
    disease = factor(c("flu", "angina", "ulcer", "cold")[1 + (i * 5) %% 4]),
    stringsAsFactors = FALSE)
}

roles <- c(age = "quasi-identifying", zip = "quasi-identifying", sex = "quasi-identifying",
           disease = "sensitive")

# A release without what would be told beside it.
release <- function(data = people(), ..., k = 5, policy = list()) {
  suppressWarnings(anonymize(data, policy, k = k, ..., shuffle = FALSE))
}

error_of <- function(code) {
  tryCatch({
    force(code)
    NULL
  }, kanon_error = function(e) e)
}
