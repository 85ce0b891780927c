// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/exact/pattern_exact.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/exact/assigned_partition.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/exact/independent_parts.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kMostEntries = 100'000;

/// Counts guesses up to the limit of a run.
class Guesses {
public:
    explicit Guesses(const RunContext& context) : context_(context) {}

    /// True if one more may be made.
    bool next() {
        ended_ = ended_ || made_ >= context_.node_limit || context_.should_stop();
        made_ += ended_ ? 0U : 1U;
        return !ended_;
    }

    [[nodiscard]] std::uint64_t made() const { return made_; }

    [[nodiscard]] bool ended() const { return ended_; }

private:
    const RunContext& context_;
    std::uint64_t made_ = 0;
    bool ended_ = false;
};

/// Goes over the sets of a part's cells that may be the classes of a release.
class GuessSearch {
public:
    GuessSearch(const AssignmentTask& task, Guesses& guesses)
        : task_(task), guesses_(guesses), rows_(task.cells->size()) {}

    /// The best assignment that costs less than `best`; else that.
    [[nodiscard]] std::optional<RowAssignment> run(std::optional<RowAssignment> best,
                                                   std::span<const std::uint32_t> cells) {
        best_ = std::move(best);
        follow({}, {cells.begin(), cells.end()});
        return std::move(best_);
    }

private:
    using CellList = std::vector<std::uint32_t>;

    void follow(const CellList& used, const CellList& open) {
        if (!guesses_.next()) {
            return;
        }
        std::optional<RowAssignment> found = assigned(used, open);
        if (!found || (best_ && found->cost >= best_->cost)) {
            return;
        }
        count_rows(*found);
        const std::optional<std::uint32_t> lacks = lacks_fewest(open);
        if (!lacks) {
            best_ = std::move(found);
            return;
        }
        keep_better(assigned(with_full(used, open), {}));
        CellList rest = open;
        std::erase(rest, *lacks);
        CellList more = used;
        more.insert(std::upper_bound(more.begin(), more.end(), *lacks), *lacks);
        follow(more, rest);
        follow(used, rest);
    }

    [[nodiscard]] std::optional<RowAssignment> assigned(const CellList& used,
                                                        const CellList& open) const {
        AssignmentTask task = task_;
        task.classes = used;
        task.open = open;
        return assign_rows(task);
    }

    void count_rows(const RowAssignment& assignment) {
        std::fill(rows_.begin(), rows_.end(), 0U);
        for (const CellShare& share : assignment.shares) {
            rows_[share.cell] += share.rows;
        }
    }

    /// The first open cell with rows, but not enough, that lacks the fewest.
    [[nodiscard]] std::optional<std::uint32_t> lacks_fewest(const CellList& open) const {
        std::optional<std::uint32_t> out;
        for (const std::uint32_t cell : open) {
            const bool lacks = rows_[cell] > 0 && rows_[cell] < task_.least_rows;
            if (lacks && (!out || rows_[cell] > rows_[*out])) {
                out = cell;
            }
        }
        return out;
    }

    /// The cells guessed, and the open ones that have enough rows.
    [[nodiscard]] CellList with_full(const CellList& used, const CellList& open) const {
        CellList out = used;
        for (const std::uint32_t cell : open) {
            if (rows_[cell] >= task_.least_rows) {
                out.push_back(cell);
            }
        }
        std::sort(out.begin(), out.end());
        return out;
    }

    void keep_better(std::optional<RowAssignment> found) {
        if (found && (!best_ || found->cost < best_->cost)) {
            best_ = std::move(found);
        }
    }

    AssignmentTask task_;
    Guesses& guesses_;
    std::vector<std::uint64_t> rows_;  ///< per cell, in the last assignment counted
    std::optional<RowAssignment> best_;
};

class ExactRun {
public:
    /// `search` was made without limits.
    ExactRun(StarSearch& search, const RunContext& context)
        : task_(search.task()), context_(context), search_(search), guesses_(context) {}

