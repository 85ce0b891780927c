// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/annealing.hpp"

#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/lattice_walk.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <cstdint>
#include <optional>

namespace kanon::full_domain {
namespace {

class Annealing final : public Method {
public:
    explicit Annealing(std::uint64_t steps) : steps_(steps) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        NodeSearch search(task, context, NodeOrder::nearby);
        std::optional<NodeScore> start;
        if (!search.stopped()) {
            start = search.check_score(search.lattice().top());
        }
        if (!start) {
            start = choose_beside_path("annealing", search);
        }
        if (start) {
            LatticeWalk walk(
                WalkGround{.lattice = search.lattice(),
                           .scorer = search.scorer(),
                           .score = [&](const Node& node) { return search.check_score(node); },
                           .stopped = [&] { return search.stopped(); }},
                context.seed);
            walk.anneal(*start, steps_);
            walk.descend();
        }
        return search.finish(search.best(), Ending::feasible);
    }

private:
    std::uint64_t steps_;
};

}  // namespace

std::unique_ptr<Method> make_annealing(const OptionMap& options) {
    return std::make_unique<Annealing>(integer_option(options, kAnnealingOptions[0]));
}

}  // namespace kanon::full_domain
