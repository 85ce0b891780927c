// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/partition/star_partition.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace kanon::cell_suppression {

/// What the steps of polish() work on; nothing is owned.
struct PolishScope {
    const Task& task;
    const PackedTypes& packed;
    std::span<const Pattern> patterns;  ///< of the mask but that of all stars, by cost
    const PatternCosts& costs;
    std::span<const StarCost> least_costs;  ///< per row type: no row of it ever costs less
    const RunContext& context;
};

/// So many rows of a type.
struct TypeRows {
    std::uint32_t type = 0;
    std::uint32_t rows = 0;
};

/// A class of cell suppression that is being changed.
struct ChangingClass {
    Pattern stars = 0;
    StarCost cost = 0;              ///< of a row
    std::uint32_t member = 0;       ///< a row type with the values that the class shows
    std::uint64_t rows = 0;         ///< 0: there is no such class any more
    std::vector<TypeRows> types{};  ///< by type, each once; rows >= 1
};

/// The classes of a partition, to be changed by moving rows. No two are starred alike and show the
/// same values: they would be one in the release. Rows starred throughout, whether they are a class
/// or suppressed, are together, apart from the classes. Borrows what it is made of.
class ChangingClasses {
public:
    ChangingClasses(const PolishScope& scope, const StarPartition& partition);

    [[nodiscard]] std::size_t size() const { return classes_.size(); }

    [[nodiscard]] const ChangingClass& operator[](std::uint32_t index) const {
        return classes_[index];
    }

    /// Rows starred throughout; their pattern is everything().
    [[nodiscard]] const ChangingClass& starred() const { return starred_; }

    /// Those of a type.
    [[nodiscard]] std::uint32_t starred_rows(std::uint32_t type) const;

    /// What all rows cost.
    [[nodiscard]] StarCost cost() const { return cost_; }

    /// What the rows of a class cost more than they must; 0 if it has none.
    [[nodiscard]] StarCost cost_above_least(std::uint32_t index) const;

    /// The class of this pattern that shows the values of a row type; none if it has no rows.
    [[nodiscard]] std::optional<std::uint32_t> find(Pattern stars, std::uint32_t type);

    /// Put rows into the class of this pattern that shows the type's values; made if there is none.
    std::uint32_t add(Pattern stars, TypeRows share);

    /// Put rows to those that are starred throughout.
    void add_starred(TypeRows share);

    /// Take rows of one type out of a class, or all.
    void take(std::uint32_t index, TypeRows share);
    void take_starred(TypeRows share);
    void clear(std::uint32_t index);

    /// The patterns of the classes that have rows, by cost, then by number.
    [[nodiscard]] std::vector<Pattern> patterns() const;

    [[nodiscard]] StarPartition partition() const;

private:
    [[nodiscard]] std::uint64_t hash(Pattern stars, std::uint32_t type);
    [[nodiscard]] std::optional<std::uint32_t> known(Pattern stars, std::uint32_t type);
    void put(ChangingClass& into, TypeRows share);
    void remove(ChangingClass& from, TypeRows share);

    PolishScope scope_;
    std::vector<ChangingClass> classes_;
    ChangingClass starred_;
    StarCost cost_ = 0;
    std::unordered_multimap<std::uint64_t, std::uint32_t> by_values_;
    std::unordered_map<Pattern, std::vector<std::uint64_t>> shown_bits_;
};

}  // namespace kanon::cell_suppression
