// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/evidence.hpp"
#include "kanon/table/row_types.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Finds the row types whose values a released row covers: halves the types along the column with
/// the most codes among them, and keeps of each half the codes that it has, folded to 64 bits.
/// Cost to make: O(t m log t); of a search: the nodes that may have a covered type, times m.
class CoverTree {
public:
    CoverTree(const Evidence& evidence, const RowTypes& types);

    /// The types that a class of the release covers, ascending.
    void find(std::size_t released_class, std::vector<std::uint32_t>& out) const;

private:
    static constexpr std::uint32_t kLeafTypes = 8;

    /// Codes of a column, seen from afar: bit i stands for the codes that leave i on division
    /// by 64.
    struct Codes {
        Code least = 0;
        Code greatest = 0;
        std::uint64_t folded = 0;
    };

    /// What one released code covers.
    struct Covered {
        Codes codes;
        std::vector<std::uint64_t> bits;  ///< per original code; empty: to be asked
    };

    struct Node {
        std::uint32_t begin = 0;  ///< in order_
        std::uint32_t end = 0;
        std::uint32_t other = 0;  ///< the second half; the first follows; 0: a leaf
    };

    [[nodiscard]] std::uint32_t build(std::uint32_t begin, std::uint32_t end);
    [[nodiscard]] static std::vector<Covered> read_column(const RecodedColumn& column);
    [[nodiscard]] bool may_cover(std::uint32_t node, std::span<const Code> released) const;
    [[nodiscard]] bool covers(std::uint32_t type, std::span<const Code> released) const;

    const Evidence& evidence_;
    const RowTypes& types_;
    std::vector<std::size_t> places_;            ///< per column: among the quasi-identifiers
    std::vector<std::vector<Covered>> covered_;  ///< per column, per released code
    std::vector<std::uint32_t> order_;           ///< types
    std::vector<Node> nodes_;
    std::vector<Codes> codes_;  ///< per node, per column
};

}  // namespace kanon::auditing
