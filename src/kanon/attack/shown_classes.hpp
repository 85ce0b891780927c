// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/privacy/model.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kanon::attack {

/// A sensitive column of a release, as whoever reads the release sees it.
struct ShownColumn {
    std::shared_ptr<const Column> cells;         ///< the star of a suppressed row is missing
    std::shared_ptr<const Hierarchy> hierarchy;  ///< that the policy gives for it; null: none
};

/// A release, and what of it is known and what is to be learned.
struct ShownRelease {
    Table table;                     ///< as it is written; cells are compared as spelled
    std::vector<std::string> known;  ///< quasi-identifiers
    std::vector<ShownColumn> sensitive{};
};

/// A sensitive column by classes. Rows that are starred in every known column are in none.
struct ShownValues {
    std::string column;
    ModelContext context;  ///< place 0; the distribution is that of all rows in classes
    Histograms histograms;

    /// The class as models see it; `views` is room for it, and must outlive the result.
    [[nodiscard]] ClassView view(std::size_t index,
                                 std::uint64_t rows,
                                 std::vector<HistogramView>& views) const;
};

/// The rows of a release that whoever knows somebody's quasi-identifiers cannot tell apart.
class ShownClasses {
public:
    /// Cost O(n (m + s)) for s sensitive columns. Same result for any thread count.
    /// \throws Error{bad_input} if the table lacks a known column, or has no rows
    ShownClasses(const ShownRelease& release, unsigned threads);

    [[nodiscard]] std::size_t size() const { return types_.size(); }

    /// True if the rows are starred in every known column, and there are others.
    [[nodiscard]] bool is_starred(std::size_t index) const { return starred_[index] != 0; }

    [[nodiscard]] std::uint64_t rows(std::size_t index) const { return types_.counts[index]; }

    /// Rows in classes.
    [[nodiscard]] std::uint64_t shown_rows() const { return types_.rows - starred_rows_; }

    [[nodiscard]] std::uint64_t starred_rows() const { return starred_rows_; }

    /// Of each sensitive column, in their order.
    [[nodiscard]] const std::vector<ShownValues>& values() const { return values_; }

private:
    [[nodiscard]] bool is_all_stars(const ShownRelease& release,
                                    std::span<const std::size_t> columns,
                                    std::size_t index) const;

    TypedRows types_;
    std::vector<std::uint8_t> starred_;  ///< per class
    std::uint64_t starred_rows_ = 0;
    std::vector<ShownValues> values_;
};

}  // namespace kanon::attack
