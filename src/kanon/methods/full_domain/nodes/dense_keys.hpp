// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/key_mover.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// Keys, and how many rows each stands for.
struct KeyedRows {
    std::span<const std::uint64_t> keys;
    std::span<const std::uint32_t> rows;
};

/// Groups many equal keys of few bits by tables of counts: one a thread, then added up.
///
/// Groups come by ascending key; threads change nothing. Tables are reused from call to call.
class DenseKeys {
public:
    explicit DenseKeys(unsigned threads) : threads_(threads) {}

    /// Keys below which one thread is as fast, by way of a table of groups.
    static constexpr std::size_t kLeastKeys = std::size_t{1} << 17U;

    /// Group what the mover makes of the source's keys. `groups` and `group_rows` are made anew;
    /// `moved` keeps the keys moved. Cost O(keys * pieces of the mover + 2^bits).
    /// \pre moved keys are below 2^bits; moved.size() == source.keys.size()
    void group(const KeyedRows& source,
               const KeyMover& mover,
               std::size_t bits,
               std::span<std::uint32_t> moved,
               std::vector<std::uint64_t>& groups,
               std::vector<std::uint32_t>& group_rows);

    /// From moved keys of the last group() to their groups, in place. Cost O(keys).
    void find_groups(std::span<std::uint32_t> moved) const;

private:
    using Counts = std::vector<std::uint32_t>;

    void count(const KeyedRows& source,
               const KeyMover& mover,
               std::size_t table_size,
               std::span<std::uint32_t> moved);
    [[nodiscard]] Counts take_sums(std::size_t table_size);

    unsigned threads_;
    tbb::enumerable_thread_specific<Counts> counts_;  ///< rows by key; none between calls
    std::vector<std::uint32_t> group_of_key_;
};

}  // namespace kanon::full_domain
