// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/approx_dr.hpp"

#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/shared/method_options.hpp"

namespace kanon::cell_suppression {
namespace {

class ApproxDr final : public Method {
public:
    explicit ApproxDr(double beta) : beta_(beta) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        StarSearch search(task, TieOrder::last, context);
        return search.finish(greedy_partition(search, search.patterns_below(beta_)));
    }

private:
    double beta_;
};

}  // namespace

std::unique_ptr<Method> make_approx_dr(const OptionMap& options) {
    return std::make_unique<ApproxDr>(number_option(options, kBetaOption));
}

}  // namespace kanon::cell_suppression
