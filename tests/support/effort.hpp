// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kanon::test {

/// Whether this run tries every case there is: KANON_TEST_EFFORT=full in its environment, as
/// `./dev test full` sets it. The only place that reads it.
[[nodiscard]] bool full_effort();

/// Whether sanitizers watch this run, under which a case takes several times as long.
[[nodiscard]] bool is_sanitized();

/// Of the cases 1 to `all` those that this run tries, ascending. A full run tries all of them, any
/// other `few`: one drawn from each of `few` equal parts, by `name` alone, so that every run draws
/// the same, each name others, and twice as many names cost twice as much. A run that
/// is_sanitized() tries a fifth of either. What is asked of a case never changes. \pre all >= 1
[[nodiscard]] std::vector<std::uint64_t> drawn_cases(std::string_view name,
                                                     std::uint64_t all,
                                                     std::uint64_t few);

/// The cases 1 to `all`, ascending, of a test whose short run has no fewer; is_sanitized() ones try
/// a fifth, drawn as drawn_cases() draws. \pre all >= 1
[[nodiscard]] std::vector<std::uint64_t> all_cases(std::string_view name, std::uint64_t all);

}  // namespace kanon::test
