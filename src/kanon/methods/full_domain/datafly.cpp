// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/datafly.hpp"

#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"

#include <optional>

namespace kanon::full_domain {
namespace {

/// Raise the attribute of most distinct values; false if none can be raised.
bool generalize(const Task& task, Node& node) {
    std::optional<std::size_t> chosen;
    std::size_t most = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        const QuasiIdentifier& qi = task.quasi_identifiers[j];
        const std::size_t values = qi.hierarchy.label_count(node[j]);
        if (node[j] < qi.greatest_level && values > most) {
            chosen = j;
            most = values;
        }
    }
    if (chosen) {
        ++node[*chosen];
    }
    return chosen.has_value();
}

class Datafly final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        NodeSearch search(task, context);
        Node node = search.lattice().bottom();
        bool found = false;
        bool more = true;
        while (!found && more && !search.stopped()) {
            found = search.check(node);
            more = found || generalize(task, node);
        }
        if (found) {
            return search.finish(search.best(), Ending::feasible);
        }
        return search.finish(choose_beside_path("datafly", search), Ending::feasible);
    }
};

}  // namespace

std::unique_ptr<Method> make_datafly(const OptionMap& /*options*/) {
    return std::make_unique<Datafly>();
}

}  // namespace kanon::full_domain
