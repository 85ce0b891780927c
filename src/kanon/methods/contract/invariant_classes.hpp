// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// Persons of a table, one a row, for classes that keep m-invariance. Sensitive values are numbers.
struct InvariantRows {
    static constexpr std::uint32_t kNew = 0xFFFFFFFFU;

    std::uint64_t m = 2;
    std::uint32_t values = 0;          ///< known ones, numbered from 0, whether a row has them
    std::vector<std::uint32_t> value;  ///< per row
    std::vector<std::vector<std::uint32_t>> signatures;  ///< of earlier classes, each ascending
    /// Per row: the place in `signatures` of that of its person; kNew: no release had the person.
    std::vector<std::uint32_t> signature;
};

/// A class in which each value of a signature stands once.
struct InvariantClass {
    std::vector<std::uint32_t> values;  ///< the signature, ascending
    std::vector<std::uint32_t> rows;    ///< of each of them; kNoRow: a counterfeit has it
};

/// Classes that keep m-invariance, and what none could do without.
struct InvariantClasses {
    std::vector<InvariantClass> classes;
    std::uint64_t least_counterfeits = 0;  ///< no classes of these rows have fewer
    std::uint64_t parts = 0;               ///< of buckets, each classed by itself (phase 4)
    std::uint64_t bounded_parts = 0;       ///< of these: by column generation
    /// Weighted NCP, added up over the persons' rows: of the bounded parts, and what no classes of
    /// these parts lose less than.
    double loss = 0;
    double least_loss = 0;
};

/// Class the rows so that the classes keep m-invariance with the releases before: the four phases
/// of Xiao, Tao (SIGMOD 2007), section 5. (1) Division: persons of one signature are a bucket.
/// (2) Balancing: what a bucket lacks of its values is taken from the new persons, as long as these
/// stay m-eligible (no value has more than a share 1/m of them). (3) Assignment: the new persons go
/// to buckets of m values each, always the most frequent ones, as many at once as leave the others
/// m-eligible; the last, fewer than m * m, are dealt out in turn. (4) Partitioning: a bucket is
/// divided in halves, along the attribute after which it loses least, and small parts by
/// assignment. Where a bucket still has fewer rows of one value than of another, counterfeits have
/// it.
///
/// Reconstructed from descriptions, since the source was not at hand. It differs so: new persons
/// who are not m-eligible are made so by counterfeits, where the paper ends; a row is taken in
/// phase 2 also where that needs no more of these; which rows of a value are taken follows their
/// order; in phase 3 how many are taken at once is the most that can be; the halves of phase 4 are
/// compared by NCP, and parts of up to 48 classes are made by assigning the rows of one value after
/// the other to classes, then each value's anew; of tables of up to 1,000 rows, small parts lose
/// the least that they can, by column generation, where a solver was built in.
///
/// Every class has a row of a person. Cost O(n log n m) for m attributes, and for a part of c
/// classes and v values O(v c^3). Does not depend on threads.
/// \throws Error{infeasible} if fewer than m values are known; Error{cancelled, timed_out}
/// \pre values of rows are among those of their signatures, which have m or more;
/// `type_of_row` has the row types of the task
[[nodiscard]] InvariantClasses invariant_classes(const InvariantRows& rows,
                                                 const Task& task,
                                                 std::span<const std::uint32_t> type_of_row,
                                                 const RunContext& context);

/// Release classes that an attribute tells apart already: types with one code of it are a class.
/// `infeasible` where these break a promise.
[[nodiscard]] Outcome recode_told_classes(const Task& task,
                                          std::size_t attribute,
                                          const RunContext& context);

}  // namespace kanon
