// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/text/natural.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::freeform {

/// A loss as a whole number of a unit of all axes together: of two of one ExactGrowth, the lesser
/// loses less.
struct ExactLoss {
    SignedWide narrow = 0;  ///< where such a number is wide enough
    Natural wide;           ///< else

    friend std::strong_ordering operator<=>(const ExactLoss& a, const ExactLoss& b) {
        return a.narrow != b.narrow ? a.narrow <=> b.narrow : a.wide <=> b.wide;
    }

    friend bool operator==(const ExactLoss& a, const ExactLoss& b) = default;
};

/// What a record loses more with a row more, as whole parts of what each axis can lose: losses are
/// fractions of whole numbers, values under a label or between two numbers, over those of all. So
/// two growths are compared without rounding, where costs (RowCost) are rounded to 2^-30 each. An
/// axis whose losses are no such fractions, of numbers with more than 13 digits say, is compared by
/// parts of 2^-44.
class ExactGrowth {
public:
    /// Cost O(places). Borrows the space.
    explicit ExactGrowth(const RowSpace& space);

    /// Costs of two records that differ by more than this are in the order of the exact ones.
    [[nodiscard]] RowCost slack() const { return static_cast<RowCost>(2 * lanes_.size()); }

    /// The growth of a record with a cover, by a row of a type; `starred`: a whole row more.
    [[nodiscard]] ExactLoss of(std::span<const Word> cover, std::uint32_t type, bool starred) const;

private:
    struct Lane {
        double unit = 0;           ///< parts in a weighted loss of 1
        std::int64_t parts = 1;    ///< in all that the axis loses
        Natural weight;            ///< of a part
        SignedWide narrow_weight;  ///< the same, where all fit
    };

    void weigh();

    const RowSpace& space_;
    std::vector<Lane> lanes_;
    bool is_narrow_ = false;
};

}  // namespace kanon::freeform
