// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// The place of a value in the order of its attribute's domain.
using Rank = std::uint32_t;

/// Consecutive ranks, both ends included.
struct RankRun {
    Rank first = 0;
    Rank last = 0;

    friend bool operator==(const RankRun&, const RankRun&) = default;
};

/// A cut of one attribute: its ordered domain in consecutive parts, each given by its first rank;
/// ascending, the first is 0. Global recoding releases one value per part.
using DomainCut = std::vector<Rank>;

/// What the values of an attribute are ordered by.
enum class DomainOrder {
    natural,  ///< by number where is_cut_by_number() says so, else by leaves
    leaves    ///< depth-first order of the hierarchy's leaves, in which every label is a run
};

/// True if the attribute's natural domain is that of its numbers (or dates): where no hierarchy is
/// given, or the policy asks for `recode: range` in so many words; never with bounds on levels,
/// which speak of the hierarchy, nor with `recode: hierarchy`.
[[nodiscard]] bool is_cut_by_number(const Task& task, std::size_t attribute);

/// The values of one attribute in a line, and what a run of them is released as.
///
/// The missing value comes first and is in no numeric range. By leaves, the labels that cover the
/// missing value come first too, so that every label of every level is a run of ranks.
///
/// Bounds on levels hold for every cut between finest() and coarsest(): no part is finer than a
/// label of the least level nor reaches beyond a label of the greatest level.
///
/// Borrows the task. Memory O(values * levels).
class OrderedDomain {
public:
    OrderedDomain(const Task& task, std::size_t attribute, DomainOrder order);

    /// Values, the missing one included.
    [[nodiscard]] std::size_t size() const { return code_at_.size(); }

    [[nodiscard]] Code code_at(Rank rank) const { return code_at_[rank]; }

    [[nodiscard]] Rank rank_of(Code code) const { return rank_of_[code]; }

    [[nodiscard]] bool by_number() const { return by_number_; }

    [[nodiscard]] Level least_level() const { return least_level_; }

    [[nodiscard]] Level greatest_level() const { return greatest_level_; }

    /// The finest cut allowed; cuts start parts at these ranks alone.
    [[nodiscard]] const DomainCut& finest() const { return finest_; }

    /// The most general cut allowed; every cut starts parts at these ranks.
    [[nodiscard]] const DomainCut& coarsest() const { return coarsest_; }

    /// The ranks under the label of a level over a rank. \pre not by_number().
    [[nodiscard]] RankRun label_run(Level level, Rank rank) const;

    /// What a part is released as: the value itself; a label of the allowed levels whose values are
    /// those of the run, the lowest one; the numeric range of the run, where the values in it are
    /// the run, the whole domain too; a star for the whole domain; else the set of its values,
    /// which is added to `domain`. By number there are no labels. A label whose text means
    /// something else at another level is not used, for a release in mixed levels could not be
    /// read. Cost O(levels + run).
    [[nodiscard]] ReleasedValue released(RankRun run, ReleasedDomain& domain) const;

    /// Loss of a cell released as the run, see cell_loss(). Cost as released().
    [[nodiscard]] double loss(RankRun run, CellLoss loss = CellLoss::ncp) const;

private:
    void order_by_number();
    void order_by_leaves();
    void mark_unclear_labels();
    [[nodiscard]] bool is_label(RankRun run, Level& level) const;
    [[nodiscard]] bool is_range(RankRun run, ReleasedValue& range) const;
    [[nodiscard]] ReleasedValue set_of(RankRun run, ReleasedDomain& domain) const;

    const Hierarchy* hierarchy_;
    const Dictionary* dictionary_;
    Level least_level_;
    Level greatest_level_;
    bool by_number_;
    std::vector<Code> code_at_;
    std::vector<Rank> rank_of_;
    DomainCut finest_;
    DomainCut coarsest_;
    std::vector<std::vector<Rank>> label_first_;  ///< per level, per label; empty by number
    std::vector<std::vector<bool>> unclear_;      ///< per level, per label
};

/// One domain per quasi-identifier.
[[nodiscard]] std::vector<OrderedDomain> ordered_domains(const Task& task, DomainOrder order);

/// A part of a cut as a run. \pre part < cut.size(); `size` is the domain's.
[[nodiscard]] RankRun part_run(const DomainCut& cut, std::size_t part, std::size_t size);

/// The parts of the most general cut allowed.
[[nodiscard]] std::vector<RankRun> coarsest_parts(const OrderedDomain& domain);

/// The most general cuts allowed, one per domain.
[[nodiscard]] std::vector<DomainCut> coarsest_cuts(std::span<const OrderedDomain> domains);

/// Part of each code. Cost O(values).
[[nodiscard]] std::vector<std::uint32_t> part_of_code(const OrderedDomain& domain,
                                                      const DomainCut& cut);

}  // namespace kanon::domain_cut
