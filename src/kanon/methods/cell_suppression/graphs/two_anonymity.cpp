// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/two_anonymity.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/exact/assigned_partition.hpp"
#include "kanon/methods/cell_suppression/exact/exact_outcome.hpp"
#include "kanon/methods/cell_suppression/graphs/pairs_and_triples_partition.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace kanon::cell_suppression {
namespace {

void refuse_many_types(const Task& task) {
    if (task.row_types().size() > kMostPairedTypes) {
        throw Error(ErrorCode::bad_policy,
                    "method 'two-anonymity' weighs each three row types, so it takes " +
                        std::to_string(kMostPairedTypes) + " at most, not " +
                        std::to_string(task.row_types().size()) +
                        "; take pattern-ilp or pattern-greedy");
    }
}

/// Rows that may be suppressed so that a class is left.
std::uint64_t most_suppressed(const Task& task) {
    const std::uint64_t rows = task.row_types().row_count();
    return task.patterns.all_star == AllStar::never
               ? 0
               : std::min(task.suppression_limit, rows - std::min<std::uint64_t>(rows, 2));
}

/// Puts small classes that are released alike together, as rows of one cell.
class CellGatherer {
public:
    CellGatherer(const Task& task, PairsAndTriples& classes)
        : task_(task), classes_(classes), packed_(task.row_types()) {}

    void add(const PairOrTriple& one, std::uint32_t times) {
        const Pattern everything = task_.patterns.everything();
        const Pattern stars = one.rows().size() == 1 ? everything : classes_.stars(one);
        if (stars == everything) {
            starred_ += one.rows().size() * times;
            return;
        }
        auto& rows = rows_of_cell_[{stars, shown(one.types[0], stars)}];
        for (const std::uint32_t type : one.rows()) {
            rows[type] += times;
        }
    }

    [[nodiscard]] StarPartition partition() const {
        StarCells cells;
        RowAssignment assignment;
        assignment.starred = starred_;
        for (const auto& [key, rows] : rows_of_cell_) {
            const auto cell = static_cast<std::uint32_t>(cells.size());
            std::uint64_t sum = 0;
            for (const auto& [type, count] : rows) {
                cells.types.push_back(type);
                assignment.shares.push_back({.type = type, .cell = cell, .rows = count});
                sum += count;
            }
            cells.ends.push_back(cells.types.size());
            cells.rows.push_back(sum);
            cells.stars.push_back(key.first);
        }
        std::sort(assignment.shares.begin(),
                  assignment.shares.end(),
                  [](const CellShare& a, const CellShare& b) {
                      return std::tie(a.type, a.cell) < std::tie(b.type, b.cell);
                  });
        return partition_of_assignment(task_, cells, assignment);
    }

private:
    /// What a row type shows under a pattern.
    [[nodiscard]] std::vector<std::uint64_t> shown(std::uint32_t type, Pattern stars) const {
        std::vector<std::uint64_t> out = packed_.shown_bits(stars);
        for (std::size_t word = 0; word < out.size(); ++word) {
            out[word] &= packed_.key(type)[word];
        }
        return out;
    }

    const Task& task_;
    PairsAndTriples& classes_;
    PackedTypes packed_;
    std::uint64_t starred_ = 0;
    std::map<std::pair<Pattern, std::vector<std::uint64_t>>, std::map<std::uint32_t, std::uint32_t>>
        rows_of_cell_;
};

class TwoAnonymity final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_rows_alone("two-anonymity", task);
        refuse_many_types(task);
        const RunContext to_the_end = without_limits(context);
        StarSearch search(task, TieOrder::last, to_the_end);
        const MipSolver* solver = find_mip_solver();
        if (solver == nullptr) {
            return conclude(search, context, {.reason = mip_missing()});
        }
        return conclude(search, context, choose(search, *solver, context));
    }

private:
    static ExactChoice choose(StarSearch& search,
                              const MipSolver& solver,
                              const RunContext& context) {
        const Task& task = search.task();
        const CostUnit unit = unit_of(search);
        PairsAndTriples classes(task, search.patterns(), search.costs(), unit);
        const PartitionTask division{.counts = task.row_types().counts,
                                     .most_suppressed = most_suppressed(task),
                                     .whole = unit.whole};
        const PairsAndTriplesPartition found =
            partition_in_pairs_and_triples(division, classes, solver, context);
        search.count("columns", found.columns);
        search.count("rounds", found.rounds);
        ExactChoice out{.bound = kNoChoice, .proven = found.proven};
        if (found.exists) {
            out.bound = static_cast<StarCost>(found.bound * unit.size);
        }
        if (!found.classes.empty()) {
            CellGatherer cells(task, classes);
            for (const auto& [one, times] : found.classes) {
                cells.add(one, times);
            }
            out.best = cells.partition();
        }
        return out;
    }

    static CostUnit unit_of(const StarSearch& search) {
        std::vector<StarCost> costs;
        for (const Pattern stars : search.patterns()) {
            costs.push_back(search.costs().of(stars));
        }
        return CostUnit::of(costs, search.costs().of(search.task().patterns.everything()));
    }
};

}  // namespace

std::unique_ptr<Method> make_two_anonymity(const OptionMap& /*options*/) {
    return std::make_unique<TwoAnonymity>();
}

}  // namespace kanon::cell_suppression
