// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bounds/head_bounds.hpp"

#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace kanon::domain_cut {
namespace {

/// Of the runs, the figures of a table.
std::vector<std::uint64_t> figures(RunTable& table, std::span<const PivotRun> runs) {
    table.finish();
    std::vector<std::uint64_t> out;
    out.reserve(runs.size());
    for (const PivotRun& run : runs) {
        out.push_back(table.at(run.from, run.to));
    }
    table.clear();
    return out;
}

void add(RunTable& table, PivotRun low, PivotRun high, std::uint64_t value) {
    table.add(low.from, high.from, low.to, high.to, value);
}

}  // namespace

HeadBounds::HeadBounds(const Task& task, const CutSpace& space, const TallyLoss& loss)
    : task_(task),
      space_(space),
      loss_(loss),
      checker_(task),
      grouper_(task.row_types()),
      groups_(task, space),
      cells_(task, space),
      path_(space.positions),
      by_rank_(space.domains.size()),
      merges_hold_(
          std::all_of(task.models.begin(),
                      task.models.end(),
                      [](const auto& model) { return model->monotony() == Monotony::superset; })),
      table_(space.positions) {
    for (std::size_t j = 0; j < by_rank_.size(); ++j) {
        const OrderedDomain& domain = space.domains[j];
        task.row_types().columns[j].visit([&](const auto codes) {
            by_rank_[j] = grouped_items(codes.size(), domain.size(), [&](std::size_t type) {
                return domain.rank_of(codes[type]);
            });
        });
    }
}

void HeadBounds::load(std::span<const std::uint32_t> head, std::span<const PivotRun> runs) {
    head_.assign(head.begin(), head.end());
    group_by_head();
    sum_head(runs);
}

/// Number the groups that are large enough, and leave the row types of the others out.
void HeadBounds::group_by_head() {
    const std::vector<PartMap> maps = space_.part_maps(head_, {});
    grouper_.group(maps);
    const std::vector<std::uint32_t>& group_of_type = grouper_.group_of_type();
    std::vector<std::uint64_t> rows(grouper_.size());
    for (std::size_t type = 0; type < group_of_type.size(); ++type) {
        rows[group_of_type[type]] += task_.row_types().counts[type];
    }
    std::vector<std::uint32_t> number(rows.size(), kNoItem);
    group_count_ = 0;
    rows_suppressed_ = 0;
    for (std::size_t group = 0; group < rows.size(); ++group) {
        if (rows[group] >= loss_.least_rows()) {
            number[group] = static_cast<std::uint32_t>(group_count_++);
        } else {
            rows_suppressed_ += rows[group];
        }
    }
    group_of_type_.resize(group_of_type.size());
    types_.clear();
    for (const std::uint32_t type : groups_.by_position()) {
        group_of_type_[type] = number[group_of_type[type]];
        if (group_of_type_[type] != kNoItem) {
            types_.push_back(type);
        }
    }
    groups_.assign(types_, group_of_type_, group_count_);
}

bool HeadBounds::holds(const ClassTally& tally, std::span<const std::uint32_t> types) {
    return checker_.rows_decide() ? checker_.rows_hold(tally.rows())
                                  : checker_.holds(tally.rows(), {&types, 1});
}

void HeadBounds::sum_head(std::span<const PivotRun> runs) {
    runs_.assign(runs.begin(), runs.end());
    reach_.assign(space_.positions, 0);
    for (const PivotRun& run : runs_) {
        reach_[run.from] = std::max(reach_[run.from], run.to);
    }
    std::partial_sum(reach_.begin(), reach_.end(), reach_.begin(), [](auto a, auto b) {
        return std::max(a, b);
    });
    const auto sum = [&](auto&& figure) {
        for (std::size_t group = 0; group < group_count_; ++group) {
            groups_.visit_runs(group,
                               loss_,
                               reach_,
                               [&](PivotRun low, PivotRun high, auto types, const auto& tally) {
                                   add(table_, low, high, figure(types, tally));
                               });
        }
        return figures(table_, runs_);
    };
    const auto is_short = [&](const ClassTally& tally) {
        return tally.rows() < loss_.least_rows();
    };
    rows_ = sum([](auto, const ClassTally& tally) { return tally.rows(); });
    suppressed_ = sum([&](auto, const ClassTally& tally) {
        return is_short(tally) ? tally.rows() : std::uint64_t{0};
    });
    divided_ = sum([&](auto, const ClassTally& tally) {
        return is_short(tally) ? loss_.suppressed_row() * tally.rows() : loss_.divided(tally);
    });
    exact_ = sum([&](auto types, const ClassTally& tally) {
        return holds(tally, types) ? loss_.released(tally) : loss_.suppressed_row() * tally.rows();
    });
    exact_suppressed_ =
        checker_.rows_decide() ? suppressed_ : sum([&](auto types, const ClassTally& tally) {
            return holds(tally, types) ? std::uint64_t{0} : tally.rows();
        });
}

