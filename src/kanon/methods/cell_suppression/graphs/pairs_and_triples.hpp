// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/exact/cell_program.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace kanon::cell_suppression {

/// The row types of two or three rows that may be a class, ascending, a type for each of its rows;
/// of one row: it is suppressed. Places that are not used are kNoType.
struct PairOrTriple {
    static constexpr std::uint32_t kNoType = std::numeric_limits<std::uint32_t>::max();

    std::array<std::uint32_t, 3> types{kNoType, kNoType, kNoType};

    /// Its rows' types.
    [[nodiscard]] std::span<const std::uint32_t> rows() const {
        const std::size_t count = types[1] == kNoType ? 1 : types[2] == kNoType ? 2 : 3;
        return std::span(types).first(count);
    }

    friend bool operator==(const PairOrTriple&, const PairOrTriple&) = default;

    friend bool operator<(const PairOrTriple& a, const PairOrTriple& b) {
        return a.types < b.types;
    }
};

/// All classes of two and three rows that a mask allows, and what they cost. They are not listed:
/// they are gone over. Any class of more rows may as well be several of these.
class PairsAndTriples {
public:
    /// `patterns`: those that the mask allows, by cost. Borrows task, patterns and costs. Cost
    /// O(t^2 m) time, 8 t^2 bytes.
    PairsAndTriples(const Task& task,
                    std::span<const Pattern> patterns,
                    const PatternCosts& costs,
                    CostUnit unit);

    [[nodiscard]] std::size_t types() const { return counts_.size(); }

    /// The cheapest pattern for a class. \pre some pattern allows it; two or three rows
    [[nodiscard]] Pattern stars(const PairOrTriple& of);

    /// What a class costs, in units; that of one row: stars throughout.
    [[nodiscard]] double cost(const PairOrTriple& of);

    /// Call visit(class, reduced cost) for each class whose cost less the prices of its rows is at
    /// most `most`. One price per type. Cost O(t^3) at worst.
    template <typename Visit>
    void visit_below(std::span<const double> prices, double most, Visit visit) {
        for (std::uint32_t a = 0; a < types(); ++a) {
            for (std::uint32_t b = a; b < types(); ++b) {
                const double pair = row_cost(a, b);
                if (pair == kNone || (a == b && counts_[a] < 2)) {
                    continue;
                }
                if (const double reduced = 2 * pair - prices[a] - prices[b]; reduced <= most) {
                    visit(PairOrTriple{.types = {a, b, PairOrTriple::kNoType}}, reduced);
                }
                visit_triples(a, b, prices, most, visit);
            }
        }
    }

private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    struct Cheapest {
        Pattern stars = 0;
        double cost = kNone;  ///< of a row
    };

    template <typename Visit>
    void visit_triples(std::uint32_t a,
                       std::uint32_t b,
                       std::span<const double> prices,
                       double most,
                       Visit& visit) {
        const double room = most + prices[a] + prices[b];
        const double pair = row_cost(a, b);
        for (std::uint32_t c = b; c < types(); ++c) {
            const double row = std::max({pair, row_cost(a, c), row_cost(b, c)});
            if (3 * row > room + prices[c] || !has_rows(a, b, c)) {
                continue;  // three rows star at least what two of them do
            }
            const PairOrTriple triple{.types = {a, b, c}};
            if (const double reduced = cost(triple) - prices[a] - prices[b] - prices[c];
                reduced <= most) {
                visit(triple, reduced);
            }
        }
    }

    [[nodiscard]] double row_cost(std::uint32_t a, std::uint32_t b) const {
        return row_costs_[a * types() + b];
    }

    [[nodiscard]] bool has_rows(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const std::uint32_t of_b = 1U + (a == b ? 1U : 0U) + (b == c ? 1U : 0U);
        return (a != b && b != c) || counts_[b] >= of_b;
    }

    /// The cheapest pattern that stars all of these.
    [[nodiscard]] std::optional<Pattern> serving(Pattern differs) const;
    const Cheapest& cheapest(Pattern differs);
    [[nodiscard]] Pattern difference(const PairOrTriple& of) const;

    const Task& task_;
    std::span<const Pattern> patterns_;
    const PatternCosts& costs_;
    CostUnit unit_;
    std::span<const std::uint32_t> counts_;
    PackedTypes packed_;
    std::unordered_map<Pattern, Cheapest> cheapest_;  ///< by what rows differ in
    std::vector<double> row_costs_;                   ///< per pair of types
};

}  // namespace kanon::cell_suppression
