// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/problem/pattern_mask.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kanon {

/// The codes of each row type side by side in one or a few 64-bit words; no code crosses a word.
class PackedTypes {
public:
    explicit PackedTypes(const RowTypes& types);

    [[nodiscard]] std::size_t words() const { return words_; }

    [[nodiscard]] std::size_t attribute_count() const { return fields_.size(); }

    [[nodiscard]] const std::uint64_t* key(std::uint32_t type) const {
        return keys_.data() + type * words_;
    }

    /// Bits of the attributes that a pattern does not star, per word.
    [[nodiscard]] std::vector<std::uint64_t> shown_bits(Pattern stars) const;

    /// The attributes in which two row types differ. Cost O(m).
    [[nodiscard]] Pattern difference(std::uint32_t a, std::uint32_t b) const;

private:
    struct Field {
        std::size_t word = 0;
        std::uint64_t bits = 0;
    };

    std::vector<Field> fields_;
    std::vector<std::uint64_t> keys_;
    std::size_t words_ = 1;
};

/// Groups row types by the attributes that a pattern shows. Holds scratch memory from call to call.
class CellGrouper {
public:
    explicit CellGrouper(const PackedTypes& packed, std::span<const std::uint32_t> counts)
        : packed_(packed), counts_(counts) {}

    /// Group these row types; groups are numbered in the order of their first types. `marks`: bits
    /// of each row type of the table. Cost O(types * words).
    void group(std::span<const std::uint32_t> types,
               Pattern stars,
               std::span<const std::uint8_t> marks);

    [[nodiscard]] std::size_t group_count() const { return rows_.size(); }

    /// Per type of the last group(): its group.
    [[nodiscard]] std::span<const std::uint32_t> group_of() const { return group_of_; }

    [[nodiscard]] std::uint64_t rows(std::size_t group) const { return rows_[group]; }

    /// Bits that some type of the group has.
    [[nodiscard]] std::uint8_t marks(std::size_t group) const { return marks_[group]; }

private:
    struct Slot {
        std::uint64_t key = 0;  ///< the shown bits, or a hash of several words
        std::uint32_t group = 0;
        std::uint32_t round = 0;  ///< free unless it is this round's
    };

    template <bool kOneWord>
    void run(std::span<const std::uint32_t> types,
             std::span<const std::uint64_t> bits,
             std::span<const std::uint8_t> marks);
    [[nodiscard]] bool same(std::uint32_t a,
                            std::uint32_t b,
                            std::span<const std::uint64_t> bits) const;

    const PackedTypes& packed_;
    std::span<const std::uint32_t> counts_;
    std::vector<Slot> slots_;
    std::uint32_t round_ = 0;
    std::vector<std::uint32_t> group_of_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint8_t> marks_;
    std::vector<std::uint32_t> first_;  ///< per group: its first type
};

}  // namespace kanon
