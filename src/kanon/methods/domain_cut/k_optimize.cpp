// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/k_optimize.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/domain_cut/bounds/cut_tree_search.hpp"
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"
#include "kanon/methods/domain_cut/domains/cut_space.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::domain_cut {
namespace {

/// Losses under DM are squares of rows, two of them added up.
constexpr std::size_t kMostRows = std::size_t{1} << 31U;

Ending ending_of(const CutSearchResult& found, const RunContext& context) {
    if (!found.done) {
        return context.cancelled() ? Ending::cancelled : Ending::timed_out;
    }
    return found.best ? Ending::optimal : Ending::infeasible;
}

enum class KOptimizeDomains { policy, ordered, hierarchy };

class KOptimize final : public Method {
public:
    KOptimize(KOptimizeDomains parts, bool with_pivot) : parts_(parts), with_pivot_(with_pivot) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        if (task.row_types().row_count() >= kMostRows) {
            throw Error(ErrorCode::bad_policy,
                        "method 'k-optimize' takes fewer than 2^31 rows; use 'genetic'");
        }
        const CutSpace::Form form = form_of(task);
        const std::vector<OrderedDomain> domains =
            ordered_domains(task, form.by_hierarchy ? DomainOrder::leaves : DomainOrder::natural);
        const CutSpace space(domains, form);
        const TallyLoss loss(task);
        const CutSearchResult found = search_cut_tree(task, space, loss, context);
        Outcome outcome;
        outcome.ending = ending_of(found, context);
        if (found.best) {
            CutEvaluator evaluator(task, domains);
            const std::vector<DomainCut> cuts = space.cuts(found.best->items, found.best->path);
            const CutFacts facts = evaluator.evaluate(cuts);
            KANON_CHECK(evaluator.is_release(facts));
            outcome.loss = evaluator.value(facts);
            KANON_CHECK(outcome.loss == loss.value(found.best->loss));
            outcome.recoding = evaluator.recode(cuts);
        }
        if (outcome.ending == Ending::infeasible) {
            outcome.reason = "no recoding by cuts keeps the promises within " +
                             count_text(task.suppression_limit, "suppressed row");
        } else {
            outcome.lower_bound = loss.value(found.bound);
        }
        outcome.stats = {{"items", static_cast<double>(space.items.size())},
                         {"nodes_checked", static_cast<double>(found.nodes)}};
        return outcome;
    }

private:
    [[nodiscard]] CutSpace::Form form_of(const Task& task) const {
        CutSpace::Form form{.by_hierarchy = parts_ == KOptimizeDomains::hierarchy,
                            .with_pivot = with_pivot_};
        if (parts_ == KOptimizeDomains::policy) {
            for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
                form.labels.push_back(attribute.labels_asked);
            }
        }
        return form;
    }

    KOptimizeDomains parts_;
    bool with_pivot_;
};

KOptimizeDomains domains_of(const OptionMap& options) {
    const std::string word = word_option(options, kKOptimizeOptions[0]);
    return word == "ordered"     ? KOptimizeDomains::ordered
           : word == "hierarchy" ? KOptimizeDomains::hierarchy
                                 : KOptimizeDomains::policy;
}

}  // namespace

std::unique_ptr<Method> make_k_optimize(const OptionMap& options) {
    return std::make_unique<KOptimize>(domains_of(options),
                                       word_option(options, kKOptimizeOptions[1]) == "widest");
}

}  // namespace kanon::domain_cut
