// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/table_facts.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/recoding/recoding_text.hpp"

#include <string>
#include <string_view>

namespace kanon::detail {

/// The problem as saving and carrying over recodings sees it; borrows it.
[[nodiscard]] TableFacts facts_of(const Problem& problem);

/// Refuse to carry a recoding over where a model is judged by more than classes, such as by the
/// population. \throws Error{bad_policy}, which names the flag
void refuse_more_than_classes(const Problem& problem, std::string_view flag);

/// Refuse to save a recoding by aggregates: they are of the rows that they were computed from, and
/// say nothing of others. \throws Error{bad_policy}
void require_savable(const Problem& problem);

/// See kanon::save_recoding(). Cost O(t m) for t row types, m attributes, plus the histogram
/// entries of the types m times where a model needs them.
[[nodiscard]] SavedRecoding save_recoding(const Problem& problem, const Recoding& recoding);

/// Read a file that save_recoding() went into. \throws Error{bad_input}
[[nodiscard]] SavedRecoding read_recoding(const std::string& path, const RunContext& context);

}  // namespace kanon::detail
