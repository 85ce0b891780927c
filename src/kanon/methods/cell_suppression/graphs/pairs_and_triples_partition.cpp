// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/graphs/pairs_and_triples_partition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

namespace kanon::cell_suppression {
namespace {

constexpr double kTolerance = 1e-6;  ///< of sums of costs
constexpr double kWorthIt = -1e-7;   ///< reduced costs below this are worth a column
constexpr double kFirstGap = 1.0;    ///< in units
constexpr double kGapGrowth = 4;
constexpr double kMargin = 1e-4;           ///< for the rounding of reduced costs
constexpr std::size_t kColumnsOfType = 6;  ///< that a round adds
constexpr std::size_t kMostColumns = 400'000;

/// The program of some classes. Columns: the classes, then for each type a row without a place,
/// which costs more than all else.
Model program_of(const PartitionTask& task,
                 PairsAndTriples& classes,
                 std::span<const PairOrTriple> columns,
                 double no_place) {
    Model out;
    for (const std::uint32_t rows : task.counts) {
        out.add_row({.lower = static_cast<double>(rows), .upper = static_cast<double>(rows)});
    }
    const std::uint32_t limit =
        out.add_row({.lower = 0, .upper = static_cast<double>(task.most_suppressed)});
    for (const PairOrTriple& one : columns) {
        const std::uint32_t column = out.add_column({.cost = classes.cost(one), .integer = true});
        const auto rows = one.rows();
        for (std::size_t i = 0; i < rows.size();) {
            const auto alike =
                static_cast<std::size_t>(std::count(rows.begin(), rows.end(), rows[i]));
            out.add_entry(rows[i], column, static_cast<double>(alike));
            i += alike;
        }
        if (rows.size() == 1) {
            out.add_entry(limit, column, 1);
        }
    }
    for (std::uint32_t type = 0; type < task.counts.size(); ++type) {
        out.add_entry(type, out.add_column({.cost = no_place, .integer = true}), 1);
    }
    return out;
}

class Chooser {
public:
    Chooser(const PartitionTask& task,
            PairsAndTriples& classes,
            const MipSolver& solver,
            const RunContext& context)
        : task_(task), classes_(classes), solver_(solver), context_(context) {
        const auto rows = std::accumulate(task.counts.begin(), task.counts.end(), std::uint64_t{0});
        const double starred =
            classes.cost(PairOrTriple{.types = {0, PairOrTriple::kNoType, PairOrTriple::kNoType}});
        no_place_ = (starred + 1) * static_cast<double>(rows);
    }

    PairsAndTriplesPartition run() {
        for (std::uint32_t type = 0; task_.most_suppressed > 0 && type < task_.counts.size();
             ++type) {
            singles_.push_back({.types = {type, PairOrTriple::kNoType, PairOrTriple::kNoType}});
        }
        if (relax()) {
            prove_optimality();
        }
        return std::move(out_);
    }

private:
    /// Prices at which no class is worth more than it costs; false if stopped or failed.
    bool relax() {
        std::set<PairOrTriple> known(singles_.begin(), singles_.end());
        prices_.assign(task_.counts.size(), no_place_);
        for (;;) {
            const std::vector<PairOrTriple> added = worth_it(known);
            known.insert(added.begin(), added.end());
            if (out_.rounds > 0 && added.empty()) {
                return true;
            }
            ++out_.rounds;
            columns_.assign(known.begin(), known.end());
            const Solution found =
                solver_.relax(program_of(task_, classes_, columns_, no_place_), context_);
            if (found.status != SolveStatus::optimal || found.duals.size() <= task_.counts.size()) {
                return false;
            }
            prices_.assign(found.duals.begin(), found.duals.end() - 1);
            value_ = found.value;
        }
    }

