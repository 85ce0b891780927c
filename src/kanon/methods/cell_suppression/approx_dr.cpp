// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/approx_dr.hpp"

#include "kanon/methods/cell_suppression/star_search.hpp"

namespace kanon {
namespace {

class ApproxDr final : public Method {
public:
    explicit ApproxDr(double beta) : beta_(beta) {}

    [[nodiscard]] Outcome run(const Problem& problem, const RunContext& context) const override {
        StarSearch search(problem, TieOrder::last, context);
        return search.finish(greedy_partition(search, search.patterns_below(beta_)));
    }

private:
    double beta_;
};

}  // namespace

std::unique_ptr<Method> make_approx_dr(const OptionMap& options) {
    return std::make_unique<ApproxDr>(beta_of(options));
}

}  // namespace kanon
