// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/exploration.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/node_wording.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json attributes_part(const Problem& problem) {
    Json list = Json::array();
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        Json labels = Json::array();
        for (Level level = 0; level <= qi.hierarchy.height(); ++level) {
            labels.push_back(qi.hierarchy.label_count(level));
        }
        list.push_back({{"name", qi.name},
                        {"height", qi.hierarchy.height()},
                        {"least_level", qi.least_level},
                        {"greatest_level", qi.greatest_level},
                        {"labels", std::move(labels)}});
    }
    return list;
}

Json privacy_part(const Problem& problem) {
    Json list = Json::array();
    for (const auto& model : problem.models) {
        list.push_back(model->describe());
    }
    return list;
}

/// The document without its nodes.
Json head_of(const ExplorationRecord& record) {
    const SolutionSpace& space = *record.space;
    const auto count = [&space](auto is) {
        return std::count_if(space.nodes.begin(), space.nodes.end(), is);
    };
    Json head{{"schema", kDocumentSchema}, {"note", kCustodianNote}, {"version", record.version}};
    head["rows"] = record.problem->row_types().row_count();
    head["suppression_limit"] = record.problem->suppression_limit;
    head["privacy"] = privacy_part(*record.problem);
    head["objective"] = info(record.problem->objective).name;
    head["front_loss"] = key_of(info(space.front_loss).name);
    head["attributes"] = attributes_part(*record.problem);
    head["lattice_nodes"] = or_null(space.lattice_nodes);
    head["decided_nodes"] = space.nodes.size();
    head["whole"] = space.whole();
    head["out_of_time"] = space.stopped;
    head["feasible_nodes"] = count([](const DecidedNode& node) { return node.feasible; });
    head["minimal_nodes"] =
        count([](const DecidedNode& node) { return node.minimal.value_or(false); });
    head["method"] = record.method;
    head["ending"] = to_string(record.outcome->ending);
    head["chosen"] = record.chosen ? Json(space.nodes[*record.chosen].levels) : Json(nullptr);
    head["assumptions"] = record.problem->assumptions;
    head["warnings"] = warnings_json(record.problem->warnings);
    return head;
}

Json node_part(const DecidedNode& node) {
    Json losses = Json::object();
    for (const ObjectiveInfo& objective : objectives()) {
        if (objective.objective != Objective::sse) {  // of aggregates, and no node has any
            losses[key_of(objective.name)] =
                json_number(objective_value(objective.objective, node.loss));
        }
    }
    return {{"levels", node.levels},
            {"feasible", node.feasible},
            {"minimal", or_null(node.minimal)},
            {"front", node.front},
            {"suppressed_rows", node.loss.suppressed_rows},
            {"classes", node.loss.classes},
            {"losses", std::move(losses)}};
}

}  // namespace

void write_space_json(const ExplorationRecord& record, const TextSink& sink) {
    std::string separator = "{\n";
    const Json head = head_of(record);
    for (const auto& [key, value] : head.items()) {
        sink(separator + "  " + json_line(key) + ": " + json_line(value));
        separator = ",\n";
    }
    sink(",\n  \"nodes\": [\n");
    separator.clear();
    for (const DecidedNode& node : record.space->nodes) {
        sink(separator + "    " + json_line(node_part(node)));
        separator = ",\n";
    }
    sink("\n  ]\n}\n");
}

}  // namespace kanon
