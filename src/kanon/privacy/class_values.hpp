// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kanon::privacy {

/// Counts the values of a column in a class as every model counts them: the missing value is none,
/// and codes that are one value (ModelContext::value_of) are one. Stateless: safe to share.
class ClassValues {
public:
    explicit ClassValues(const ModelContext& context);

    [[nodiscard]] std::size_t place() const { return place_; }

    /// Distinct values of the class. Cost O(1) where each code is a value of its own, else
    /// O(codes), or O(codes log codes) where equal values do not stand side by side.
    [[nodiscard]] std::uint64_t distinct(const ClassView& view) const;

    /// Entropy of the values of the class's rows that have one, in nats; none if no row has.
    [[nodiscard]] std::optional<double> entropy(const ClassView& view) const;

    /// Distinct values of the whole table; none if its distribution was not told.
    [[nodiscard]] std::optional<double> of_table() const { return of_table_; }

private:
    /// Call use(rows) for each value.
    template <class Use>
    void each(const ClassView& view, Use use) const;

    [[nodiscard]] bool has_missing(const HistogramView& histogram) const;

    std::size_t place_;
    std::optional<Code> missing_;
    std::shared_ptr<const std::vector<Code>> value_of_;
    bool side_by_side_;  ///< values ascend as codes do
    std::optional<double> of_table_;
};

}  // namespace kanon::privacy
