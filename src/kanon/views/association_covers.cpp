// SPDX-License-Identifier: Apache-2.0
#include "kanon/views/association_covers.hpp"

#include <algorithm>
#include <functional>

namespace kanon {
namespace {

/// So many rows of a group have a code.
struct CodeInGroup {
    std::uint32_t group = 0;
    Code code = 0;
    std::uint64_t rows = 0;
};

std::vector<CodeInGroup> count_codes(std::span<const std::uint32_t> group_of_row,
                                     const CodeVector& codes,
                                     std::span<const std::uint8_t> shown) {
    constexpr unsigned kHalf = 32;
    std::vector<std::uint64_t> keys;
    keys.reserve(group_of_row.size());
    codes.visit([&](const auto some) {
        for (std::size_t row = 0; row < some.size(); ++row) {
            if (shown.empty() || shown[row] != 0) {
                keys.push_back(std::uint64_t{group_of_row[row]} << kHalf | some[row]);
            }
        }
    });
    std::ranges::sort(keys);
    std::vector<CodeInGroup> out;
    for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
        while (end < keys.size() && keys[end] == keys[begin]) {
            ++end;
        }
        out.push_back({.group = static_cast<std::uint32_t>(keys[begin] >> kHalf),
                       .code = static_cast<Code>(keys[begin]),
                       .rows = end - begin});
    }
    return out;
}

/// The entries of one group, which stand together from `begin` on.
std::span<const CodeInGroup> group_at(const std::vector<CodeInGroup>& all, std::size_t begin) {
    std::size_t end = begin;
    while (end < all.size() && all[end].group == all[begin].group) {
        ++end;
    }
    return std::span(all).subspan(begin, end - begin);
}

/// Rows of the j + 1 most frequent values of a group.
std::vector<std::uint64_t> rows_of_most_frequent(std::span<const CodeInGroup> values) {
    std::vector<std::uint64_t> out;
    out.reserve(values.size());
    for (const CodeInGroup& value : values) {
        out.push_back(value.rows);
    }
    std::ranges::sort(out, std::greater<>());
    for (std::size_t i = 1; i < out.size(); ++i) {
        out[i] += out[i - 1];
    }
    return out;
}

std::uint32_t cover_of(std::uint64_t rows,
                       bool is_alone,
                       const std::vector<std::uint64_t>& most_frequent,
                       Duplicates duplicates) {
    if (duplicates != Duplicates::kept) {
        return is_alone && duplicates == Duplicates::dropped
                   ? 1
                   : static_cast<std::uint32_t>(most_frequent.size());
    }
    const std::uint64_t needed = most_frequent.back() - std::min(rows, most_frequent.back()) + 1;
    const auto found = std::ranges::lower_bound(most_frequent, needed);
    return static_cast<std::uint32_t>(found - most_frequent.begin()) + 1;
}

}  // namespace

std::vector<std::uint32_t> least_covers(const PairedGroups& groups,
                                        Duplicates duplicates,
                                        std::size_t identifier_count) {
    const auto identifiers =
        count_codes(groups.group_of_row, *groups.identifiers, groups.identifiers_shown);
    const auto values = count_codes(groups.group_of_row, *groups.sensitive, groups.sensitive_shown);
    std::vector<std::uint32_t> out(identifier_count, kNoCover);
    std::size_t value = 0;
    for (std::size_t at = 0; at < identifiers.size();) {
        const auto people = group_at(identifiers, at);
        at += people.size();
        while (value < values.size() && values[value].group < people[0].group) {
            ++value;
        }
        if (value == values.size() || values[value].group != people[0].group) {
            continue;
        }
        const auto most_frequent = rows_of_most_frequent(group_at(values, value));
        for (const CodeInGroup& person : people) {
            out[person.code] =
                std::min(out[person.code],
                         cover_of(person.rows, people.size() == 1, most_frequent, duplicates));
        }
    }
    return out;
}

}  // namespace kanon
