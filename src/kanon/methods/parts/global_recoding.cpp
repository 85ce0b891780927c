// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/global_recoding.hpp"

#include "kanon/methods/parts/node_evaluator.hpp"
#include "kanon/methods/parts/node_groups.hpp"

#include <utility>

namespace kanon {

GlobalRecoding::Attribute recode_to_level(const Hierarchy& hierarchy, Level level) {
    GlobalRecoding::Attribute attribute;
    attribute.value_of_code = hierarchy.level_map(level);
    const auto kind = level == 0 ? ReleasedValue::Kind::exact : ReleasedValue::Kind::label;
    for (Code label = 0; label < hierarchy.label_count(level); ++label) {
        attribute.domain.values.push_back({.kind = kind, .first = label, .second = level});
    }
    return attribute;
}

GlobalRecoding recode_to_node(const Problem& problem,
                              const LevelTables& tables,
                              std::span<const Level> node) {
    GlobalRecoding recoding;
    recoding.node.emplace(node.begin(), node.end());
    for (std::size_t j = 0; j < node.size(); ++j) {
        recoding.attributes.push_back(
            recode_to_level(problem.quasi_identifiers[j].hierarchy, node[j]));
    }
    const Node bottom(node.size(), 0);
    const NodeGroups types = groups_of_row_types(problem.row_types, tables, bottom);
    NodeEvaluator evaluator(problem, tables);
    static_cast<void>(evaluator.check(types, node));
    recoding.suppressed = evaluator.suppressed_source_groups(types);
    return recoding;
}

GlobalRecoding recode_to_parts(std::span<const OrderedDomain> domains,
                               std::span<const DomainCut> cuts,
                               std::vector<bool> suppressed) {
    GlobalRecoding recoding;
    recoding.suppressed = std::move(suppressed);
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        GlobalRecoding::Attribute& attribute = recoding.attributes.emplace_back();
        attribute.value_of_code = part_of_code(domains[j], cuts[j]);
        for (std::size_t part = 0; part < cuts[j].size(); ++part) {
            const RankRun run = part_run(cuts[j], part, domains[j].size());
            attribute.domain.values.push_back(domains[j].released(run, attribute.domain));
        }
    }
    return recoding;
}

}  // namespace kanon
