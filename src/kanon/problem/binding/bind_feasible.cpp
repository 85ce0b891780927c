// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/column_facts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::detail {
namespace {

/// What a count of values leaves out and puts together, where it does.
std::string_view how_counted(const TrackedAttribute& attribute) {
    const bool merges = attribute.value_of != nullptr;
    if (attribute.dictionary->missing()) {
        return merges ? " (missing is none, and notations of one number or date count as one)"
                      : " (missing is none)";
    }
    return merges ? " (notations of one number or date count as one)" : "";
}

/// A figure for people; infinite ones have no number.
std::string figure_text(double figure) {
    return std::isinf(figure) ? "no finite figure" : fmt::format("{:.6g}", figure);
}

/// Refuse a promise that no class of the table can keep.
void check_best(const Problem& problem, const PrivacyModel& model) {
    const std::optional<double> best = model.best_possible();
    const bool reached =
        !best || (model.more_is_better() ? *best >= model.required() : *best <= model.required());
    if (reached) {
        return;
    }
    const TrackedAttribute& attribute = problem.tracked[model.tracked().value()];
    const std::string why =
        model.counts_values()
            ? fmt::format("the whole table has only {}{}; choose a smaller {}",
                          count_text(static_cast<std::uint64_t>(*best), "distinct value"),
                          how_counted(attribute),
                          model.name().substr(0, 1))
            : fmt::format("the best that any class can have is {} of {}; ask for less",
                          figure_text(*best),
                          figure_text(model.required()));
    throw Error(ErrorCode::infeasible,
                fmt::format("{} cannot be kept: {}", model.describe(), why),
                Where{.file = "", .line = 0, .column = 0, .attribute = attribute.name});
}

/// The whole table as a class, as far as one tracked column and the population tell.
class WholeTable {
public:
    WholeTable(const Problem& problem, std::optional<std::size_t> place, std::uint64_t people)
        : rows_(problem.data_rows()), people_(people), histograms_(problem.tracked_columns.size()) {
        if (place) {
            count(problem, *place);
        }
    }

    [[nodiscard]] ClassView view() const {
        return {.rows = rows_, .histograms = histograms_, .population = people_};
    }

private:
    void count(const Problem& problem, std::size_t place) {
        const std::vector<std::uint64_t> counted =
            rows_of_codes(problem.judged().column(problem.tracked_columns[place]), problem.counts);
        for (Code code = 0; code < counted.size(); ++code) {
            if (counted[code] > 0) {
                codes_.push_back(code);
                counts_.push_back(static_cast<std::uint32_t>(counted[code]));
            }
        }
        histograms_[place] = {.values = codes_, .counts = counts_};
    }

    std::uint64_t rows_;
    std::uint64_t people_;
    std::vector<Code> codes_;
    std::vector<std::uint32_t> counts_;
    std::vector<HistogramView> histograms_;
};

/// Refuse an average that even the table as one class is above: no release has fewer classes, and
/// what is suppressed makes each the worse.
void check_least_average(const Problem& problem, const PrivacyModel& model) {
    if (!model.judges_average()) {
        return;
    }
    const WholeTable table(problem, model.tracked(), 0);
    const double least = model.achieved(table.view());
    if (least <= model.required()) {
        return;
    }
    throw Error(ErrorCode::infeasible,
                fmt::format("{} cannot be kept: with the table of {} as one class it is {}, and no "
                            "release has less; ask for a greater one, or take more rows",
                            model.describe(),
                            count_text(problem.data_rows(), "row"),
                            figure_text(least)));
}

/// Refuse a promise that the table as one class breaks, where all rows must be in classes and
/// unions of classes that hold hold too: no classes can keep it then. Candidates of freeform
/// releases are no such classes.
void check_one_class(const Problem& problem, std::uint64_t people, const PrivacyModel& model) {
    const bool in_classes = problem.recoding_model == RecodingModel::classes;
    const bool looks_beyond_rows = model.tracked() || model.counts_population();
    if (!looks_beyond_rows || problem.suppression_limit > 0 || !in_classes ||
        model.monotony() == Monotony::none) {
        return;
    }
    const WholeTable table(problem, model.tracked(), people);
    if (model.holds(table.view())) {
        return;
    }
    throw Error(
        ErrorCode::infeasible,
        fmt::format("{} cannot be kept without suppression: the whole table as one class has {} "
                    "of {}, and some class of any other release has no better; ask for less, or "
                    "allow rows to be suppressed (--max-suppression)",
                    model.describe(),
                    figure_text(model.achieved(table.view())),
                    figure_text(model.required())),
        Where{.attribute = model.tracked() ? problem.tracked[*model.tracked()].name : ""});
}

}  // namespace

void check_feasible(const Problem& problem, std::uint64_t people, bool by_whole_table) {
    const std::uint64_t n = problem.data_rows();
    if (n < problem.k) {
        throw Error(ErrorCode::infeasible,
                    fmt::format("the table has {}, fewer than k = {}; no class can have k rows, so "
                                "choose a smaller k or more rows",
                                count_text(n, "row"),
                                problem.k));
    }
    for (const auto& model : problem.models) {
        check_best(problem, *model);
        check_least_average(problem, *model);
        if (by_whole_table) {
            check_one_class(problem, people, *model);
        }
    }
}

}  // namespace kanon::detail
