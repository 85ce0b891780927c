// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/node_recoding.hpp"

#include "kanon/release/recoding/level_recoding.hpp"

namespace kanon::full_domain {

GlobalRecoding recode_to_node(NodeEvaluator& evaluator,
                              const NodeGroups& base,
                              std::span<const Level> node) {
    const Task& task = evaluator.task();
    GlobalRecoding recoding;
    recoding.node.emplace(node.begin(), node.end());
    for (std::size_t j = 0; j < node.size(); ++j) {
        recoding.attributes.push_back(
            recode_to_level(task.quasi_identifiers[j].hierarchy, node[j]));
    }
    const Node bottom(node.size(), 0);
    if (base.node == bottom) {
        static_cast<void>(evaluator.check(base, node));
        recoding.suppressed = evaluator.suppressed_source_groups(base);
    } else {
        const NodeGroups types = groups_of_row_types(task, evaluator.tables(), bottom);
        static_cast<void>(evaluator.check(types, node));
        recoding.suppressed = evaluator.suppressed_source_groups(types);
    }
    recoding.suppressed.resize(task.row_types().size());  // behind them are those of the population
    return recoding;
}

}  // namespace kanon::full_domain
