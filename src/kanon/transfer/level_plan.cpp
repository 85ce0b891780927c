// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/run/no_release.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/transfer/partition_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

class LevelPlan final : public PartitionPlan {
public:
    explicit LevelPlan(const PartitionedTable& table)
        : table_(table),
          method_(make_method(*table.method, *table.problem, table.policy->method_options)) {}

    std::optional<Outcome> decide(const PartitionedSources& rows, RunFacts& facts) override {
        const std::vector<std::size_t> levels = finest_levels(rows);
        Task task = *table_.problem;
        for (std::size_t j = 0; j < levels.size(); ++j) {
            task.quasi_identifiers[j].least_level = static_cast<Level>(levels[j]);
        }
        task.count(types_at(rows, levels));
        outcome_ = method_->run(task, *table_.context);
        facts.assumptions.push_back(say(levels));
        require_recoding(*table_.problem, *table_.policy, outcome_, *table_.method);
        if (is_raised(levels)) {  // lower levels were not looked at
            const bool is_best = outcome_.ending == Ending::optimal;
            outcome_.ending = is_best ? Ending::feasible : outcome_.ending;
            outcome_.lower_bound.reset();
            outcome_.minimal_nodes.clear();
        }
        recoding_ = &std::get<GlobalRecoding>(*outcome_.recoding);
        note_suppressed(task);
        return outcome_;
    }

    /// By the labels of the node: that attribute on which both sides are most even.
    [[nodiscard]] MarginalDivision divide(const PartitionedSources::Size& size,
                                          std::span<const Marginal> marginals) const override {
        MarginalDivision best;
        std::uint64_t best_side = 0;
        for (std::size_t j = 0; j < marginals.size(); ++j) {
            MarginalDivision division{.attribute = j, .parts = {}};
            const std::uint64_t side = halve(marginals[j], j, division);
            if (side > best_side) {
                best_side = side;
                best = std::move(division);
            }
        }
        if (best_side == 0) {
            refuse_partitions(
                ErrorCode::bad_input,
                fmt::format("and one class of the release has {}, where there is room for "
                            "{}; give {} or so",
                            count_text(size.distinct, "distinct row"),
                            count_text(table_.room),
                            memory_for(size.distinct, table_)));
        }
        return best;
    }

    void solve(Result& piece) const override {
        const RowTypes& types = piece.problem->row_types();
        GlobalRecoding recoding = *recoding_;
        recoding.suppressed.assign(types.size(), false);
        if (!suppressed_.empty()) {
            for (std::size_t type = 0; type < types.size(); ++type) {
                recoding.suppressed[type] = suppressed_.contains(values_of(types, type));
            }
        }
        piece.outcome.ending = Ending::feasible;
        piece.outcome.recoding = std::move(recoding);
        piece.outcome.loss = outcome_.loss;
    }

    [[nodiscard]] bool suppresses() const override { return !suppressed_.empty(); }

private:
    using Values = std::vector<std::uint32_t>;

