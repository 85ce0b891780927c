// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/flat_index.hpp"
#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Numbers what rows show in some attributes: a value, or a star. Borrows the task.
class ShownKeys {
public:
    ShownKeys(const Task& task, Pattern attributes);

    /// Of a row of this type in which `stars` are starred; the same for what is alike.
    [[nodiscard]] std::uint64_t key(std::uint32_t type, Pattern stars) const;

private:
    struct Part {
        std::size_t attribute = 0;
        std::uint64_t unit = 1;
    };

    const Task& task_;
    std::vector<Part> parts_;
};

/// Rows by what they show in some attributes, and how often they have each value of the tracked
/// columns, where that is asked for.
class ShownRows {
public:
    /// `with_values`: count the values of tracked columns as well. \pre then every row of a type
    /// has the same ones (TupleTypes)
    ShownRows(const Task& task, Pattern attributes, bool with_values);

    void add(std::uint32_t type, Pattern stars, std::uint32_t rows);

    /// \pre they were added
    void remove(std::uint32_t type, Pattern stars, std::uint32_t rows);

    [[nodiscard]] std::uint64_t rows(std::uint32_t type, Pattern stars) {
        const std::uint32_t at = find(keys_.key(type, stars));
        return at == FlatIndex::kNone ? 0 : rows_[at];
    }

    /// True if the rows that show what such a row does keep what the set asks.
    [[nodiscard]] bool keep(const KnownSet& set, std::uint32_t type, Pattern stars);

    /// False if none of the rows that show what such a row does can keep what the set asks, whoever
    /// of them are there: a model that more rows never hurt fails of all.
    [[nodiscard]] bool may_keep(const KnownSet& set, std::uint32_t type, Pattern stars);

    /// A number for what is shown; the same for what is alike.
    [[nodiscard]] std::uint32_t place(std::uint32_t type, Pattern stars);

    [[nodiscard]] std::size_t size() const { return known_.size(); }

private:
    /// How often values occur: ascending, counts >= 1.
    struct Counted {
        std::vector<Code> values;
        std::vector<std::uint32_t> counts;
    };

    [[nodiscard]] std::uint32_t& find(std::uint64_t key);
    /// The one value of a type in a tracked column.
    [[nodiscard]] Code value_of(std::uint32_t type, std::size_t column) const;
    /// True if there are rows enough and each model that is asked holds for them.
    template <class IsAsked>
    [[nodiscard]] bool keep(const KnownSet& set, std::uint64_t key, IsAsked is_asked);

    const Task& task_;
    ShownKeys keys_;
    std::size_t columns_;  ///< tracked ones that are counted
    FlatIndex index_;
    std::vector<std::uint64_t> known_;
    std::vector<std::uint64_t> rows_;
    std::vector<Counted> counted_;      ///< columns_ for each place
    std::vector<HistogramView> views_;  ///< scratch
};

}  // namespace kanon::cell_suppression