    Outcome run() {
        const std::optional<StarCells> cells =
            collect_cells(task_, search_.patterns(), search_.costs(), kMostEntries, context_);
        if (!cells && context_.should_stop()) {
            return conclude(search_, context_, {});
        }
        const std::vector<IndependentPart> parts = parts_of(cells);
        const std::optional<RowAssignment> best = choose(*cells, parts);
        search_.count("cells", cells->size());
        search_.count("guesses", guesses_.made());
        ExactChoice choice{.proven = !guesses_.ended()};
        if (best) {
            choice.best = partition_of_assignment(task_, *cells, *best);
        }
        return conclude(search_, context_, std::move(choice));
    }

private:
    [[nodiscard]] bool star_class() const { return task_.patterns.all_star == AllStar::as_class; }

    /// Starred rows hold the parts of the table together.
    [[nodiscard]] std::vector<IndependentPart> parts_of(
        const std::optional<StarCells>& cells) const {
        std::vector<IndependentPart> parts;
        std::size_t most = std::numeric_limits<std::size_t>::max();
        if (cells) {
            const std::size_t types = task_.row_types().size();
            const bool apart = most_suppressed() == 0 && !star_class();
            parts =
                apart ? independent_parts(*cells, types) : std::vector{whole_part(*cells, types)};
            most = 0;
            for (const IndependentPart& part : parts) {
                most = std::max(most, part.cells.size());
            }
        }
        if (most > kMostGuessedCells) {
            throw Error(ErrorCode::bad_policy,
                        "method 'pattern-exact' guesses which cells of the table are classes, so "
                        "it takes " +
                            std::to_string(kMostGuessedCells) + " cells at most, and there are " +
                            (cells ? std::to_string(most) : "far more") +
                            "; take pattern-ilp, or a mask of fewer patterns");
        }
        return parts;
    }

    /// Rows that may be starred throughout and are suppressed; a class is left to release.
    [[nodiscard]] std::uint64_t most_suppressed() const {
        const std::uint64_t rows = task_.row_types().row_count();
        const std::uint64_t k = task_.least_class_rows();
        return task_.patterns.all_star == AllStar::never
                   ? 0
                   : std::min(task_.suppression_limit, rows - std::min(rows, k));
    }

    std::optional<RowAssignment> choose(const StarCells& cells,
                                        std::span<const IndependentPart> parts) {
        if (!star_class()) {
            return choose_apart(cells, parts);
        }
        const StarredRows few{.most = most_suppressed()};
        const StarredRows many{.least = task_.least_class_rows()};
        return guess(cells, parts[0], many, guess(cells, parts[0], few, std::nullopt));
    }

    std::optional<RowAssignment> choose_apart(const StarCells& cells,
                                              std::span<const IndependentPart> parts) {
        RowAssignment sum;
        for (const IndependentPart& part : parts) {
            const auto best = guess(cells, part, {.most = most_suppressed()}, std::nullopt);
            if (!best) {
                return std::nullopt;
            }
            sum.cost += best->cost;
            sum.starred += best->starred;
            sum.shares.insert(sum.shares.end(), best->shares.begin(), best->shares.end());
        }
        std::sort(sum.shares.begin(), sum.shares.end(), [](const CellShare& a, const CellShare& b) {
            return a.type != b.type ? a.type < b.type : a.cell < b.cell;
        });
        return sum;
    }

    std::optional<RowAssignment> guess(const StarCells& cells,
                                       const IndependentPart& part,
                                       StarredRows starred,
                                       std::optional<RowAssignment> best) {
        const AssignmentTask task{.types = part.types,
                                  .counts = task_.row_types().counts,
                                  .cells = &cells,
                                  .classes = {},
                                  .least_rows = task_.least_class_rows(),
                                  .star_cost = search_.costs().of(task_.patterns.everything()),
                                  .starred = starred};
        return GuessSearch(task, guesses_).run(std::move(best), part.cells);
    }

    const Task& task_;
    const RunContext& context_;
    StarSearch& search_;
    Guesses guesses_;
};

class PatternExact final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_rows_alone("pattern-exact", task);
        const RunContext to_the_end = without_limits(context);
        StarSearch search(task, TieOrder::last, to_the_end);
        return ExactRun(search, context).run();
    }
};

}  // namespace

std::unique_ptr<Method> make_pattern_exact(const OptionMap& /*options*/) {
    return std::make_unique<PatternExact>();
}

}  // namespace kanon::cell_suppression
