// SPDX-License-Identifier: Apache-2.0
#include "world.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/table/values/equal_values.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kanon::test {

Hierarchy hierarchy_of(const Column& column, Level height, const LabelOf& label_of) {
    const Dictionary& dictionary = *column.dictionary;
    std::vector<Hierarchy::LevelMap> levels;
    for (Level level = 1; level <= height; ++level) {
        Hierarchy::LevelMap map;
        std::map<std::string, Code> known;
        for (Code code = 0; code < dictionary.size(); ++code) {
            const std::string label =
                level == height ? "*" : label_of(dictionary.text(code), level);
            const auto [place, is_new] = known.emplace(label, static_cast<Code>(known.size()));
            if (is_new) {
                map.labels.push_back(label);
            }
            map.label_of_code.push_back(place->second);
        }
        levels.push_back(std::move(map));
    }
    return {column.dictionary, std::move(levels), HierarchyKind::file};
}

Problem problem_of(const Table& table, const WorldSpec& spec) {
    Problem problem;
    problem.table = table;
    for (const std::string& name : spec.quasi_identifiers) {
        QuasiIdentifier attribute;
        const std::size_t place = table.find(name).value();
        attribute.name = name;
        attribute.hierarchy = hierarchy_of(table.column(place), spec.height, spec.label_of);
        attribute.greatest_level = attribute.hierarchy.height();
        problem.quasi_identifiers.push_back(std::move(attribute));
        problem.columns.push_back(place);
    }
    for (const std::string& name : spec.withheld) {
        problem.withheld.push_back(table.find(name).value());
    }
    for (const ModelSpec& model : spec.models) {
        std::optional<ModelContext> tracked;
        if (!model.attribute.empty()) {
            const std::size_t column = table.find(model.attribute).value();
            const Column& values = table.column(column);
            tracked = {.place = problem.tracked_columns.size(),
                       .missing = values.dictionary->missing()};
            std::vector<Code> equal = equal_values(*values.dictionary);
            if (!equal.empty()) {
                tracked->value_of = std::make_shared<const std::vector<Code>>(std::move(equal));
            }
            problem.tracked_columns.push_back(column);
            problem.tracked.push_back({.name = values.name,
                                       .dictionary = values.dictionary,
                                       .value_of = tracked->value_of});
        }
        problem.models.push_back(
            find_privacy_model(model.name)
                .make({.model = model.name,
                       .parameters = {{model.name.substr(0, 1), model.parameter}},
                       .attribute = model.attribute,
                       .kind = model.kind},
                      tracked));
    }
    problem.k = problem.models.empty() ? 1 : problem.models.front()->least_rows();
    problem.suppression_limit = spec.suppression_limit;
    problem.suppressed = spec.suppressed;
    return problem;
}

AuditReport audit_table(const Problem& problem,
                        const Table& released,
                        AuditOptions options,
                        unsigned threads) {
    RunContext context;
    context.threads = threads;
    return audit(problem, release_from_table(released, problem), options, context);
}

std::vector<std::string> named(const AuditReport& report) {
    std::vector<std::string> out;
    for (const Fault& fault : report.faults) {
        out.push_back(fault.rule + " " + std::to_string(fault.row.value_or(0)) +
                      (fault.attribute.empty() ? "" : " " + fault.attribute));
    }
    return out;
}

}  // namespace kanon::test
