// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::classes {

/// A literal table (see test::table_of()) with all columns quasi-identifiers but `s`, a sensitive
/// one.
[[nodiscard]] Problem class_problem(const std::string& names,
                                    const std::string& cells,
                                    const std::string& privacy);

/// Numbers on a line and k-anonymity.
[[nodiscard]] Problem line_problem(std::string_view numbers, std::uint64_t k);

/// A random table of three columns, of which one has no order; many rows are equal and many losses
/// are ties. k is 2 to 6.
[[nodiscard]] Problem tied_problem(std::uint64_t seed);

/// The classes of a release: of each the numbers that the task has for its types, and the rows.
using TypeClasses = std::set<std::map<std::uint32_t, std::uint32_t>>;

[[nodiscard]] TypeClasses classes_of(const Problem& problem, const Outcome& outcome);

/// The rows of each class as the numbers of line_problem(), ascending: `0 1 2 | 10 11`.
[[nodiscard]] std::string classes_on_line(const Problem& problem, const Outcome& outcome);

[[nodiscard]] Outcome run_with_seed(const Method& method,
                                    const Problem& problem,
                                    std::uint64_t seed);

/// Expects these classes of at least three of the numbers, see classes_on_line(), for each of 20
/// seeds.
void expect_classes_on_line(const Method& method,
                            std::string_view numbers,
                            std::string_view classes);

/// Classes of row types with all that is said of them worked out anew each time, by the definition.
/// Types have the numbers of TypeSpace, where ties go to the lowest.
class NaiveClusters {
public:
    using Types = std::vector<std::uint32_t>;

    /// \param part_rows as TypeSpace takes it
    explicit NaiveClusters(const Problem& problem, std::uint64_t part_rows = TypeSpace::kNoParts);

    [[nodiscard]] const TypeSpace& space() const { return space_; }

    [[nodiscard]] std::size_t type_count() const { return space_.type_count(); }

    [[nodiscard]] std::uint64_t rows(const Types& types) const;

    /// What each row loses in a class of these.
    [[nodiscard]] std::int64_t cost(const Types& types) const;

    /// What all of them lose.
    [[nodiscard]] std::int64_t loss(const Types& types) const;

    /// The class other than `itself` with which the loss rises least; the number of classes if
    /// there is none. Classes may be empty.
    [[nodiscard]] std::size_t least_rise(const std::vector<Types>& classes,
                                         const Types& types,
                                         std::size_t itself) const;

    /// As they are released: classes with the same values are one.
    [[nodiscard]] TypeClasses released(const std::vector<Types>& classes) const;

private:
    [[nodiscard]] std::vector<Word> cover(const Types& types, std::size_t axis) const;

    const Task& task_;
    std::vector<Axis> axes_;
    TypeSpace space_;
};

[[nodiscard]] NaiveClusters::Types joined(NaiveClusters::Types a, const NaiveClusters::Types& b);

}  // namespace kanon::classes
