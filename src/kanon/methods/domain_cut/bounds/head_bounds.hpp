// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/grouped.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/methods/domain_cut/bounds/pivot_path.hpp"
#include "kanon/methods/domain_cut/bounds/positioned_types.hpp"
#include "kanon/methods/domain_cut/bounds/run_table.hpp"
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"
#include "kanon/methods/domain_cut/domains/cut_space.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// The best recoding with some set of items, the pivot cut at its best.
struct CutChoice {
    std::uint64_t loss = kNoLoss;      ///< see TallyLoss
    std::vector<std::uint32_t> items;  ///< as given
    std::vector<PivotRun> path;
};

/// What is known of one more item for the head.
struct ItemFacts {
    std::uint64_t pairs = 0;  ///< ordered pairs of rows of one group that it separates
    bool useful = true;       ///< false: no recoding is better for dividing groups this way
};

/// Losses of all recodings whose items are a head set and any of a tail set, from below, and of the
/// head alone exactly.
///
/// Rows whose group under the head is too small are suppressed whatever follows; rows that no tail
/// item divides stay together (Bayardo & Agrawal 2005, section 3.2). Here both are known for every
/// run of the pivot, so that a bound is a shortest path, and prunes runs as well as items.
///
/// Call load(), set_tail(), bound(), drop_runs(), look_at(); then set_tail(), bound() and
/// bound_with() as often as the tail shrinks. One object per thread; borrows all.
class HeadBounds {
public:
    HeadBounds(const Task& task, const CutSpace& space, const TallyLoss& loss);

    /// Group the row types by the head and look at the pivot's runs. Cost O(t m) and, for each
    /// group with d positions, d^2; under models that look at more than rows, d^2 checks.
    void load(std::span<const std::uint32_t> head, std::span<const PivotRun> runs);

    /// The best recoding with the head alone that keeps the promises, if its loss is below
    /// `less_than`.
    [[nodiscard]] std::optional<CutChoice> head_alone(std::uint64_t less_than);

    /// Say what else may be taken. Cost O(t m), and d^2 for each of the finest groups.
    void set_tail(std::span<const std::uint32_t> tail);

    /// Bound of every recoding with the head and any of the tail.
    [[nodiscard]] std::uint64_t bound();

    /// Drop the runs that no recoding with a loss below `less_than` uses.
    void drop_runs(std::uint64_t less_than);

    /// The runs left.
    [[nodiscard]] const std::vector<PivotRun>& runs() const { return runs_; }

    /// Look at each of these items, ascending, as one more of the head. Ends early, with nothing,
    /// if `stop` says so. Cost O(items * runs * groups).
    [[nodiscard]] std::vector<ItemFacts> look_at(std::span<const std::uint32_t> items,
                                                 const RunContext& stop);

    /// Bound of every recoding with the head, the item at this place of those looked at, and any of
    /// the tail. Cost O(runs).
    [[nodiscard]] std::uint64_t bound_with(std::size_t place);

private:
    using Counts = std::vector<std::uint32_t>;  ///< [position][group]: rows before the position

    /// The row types by their rank on an attribute.
    void group_by_head();
    void sum_head(std::span<const PivotRun> runs);
    [[nodiscard]] bool holds(const ClassTally& tally, std::span<const std::uint32_t> types);
    void add_run(std::size_t group, RunTable& table);
    [[nodiscard]] std::uint64_t run_bound(std::size_t run, std::uint64_t suppressed) const;
    void add_rows(std::size_t attribute, Rank from, Rank to, Counts& rows) const;
    [[nodiscard]] Counts summed(Counts rows) const;
    [[nodiscard]] std::vector<Counts> pieces_of(const CutItem& item);
    [[nodiscard]] ItemFacts look_at_item(const CutItem& item,
                                         std::vector<std::uint32_t>& short_rows);
    void add_short_rows(const Counts& piece, std::vector<std::uint32_t>& short_rows) const;
    [[nodiscard]] bool divides_well(const Counts& one, const Counts& other) const;
    [[nodiscard]] std::uint64_t squares(const Counts& piece) const;

    const Task& task_;
    const CutSpace& space_;
    const TallyLoss& loss_;
    ClassChecker checker_;
    TypeGrouper grouper_;
    PositionedTypes groups_;  ///< of the head
    PositionedTypes cells_;   ///< of head and tail
    PivotPath path_;
    std::vector<Grouped<>> by_rank_;  ///< per attribute: row types of each rank
    bool merges_hold_;                ///< a class that holds still does with more rows

    std::vector<std::uint32_t> head_;
    std::vector<std::uint32_t> group_of_type_;  ///< kNoItem: the group is too small
    std::vector<std::uint32_t> types_;          ///< of groups large enough, by position
    std::size_t group_count_ = 0;               ///< large enough
    std::uint64_t rows_suppressed_ = 0;         ///< of the others
    Counts counts_;                             ///< of the groups
    Counts below_;                              ///< rows of ranks below reached_, not summed
    std::size_t below_attribute_ = 0;
    Rank reached_ = 0;

    RunTable table_;
    std::vector<PivotRun> runs_;
    std::vector<std::uint32_t>
        reach_;  ///< per position: the last `to` of runs from there or before
    std::vector<std::uint64_t> exact_;             ///< per run: loss with the head alone
    std::vector<std::uint64_t> exact_suppressed_;  ///< per run: rows, with the head alone
    std::vector<std::uint64_t> rows_;              ///< per run: of types_
    std::vector<std::uint64_t> suppressed_;        ///< per run: rows of types_ in groups too small
    std::vector<std::uint64_t> divided_;           ///< per run: TallyLoss::divided(), suppressed
    std::vector<std::uint64_t> excess_;            ///< per run: of the cells
    std::vector<std::uint64_t> bounds_;            ///< per run
    std::vector<std::vector<std::uint32_t>> short_rows_;  ///< per place, per run: as suppressed_
};

}  // namespace kanon::domain_cut
