// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/clustering/clustering.hpp"

#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/division/division.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/classes/refinement/cluster_mending.hpp"
#include "kanon/task/class_checker.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kClusteringReports = 50;  ///< in a run, about

/// The row types by the labels that none may be generalized above.
std::vector<std::vector<std::uint32_t>> pieces_of(const Task& task, const TypeSpace& space) {
    std::vector<std::size_t> bounded;
    for (std::size_t axis = 0; axis < space.size(); ++axis) {
        const QuasiIdentifier& attribute = task.quasi_identifiers[axis];
        if (!space.axes()[axis].by_range() && !space.axes()[axis].by_set() &&
            attribute.greatest_level < attribute.hierarchy.height()) {
            bounded.push_back(axis);
        }
    }
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> pieces;
    std::vector<std::uint32_t> labels(bounded.size());
    for (std::uint32_t type = 0; type < space.type_count(); ++type) {
        for (std::size_t i = 0; i < bounded.size(); ++i) {
            const Level greatest = task.quasi_identifiers[bounded[i]].greatest_level;
            labels[i] = space.axes()[bounded[i]].runs(greatest)[space.place(type, bounded[i])];
        }
        pieces[labels].push_back(type);
    }
    std::vector<std::vector<std::uint32_t>> out;
    out.reserve(pieces.size());
    for (auto& [label, types] : pieces) {
        out.push_back(std::move(types));
    }
    // Labels stand in the order of the columns.
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a[0] < b[0]; });
    return out;
}

/// Which rows of a type go where would matter to columns that are tracked.
std::uint64_t part_rows(const Task& task, ClusterUnit unit) {
    return unit == ClusterUnit::rows && task.tracked.empty() ? task.least_class_rows()
                                                             : TypeSpace::kNoParts;
}

/// One run of a rule over all pieces of a table.
class Clustering {
public:
    Clustering(const Task& task, const TypeSpace& space, const RunContext& context)
        : task_(task), space_(space), run_(task, space_, context), checker_(task) {}

    TypePartition run(const ClusterTypes& cluster_types) {
        for (std::vector<std::uint32_t>& types : pieces_of(task_, space_)) {
            add_piece(std::move(types), cluster_types);
        }
        if (!run_.stopped()) {
            move_starred();
        }
        return result();
    }

    [[nodiscard]] std::uint64_t types_moved() const { return types_moved_; }

private:
    void add_piece(std::vector<std::uint32_t> types, const ClusterTypes& cluster_types) {
        std::uint64_t rows = 0;
        for (const std::uint32_t type : types) {
            rows += space_.rows(type);
        }
        if (!types_hold(space_, checker_, rows, types)) {
            failing_.push_back(cluster_of(space_, types));
            return;
        }
        std::vector<Cluster>& clusters = pieces_.emplace_back();
        clusters = cluster_types(run_, std::move(types));
        ClusterMending(space_, checker_, clusters, run_.threads).settle(run_.stopped());
    }

