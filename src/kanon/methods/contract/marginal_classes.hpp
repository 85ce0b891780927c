// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/marginals.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/column.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// All that a release says of a class follows from this.
struct CoveredClass {
    std::uint64_t rows = 0;
    std::vector<std::vector<Code>> codes;  ///< per attribute: those that occur, ascending
};

/// What classes are released as.
struct CoveredRelease {
    ClassRecoding recoding;  ///< without class_of_type
    double loss = 0;         ///< the task's objective
};

/// The method mondrian with `ties: by-name` on rows that nobody has together: begin with a class of
/// all of them, divide each class of 2 k rows and more by its marginals, and release what cannot be
/// divided. These are the classes of Method::run() on all of the rows.
class MarginalClasses {
public:
    virtual ~MarginalClasses() = default;

    /// `marginals` has one of each attribute, of the same rows, without histograms; none: the class
    /// cannot be divided. Cost O(values). Not on several threads at once.
    [[nodiscard]] virtual std::optional<MarginalDivision> divide(
        std::span<const Marginal> marginals) = 0;

    /// All classes of the table, in the order of their numbers. None if they are not what divide()
    /// leads to: one of several is starred throughout, which would be suppressed.
    [[nodiscard]] virtual std::optional<CoveredRelease> release(
        std::span<const CoveredClass> classes) const = 0;
};

}  // namespace kanon
