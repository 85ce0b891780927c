// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/top_down.hpp"

#include "kanon/methods/domain_cut/cut_outcome.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/specialization.hpp"

#include <vector>

namespace kanon::domain_cut {
namespace {

class TopDown final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        const std::vector<OrderedDomain> domains = ordered_domains(task, DomainOrder::natural);
        Specialization search(task, domains);
        CutsFound found;
        bool more = true;
        while (more && !found.stopped) {
            found.stopped = search.steps() >= context.node_limit || context.should_stop();
            more = !found.stopped && search.step();
        }
        found.proven = search.proves_none();
        if (search.is_release()) {
            found.cuts = search.groups().cuts();
        }
        Outcome outcome = outcome_of_cuts(task, domains, found, context);
        outcome.stats.emplace_back("specializations", static_cast<double>(search.steps()));
        return outcome;
    }
};

}  // namespace

std::unique_ptr<Method> make_top_down(const OptionMap& /*options*/) {
    return std::make_unique<TopDown>();
}

}  // namespace kanon::domain_cut
