// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/exact/exact_growth.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"

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
/// They stand in a given order in parts of 8. For each part, attribute and place, or bucket of
/// places next to each other where there are more than 128, it is known how much the records there
/// lose more at least, in parts of 2^-14 of a row, rounded down; the sums over the attributes say
/// into which parts to look, the part with the least sum first, and when to stop. Bounds stay true
/// as records are only taken. Those of a part are made anew when half of its records are gone, and
/// half of these; once half of all are gone, the others are laid out anew.
///
/// Costs are rounded; records whose growths differ by no more than that are compared exactly, and
/// parts are looked into as far.
///
/// A record that comes to be starred throughout reads as a suppressed row; that counts as if it
/// lost a whole row more. Memory O(n (m + w)) for w words of a cover, of which 32 m bytes a record
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
        return slot != kNoSlot && ((masks_[slot / kPart] >> (slot % kPart)) & 1U) != 0;
    }

    /// False if the record has the row, or its person, in a round before. Cost O(k).
    [[nodiscard]] bool may_take(std::uint32_t record, std::uint32_t row) const;

    /// The free record that may take the row and loses least more by it; none if none may. Cost O(n
    /// (m + k)) at worst, O(n m / 8) additions of 16 bits at best.
    [[nodiscard]] std::optional<NearRecord> nearest(std::uint32_t row);

    /// A record has taken a row. \pre contains(record)
    void remove(std::uint32_t record);

private:
    static constexpr std::size_t kPart = 8;
    static constexpr std::size_t kTile = 32;  ///< parts whose bounds are added up at once
    static constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;

    /// A cost in parts of 2^-14 of a row, rounded down.
    using Bound = std::uint16_t;

    /// An axis, and the row that is looked for there.
    struct AxisOfRow {
        std::size_t axis = 0;
        Place place = 0;
        const Bound* bounds = nullptr;  ///< of all parts, for the place
    };

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
    void bound_part(std::size_t part);
    void bound_record(std::size_t axis, std::size_t slot, std::span<RowCost> least) const;
    void stand_at(std::uint32_t type);
    void add_bounds();
    [[nodiscard]] Bound least_sum(std::size_t tile) const;
    [[nodiscard]] std::size_t least_tile() const;
    [[nodiscard]] std::size_t least_part(std::size_t tile) const;
    void look_into(std::size_t part, std::uint32_t row, Best& best);
    [[nodiscard]] static bool can_better(RowCost bound, std::size_t slot, const Best& best);
    [[nodiscard]] Growth growth(std::uint32_t slot, RowCost enough) const;
    [[nodiscard]] bool is_better(std::uint32_t slot,
                                 std::uint32_t type,
                                 const Growth& found,
                                 Best& best) const;
    void take_best(std::uint32_t slot, std::uint32_t type, const Growth& found, Best& best) const;
    [[nodiscard]] const ExactLoss& exact_of(Best& best, std::uint32_t type) const;

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
    // Per slot; those of one part stand together, in the given order.
    std::vector<std::uint32_t> records_;
    std::vector<Word> covers_;
    std::vector<RowCost> costs_;  ///< what the record loses on each axis
    // Per part, and some that are never free, to the end of the last tile.
    std::vector<std::uint8_t> masks_;  ///< of slots: those free
    std::vector<Bound> shut_;          ///< kShut where none is free, else 0
    std::vector<Bound> sums_;          ///< of bounds, for one row
    std::vector<Bound> tile_least_;    ///< per tile: the least of its sums
    std::vector<Bound> bounds_;        ///< bucket after bucket, of all parts
    std::vector<Buckets> axes_;
    std::size_t buckets_ = 0;                 ///< of all axes
    std::vector<std::size_t> dearest_first_;  ///< axes, those on which rows lose most first
    std::vector<AxisOfRow> row_;              ///< the row looked for, on the axes in that order
    /// What the bounds of the part looked into come to, from each axis in that order on. A record's
    /// growth takes the place of the bound axis by axis.
    std::vector<RowCost> rest_;
    ExactGrowth exact_;
    std::vector<RowCost> least_;  ///< scratch
};

}  // namespace kanon::freeform
