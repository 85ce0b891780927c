// SPDX-License-Identifier: Apache-2.0
#include "answers/hierarchy_answers.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace kanon::serve {
namespace {

/// More values than these are edited as intervals, masks or in a file, and no longer by hand.
constexpr std::size_t kMostEdited = 400;
constexpr std::size_t kMostLabels = 60;

HierarchySpec spec_of(const Policy& policy, const std::string& column) {
    const AttributePolicy* const attribute = policy.find(column);
    return attribute == nullptr ? HierarchySpec{} : attribute->hierarchy;
}

std::vector<std::uint64_t> count_rows(const Column& column, std::size_t rows) {
    std::vector<std::uint64_t> out(column.dictionary->size());
    for (std::size_t row = 0; row < rows; ++row) {
        ++out[column.codes[row]];
    }
    return out;
}

/// The mean over the rows of (values that a label covers - 1) / (values - 1).
double loss_of(const Hierarchy& hierarchy, Level level, const std::vector<std::uint64_t>& rows) {
    const double others = static_cast<double>(hierarchy.domain_size()) - 1;
    double sum = 0;
    double all = 0;
    for (std::size_t code = 0; code < rows.size(); ++code) {
        const Code label = hierarchy.label_of(level, static_cast<Code>(code));
        const auto weight = static_cast<double>(rows[code]);
        sum += weight * (static_cast<double>(hierarchy.cover_count(level, label)) - 1);
        all += weight;
    }
    return others > 0 && all > 0 ? sum / others / all : 0;
}

Json level_json(const Hierarchy& hierarchy, Level level, const std::vector<std::uint64_t>& rows) {
    std::vector<std::uint64_t> sums(hierarchy.label_count(level));
    for (std::size_t code = 0; code < rows.size(); ++code) {
        sums[hierarchy.label_of(level, static_cast<Code>(code))] += rows[code];
    }
    Json labels = Json::array();
    for (std::size_t label = 0; label < std::min(kMostLabels, sums.size()); ++label) {
        labels.push_back({{"text", hierarchy.text(level, static_cast<Code>(label))},
                          {"values", hierarchy.cover_count(level, static_cast<Code>(label))},
                          {"rows", sums[label]}});
    }
    return {{"level", level},
            {"labels", sums.size()},
            {"loss", loss_of(hierarchy, level, rows)},
            {"first", labels}};
}

}  // namespace

Json hierarchy_json(const Policy& policy, const Column& column, std::size_t rows) {
    const HierarchySpec spec = spec_of(policy, column.name);
    const Hierarchy hierarchy = build_hierarchy(policy, spec, column);
    const std::vector<std::uint64_t> counts = count_rows(column, rows);
    Json levels = Json::array();
    for (unsigned level = 0; level <= hierarchy.height(); ++level) {
        levels.push_back(level_json(hierarchy, static_cast<Level>(level), counts));
    }
    Json paths = nullptr;
    if (hierarchy.domain_size() <= kMostEdited) {
        paths = leaf_paths(hierarchy);
    }
    const bool is_made_up = spec.form == HierarchySpec::Form::automatic || spec.made_up;
    return {{"column", column.name},
            {"type", to_string(column.dictionary->type())},
            {"values", hierarchy.domain_size()},
            {"made_up", is_made_up},
            {"levels", levels},
            {"paths", paths}};
}

std::string hierarchy_file_text(const Policy& policy, const Column& column) {
    const HierarchySpec spec = spec_of(policy, column.name);
    return hierarchy_text(leaf_paths(build_hierarchy(policy, spec, column)));
}

}  // namespace kanon::serve
