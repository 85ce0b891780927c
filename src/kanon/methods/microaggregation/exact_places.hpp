// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/text/natural.hpp"
#include "kanon/quality/squared_error.hpp"
#include "kanon/task/task.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// A place in whole units of each lane, times `rows`: a mean of so many rows is their sum.
struct ExactPlace {
    std::vector<SignedWide> lanes;  ///< of coordinates
    std::vector<Code> codes;        ///< of modes
    std::uint64_t rows = 1;
};

/// The squared distance of two places: size / rows^2, in a unit of the space.
struct ExactDistance {
    Natural size;
    Natural rows = 1;

    friend std::strong_ordering operator<=>(const ExactDistance& a, const ExactDistance& b);
    friend bool operator==(const ExactDistance& a, const ExactDistance& b);
};

/// The lanes of a PointSpace without rounding: numbers as they are written, ranks, codes, and what
/// each lane weighs, the weight of its attribute over SST, all times what makes them whole.
class ExactPlaces {
public:
    /// Lanes are added in the order of those of the space: coordinates, then codes. Returns SST.
    double add(const Task& task, std::size_t attribute, const SquaredError& error);

    /// All lanes are there: settle what they weigh against each other.
    void settle();

    /// Units of a lane of coordinates in what its attribute's places are measured in.
    [[nodiscard]] double one(std::size_t lane) const { return lanes_[lane].one; }

    [[nodiscard]] SignedWide unit(std::size_t lane, std::uint32_t type) const {
        return lanes_[lane].places[(*lanes_[lane].codes)[type]];
    }

    [[nodiscard]] ExactPlace place(std::uint32_t type) const;

    /// True if two row types are equally far from a place in each lane by itself, as nearly all are
    /// that are equally far at all.
    [[nodiscard]] bool mirror(std::uint32_t a, std::uint32_t b, const ExactPlace& from) const;

    [[nodiscard]] ExactDistance distance(std::uint32_t type, const ExactPlace& from) const;
    [[nodiscard]] ExactDistance distance(const ExactPlace& a, const ExactPlace& b) const;

private:
    struct Lane {
        std::vector<SignedWide> places;  ///< per code; none of a mode
        const CodeVector* codes = nullptr;
        double one = 1;
        /// Of the attribute, times 2^53 / 2^exponent; after settle(), against the others.
        Natural weight;
        int exponent = 0;
        Natural whole;  ///< SST times the rows of the task
    };

    static void place_values(const QuasiIdentifier& attribute,
                             const SquaredError& error,
                             std::span<const std::uint64_t> rows,
                             Lane& lane);

    std::vector<Lane> lanes_;
    std::size_t coordinates_ = 0;
};

/// A decimal number, as a fraction.
struct Fraction {
    Natural numerator;
    Natural denominator;
};

/// The number of at least 0 whose shortest text this one has: 0.2 is 2 / 10.
[[nodiscard]] Fraction decimal_fraction(double number);

}  // namespace kanon::microaggregation
