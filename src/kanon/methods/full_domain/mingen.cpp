// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/mingen.hpp"

#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <utility>

namespace kanon::full_domain {
namespace {

class MinGen final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        NodeSearch::refuse_above_limit("mingen", task.lattice().size());
        NodeSearch search(task, context);
        const NodeBits kept = check_every_node(search);
        if (search.was_stopped()) {
            return search.finish(std::nullopt, Ending::feasible);
        }
        NodeChoice choice = choose_among(search, minimal_of(search.lattice(), kept));
        const bool best_of_all = choice.best && choice.best->primary == search.best()->primary;
        Outcome outcome =
            search.finish(choice.best, best_of_all ? Ending::optimal : Ending::feasible);
        if (choice.best) {
            outcome.lower_bound = search.scorer().value(*search.best());
        }
        std::move(choice).tell(outcome);
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_mingen(const OptionMap& /*options*/) {
    return std::make_unique<MinGen>();
}

}  // namespace kanon::full_domain
