// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/audit/released_forest.hpp"
#include "kanon/linked/audit/subject_forms.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::linked::auditing {

/// Finds the released tuples of a table that cover an original row, many at once: a bit for each
/// tuple, for each value of a column.
class TupleBits {
public:
    /// `examples`: a released row of each tuple.
    TupleBits(const LinkedTable& original,
              const ReleasedTable& released,
              const std::vector<std::uint32_t>& examples);

    [[nodiscard]] std::size_t words() const { return words_; }

    /// Set the bits of all tuples that cover an original row; others stay. `to` has words(). A
    /// column of too many values is not looked at.
    void add(std::uint32_t original_row, std::vector<std::uint64_t>& to) const;

private:
    const LinkedTable& original_;
    std::size_t tuples_;
    std::size_t words_;
    std::vector<std::size_t> columns_;              ///< of the original
    std::vector<std::vector<std::uint64_t>> bits_;  ///< per column: per code, bits of tuples
};

/// Finds the classes of subjects that may have an original subject in them: whose own values cover
/// his, and each of whose rows, in the tables directly below, is covered by one of his. Whether
/// rows can be told apart, and what is below them, is not looked at. Immutable.
class CoveringClasses {
public:
    CoveringClasses(const LinkedTables& original,
                    const ReleasedForest& released,
                    const SubjectForms& forms);

    /// Released subjects of a class.
    [[nodiscard]] const std::vector<std::uint32_t>& subjects_of(std::uint32_t of_class) const {
        return subjects_[of_class];
    }

    [[nodiscard]] std::vector<std::uint32_t> classes_for(std::uint32_t subject) const;

private:
    /// One table below the subjects.
    struct Below {
        std::size_t table = 0;
        std::vector<std::vector<std::uint32_t>> tuples_of_class;  ///< distinct, ascending
        std::vector<TupleBits> bits;                              ///< one
    };

    void take_below(const LinkedTables& original,
                    const ReleasedForest& released,
                    std::size_t child);

    const LinkedTables& original_;
    std::vector<std::vector<std::uint32_t>> subjects_;  ///< per class
    std::vector<TupleBits> of_classes_;                 ///< one
    std::vector<Below> below_;
};

}  // namespace kanon::linked::auditing