    [[nodiscard]] bool is_raised(const std::vector<std::size_t>& levels) const {
        for (std::size_t j = 0; j < levels.size(); ++j) {
            if (levels[j] > table_.problem->quasi_identifiers[j].least_level) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] std::vector<std::size_t> finest_levels(const PartitionedSources& rows) const {
        const std::vector<QuasiIdentifier>& attributes = table_.problem->quasi_identifiers;
        std::vector<std::size_t> levels;
        levels.reserve(attributes.size());
        for (const QuasiIdentifier& attribute : attributes) {
            levels.push_back(attribute.least_level);
        }
        while (rows.distinct_at(levels) > table_.room) {
            throw_if_cancelled(*table_.context);
            std::size_t raised = attributes.size();
            std::size_t most = 0;
            for (std::size_t j = 0; j < attributes.size(); ++j) {
                const std::size_t labels =
                    attributes[j].hierarchy.label_count(static_cast<Level>(levels[j]));
                if (levels[j] < attributes[j].greatest_level && labels > most) {
                    most = labels;
                    raised = j;
                }
            }
            if (raised == attributes.size()) {
                refuse_partitions(
                    ErrorCode::bad_input,
                    "and there is not room for them at the highest levels either; give "
                    "more --memory");
            }
            ++levels[raised];
        }
        return levels;
    }

    [[nodiscard]] std::string say(const std::vector<std::size_t>& levels) const {
        std::string raised;
        for (std::size_t j = 0; j < levels.size(); ++j) {
            const QuasiIdentifier& attribute = table_.problem->quasi_identifiers[j];
            if (levels[j] > attribute.least_level) {
                raised +=
                    fmt::format("{}'{}' {}", raised.empty() ? "" : ", ", attribute.name, levels[j]);
            }
        }
        return raised.empty()
                   ? "all levels were searched, for there is room for the row types"
                   : "the search began at the finest levels at which there is room for the row "
                     "types: " +
                         raised + "; a release by lower ones was not looked for";
    }

    /// The row types with what stands for their labels at these levels.
    [[nodiscard]] RowTypes types_at(const PartitionedSources& rows,
                                    const std::vector<std::size_t>& levels) const {
        const Problem& problem = *table_.problem;
        std::vector<std::size_t> numbered = problem.columns;
        for (const std::size_t column : problem.tracked_columns) {
            if (std::ranges::find(numbered, column) == numbered.end()) {
                numbered.push_back(column);
            }
        }
        std::vector<std::vector<Code>> codes(numbered.size());
        std::vector<std::uint64_t> counts;
        rows.take_rows_at(levels, [&](std::span<const Code> of_row, std::uint64_t count) {
            for (std::size_t place = 0; place < of_row.size(); ++place) {
                codes[place].push_back(of_row[place]);
            }
            counts.push_back(count);
        });
        std::vector<std::shared_ptr<const Column>> columns;
        for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
            Column made = problem.table.column(column);
            made.codes =
                CodeVector(counts.size(), std::max<std::size_t>(1, made.dictionary->size()));
            const auto place = std::ranges::find(numbered, column);
            for (std::size_t row = 0; place != numbered.end() && row < counts.size(); ++row) {
                made.codes.set(row, codes[static_cast<std::size_t>(place - numbered.begin())][row]);
            }
            columns.push_back(std::make_shared<const Column>(std::move(made)));
        }
        return make_row_types(Table(std::move(columns), counts.size()),
                              problem.columns,
                              problem.tracked_columns,
                              table_.context->threads,
                              counts);
    }

    /// What a type is released as.
    [[nodiscard]] Values values_of(const RowTypes& types, std::size_t type) const {
        Values out;
        for (std::size_t j = 0; j < types.columns.size(); ++j) {
            out.push_back(recoding_->attributes[j].value_of_code[types.columns[j][type]]);
        }
        return out;
    }

    void note_suppressed(const Task& task) {
        const RowTypes& types = task.row_types();
        for (std::size_t type = 0; type < types.size(); ++type) {
            if (recoding_->suppressed[type]) {
                suppressed_.insert(values_of(types, type));
            }
        }
    }

    /// Codes up to half of the rows, label by label, and the others; the rows of the smaller side,
    /// 0 where there is one label.
    [[nodiscard]] std::uint64_t halve(const Marginal& marginal,
                                      std::size_t attribute,
                                      MarginalDivision& division) const {
        const std::vector<std::uint32_t>& label_of = recoding_->attributes[attribute].value_of_code;
        std::vector<std::pair<std::uint32_t, std::size_t>> by_label;
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < marginal.codes.size(); ++i) {
            by_label.emplace_back(label_of[marginal.codes[i]], i);
            all += marginal.counts[i];
        }
        std::ranges::sort(by_label);
        division.parts.assign(2, {});
        std::uint64_t below = 0;
        std::size_t place = 0;
        while (place < by_label.size()) {
            std::uint64_t of_label = 0;
            std::size_t end = place;
            while (end < by_label.size() && by_label[end].first == by_label[place].first) {
                of_label += marginal.counts[by_label[end++].second];
            }
            if (place > 0 && 2 * below + of_label > all) {
                break;
            }
            below += of_label;
            place = end;
        }
        for (std::size_t i = 0; i < by_label.size(); ++i) {
            division.parts[i < place ? 0 : 1].push_back(marginal.codes[by_label[i].second]);
        }
        std::ranges::for_each(division.parts, [](auto& part) { std::ranges::sort(part); });
        return std::min(below, all - below);
    }

    PartitionedTable table_;
    std::unique_ptr<Method> method_;
    Outcome outcome_;
    const GlobalRecoding* recoding_ = nullptr;
    std::set<Values> suppressed_;  ///< what classes show whose rows are suppressed
};

}  // namespace

std::unique_ptr<PartitionPlan> plan_by_levels(const PartitionedTable& table) {
    return std::make_unique<LevelPlan>(table);
}

}  // namespace kanon::detail
