// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/flat_index.hpp"
#include "kanon/methods/cell_suppression/patterns/pattern_costs.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// Attributes that an adversary knows, and the rows that must share what is released in them.
struct KnownSet {
    Pattern attributes = 0;
    std::uint64_t k = 1;

    friend bool operator==(const KnownSet&, const KnownSet&) = default;
};

/// The sets of all adversaries, ascending, each once. A set is left out that lies in another whose
/// k is not smaller: its groups of rows are unions of the other's. \pre suits_sets()
[[nodiscard]] std::vector<KnownSet> known_sets(const Task& task);

/// True if cells can be starred set by set: some model is of an adversary, all look at rows alone,
/// at most 16 attributes are quasi-identifying, of less than 2^64 combinations of values, no more
/// than 4,096 projections have to be counted, and rows starred throughout are no class.
[[nodiscard]] bool suits_sets(const Task& task);

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

/// Rows by what they show in some attributes.
class ShownRows {
public:
    ShownRows(const Task& task, Pattern attributes) : keys_(task, attributes) {}

    void add(std::uint32_t type, Pattern stars, std::uint64_t rows) {
        rows_[place(type, stars)] += rows;
    }

    /// \pre they were added
    void remove(std::uint32_t type, Pattern stars, std::uint64_t rows) {
        rows_[place(type, stars)] -= rows;
    }

    [[nodiscard]] std::uint64_t rows(std::uint32_t type, Pattern stars) {
        const std::uint32_t at = find(keys_.key(type, stars));
        return at == FlatIndex::kNone ? 0 : rows_[at];
    }

    /// A number for what is shown; the same for what is alike.
    [[nodiscard]] std::uint32_t place(std::uint32_t type, Pattern stars);

    [[nodiscard]] std::size_t size() const { return known_.size(); }

private:
    [[nodiscard]] std::uint32_t& find(std::uint64_t key);

    ShownKeys keys_;
    FlatIndex index_;
    std::vector<std::uint64_t> known_;
    std::vector<std::uint64_t> rows_;
};

}  // namespace kanon::cell_suppression