std::optional<CutChoice> HeadBounds::head_alone(std::uint64_t less_than) {
    const std::uint64_t gone = rows_suppressed_ * loss_.suppressed_row();
    if (gone >= less_than || rows_suppressed_ > task_.suppression_limit) {
        return std::nullopt;
    }
    const std::uint64_t rows = task_.row_types().row_count();
    std::optional<PivotPath::Path> path = path_.within(runs_,
                                                       exact_,
                                                       exact_suppressed_,
                                                       less_than - gone,
                                                       task_.suppression_limit - rows_suppressed_);
    if (!path || path->suppressed + rows_suppressed_ == rows) {
        return std::nullopt;
    }
    return CutChoice{path->loss + gone, head_, std::move(path->runs)};
}

void HeadBounds::set_tail(std::span<const std::uint32_t> tail) {
    const std::vector<PartMap> maps = space_.part_maps(head_, tail);
    grouper_.group(maps);
    cells_.assign(types_, grouper_.group_of_type(), grouper_.size());
    for (std::size_t cell = 0; cell < cells_.group_count(); ++cell) {
        if (!loss_.may_exceed(cells_.rows(cell))) {
            continue;
        }
        cells_.visit_runs(
            cell, loss_, reach_, [&](PivotRun low, PivotRun high, auto, const ClassTally& tally) {
                const std::uint64_t excess = loss_.excess(tally);
                if (excess > 0) {
                    add(table_, low, high, excess);
                }
            });
    }
    excess_ = figures(table_, runs_);
}

/// Of one run, of which at least `suppressed` rows are suppressed beyond rows_suppressed_.
std::uint64_t HeadBounds::run_bound(std::size_t run, std::uint64_t suppressed) const {
    if (suppressed + rows_suppressed_ > task_.suppression_limit) {
        return kNoLoss;
    }
    return std::max(loss_.bound(suppressed, rows_[run] - suppressed, excess_[run]), divided_[run]);
}

std::uint64_t HeadBounds::bound() {
    bounds_.resize(runs_.size());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        bounds_[run] = run_bound(run, suppressed_[run]);
    }
    const std::uint64_t least = path_.shortest_both_ways(runs_, bounds_);
    return std::min(kNoLoss, least + rows_suppressed_ * loss_.suppressed_row());
}

void HeadBounds::drop_runs(std::uint64_t less_than) {
    const std::uint64_t gone = rows_suppressed_ * loss_.suppressed_row();
    std::size_t kept = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (path_.through(runs_[run], bounds_[run]) + gone < less_than) {
            runs_[kept] = runs_[run];
            rows_[kept] = rows_[run];
            suppressed_[kept] = suppressed_[run];
            divided_[kept] = divided_[run];
            excess_[kept++] = excess_[run];
        }
    }
    for (auto* figures : {&rows_, &suppressed_, &divided_, &excess_}) {
        figures->resize(kept);
    }
    runs_.resize(kept);
}

void HeadBounds::add_rows(std::size_t attribute, Rank from, Rank to, Counts& rows) const {
    for (const std::uint32_t type : by_rank_[attribute].of(from, to)) {
        if (group_of_type_[type] != kNoItem) {
            rows[(groups_.position(type) + std::size_t{1}) * group_count_ + group_of_type_[type]] +=
                task_.row_types().counts[type];
        }
    }
}

HeadBounds::Counts HeadBounds::summed(Counts rows) const {
    for (std::size_t at = group_count_; at < rows.size(); ++at) {
        rows[at] += rows[at - group_count_];
    }
    return rows;
}

