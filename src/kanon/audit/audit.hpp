// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// One broken rule. Rows are 1-based data rows (the header does not count); values are never named
/// unless the caller asks for them.
struct Fault {
    std::string rule;  ///< e.g. `covers-original`, `k-anonymity`, `identifying-column`
    std::optional<std::uint64_t> row;
    std::string attribute;
    std::string message;  ///< one line: what is wrong and what was required
};

/// A promise and what the release achieves.
struct Proof {
    std::string model;     ///< catalogue name of the privacy model
    std::string describe;  ///< one line for people
    double required = 0;
    double achieved = 0;  ///< the worst class; required is met
    bool holds = false;
};

struct AuditReport {
    bool passed = false;
    std::vector<Fault> faults;        ///< the first max_faults
    std::uint64_t fault_count = 0;    ///< all of them
    std::vector<Proof> proofs;        ///< one per model
    std::vector<std::string> checks;  ///< one line per thing that was proven
    Measures measures;
};

struct AuditOptions {
    bool show_values = false;
    std::size_t max_faults = 20;
    bool shuffled = false;                     ///< rows may stand in any order
    std::optional<std::uint64_t> stated_rows;  ///< released + suppressed rows that a summary states
    std::optional<std::uint64_t> stated_suppressed;
};

/// Re-derive every promise of a problem from the original table and the release alone: no
/// identifying column is released; every released cell covers its original; other columns are
/// unchanged; every class holds each model; every row is released or counted as suppressed; the
/// limit is kept. Knows no method and reads only spellings, so it judges a file as it does memory.
/// Cost O(n m). Same result for any thread count.
[[nodiscard]] AuditReport audit(const Problem& problem,
                                const Release& release,
                                const AuditOptions& options,
                                const RunContext& context);

}  // namespace kanon
