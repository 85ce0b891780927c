// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// How the rows of a value are divided when it is specialized. Parts are numbered by their first
/// rows.
struct RowDivision {
    std::uint32_t value = 0;
    std::uint32_t parts = 0;
    std::vector<std::uint32_t> part_of_row{};  ///< of the rows that have the value, ascending
};

/// The method top-down among several who have different columns of the same rows in the same order:
/// one of them. Each knows the values of its own columns, and of the others' which rows have equal
/// ones, as far as they have been specialized. Where all carry out the same specializations, always
/// the best one of all, each has its part of what top-down makes of the joined table.
///
/// Values have numbers common to all: 0 to m - 1 are all values of each of the m attributes, those
/// that come of a specialization follow in its order. Before the first best() the coarsest cuts are
/// carried out, attribute by attribute: carry_out_own(coarsest), or as others tell; then begin().
class JointSpecialization {
public:
    /// A value of a cut, somewhere.
    struct ValueRows {
        std::size_t attribute = 0;
        std::size_t rows = 0;
    };

    /// The best of one's own specializations, to be compared with those of others: the greatest
    /// score first, of equal ones the first attribute. Every one keeps the promises.
    struct Proposal {
        std::size_t attribute = 0;
        double score = 0;  ///< not negative; the same bits as in the joined table
    };

    virtual ~JointSpecialization() = default;

    /// The parts of the most general cut of an own attribute; of one part if it is all values.
    [[nodiscard]] virtual RowDivision coarsest(std::size_t attribute) = 0;

    /// The coarsest cuts of all are carried out.
    virtual void begin() = 0;

    /// None: nothing of one's own can be specialized now.
    [[nodiscard]] virtual std::optional<Proposal> best() = 0;

    /// Carry out what best() proposed, and say how it divides the rows.
    virtual RowDivision carry_out_own() = 0;

    /// Carry out the coarsest cut of an own attribute. \pre coarsest() was asked for it
    virtual void carry_out_coarsest(std::size_t attribute) = 0;

    /// Carry out what another says. \pre find() has the value, whose attribute is another's, and
    /// the division has a part for each of its rows
    virtual void carry_out(const RowDivision& told) = 0;

    /// The value, if it is one of a cut now.
    [[nodiscard]] virtual std::optional<ValueRows> find(std::uint32_t value) const = 0;

    /// True if the joint cuts keep the promises and release a row.
    [[nodiscard]] virtual bool is_release() const = 0;

    /// The recoding of one's own attributes, and which rows all suppress. \pre is_release()
    [[nodiscard]] virtual GlobalRecoding recoding() const = 0;
};

}  // namespace kanon
