// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/comparison.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <string_view>

namespace kanon {
namespace {

using Cells = std::vector<std::string>;

std::string share_cell(const std::optional<double>& value) {
    return value ? percent_text(*value) : "-";
}

Cells cells_of(const ComparedRun& run) {
    Cells cells{run.made_by.empty() || run.made_by == run.method ? run.method
                                                                 : run.method + ": " + run.made_by,
                run.k ? std::to_string(*run.k) : "-"};
    if (!run.refused.empty()) {
        cells.insert(cells.end(), {"none", "", "", "", "", "", "", ""});
        return cells;
    }
    const Measures& measures = run.measures;
    const bool of_classes = measures.classes > 0;
    const auto figure = [](std::optional<double> value) {
        return value ? fmt::format("{:.4g}", *value) : std::string("-");
    };
    cells.push_back(figure(run.loss));
    cells.push_back(figure(run.lower_bound));
    cells.push_back(share_cell(run.gap));
    cells.push_back(count_text(measures.suppressed_rows));
    cells.push_back(of_classes ? count_text(measures.classes) : "-");
    cells.push_back(share_cell(run.highest_risk));
    cells.push_back(share_cell(run.average_risk));
    cells.push_back(fmt::format("{:.2f}", run.seconds));
    return cells;
}

/// The loss that all releases have; "loss" where methods work for several.
std::string loss_heading(const Comparison& comparison) {
    std::optional<Objective> only;
    for (const ComparedRun& run : comparison.runs) {
        if (run.refused.empty()) {
            if (only && *only != run.objective) {
                return "loss";
            }
            only = run.objective;
        }
    }
    return only ? "loss (" + std::string(info(*only).name) + ")" : "loss";
}

/// A line for runs of one method, one after another, that were refused for the same reason.
std::vector<std::string> refusal_lines(const Comparison& comparison) {
    std::vector<std::string> lines;
    const std::vector<ComparedRun>& runs = comparison.runs;
    for (std::size_t i = 0; i < runs.size();) {
        const ComparedRun& first = runs[i];
        std::string ks;
        for (;
             i < runs.size() && runs[i].method == first.method && runs[i].refused == first.refused;
             ++i) {
            ks += runs[i].k ? fmt::format("{}{}", ks.empty() ? ", k = " : ", ", *runs[i].k) : "";
        }
        if (!first.refused.empty()) {
            lines.push_back(first.method + ks + ": " + first.refused);
        }
    }
    return lines;
}

}  // namespace

std::vector<std::vector<std::string>> comparison_rows(const Comparison& comparison) {
    std::vector<Cells> rows{{"method",
                             "k",
                             loss_heading(comparison),
                             "bound",
                             "gap",
                             "suppressed",
                             "classes",
                             "highest risk",
                             "average risk",
                             "seconds"}};
    for (const ComparedRun& run : comparison.runs) {
        rows.push_back(cells_of(run));
    }
    return rows;
}

std::string comparison_notes(const Comparison& comparison) {
    std::string out;
    section(out, "No release", refusal_lines(comparison));
    section(out, "Warnings", open_warning_lines(comparison.warnings));
    section(out, "Warnings accepted by the policy", accepted_warning_lines(comparison.warnings));
    section(out, "Assumed", comparison.problem->assumptions);
    return out;
}

}  // namespace kanon
