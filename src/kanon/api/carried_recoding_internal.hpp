// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/problem.hpp"
#include "kanon/release/recoding.hpp"
#include "kanon/release/recoding_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::detail {

/// In Carried::value_of_type: an attribute has no released value for the type.
inline constexpr std::uint32_t kNoValue = kSuppressedClass;

/// What a saved recoding comes to on this table, before the models are asked.
struct Carried {
    Recoding recoding;
    /// Per attribute, per row type: its place in the released domain, or kNoValue.
    std::vector<std::vector<std::uint32_t>> value_of_type;
};

/// Find the saved recoding over this table, see carry_over(). Cost O(t m), plus the values that
/// each released value covers. \throws Error{bad_input, infeasible} as carry_over().
[[nodiscard]] Carried find_carried(const Problem& problem,
                                   const SavedRecoding& saved,
                                   const std::string& file,
                                   unsigned threads);

}  // namespace kanon::detail
