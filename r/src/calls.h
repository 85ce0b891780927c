// SPDX-License-Identifier: Apache-2.0
#pragma once

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <Rinternals.h>

// What R calls. Each gives a list whose `status` is 0, or one of the library's with what went
// wrong.
extern "C" {
SEXP kanon_r_anonymize(SEXP table, SEXP job, SEXP settings, SEXP progress);
SEXP kanon_r_result_text(SEXP handle, SEXP kind);
SEXP kanon_r_result_table(SEXP handle);
SEXP kanon_r_verify(SEXP original, SEXP release, SEXP job, SEXP settings, SEXP progress);
SEXP kanon_r_make_ledger(SEXP path);
SEXP kanon_r_study(SEXP job, SEXP settings, SEXP progress);
SEXP kanon_r_tabulate(SEXP table, SEXP check, SEXP job, SEXP settings, SEXP progress);
SEXP kanon_r_is_here(SEXP handle);
SEXP kanon_r_version();
}
