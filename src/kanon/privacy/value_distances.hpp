// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/class_values.hpp"
#include "kanon/privacy/model.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::privacy {

/// How far the values of a class are spread otherwise than those of the table: the earth mover's
/// distance between the two distributions, in [0, 1], for one way to say how far values are apart.
/// The missing value is a category at distance 1 of all others. Stateless: safe to share.
class ValueDistance {
public:
    virtual ~ValueDistance() = default;

    [[nodiscard]] virtual double of(const ClassView& view) const = 0;
};

/// Any two values are at distance 1: the total variation, which is what the class has more of than
/// the table, so values that it lacks need not be looked at. Cost O(codes of the class).
class EqualDistance final : public ValueDistance {
public:
    explicit EqualDistance(const ModelContext& context);

    [[nodiscard]] double of(const ClassView& view) const override;

private:
    ClassValues values_;
    TableValues table_;
};

/// True if the column is text without a hierarchy: nothing says how its values are ordered.
[[nodiscard]] bool lacks_order(const ModelContext& context);

/// The i-th and the j-th of the m values of the table, in order, are at distance |i-j| / (m-1).
/// Numbers and dates have the order of their values, texts that of the leaves of their hierarchy.
/// Cost O(c log m) for c codes of the class, of texts O(c (log c + log m)); O(m log m) where
/// missing values are another share of the class than of the table.
class OrderedDistance final : public ValueDistance {
public:
    /// \pre !lacks_order(context)
    explicit OrderedDistance(const ModelContext& context);

    [[nodiscard]] double of(const ClassView& view) const override;

private:
    /// Rows of a class of a rank, and then up to and with it.
    struct Step {
        std::size_t rank;
        std::uint64_t rows;
    };

    /// The sum of |share of the class - share of the table| up to each rank in [begin, end), where
    /// the class's is `share`.
    [[nodiscard]] double area(double share, std::size_t begin, std::size_t end) const;
    [[nodiscard]] double area_between(const std::vector<Step>& steps, double rows) const;
    [[nodiscard]] double cost_beside_missing(const std::vector<Step>& steps,
                                             double rows,
                                             double more_missing) const;

    ClassValues values_;
    std::optional<Code> missing_;
    std::uint64_t rows_ = 0;                  ///< of the table
    std::uint64_t missing_rows_ = 0;          ///< of the table
    std::vector<std::size_t> rank_of_value_;  ///< per code
    std::vector<std::uint64_t> up_to_;        ///< per rank: rows of the table up to and with it
    std::vector<std::uint64_t> area_up_to_;   ///< per rank: the sum of up_to_ of the ranks below
};

/// Two values are at distance (the least level at which a hierarchy puts them together) / height.
/// On such a tree the distance is the mean over its levels, without the top, of the total variation
/// of the labels: moving a share between two values crosses as many levels as keep them apart.
/// Cost O(c (h + log c)) for c codes of the class and h levels.
class HierarchicalDistance final : public ValueDistance {
public:
    /// \pre the context has a hierarchy over the column's codes
    explicit HierarchicalDistance(const ModelContext& context);

    [[nodiscard]] double of(const ClassView& view) const override;

private:
    ClassValues values_;
    TableValues table_;
    std::optional<Code> missing_;
    std::shared_ptr<const Hierarchy> hierarchy_;
    /// Per level, per label: rows of the table with a value under it.
    std::vector<std::vector<std::uint64_t>> rows_of_label_;
};

}  // namespace kanon::privacy
