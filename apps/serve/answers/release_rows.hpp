// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "state/policy_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace kanon::serve {

/// A release beside its original, to be paged through. Immutable; safe to share.
class ReleaseRows {
public:
    /// \pre the result is whole, and of single rows
    explicit ReleaseRows(std::shared_ptr<const Result> result);

    enum class Order : std::uint8_t {
        original,
        classes  ///< rows of a class stand together, small classes first
    };

    /// The released columns: name, and whether others may know it.
    [[nodiscard]] Json columns() const;

    /// Rows `from` on, at most kMostRows: number in the original, class, cells before and after.
    [[nodiscard]] Json rows(std::size_t from, std::size_t count, Order order) const;

    /// The smallest and the largest classes, each by what it is released as.
    [[nodiscard]] Json classes() const;

    [[nodiscard]] const Result& result() const { return *result_; }

    static constexpr std::size_t kMostRows = 500;

private:
    [[nodiscard]] const Column& original_of(std::size_t released) const;
    [[nodiscard]] Json row(std::size_t released_row) const;

    std::shared_ptr<const Result> result_;
    std::vector<std::size_t> quasi_identifiers_;  ///< released columns
    TypedRows classes_;
    std::vector<std::uint32_t> by_class_;  ///< released rows, those of small classes first
};

}  // namespace kanon::serve
