// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kanon::crypto {

/// Finds the number m of a point m G, if it is small: baby steps and giant steps (Shanks 1971).
///
/// With `table` entries a look-up takes at most greatest / table + 1 additions, and building
/// `table` of them; 36 bytes an entry. The time of a look-up shows the number: it is for results
/// that are opened anyway. A sum that may be negative is opened with an offset added to it first.
class SmallLogs {
public:
    /// For numbers in [0, greatest], with a table of about the square root of that.
    explicit SmallLogs(std::uint64_t greatest);

    /// With a table of this size: larger where many numbers are looked up. \pre 1 <= table < 2^31
    SmallLogs(std::uint64_t greatest, std::size_t table);

    /// m, or nothing where it is not in [0, greatest]. Several threads may look up.
    [[nodiscard]] std::optional<std::uint64_t> find(const Point& point) const;

private:
    struct Step {
        Point point;               ///< number * G
        std::uint32_t number = 0;  ///< below the size of the table
    };

    std::uint64_t greatest_;
    std::vector<Step> steps_;  ///< by point
    Point giant_step_;         ///< the size of the table times G
};

}  // namespace kanon::crypto
