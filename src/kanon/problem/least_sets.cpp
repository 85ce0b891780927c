// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/inspection.hpp"
#include "kanon/profile/sets/identifying_set.hpp"
#include "kanon/profile/sets/refining_set.hpp"
#include "kanon/profile/sets/separation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace kanon {
namespace {

constexpr double kNearlyAll = 0.95;

/// Fewer columns than single out all of the rows, enough for nearly all; none that greedy finds.
std::optional<LeastSet> set_for_nearly_all(const Table& table,
                                           const profile::IdentifyingSet& all,
                                           const std::vector<std::size_t>& columns) {
    const auto wanted =
        static_cast<std::uint64_t>(std::ceil(kNearlyAll * static_cast<double>(all.unique_rows)));
    const std::vector<std::size_t> found = profile::find_refining_set(table, columns, wanted);
    if (found.size() >= all.columns.size()) {
        return std::nullopt;
    }
    return LeastSet{.share = kNearlyAll,
                    .columns = detail::names_of(table, found),
                    .unique_rows = profile::separation_of(table, found, {}).unique_rows,
                    .at_least = 1};
}

}  // namespace

std::vector<std::string> detail::names_of(const Table& table,
                                          const std::vector<std::size_t>& columns) {
    std::vector<std::string> out;
    for (const std::size_t column : columns) {
        out.push_back(table.column(column).name);
    }
    return out;
}

std::string LeastSet::size_text() const {
    const std::size_t size = columns.size();
    if (at_least == size) {
        return std::to_string(size);
    }
    return at_least > 1 ? fmt::format("{} to {}", at_least, size) : fmt::format("at most {}", size);
}

LeastSets find_least_sets(const Table& table, const std::vector<std::size_t>& columns) {
    const profile::IdentifyingSet all = profile::find_identifying_set(table, {.columns = columns});
    LeastSets out{.unique_rows = all.unique_rows, .sets = {}};
    if (all.columns.size() > 1) {
        if (std::optional<LeastSet> most = set_for_nearly_all(table, all, columns)) {
            out.sets.push_back(std::move(*most));
        }
    }
    if (!all.columns.empty()) {
        out.sets.push_back({.share = 1,
                            .columns = detail::names_of(table, all.columns),
                            .unique_rows = all.unique_rows,
                            .at_least = all.at_least});
    }
    return out;
}

}  // namespace kanon
