// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench_suite.hpp"
#include "bench_suite_row.hpp"
#include "bench_workplace.hpp"
#include "flags.hpp"

#include <cstdint>
#include <vector>

namespace kanon::cli::bench {

/// Run every method of a suite on one of its tables with one k: each is read, solved, released and
/// audited as `kanon anonymize` would, nothing is written. Methods that refuse the table say so in
/// their row. \throws Error{audit_failed} if a release is refused by the auditor or the answers
/// contradict each other, see contradiction(); any Error if no method can work on the table.
[[nodiscard]] std::vector<SuiteRow> run_group(const Suite& suite,
                                              const SuiteDataset& dataset,
                                              std::uint64_t k,
                                              const RunFlags& flags,
                                              Workplace& workplace);

}  // namespace kanon::cli::bench