/// The rows of each part that the item makes of an attribute.
std::vector<HeadBounds::Counts> HeadBounds::pieces_of(const CutItem& item) {
    const auto size = static_cast<Rank>(space_.domains[item.attribute].size());
    if (item.starts.size() == 1) {
        if (below_attribute_ != item.attribute || reached_ > item.starts[0]) {
            below_.assign(counts_.size(), 0);
            below_attribute_ = item.attribute;
            reached_ = 0;
        }
        add_rows(item.attribute, reached_, item.starts[0], below_);
        reached_ = item.starts[0];
        std::vector<Counts> pieces{summed(below_), counts_};
        std::transform(
            counts_.begin(), counts_.end(), pieces[0].begin(), pieces[1].begin(), std::minus<>());
        return pieces;
    }
    std::vector<Counts> pieces;
    for (std::size_t piece = 0; piece <= item.starts.size(); ++piece) {
        Counts rows(counts_.size());
        add_rows(item.attribute,
                 piece == 0 ? 0 : item.starts[piece - 1],
                 piece == item.starts.size() ? size : item.starts[piece],
                 rows);
        pieces.push_back(summed(std::move(rows)));
    }
    return pieces;
}

/// Per run, add the rows of groups of the piece that are too small.
void HeadBounds::add_short_rows(const Counts& piece, std::vector<std::uint32_t>& short_rows) const {
    const auto least = static_cast<std::uint32_t>(loss_.least_rows());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        const std::uint32_t* from = &piece[runs_[run].from * group_count_];
        const std::uint32_t* to = &piece[runs_[run].to * group_count_];
        std::uint32_t sum = 0;
        for (std::size_t group = 0; group < group_count_; ++group) {
            const std::uint32_t rows = to[group] - from[group];
            sum += rows < least ? rows : 0;
        }
        short_rows[run] += sum;
    }
}

/// True if in some run some group has two pieces that both may be released, or that are better
/// suppressed in part than released together.
bool HeadBounds::divides_well(const Counts& one, const Counts& other) const {
    const auto least = static_cast<std::uint32_t>(loss_.least_rows());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        const std::size_t from = runs_[run].from * group_count_;
        const std::size_t to = runs_[run].to * group_count_;
        std::uint32_t both = 0;
        for (std::size_t group = 0; group < group_count_; ++group) {
            const std::uint32_t a = one[to + group] - one[from + group];
            const std::uint32_t b = other[to + group] - other[from + group];
            both |= static_cast<std::uint32_t>(std::min(a, b) >= least);
        }
        bool well = both != 0;
        const bool large = 2 * rows_[run] > task_.row_types().row_count();
        for (std::size_t group = 0; group < group_count_ && large && !well; ++group) {
            well = !loss_.better_merged(one[to + group] - one[from + group],
                                        other[to + group] - other[from + group]);
        }
        if (well) {
            return true;
        }
    }
    return false;
}

/// Sum of squares of the groups' rows.
std::uint64_t HeadBounds::squares(const Counts& piece) const {
    std::uint64_t sum = 0;
    for (std::size_t at = piece.size() - group_count_; at < piece.size(); ++at) {
        sum += std::uint64_t{piece[at]} * piece[at];
    }
    return sum;
}

ItemFacts HeadBounds::look_at_item(const CutItem& item, std::vector<std::uint32_t>& short_rows) {
    const std::vector<Counts> pieces = pieces_of(item);
    ItemFacts facts{.pairs = squares(counts_)};
    short_rows.assign(runs_.size(), 0);
    for (const Counts& piece : pieces) {
        facts.pairs -= squares(piece);
        add_short_rows(piece, short_rows);
    }
    facts.useful = pieces.size() > 2 || !merges_hold_ || divides_well(pieces[0], pieces[1]);
    return facts;
}

std::vector<ItemFacts> HeadBounds::look_at(std::span<const std::uint32_t> items,
                                           const RunContext& stop) {
    counts_.assign((space_.positions + 1) * group_count_, 0);
    for (const std::uint32_t type : types_) {
        counts_[(groups_.position(type) + std::size_t{1}) * group_count_ + group_of_type_[type]] +=
            task_.row_types().counts[type];
    }
    counts_ = summed(std::move(counts_));
    below_attribute_ = space_.domains.size();
    short_rows_.resize(items.size());
    std::vector<ItemFacts> facts;
    for (std::size_t place = 0; place < items.size(); ++place) {
        if (stop.should_stop()) {
            return {};
        }
        facts.push_back(look_at_item(space_.items[items[place]], short_rows_[place]));
    }
    return facts;
}

std::uint64_t HeadBounds::bound_with(std::size_t place) {
    bounds_.resize(runs_.size());
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        bounds_[run] = run_bound(run, short_rows_[place][run]);
    }
    const std::uint64_t least = path_.shortest(runs_, bounds_);
    return std::min(kNoLoss, least + rows_suppressed_ * loss_.suppressed_row());
}

}  // namespace kanon::domain_cut
