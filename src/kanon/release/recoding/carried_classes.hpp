// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/table_facts.hpp"
#include "kanon/release/recoding/carried_recoding.hpp"

#include <cstdint>
#include <vector>

namespace kanon {

/// Rows that the release cannot hold, and why.
struct CarriedLosses {
    std::vector<bool> suppressed;  ///< per row type
    std::uint64_t unplaced = 0;    ///< rows that no released value or class covers
    std::uint64_t failing = 0;     ///< rows of classes that fail a model
    std::uint64_t starred = 0;     ///< rows released as `*` throughout

    /// What these rows are together, starred throughout.
    enum class Stars {
        suppressed,  ///< too few for a class, or no class where suppressed rows are left out
        are_class,   ///< enough for a class, which holds every model
        fail         ///< enough for a class, which fails a model
    };
    Stars stars = Stars::suppressed;

    [[nodiscard]] std::uint64_t rows() const { return unplaced + failing + starred; }
};

/// Judge the classes that a carried recoding makes, as a reader of the release tells them: by how
/// their values are spelled. Cost O(t m), plus the histogram entries where a model needs them.
/// Same result for any thread count.
[[nodiscard]] CarriedLosses judge_carried(const TableFacts& table,
                                          const CarriedRecoding& carried,
                                          unsigned threads);

}  // namespace kanon
