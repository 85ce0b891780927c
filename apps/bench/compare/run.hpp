// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compare/row.hpp"
#include "compare/suite.hpp"
#include "data/workplace.hpp"
#include "terminal/flags.hpp"

#include <cstdint>
#include <vector>

namespace kanon::bench {

/// Run every method of a suite on one of its tables with one k: each is read, solved, released and
/// audited as `kanon anonymize` would, nothing is written. Methods that refuse the table say so in
/// their row. \throws Error{audit_failed} if a release is refused by the auditor or the answers
/// contradict each other, see contradiction(); any Error if no method can work on the table.
[[nodiscard]] std::vector<SuiteRow> run_group(const Suite& suite,
                                              const SuiteDataset& dataset,
                                              std::uint64_t k,
                                              const cli::RunFlags& flags,
                                              Workplace& workplace);

}  // namespace kanon::bench
