// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/flat_index.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Attributes that an adversary knows, and what the rows must keep that are alike in them.
struct KnownSet {
    Pattern attributes = 0;
    std::uint64_t k = 1;  ///< so many rows at least
    /// What else they must keep, by their values in tracked columns. Not owned.
    std::vector<const PrivacyModel*> models{};

    friend bool operator==(const KnownSet&, const KnownSet&) = default;
};

/// The sets of all adversaries, ascending, each once. A set is left out that lies in another which
/// asks as much: its groups of rows are unions of the other's. Borrows the models.
/// \pre suits_sets()
[[nodiscard]] std::vector<KnownSet> known_sets(const Task& task);

/// True if some set asks more than rows.
[[nodiscard]] bool any_looks_at_values(const std::vector<KnownSet>& sets);

/// True if cells can be starred set by set: some model is of an adversary, none looks at more than
/// the rows that are alike to somebody, at most 16 attributes are quasi-identifying, of less than
/// 2^64 combinations of values, no more than 4,096 projections have to be counted, and rows starred
/// throughout are no class.
[[nodiscard]] bool suits_sets(const Task& task);

/// True if an integer program can say it, too: what is asked of values is how many distinct ones
/// there are (distinct_values_of()).
[[nodiscard]] bool suits_set_program(const Task& task);

}  // namespace kanon::cell_suppression
