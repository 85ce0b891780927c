// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// The middles of classes: the mean on range axes, the lowest label over the class or the set of
/// its values on others.
class Centroids {
public:
    explicit Centroids(const TypeSpace& space) : space_(space) {}

    /// Adds a class of one type.
    void add_class(std::uint32_t type);

    /// The class gets a type more.
    void move(std::size_t of_class, std::uint32_t type);

    /// The class has these types now. \pre at least one
    void set(std::size_t of_class, std::span<const std::uint32_t> types);

    /// How far a type is from the middle of a class; less than that, but not below `enough`, if it
    /// is farther.
    [[nodiscard]] RowCost distance(std::size_t of_class,
                                   std::uint32_t type,
                                   RowCost enough = std::numeric_limits<RowCost>::max()) const;

private:
    struct Middle {
        double sum = 0;   ///< range axes: of the numbers that are not missing
        double rows = 0;  ///< and how many these are
        double mean = 0;
    };

    [[nodiscard]] std::span<Word> cover(std::size_t of_class);
    [[nodiscard]] Middle middle_of(std::uint32_t type, std::size_t axis) const;
    [[nodiscard]] RowCost distance_on(std::size_t axis,
                                      const Middle& middle,
                                      const Word* cover,
                                      Place place) const;

    const TypeSpace& space_;
    std::vector<Middle> middles_;  ///< per class, per axis
    std::vector<Word> covers_;     ///< per class
};

}  // namespace kanon::classes
