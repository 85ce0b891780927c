// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Classes for risk/, counted from tables, problems and releases.
namespace kanon::detail {

/// Classes, and by what their subjects are counted.
struct SubjectClasses {
    risk::RiskClasses classes;
    risk::Subject subject = risk::Subject::row;
};

/// The rows of a table as they are told apart by some columns; persons are counted where the
/// problem does.
struct KnownRows {
    TypedRows types;
    SubjectClasses counted;  ///< one class a type
};

/// The table as it was read, before any coding.
[[nodiscard]] const Table& reading_of_source(const Problem& problem);

/// Group the table as it was read, before any coding, by some of its columns. Cost O(n columns).
[[nodiscard]] KnownRows known_rows(const Problem& problem,
                                   std::span<const std::size_t> columns,
                                   unsigned threads);

/// The classes of the table as it was read by its quasi-identifiers. Cost O(row types), unless
/// columns of it are coded.
[[nodiscard]] SubjectClasses classes_before(const Problem& problem, unsigned threads);

/// The original row of each released row: kNoRow where there is none. None: it is not known.
using OriginalOfRows = std::optional<std::vector<std::uint32_t>>;

/// The classes of a release; where it is judged by candidates, the rows with as many of them.
/// Persons are counted where the problem does and `rows` tell whose the released ones are.
[[nodiscard]] SubjectClasses classes_after(const Problem& problem,
                                           const ReleasedClasses& classes,
                                           const std::optional<CandidateFigures>& candidates,
                                           const OriginalOfRows& rows,
                                           unsigned threads);

/// The original row of each row of a release that kanon just made.
[[nodiscard]] std::vector<std::uint32_t> rows_of(const Release& release);

/// What a run did to the risk, by the usual threshold.
[[nodiscard]] risk::BeforeAfter risk_of_run(const Problem& problem,
                                            const Release& release,
                                            const ReleasedClasses& classes,
                                            const AuditReport& audit,
                                            unsigned threads);

}  // namespace kanon::detail
