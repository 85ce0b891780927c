// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/report/exploration.hpp"
#include "kanon/report/node_wording.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kanon {
namespace {

/// Nodes of the front that a terminal is shown.
constexpr std::size_t kMostLines = 20;

std::string chosen_line(const ExplorationRecord& record, const std::vector<std::string>& names) {
    if (!record.chosen) {
        const std::string& reason = record.outcome->reason;
        return "none by " + record.method + (reason.empty() ? ", out of time" : ": " + reason);
    }
    const DecidedNode& node = record.space->nodes[*record.chosen];
    const Objective objective = record.problem->objective;
    return fmt::format("{} by {} ({}): {} {}, {} suppressed",
                       node_label(names, node.levels),
                       record.method,
                       to_string(record.outcome->ending),
                       info(objective).name,
                       loss_text(objective_value(objective, node.loss)),
                       count_text(node.loss.suppressed_rows, "row"));
}

std::string names_line(const Problem& problem, const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const QuasiIdentifier& qi = problem.quasi_identifiers[j];
        out += fmt::format(
            "{}{} {} 0-{}", j > 0 ? ", " : "", names[j], one_line(qi.name), qi.hierarchy.height());
    }
    return out;
}

/// The front in the order of suppressed rows.
std::vector<const DecidedNode*> front_of(const SolutionSpace& space) {
    std::vector<const DecidedNode*> front;
    for (const DecidedNode& node : space.nodes) {
        if (node.front) {
            front.push_back(&node);
        }
    }
    std::stable_sort(front.begin(), front.end(), [](const auto* a, const auto* b) {
        return a->loss.suppressed_rows < b->loss.suppressed_rows;
    });
    return front;
}

std::string front_lines(const ExplorationRecord& record, const std::vector<std::string>& names) {
    const std::vector<const DecidedNode*> front = front_of(*record.space);
    std::string out = fmt::format("\nLeast {} for the rows suppressed ({} allowed)\n",
                                  info(record.space->front_loss).name,
                                  count_text(record.problem->suppression_limit));
    for (std::size_t i = 0; i < front.size() && i < kMostLines; ++i) {
        const double loss = objective_value(record.space->front_loss, front[i]->loss);
        out += fmt::format("  {:>12}  {:<10}  {}{}\n",
                           count_text(front[i]->loss.suppressed_rows, "row"),
                           loss_text(loss),
                           node_label(names, front[i]->levels),
                           front[i]->feasible ? "" : "  not allowed");
    }
    if (front.size() > kMostLines) {
        out += fmt::format("  and {} more\n", front.size() - kMostLines);
    }
    return front.empty() ? "" : out;
}

}  // namespace

std::string space_text(const ExplorationRecord& record) {
    const SolutionSpace& space = *record.space;
    const std::vector<std::string> names = short_names(*record.problem);
    std::uint64_t feasible = 0;
    std::uint64_t minimal = 0;
    for (const DecidedNode& node : space.nodes) {
        feasible += node.feasible ? 1U : 0U;
        minimal += node.minimal.value_or(false) ? 1U : 0U;
    }
    std::string out = fmt::format("kanon {}: {}, {} quasi-identifiers, a lattice of {}\n",
                                  record.version,
                                  count_text(record.problem->row_types().row_count(), "row"),
                                  names.size(),
                                  lattice_text(space));
    out += fmt::format("  decided   {}\n", decided_text(space));
    out += fmt::format("  feasible  {}, of which {}{} minimal\n",
                       count_text(feasible),
                       space.whole() ? "" : "at least ",
                       count_text(minimal));
    out += fmt::format("  chosen    {}\n", chosen_line(record, names));
    if (!record.method_why.empty()) {
        out += fmt::format("            {}\n", record.method_why);
    }
    out += fmt::format("  levels    {}\n", names_line(*record.problem, names));
    out += front_lines(record, names);
    section(out, "Warnings", open_warning_lines(record.problem->warnings));
    section(
        out, "Warnings accepted by the policy", accepted_warning_lines(record.problem->warnings));
    section(out, "Assumed", record.problem->assumptions);
    return out;
}

}  // namespace kanon
