// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {

/// A literal table, see table_of(), with the words of `recode` of its columns; one that is `-` is
/// sensitive. \pre names and words are as many
[[nodiscard]] Problem aggregate_problem(std::string_view names,
                                        std::string_view words,
                                        std::string_view rows,
                                        const std::string& privacy = "{k-anonymity: 2}");

/// Random numbers `a`, `b`, days `d` by their median and texts `c` by their mode, of few values.
[[nodiscard]] Problem random_aggregates(std::uint64_t seed,
                                        std::uint64_t rows,
                                        const std::string& privacy);

/// The least SSE / SST of any division into classes of at least k rows, worked out from the texts
/// of the table by trying all. \pre some 10 rows at most
[[nodiscard]] double least_sse(const Problem& problem);

}  // namespace kanon::test
