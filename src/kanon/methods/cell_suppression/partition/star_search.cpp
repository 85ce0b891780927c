// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/partition/star_search.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/cell_suppression/partition/leftovers.hpp"
#include "kanon/methods/cell_suppression/patterns/cube.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Make a class of each cell that holds.
void take_cells(Pattern stars, Cube& cube, ClassChecker& checker, StarPartition& out) {
    const Cells& cells = cube.cells(stars);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const std::span<const std::uint32_t> types = cells.of(cell);
        if (!checker.holds(cells.rows[cell], std::span(&types, 1))) {
            continue;
        }
        const std::uint32_t index = out.add_class(stars, types.front());
        out.rows[index] = cells.rows[cell];
        for (const std::uint32_t type : types) {
            out.class_of_type[type] = index;
            cube.remove(type);
        }
    }
}

/// Row types in the order in which patterns can serve them.
class Newcomers {
public:
    explicit Newcomers(std::span<const std::uint32_t> first_pattern)
        : first_pattern_(first_pattern), types_(first_pattern.size()) {
        std::iota(types_.begin(), types_.end(), 0U);
        std::stable_sort(types_.begin(), types_.end(), [this](std::uint32_t a, std::uint32_t b) {
            return first_pattern_[a] < first_pattern_[b];
        });
    }

    /// Those not given before that this pattern can serve, or one before it; ascending.
    std::span<const std::uint32_t> until(std::uint32_t pattern) {
        const std::size_t begin = next_;
        while (next_ < types_.size() && first_pattern_[types_[next_]] <= pattern) {
            ++next_;
        }
        const auto given = std::span(types_).subspan(begin, next_ - begin);
        std::sort(given.begin(), given.end());
        return given;
    }

private:
    std::span<const std::uint32_t> first_pattern_;
    std::vector<std::uint32_t> types_;
    std::size_t next_ = 0;
};

}  // namespace

StarSearch::StarSearch(const Task& task, TieOrder order, const RunContext& context)
    : task_(task),
      context_(context),
      order_(order),
      costs_(task),
      patterns_(task.patterns.patterns()) {
    sort_by_cost(patterns_, costs_, order);
    count("patterns", patterns_.size());
}

void StarSearch::count(std::string_view name, std::uint64_t figure) {
    const auto known = std::find_if(
        stats_.begin(), stats_.end(), [name](const auto& stat) { return stat.first == name; });
    if (known != stats_.end()) {
        known->second = static_cast<double>(figure);
    } else {
        stats_.emplace_back(std::string(name), static_cast<double>(figure));
    }
}

std::span<const Pattern> StarSearch::patterns_below(double beta) const {
    if (!(beta > 1)) {
        return patterns_;  // also those that cost as much, but show an attribute of one value
    }
    const auto whole = static_cast<double>(costs_.of(task_.patterns.everything()));
    std::size_t count = 0;
    while (count < patterns_.size() &&
           static_cast<double>(costs_.of(patterns_[count])) * beta < whole) {
        ++count;
    }
    return std::span(patterns_).first(count);
}

const StarBound& StarSearch::bound() {
    if (!bound_) {
        bound_ = star_bound(task_, patterns_, costs_, context_);
    }
    return *bound_;
}

Outcome StarSearch::stopped() const {
    Outcome outcome;
    outcome.stats = stats_;
    outcome.ending = context_.cancelled() ? Ending::cancelled : Ending::timed_out;
    return outcome;
}

Outcome StarSearch::without_release(std::string reason) const {
    Outcome outcome;
    outcome.stats = stats_;
    outcome.ending = Ending::infeasible;
    outcome.reason = std::move(reason);
    return outcome;
}

std::string StarSearch::why_not(std::uint64_t left, const StarBound& bound) const {
    const std::string limit = count_text(task_.suppression_limit) + " may be suppressed";
    if (bound.unserved_rows > task_.suppression_limit) {
        return count_text(bound.unserved_rows, "row") +
               (bound.unserved_rows == 1 ? " is" : " are") +
               " too few of a kind whichever pattern " +
               (bound.unserved_rows == 1 ? "it is" : "they are") + " released with, and " + limit;
    }
    if (left <= task_.suppression_limit) {
        return "no class would be released at all";
    }
    return "no class was found for " + count_text(left, "row") + ", and " + limit;
}

Outcome StarSearch::finish(StarPartition partition) {
    Outcome outcome;
    if (context_.should_stop()) {
        return stopped();
    }
    const StarBound& bound = this->bound();
    const PackedTypes packed(task_.row_types());
    std::uint64_t left = suppressed_rows(task_, partition);
    count("rows_left_over", left);
    const bool star_class = task_.patterns.all_star == AllStar::as_class;
    if (star_class || bound.unserved_rows <= task_.suppression_limit) {
        left = place_leftovers(task_, packed, patterns_, costs_, context_, partition);
    }
    count("classes",
          static_cast<std::uint64_t>(std::count_if(partition.rows.begin(),
                                                   partition.rows.end(),
                                                   [](std::uint64_t rows) { return rows > 0; })));
    outcome.stats = stats_;
    if (left > task_.suppression_limit || partition.stars.empty()) {
        if (context_.should_stop()) {
            return stopped();
        }
        outcome = without_release(why_not(left, bound));
        if (bound.unserved_rows > task_.suppression_limit) {
            outcome.unserved_types = bound.unserved_types;
        }
        return outcome;
    }
    outcome.ending = Ending::feasible;
    outcome.loss = costs_.loss(count_stars(task_, partition));
    outcome.lower_bound = std::min(bound.loss, outcome.loss);
    outcome.recoding = recode_stars(task_, partition);
    return outcome;
}

void require_rows_alone(std::string_view method, const Task& task) {
    if (!ClassChecker(task).rows_decide()) {
        throw Error(ErrorCode::bad_policy,
                    "method '" + std::string(method) +
                        "' counts rows, not persons; take pattern-greedy or approx-dr");
    }
}

StarPartition greedy_partition(StarSearch& search, std::span<const Pattern> patterns) {
    const Task& task = search.task();
    StarPartition out;
    out.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    Newcomers newcomers(search.bound().cheapest);
    if (search.context().should_stop()) {
        return out;
    }
    Cube cube(task.row_types(), task.least_class_rows(), search.order(), Cube::Start::none);
    ClassChecker checker(task);
    std::uint32_t tried = 0;
    for (const Pattern stars : patterns) {
        if (cube.wanted_rows() < task.least_class_rows() || search.context().should_stop()) {
            break;
        }
        cube.admit(newcomers.until(tried++));
        take_cells(stars, cube, checker, out);
    }
    if (task.patterns.all_star == AllStar::as_class) {
        cube.admit(newcomers.until(kNoPattern));
        take_cells(task.patterns.everything(), cube, checker, out);
    }
    search.count("patterns_tried", tried);
    return out;
}

}  // namespace kanon::cell_suppression
