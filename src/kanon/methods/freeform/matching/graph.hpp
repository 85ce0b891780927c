// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace kanon::freeform {

/// A graph of n records and n rows in the making. The members of record r are its rows, one for
/// each round, from r * degree on; those that all records have for one round are a perfect
/// matching. Where all rounds are filled and no record has a row twice, the graph is regular.
struct Graph {
    /// The first round matches each record with the row of its number, which loses nothing; the
    /// others are not filled.
    Graph(std::uint32_t records, std::uint32_t rounds)
        : degree(rounds), members(std::size_t{records} * rounds) {
        for (std::uint32_t record = 0; record < records; ++record) {
            of(record)[0] = record;
        }
    }

    [[nodiscard]] std::uint32_t records() const {
        return static_cast<std::uint32_t>(members.size() / degree);
    }

    [[nodiscard]] std::span<std::uint32_t> of(std::uint32_t record) {
        return std::span(members).subspan(std::size_t{record} * degree, degree);
    }

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t record) const {
        return std::span(members).subspan(std::size_t{record} * degree, degree);
    }

    std::uint32_t degree;
    std::vector<std::uint32_t> members;
};

}  // namespace kanon::freeform