    /// Where more rows are in classes starred throughout than may be suppressed.
    void move_starred() {
        std::vector<std::pair<std::size_t, std::size_t>> starred;
        std::uint64_t rows = 0;
        for (const Cluster& cluster : failing_) {
            rows += cluster.rows;
        }
        for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
            const ClusterMending clusters(space_, checker_, pieces_[piece]);
            for (std::size_t i = 0; i < pieces_[piece].size(); ++i) {
                const Cluster& cluster = pieces_[piece][i];
                if (cluster.rows > 0 && clusters.starred(cluster)) {
                    starred.emplace_back(piece, i);
                    rows += cluster.rows;
                }
            }
        }
        for (const auto& [piece, cluster] : starred) {
            if (rows <= task_.suppression_limit) {
                return;
            }
            rows -= pieces_[piece][cluster].rows;
            rows += take_apart(pieces_[piece], cluster);
        }
    }

    /// Returns how many rows of a starred cluster are suppressed all the same.
    std::uint64_t take_apart(std::vector<Cluster>& clusters, std::size_t starred) {
        ClusterMending piece(space_, checker_, clusters);
        types_moved_ += piece.move_types(starred);
        std::uint64_t suppressed = 0;
        Cluster& rest = clusters[starred];
        if (rest.rows > 0 && !piece.holds(rest)) {
            suppressed = rest.rows;
            failing_.push_back(std::exchange(rest, {}));
        } else if (rest.rows > 0 && piece.starred(rest)) {
            suppressed = rest.rows;
        }
        piece.settle(false);
        return suppressed;
    }

    TypePartition result() {
        TypePartition out;
        out.cover_words = space_.cover_words();
        out.starts.push_back(0);
        for (const std::vector<Cluster>& clusters : pieces_) {
            for (const Cluster& cluster : clusters) {
                add(cluster, 0, out);
            }
        }
        for (const Cluster& cluster : failing_) {
            add(cluster, 1, out);
        }
        if (out.types.size() == task_.row_types().size()) {
            out.shares.clear();
        }
        out.divisions = run_.steps();
        out.stopped = run_.stopped();
        return out;
    }

    void add(const Cluster& cluster, std::uint8_t failing, TypePartition& out) const {
        if (cluster.rows == 0) {
            return;
        }
        const auto of_task = [this](std::uint32_t type) { return space_.number_in_task(type); };
        std::vector<std::uint32_t> types = cluster.types;
        std::ranges::sort(types, {}, of_task);
        const std::size_t begin = out.types.size();
        for (const std::uint32_t type : types) {
            if (out.types.size() > begin && out.types.back() == of_task(type)) {
                out.shares.back() += space_.rows(type);
            } else {
                out.types.push_back(of_task(type));
                out.shares.push_back(space_.rows(type));
            }
        }
        out.starts.push_back(out.types.size());
        out.covers.insert(out.covers.end(), cluster.cover.begin(), cluster.cover.end());
        out.rows.push_back(cluster.rows);
        out.failing.push_back(failing);
    }

    const Task& task_;
    const TypeSpace& space_;
    ClusterRun run_;
    ClassChecker checker_;
    std::vector<std::vector<Cluster>> pieces_;
    std::vector<Cluster> failing_;  ///< pieces that do not hold, and what no class takes
    std::uint64_t types_moved_ = 0;
};

}  // namespace

bool ClusterRun::should_stop(std::size_t done) {
    // A step goes through all types, and through all sets of an axis: beside it a look is cheap.
    if (steps_ >= context_.node_limit || context_.should_stop()) {
        stopped_ = true;
    }
    if (steps_ % (total_ / kClusteringReports + 1) == 0) {
        context_.report({"solve", static_cast<double>(done), static_cast<double>(total_)});
    }
    ++steps_;
    return stopped_;
}

void shuffle(std::vector<std::uint32_t>& types, Random& random) {
    for (std::size_t i = types.size(); i-- > 1;) {
        std::swap(types[i], types[random.below(i + 1)]);
    }
}

TypePartition clustered_types(const Task& task,
                              const TypeSpace& space,
                              const ClusterTypes& cluster_types,
                              const RunContext& context) {
    return Clustering(task, space, context).run(cluster_types);
}

Outcome clustered_outcome(const Task& task,
                          ClusterUnit unit,
                          const ClusterTypes& cluster_types,
                          const RunContext& context) {
    const std::vector<Axis> axes = make_axes(task);
    const TypeSpace space(task, axes, part_rows(task, unit), context.threads);
    Clustering clustering(task, space, context);
    const TypePartition partition = clustering.run(cluster_types);
    Outcome outcome = partition_outcome(task, axes, partition, {.boxes = kBoxEffort}, context);
    const bool divide =
        !outcome.recoding || (partition.class_count() == 1 && outcome.ending != Ending::optimal);
    if (divide) {
        RunContext to_the_end = context;
        to_the_end.node_limit = std::numeric_limits<std::uint64_t>::max();
        to_the_end.deadline.reset();
        const Ending ending = outcome.ending;
        const BoundEffort effort{.boxes = partition.stopped ? 0 : kBoxEffort};
        // Out of time, the quickest way to a release counts: a moment per million rows.
        const SplitRule rule = partition.stopped ? SplitRule::widest : SplitRule::best;
        outcome = divided_outcome(task, {.rule = rule}, effort, to_the_end);
        if (!outcome.recoding && rule != SplitRule::best) {
            outcome = divided_outcome(task, {.rule = SplitRule::best}, effort, to_the_end);
        }
        // A search that was stopped has proven nothing, unless the bound is met.
        const bool proven = outcome.recoding && outcome.ending == Ending::optimal;
        outcome.ending = partition.stopped && !proven ? ending : outcome.ending;
    }
    const std::array<std::pair<std::string_view, double>, 3> figures{
        {{"steps", static_cast<double>(partition.divisions)},
         {"types_moved", static_cast<double>(clustering.types_moved())},
         {"divided_instead", divide ? 1.0 : 0.0}}};
    outcome.stats.insert(outcome.stats.begin(), figures.begin(), figures.end());
    return outcome;
}

}  // namespace kanon::classes
