// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/assess/people.hpp"
#include "kanon/assess/subject_classes.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/risk/assessment.hpp"
#include "kanon/risk/risk_options.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <span>

namespace kanon::detail {

/// The rows as they are told apart within their strata.
struct RowsOfStrata {
    KnownRows rows;
    risk::StrataRisk risk;
};

/// True if a row type shows nothing: all of its quasi-identifiers are starred. `columns`: those of
/// the table that the types were made of.
[[nodiscard]] bool is_starred(const Problem& problem,
                              std::span<const std::size_t> columns,
                              const RowTypes& types,
                              std::size_t type);

/// Count rows within the strata of `options`, and people where a sample's are known. Rows that are
/// starred throughout are in no class unless `starred_count`. Cost O(n columns).
/// \throws Error{bad_input}: a column of strata that the table has not
[[nodiscard]] RowsOfStrata strata_risk(const Problem& problem,
                                       const RiskOptions& options,
                                       const People& people,
                                       bool starred_count,
                                       unsigned threads);

}  // namespace kanon::detail
