// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/samarati.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/full_domain/distance_vectors.hpp"
#include "kanon/methods/full_domain/search/height_search.hpp"
#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <optional>
#include <utility>

namespace kanon::full_domain {
namespace {

/// The least height at which a node passes, or the greatest height if there is none.
unsigned least_height_by_halves(NodeSearch& search, HeightSearch& heights, std::uint64_t& halved) {
    unsigned low = height_of(search.lattice().bottom());
    unsigned high = height_of(search.lattice().top());
    while (low < high && !search.stopped()) {
        const unsigned middle = (low + high) / 2;
        ++halved;
        bool found = false;
        heights.visit(middle, [&found](const Node&) {
            found = true;
            return false;
        });
        if (found) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/// The nodes of least height that pass. Where the promises are monotone, what is above a node that
/// passes does so, too, and no node passes below the height found by halves.
NodeChoice lowest_nodes(NodeSearch& search, const NodeTest& test, std::uint64_t& halved) {
    if (is_monotone(search.task())) {
        HeightSearch heights(search, test);
        NodeChoice choice;
        heights.visit(least_height_by_halves(search, heights, halved), [&](const Node& node) {
            choice.add(search.score(node));
            return true;
        });
        return choice;
    }
    const std::optional<unsigned> height =
        least_height_upwards(search, height_of(search.lattice().bottom()), test);
    return height ? choose_at_height(search, *height, test) : NodeChoice{};
}

/// The test by distance vectors, counted as a check.
NodeTest vector_test(NodeSearch& search, const DistanceVectors& vectors) {
    return [&search, &vectors](const Node& node) {
        search.count_check();
        const std::uint64_t suppressed = vectors.suppressed_rows(node);
        return suppressed <= search.task().suppression_limit &&
               suppressed < search.task().row_types().row_count();
    };
}

class Samarati final : public Method {
public:
    explicit Samarati(bool by_vectors) : by_vectors_(by_vectors) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        NodeSearch::refuse_above_limit("samarati", task.lattice().size());
        NodeSearch search(task, context);
        if (!by_vectors_) {
            return solve(search, [&search](const Node& node) { return search.check(node); });
        }
        const DistanceVectors vectors(task);
        Outcome outcome = solve(search, vector_test(search, vectors));
        for (const Node& node : outcome.minimal_nodes) {
            KANON_CHECK(vectors.suppressed_rows(node) == search.suppressed_rows(node));
        }
        return outcome;
    }

private:
    static Outcome solve(NodeSearch& search, const NodeTest& test) {
        std::uint64_t halved = 0;
        NodeChoice choice = lowest_nodes(search, test, halved);
        const bool proven = search.task().objective == Objective::height;
        Outcome outcome = search.finish(choice.best, proven ? Ending::optimal : Ending::feasible);
        outcome.stats.emplace_back("heights_halved", static_cast<double>(halved));
        if (!search.was_stopped()) {
            std::move(choice).tell(outcome);
        }
        return outcome;
    }

    bool by_vectors_;
};

}  // namespace

std::unique_ptr<Method> make_samarati(const OptionMap& options) {
    return std::make_unique<Samarati>(word_option(options, kSamaratiOptions[0]) ==
                                      "distance-vectors");
}

}  // namespace kanon::full_domain
