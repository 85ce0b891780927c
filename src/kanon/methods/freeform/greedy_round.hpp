// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/free_records.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::freeform {

/// One round after the other: rows take free records by whatever greed, and at a dead end exchange
/// what they have. Borrows all it is given.
class GreedyRound {
public:
    /// `order`: of the rows; of the records that stand at them too, among those equally near.
    GreedyRound(const RowSpace& space, Graph& graph, std::span<const std::uint32_t> order)
        : space_(space), graph_(graph), free_(space, graph, order), record_of_row_(space.size()) {}

    /// No row has a record for this round; the rounds before it are filled. `round` >= 1.
    void begin(std::uint32_t round);

    [[nodiscard]] FreeRecords& free() { return free_; }

    /// A row takes a free record.
    void take(std::uint32_t row, std::uint32_t record);

    /// A row that may take none of the free records takes one that another row has, which takes a
    /// free one in turn: of those that had theirs last, the first that can, and of the free records
    /// the nearest to it (Algorithm 1). If none can, the shortest chain of more exchanges is taken
    /// (more than half of all rounds, or persons); false if there is none either, and so no way to
    /// go on. Cost O(n k), and O(n^2 k) for a chain.
    [[nodiscard]] bool exchange(std::uint32_t row);

    /// All rows have a record: fill the round of the graph.
    void end();

    /// The most rows looked at for an exchange of two, in all rounds.
    [[nodiscard]] std::size_t backtracked() const { return backtracked_; }

    /// By how many rows these were more than Lemma 5.1 says, at most.
    [[nodiscard]] std::size_t beyond_lemma() const { return beyond_lemma_; }

    /// Rows that had no record to take.
    [[nodiscard]] std::size_t dead_ends() const { return dead_ends_; }

private:
    [[nodiscard]] bool exchange_two(std::uint32_t row);
    [[nodiscard]] bool exchange_more(std::uint32_t row);
    void hand_on(std::uint32_t row, std::span<const std::uint32_t> before, std::uint32_t last);
    void count_lookups(std::size_t looked_at);

    const RowSpace& space_;
    Graph& graph_;
    FreeRecords free_;
    std::vector<std::uint32_t> record_of_row_;  ///< of those taken
    std::vector<std::uint32_t> taken_;          ///< rows that have a record, as they came to it
    std::uint32_t round_ = 0;
    std::size_t backtracked_ = 0;
    std::size_t beyond_lemma_ = 0;
    std::size_t dead_ends_ = 0;
};

}  // namespace kanon::freeform
