// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/exact/exact_growth.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::freeform {

/// A record, and what it loses more once it has a row more.
struct NearRecord {
    ExactLoss growth;
    std::uint32_t record = 0;

    friend bool operator==(const NearRecord&, const NearRecord&) = default;
};

/// The records of a graph that have no row for a round yet, and which of them is nearest to a row.
///
/// They stand in a given order in blocks of 64, in parts of 8. For each block and part, attribute
/// and place, or bucket of places next to each other where there are more than 128, it is known how
/// much the records there lose more at least; the sums over the attributes say into which blocks
/// and parts to look, the block with the least sum first, and when to stop. Bounds stay true as
/// records are only taken. Those of a part are made anew when half of its records are gone, and
/// half of these; once half of all are gone, the others are laid out anew.
///
/// Costs are rounded; records whose growths differ by no more than that are compared exactly, and
/// blocks and parts are looked into as far.
///
/// A record that comes to be starred throughout reads as a suppressed row; that counts as if it
/// lost a whole row more. Memory O(n (m + w)) for w words of a cover, of which 72 m bytes a record
/// at most are bounds; borrows all it is given. Not for use by several threads.
class FreeRecords {
public:
    /// `order`: all records, nearest ones together; the first of those equally near is taken.
    FreeRecords(const RowSpace& space, const Graph& graph, std::span<const std::uint32_t> order);

    /// All records are free, and have the rows of the rounds before `round`. Cost O(n (k m + s))
    /// for s places on all axes, 128 on each at most if not a set.
    void begin(std::uint32_t round);

    /// The number of free records.
    [[nodiscard]] std::size_t size() const { return free_; }

    [[nodiscard]] bool contains(std::uint32_t record) const {
        const std::uint32_t slot = slot_of_record_[record];
        return slot != kNoSlot && ((masks_[slot / kBlock] >> (slot % kBlock)) & 1U) != 0;
    }

    /// False if the record has the row, or its person, in a round before. Cost O(k).
    [[nodiscard]] bool may_take(std::uint32_t record, std::uint32_t row) const;

    /// The free record that may take the row and loses least more by it; none if none may. Cost O(n
    /// (m + k)) at worst, O(n m / 64) at best.
    [[nodiscard]] std::optional<NearRecord> nearest(std::uint32_t row);

    /// A record has taken a row. \pre contains(record)
    void remove(std::uint32_t record);

private:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kPart = 8;
    static constexpr std::size_t kParts = kBlock / kPart;
    static constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;

    /// The best found for a row so far; no slot: none.
    struct Best {
        RowCost growth = 0;
        std::uint32_t slot = kNoSlot;
        RowCost enough = 0;                ///< growths from here on are greater
        bool starred = false;              ///< of its growth
        bool is_nothing = false;           ///< it loses nothing: no other is nearer
        std::optional<ExactLoss> exact{};  ///< its growth, once it was asked for
    };

    /// What a record loses more, and whether that is for coming out as stars throughout.
    struct Growth {
        RowCost cost = 0;
        bool starred = false;
    };

    /// The buckets of an axis, place >> shift, among those of all.
    struct Buckets {
        std::size_t first = 0;
        std::size_t count = 0;
        unsigned shift = 0;
    };

    void list_axes();
    void lay_out();
    void take_record(std::uint32_t record, std::size_t slot);
    void bound_thinned_part(std::size_t block, std::size_t part);
    void bound_part(std::size_t block, std::size_t part);
    void bound_block(std::size_t block);
    void bound_record(std::size_t axis, std::size_t slot, std::span<RowCost> least) const;
    void add_bounds(std::uint32_t type);
    void look_into(std::size_t block, std::uint32_t row, Best& best);
    void look_into_part(std::size_t block, std::size_t part, std::uint32_t row, Best& best) const;
    [[nodiscard]] static bool can_better(RowCost bound, std::size_t slot, const Best& best);
    [[nodiscard]] Growth growth(std::uint32_t slot, std::uint32_t type, RowCost enough) const;
    [[nodiscard]] bool is_better(std::uint32_t slot,
                                 std::uint32_t type,
                                 const Growth& found,
                                 Best& best) const;
    void take_best(std::uint32_t slot, std::uint32_t type, const Growth& found, Best& best) const;
    [[nodiscard]] const ExactLoss& exact_of(Best& best, std::uint32_t type) const;

    /// The slots of a part that are free, as bits.
    [[nodiscard]] std::uint64_t free_of_part(std::size_t block, std::size_t part) const {
        constexpr std::uint64_t kAll = (std::uint64_t{1} << kPart) - 1;
        return (masks_[block] >> (part * kPart)) & kAll;
    }

    [[nodiscard]] std::span<const Word> cover(std::size_t slot) const {
        const std::size_t words = space_.types().cover_words();
        return std::span(covers_).subspan(slot * words, words);
    }

    const RowSpace& space_;
    const Graph& graph_;
    std::span<const std::uint32_t> order_;
    RowCost starred_from_;  ///< cost of a record that is starred throughout
    std::uint32_t round_ = 0;
    std::size_t free_ = 0;
    std::vector<std::uint32_t> slot_of_record_;
    // Per slot; those of one block stand together, in the given order.
    std::vector<std::uint32_t> records_;
    std::vector<Word> covers_;
    std::vector<RowCost> costs_;  ///< what the record loses on each axis
    // Per block.
    std::vector<std::uint64_t> masks_;  ///< of slots: those free
    std::vector<RowCost> shut_;         ///< kShut where none is free, else 0
    std::vector<Buckets> axes_;
    std::size_t buckets_ = 0;           ///< of all axes
    std::vector<RowCost> bounds_;       ///< bucket after bucket, of all blocks
    std::vector<RowCost> part_bounds_;  ///< block after block, bucket after bucket, of its parts
    std::vector<RowCost> sums_;         ///< of bounds, for one row
    std::vector<std::size_t> dearest_first_;  ///< axes, those on which rows lose most first
    /// Of the row and block looked into, per part: what the bounds of the axes from each one on,
    /// the dearest first, come to. A record's growth takes the place of the bound axis by axis.
    std::vector<std::array<RowCost, kParts>> rest_;
    ExactGrowth exact_;
    std::vector<RowCost> least_;        ///< scratch
    std::vector<std::uint64_t> queue_;  ///< blocks to look into, behind their bounds
};

}  // namespace kanon::freeform
