// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/run/no_release.hpp"
#include "kanon/transfer/partition_plan.hpp"

#include <fmt/format.h>

#include <utility>

namespace kanon::detail {
namespace {

class MarginPlan final : public PartitionPlan {
public:
    MarginPlan(const PartitionedTable& table, std::unique_ptr<Method> method)
        : table_(table),
          method_(std::move(method)),
          above_(*method_->divides_by_marginals_above()) {}

    [[nodiscard]] MarginalDivision divide(const PartitionedSources::Size& size,
                                          std::span<const Marginal> marginals) const override {
        if (size.types <= above_) {
            refuse_partitions(
                ErrorCode::bad_input,
                fmt::format("of which method '{}' holds up to {} together, and there is "
                            "room for {}, where one has {}; give {} or so",
                            table_.method->name,
                            count_text(above_, "row type"),
                            count_text(table_.room, "distinct row"),
                            count_text(size.distinct),
                            memory_for(size.distinct, table_)));
        }
        std::optional<MarginalDivision> found =
            method_->divide_by_marginals(*table_.problem, marginals);
        if (!found) {
            refuse_partitions(ErrorCode::bad_input,
                              "one of which cannot be divided; give more --memory");
        }
        return std::move(*found);
    }

    void solve(Result& piece) const override {
        piece.outcome = method_->run(*piece.problem, *table_.context);
        require_recoding(*piece.problem, piece.policy, piece.outcome, *table_.method);
    }

private:
    PartitionedTable table_;
    std::unique_ptr<Method> method_;
    std::size_t above_;
};

}  // namespace

std::unique_ptr<PartitionPlan> plan_by_marginals(const PartitionedTable& table) {
    std::unique_ptr<Method> method =
        make_method(*table.method, *table.problem, table.policy->method_options);
    if (!method->divides_by_marginals_above()) {
        refuse_partitions(ErrorCode::bad_policy,
                          fmt::format("which method '{}' cannot do; take mondrian, best-split or a "
                                      "full-domain one (--method), or give more --memory",
                                      table.method->name));
    }
    return std::make_unique<MarginPlan>(table, std::move(method));
}

}  // namespace kanon::detail
