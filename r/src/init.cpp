// SPDX-License-Identifier: Apache-2.0
#include "calls.h"
#include <R_ext/Rdynload.h>

static const R_CallMethodDef kCalls[] = {
    {"kanon_r_anonymize", (DL_FUNC)&kanon_r_anonymize, 4},
    {"kanon_r_result_text", (DL_FUNC)&kanon_r_result_text, 2},
    {"kanon_r_result_table", (DL_FUNC)&kanon_r_result_table, 1},
    {"kanon_r_verify", (DL_FUNC)&kanon_r_verify, 5},
    {"kanon_r_make_ledger", (DL_FUNC)&kanon_r_make_ledger, 1},
    {"kanon_r_study", (DL_FUNC)&kanon_r_study, 3},
    {"kanon_r_tabulate", (DL_FUNC)&kanon_r_tabulate, 5},
    {"kanon_r_is_here", (DL_FUNC)&kanon_r_is_here, 1},
    {"kanon_r_version", (DL_FUNC)&kanon_r_version, 0},
    {nullptr, nullptr, 0}};

extern "C" void R_init_kanon(DllInfo* library) {
    R_registerRoutines(library, nullptr, kCalls, nullptr, nullptr);
    R_useDynamicSymbols(library, FALSE);
}
