// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/node_wording.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace kanon {
namespace {

/// In lower case, as far as it is ASCII.
std::string folded(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

std::string capitalized(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
}

bool tells_apart(std::string_view start, std::size_t own, const std::vector<std::string>& names) {
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (j != own && names[j].starts_with(start)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::string> short_names(const Problem& problem) {
    std::vector<std::string> names;
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        names.push_back(folded(one_line(qi.name)));
    }
    std::vector<std::string> out;
    for (std::size_t j = 0; j < names.size(); ++j) {
        const std::size_t whole = code_point_count(names[j]);
        std::size_t length = std::min<std::size_t>(1, whole);
        while (length < whole && !tells_apart(first_code_points(names[j], length), j, names)) {
            ++length;
        }
        out.push_back(capitalized(std::string(first_code_points(names[j], length))));
    }
    return out;
}

std::string node_label(const std::vector<std::string>& names, std::span<const Level> levels) {
    std::string out;
    for (std::size_t j = 0; j < levels.size(); ++j) {
        out += fmt::format("{}{}{}", j > 0 ? "," : "", names[j], levels[j]);
    }
    return "<" + out + ">";
}

std::string loss_text(double loss) {
    return std::isfinite(loss) ? fmt::format("{:.4g}", loss) : "-";
}

std::string node_text(const ExplorationRecord& record, const DecidedNode& node) {
    std::string out = node.feasible ? "keeps the promises" : "does not keep the promises";
    if (node.minimal.value_or(false)) {
        out += ", minimal";
    }
    if (node.front) {
        out += ", on the front";
    }
    if (record.chosen && &record.space->nodes[*record.chosen] == &node) {
        out += ", chosen";
    }
    out += fmt::format("; {} suppressed, {}",
                       count_text(node.loss.suppressed_rows, "row"),
                       count_text(node.loss.classes, "class"));
    for (const ObjectiveInfo& objective : objectives()) {
        const double loss = objective_value(objective.objective, node.loss);
        if (std::isfinite(loss)) {
            out += fmt::format("; {} {}", objective.name, loss_text(loss));
        }
    }
    return out;
}

std::string lattice_text(const SolutionSpace& space) {
    if (!space.lattice_nodes) {
        return "more than 2^64 nodes";
    }
    return count_text(*space.lattice_nodes, "node");
}

std::string decided_text(const SolutionSpace& space) {
    if (space.whole()) {
        return "all " + lattice_text(space);
    }
    return fmt::format("{} of {}, those nearest to the node chosen: the space is not whole{}",
                       count_text(space.nodes.size()),
                       lattice_text(space),
                       space.stopped ? " (out of time)" : "");
}

std::string key_of(std::string_view name) {
    std::string out(name);
    std::replace(out.begin(), out.end(), '-', '_');
    return out;
}

}  // namespace kanon