    /// For each first type the classes that are most worth it and not known.
    std::vector<PairOrTriple> worth_it(const std::set<PairOrTriple>& known) {
        std::vector<std::pair<double, PairOrTriple>> best;
        std::vector<PairOrTriple> out;
        std::uint32_t type = 0;
        const auto settle = [&] {
            for (const auto& [reduced, one] : best) {
                out.push_back(one);
            }
            best.clear();
        };
        classes_.visit_below(prices_, kWorthIt, [&](const PairOrTriple& one, double reduced) {
            if (one.types[0] != type) {
                settle();
                type = one.types[0];
            }
            const std::pair entry{reduced, one};
            if ((best.size() < kColumnsOfType || entry < best.back()) && !known.contains(one)) {
                best.insert(std::upper_bound(best.begin(), best.end(), entry), entry);
                best.resize(std::min(best.size(), kColumnsOfType));
            }
        });
        settle();
        return out;
    }

    void prove_optimality() {
        out_.bound = rounded_up(value_);
        out_.exists = out_.bound < no_place_;
        out_.proven = !out_.exists;
        for (double gap = kFirstGap; !out_.proven && solve_within(gap);) {
            const double left = best_value_ - (task_.whole ? 1 : 0) - value_;
            out_.proven = best_value_ <= out_.bound || left <= gap;
            gap = std::min(left, kGapGrowth * gap);
        }
        if (out_.proven && best_value_ < no_place_) {
            out_.bound = best_value_;
        } else if (out_.proven) {
            out_.exists = false;
            out_.classes.clear();
        } else if (best_value_ >= no_place_) {
            out_.classes.clear();
        }
    }

    /// The best choice of classes within the gap; false if stopped, failed, or too many.
    bool solve_within(double gap) {
        columns_ = singles_;
        classes_.visit_below(prices_, gap + kMargin, [&](const PairOrTriple& one, double) {
            if (columns_.size() <= kMostColumns) {
                columns_.push_back(one);
            }
        });
        out_.columns = columns_.size();
        if (out_.columns > kMostColumns || context_.should_stop()) {
            return false;
        }
        const Model model = program_of(task_, classes_, columns_, no_place_);
        const std::vector<double> start = start_for(model);
        const Solution found =
            solver_.solve(model, {.start = start, .cost_step = task_.whole ? 1.0 : 0.0}, context_);
        take(found);
        return found.status == SolveStatus::optimal;
    }

    /// The last choice as values of the columns.
    [[nodiscard]] std::vector<double> start_for(const Model& model) const {
        std::vector<double> out;
        if (best_value_ < no_place_) {
            out.assign(model.columns.size(), 0);
            for (const auto& [one, times] : out_.classes) {
                const auto at = std::find(columns_.begin(), columns_.end(), one);
                out[static_cast<std::size_t>(at - columns_.begin())] = times;
            }
        }
        return out;
    }

    void take(const Solution& found) {
        if (found.values.empty() || found.value > best_value_) {
            return;
        }
        best_value_ = found.value;
        out_.classes.clear();
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            if (const double times = std::round(found.values[column]); times > 0) {
                out_.classes.emplace_back(columns_[column], static_cast<std::uint32_t>(times));
            }
        }
    }

    [[nodiscard]] double rounded_up(double value) const {
        const double slack = kTolerance * std::max(1.0, std::abs(value));
        return task_.whole ? std::ceil(value - slack) : value - slack;
    }

    const PartitionTask& task_;
    PairsAndTriples& classes_;
    const MipSolver& solver_;
    const RunContext& context_;
    double no_place_ = 0;
    double value_ = 0;  ///< of the relaxation
    double best_value_ = kUnlimited;
    std::vector<double> prices_;
    std::vector<PairOrTriple> singles_;
    std::vector<PairOrTriple> columns_;
    PairsAndTriplesPartition out_;
};

}  // namespace

PairsAndTriplesPartition partition_in_pairs_and_triples(const PartitionTask& task,
                                                        PairsAndTriples& classes,
                                                        const MipSolver& solver,
                                                        const RunContext& context) {
    return Chooser(task, classes, solver, context).run();
}

}  // namespace kanon::cell_suppression
