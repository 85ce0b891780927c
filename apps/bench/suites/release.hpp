// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::bench {

/// The policy of a table for one k; columns that `text` does not name are left unread.
[[nodiscard]] Policy bench_policy(const std::string& text,
                                  const std::string& name,
                                  const std::vector<std::string>& columns,
                                  std::uint64_t k,
                                  const std::string& suppression);

/// The job of releasing a data set for one k, but for method and context: its table is made,
/// nothing is to be written.
[[nodiscard]] AnonymizeJob bench_job(const SuiteDataset& dataset,
                                     std::uint64_t k,
                                     const std::string& suppression,
                                     Workplace& workplace);

/// The ending for an error that is an answer of its own kind, else "".
[[nodiscard]] std::string ending_of(ErrorCode code);

/// One release of a data set (or boxes of a comparator, `method`), as `kanon anonymize` would make
/// it; nothing is written.
struct ReleaseRequest {
    const SuiteDataset* dataset = nullptr;
    std::uint64_t k = 2;
    std::string method;
    std::vector<std::string> options{};  ///< `name=value`
    std::string objective{};             ///< "": the method's natural one
    std::string suppression = "0";
    std::string patterns{};  ///< YAML of the policy's `patterns`, or ""
    /// Columns that usefulness takes for numbers, whatever the search took them for; none: as
    /// typed.
    std::optional<std::vector<std::string>> numbers{};
    std::optional<std::uint64_t> attributes{};  ///< quasi-identifiers, the first ones; none: all
    bool identifying = false;                   ///< ask how few of them single rows out
};

/// What a release looks like. Rows starred throughout are one more class here, however few; without
/// a release there are no figures but the seconds.
struct ReleaseFigures {
    std::string ending;  ///< of the search, or `refused`
    std::string reason;  ///< why there is no release
    bool released = false;
    RecodingKind recoding = RecodingKind::cells;  ///< of its method
    std::uint64_t rows = 0;
    std::uint64_t stars = 0;
    double usefulness = 0;
    std::uint64_t classes = 0;
    double avg_class = 0;
    std::uint64_t max_class = 0;
    double loss = 0;
    std::optional<double> lower_bound;
    double seconds = 0;  ///< of the search, on the wall
    /// Of a comparator, which has no more figures than its loss: rows that a row may be behind.
    std::optional<std::uint64_t> least_candidates;
    std::optional<LeastSets> identifying;  ///< of the quasi-identifiers, where that was asked

    [[nodiscard]] bool optimal() const { return ending == to_string(Ending::optimal); }
};

/// Read, solve, release, audit. A method that refuses the table, finds nothing or is out of time
/// says so in the figures. \throws Error{audit_failed} if the auditor refuses the release; any
/// Error of reading.
[[nodiscard]] ReleaseFigures run_release(const ReleaseRequest& request,
                                         const cli::RunFlags& flags,
                                         Workplace& workplace);

/// The same of a comparator (kanon/api/comparators.hpp): nothing is released, nothing audited.
[[nodiscard]] ReleaseFigures run_comparator(const ReleaseRequest& request,
                                            const cli::RunFlags& flags,
                                            Workplace& workplace);

}  // namespace kanon::bench
