// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/full_domain/nodes/key_mover.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::full_domain {

/// A key with its bits spread over the word: both ends are fit to choose a place by.
[[nodiscard]] constexpr std::uint64_t mixed_key(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

/// Groups equal keys of one word, however many there are.
///
/// Keys are set apart by hash first: equal ones meet in one part, the table of a part stays in the
/// second-level cache, and parts are grouped side by side. Groups come part by part, in the order
/// of their first keys; threads change nothing. Holds scratch memory that is reused from call to
/// call.
class KeyParts {
public:
    explicit KeyParts(unsigned threads) : threads_(threads) {}

    /// Group what the mover makes of the keys; each stands for so many rows. `groups` and
    /// `group_rows` are made anew. Cost O(keys * pieces of the mover). \pre the mover's plan is
    /// from and to layouts of one word
    void group(std::span<const std::uint64_t> keys,
               std::span<const std::uint32_t> rows,
               const KeyMover& mover,
               std::vector<std::uint64_t>& groups,
               std::vector<std::uint32_t>& group_rows);

    /// The group of each key of the last group(). \pre group_of.size() is the number of keys. Cost
    /// O(keys).
    void find_groups(std::span<std::uint32_t> group_of) const;

private:
    /// Of a key until its part is grouped; then its place has the part's group of that number, but
    /// `source` stays that of the key. A part has no more groups than keys before them.
    struct Member {
        std::uint64_t key = 0;  ///< moved
        std::uint32_t rows = 0;
        std::uint32_t source = 0;  ///< number of the key
    };

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t group = 0;
    };

    struct Table {
        std::vector<Entry> entries;  ///< free between calls
        std::vector<std::size_t> used;
    };

    [[nodiscard]] unsigned threads_for(std::size_t keys) const;
    void divide(std::span<const std::uint64_t> keys,
                std::span<const std::uint32_t> rows,
                const KeyMover& mover);
    std::size_t group_part(std::size_t part, Table& table);

    unsigned threads_;
    std::vector<std::uint64_t> moved_;
    std::vector<Member> members_;           ///< those of one part together, ascending by source
    std::vector<std::uint32_t> group_of_;   ///< per member: in its part
    std::vector<std::size_t> first_;        ///< per part: its first member; then the end
    std::vector<std::size_t> first_group_;  ///< per part; then the end
    std::vector<std::size_t> place_;        ///< scratch: per slice of the keys and part
    tbb::enumerable_thread_specific<Table> tables_;
};

}  // namespace kanon::full_domain
