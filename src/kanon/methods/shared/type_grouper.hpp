// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// The parts of one attribute's domain, by number.
struct PartMap {
    std::vector<std::uint32_t> part_of_code;
    std::size_t part_count = 0;
};

/// Groups row types that fall into the same part of every attribute. Keeps its buffers from call to
/// call: one object per thread. Borrows the row types.
///
/// Keys of many bits have a hash table of their own, sized once and with the keys in it, for the
/// searches spend their time here: of 20,000 types with half as many groups it takes 2 ns a type,
/// FlatIndex 15 and tsl::robin_map 8.
class TypeGrouper {
public:
    explicit TypeGrouper(const RowTypes& types);

    /// Group by one map per attribute. Groups are numbered in the order of their first row type.
    /// Cost O(t m).
    void group(std::span<const PartMap> maps);

    /// Groups found by the last call.
    [[nodiscard]] std::size_t size() const { return size_; }

    /// Group of each row type.
    [[nodiscard]] const std::vector<std::uint32_t>& group_of_type() const { return group_of_type_; }

private:
    void number_keys(unsigned bits);
    void number_dense_keys();
    void number_hashed_keys();

    const RowTypes& types_;
    std::vector<std::uint64_t> keys_;  ///< per row type: the parts not yet numbered
    std::vector<std::uint32_t> group_of_type_;
    std::size_t size_ = 0;

    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t group = 0;
    };

    std::vector<Slot> slots_;                  ///< by hash of the key
    std::vector<std::uint32_t> group_of_key_;  ///< by a key of few bits; free between calls
};

}  // namespace kanon
