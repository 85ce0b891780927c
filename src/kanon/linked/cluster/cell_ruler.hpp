// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/code_vector.hpp"
#include "kanon/task/task.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kanon::linked {

/// A generalized cell under way; what it means is up to its ruler. Cells of one ruler and one pool
/// are equal where they mean the same.
struct Cell {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Sets of codes with a number each, for columns whose sets do not fit a word. One for each thread;
/// the numbers hang on the order of questions, what they stand for does not.
class SetPool {
public:
    static constexpr std::uint32_t kTooLarge = 0xFFFF'FFFF;

    /// The number of a set, of its codes ascending.
    std::uint32_t number(const std::vector<Code>& codes);

    /// The set with one more code; kTooLarge where it has more than `most`.
    std::uint32_t with(std::uint32_t set, Code code, std::size_t most);

    [[nodiscard]] const std::vector<Code>& codes(std::uint32_t set) const { return sets_[set]; }

private:
    std::map<std::vector<Code>, std::uint32_t> number_of_;
    std::vector<std::vector<Code>> sets_;
    std::unordered_map<std::uint64_t, std::uint32_t> with_;
};

/// How cells of one quasi-identifier become one: by its labels, ranges of its numbers, or sets of
/// its values, as single tables are recoded in classes; beyond these, a star. Immutable.
class CellRuler {
public:
    /// The attribute must outlive it.
    explicit CellRuler(const QuasiIdentifier& attribute);

    [[nodiscard]] Cell of(Code code, SetPool& pool) const;

    /// The least cell that covers a cell and a code.
    [[nodiscard]] Cell joined(Cell cell, Code code, SetPool& pool) const;

    /// NCP of the cell times the weight of the column: as ncp() of the released value.
    [[nodiscard]] float loss(Cell cell, const SetPool& pool) const;

    /// Where a value stands between the least and the greatest of the column, 0 to 1: near values
    /// are near. A missing one stands at the end.
    [[nodiscard]] float position(Code code) const { return position_[code]; }

    [[nodiscard]] float weight() const { return weight_; }

    /// The released value that a cell is, its set put into `domain`.
    [[nodiscard]] ReleasedValue released(Cell cell,
                                         const SetPool& pool,
                                         ReleasedDomain& domain) const;

private:
    enum class Form : std::uint8_t { labels, range, mask, set };

    static constexpr std::uint32_t kStarred = 0xFFFF'FFFF;
    static constexpr std::size_t kMaskBits = 63;

    [[nodiscard]] static constexpr Cell star() { return {kStarred, kStarred}; }

    [[nodiscard]] static std::uint64_t mask_of(Cell cell) {
        return (static_cast<std::uint64_t>(cell.second) << 32U) | cell.first;
    }

    [[nodiscard]] static Cell cell_of(std::uint64_t mask) {
        return {static_cast<std::uint32_t>(mask), static_cast<std::uint32_t>(mask >> 32U)};
    }

    [[nodiscard]] float loss_of_count(std::size_t count) const;
    void take_positions();

    const QuasiIdentifier& attribute_;
    Form form_ = Form::labels;
    float weight_ = 1;
    Code missing_ = kStarred;  ///< none: no code
    std::size_t most_ = 0;     ///< values of a set
    std::size_t domain_ = 0;
    std::vector<float> position_;               ///< per code
    std::vector<float> lowest_, highest_;       ///< ranges: per code, of 0 to 1
    std::vector<std::vector<float>> of_label_;  ///< labels: per level, per label
};

}  // namespace kanon::linked
