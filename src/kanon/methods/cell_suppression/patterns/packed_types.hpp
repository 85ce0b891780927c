// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/row_types.hpp"
#include "kanon/task/pattern_mask.hpp"

#include <cstdint>
#include <vector>

namespace kanon::cell_suppression {

/// One more than the greatest code; 1 if there is none. Cost O(codes).
[[nodiscard]] std::size_t code_limit(const CodeVector& codes);

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

    /// The codes of a row type in the attributes that a pattern does not star, and zeros: equal for
    /// types that show the same. Cost O(m).
    [[nodiscard]] std::vector<std::uint64_t> shown_values(Pattern stars, std::uint32_t type) const;

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

}  // namespace kanon::cell_suppression
