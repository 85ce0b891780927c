// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/division/partition.hpp"
#include "kanon/methods/classes/space/type_space.hpp"
#include "kanon/methods/contract/method.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace kanon::classes {

/// What a method that puts row types together works with: the types by their numbers in the space,
/// the rows that a cluster needs, random numbers, and when to stop.
class ClusterRun {
public:
    ClusterRun(const Task& task, const TypeSpace& types, const RunContext& context)
        : space(types),
          least_rows(task.least_class_rows()),
          threads(context.threads),
          random(context.seed),
          context_(context),
          total_(types.type_count()) {}

    /// True once the search should end with what it has. Each call is a step, and reaches the node
    /// limit after as many; `done` is the number of types that have their place.
    [[nodiscard]] bool should_stop(std::size_t done);

    /// True once it should end, asked from any thread: no step.
    [[nodiscard]] bool is_over() const { return context_.should_stop(); }

    [[nodiscard]] bool stopped() const { return stopped_; }

    [[nodiscard]] std::uint64_t steps() const { return steps_; }

    const TypeSpace& space;
    std::uint64_t least_rows;  ///< that a cluster needs
    unsigned threads;
    Random random;

private:
    const RunContext& context_;
    std::size_t total_;
    std::uint64_t steps_ = 0;
    bool stopped_ = false;
};

/// Put types into a random order: from the last on, each changes places with one up to it.
void shuffle(std::vector<std::uint32_t>& types, Random& random);

/// Puts row types into clusters, each type into one; types that together are enough for a class.
/// Clusters may be too small, or without rows: then they are joined or left out afterwards.
using ClusterTypes =
    std::function<std::vector<Cluster>(ClusterRun& run, std::vector<std::uint32_t> types)>;

/// What a rule puts into clusters.
enum class ClusterUnit : std::uint8_t {
    types,  ///< whole row types
    rows    ///< rows, as far as classes need them apart: see TypeSpace; types where columns are
            ///< tracked
};

/// Put the row types of a task, whole ones, into clusters by a rule, as clustered_outcome() does
/// before anything is divided instead.
[[nodiscard]] TypePartition clustered_types(const Task& task,
                                            const TypeSpace& space,
                                            const ClusterTypes& cluster_types,
                                            const RunContext& context);

/// Put the row types of a task into clusters by a rule and release each by its own values: what the
/// methods that put types together have in common.
///
/// - Where an attribute's greatest level is below its top, the table is taken apart by it first;
///   pieces that do not hold are suppressed.
/// - A cluster that does not keep every privacy model joins the one with which the loss rises
/// least,
///   in the order of their numbers, until all hold. Clusters that would be released alike are one.
/// - Beside others, rows of a class that comes out starred in every attribute count as suppressed.
///   Where these are more than may be, their types move one by one to the class whose loss rises
///   least and that still holds and is not starred throughout. Where this does not help, or leaves
///   one class, the table is divided as best-split does, so that there is a release where that has
///   one; the figure `divided_instead` is 1 then.
/// - Stopped early, clusters that do not hold are put together, and nothing is moved; where that is
///   no release, the table is divided as mondrian does.
///
/// Same outcome for any thread count if the rule's clusters are. Cost beyond the rule O(f c m) for
/// f clusters that do not hold, or starred types, and c clusters. The bound is class_loss_bound()
/// with kBoxEffort.
[[nodiscard]] Outcome clustered_outcome(const Task& task,
                                        ClusterUnit unit,
                                        const ClusterTypes& cluster_types,
                                        const RunContext& context);

}  // namespace kanon::classes
