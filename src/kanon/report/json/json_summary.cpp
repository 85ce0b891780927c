// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/protection.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/report/html/guessed.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/run_risk.hpp"
#include "kanon/report/verdict.hpp"
#include "kanon/report/wording.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

Json objective_part(const RunRecord& record) {
    const Outcome& outcome = *record.outcome;
    return {{"name", info(record.problem->objective).name},
            {"value", json_number(outcome.loss)},
            {"lower_bound", json_number(outcome.lower_bound)},
            {"gap", json_number(gap_of(outcome))},
            {"bound_scope", outcome.lower_bound ? Json(record.recoding) : Json(nullptr)},
            {"proven_optimal", outcome.ending == Ending::optimal}};
}

Json excludes_part(const Proof& proof) {
    Json list = Json::array();
    for (const Exclusion& exclusion : proof.excludes) {
        list.push_back({{"attack", exclusion.attack}, {"because", exclusion.because}});
    }
    return list;
}

Json privacy_part(const AuditReport& audit) {
    Json list = Json::array();
    for (const Proof& proof : audit.proofs) {
        list.push_back({{"model", proof.model},
                        {"describe", proof.describe},
                        {"limit", limit_word(proof)},
                        {"required", json_number(proof.required)},
                        {"achieved", json_number(proof.achieved)},
                        {"excludes", excludes_part(proof)}});
        add_adversary(proof.against, list.back());
    }
    return list;
}

Json recoding_part(const RunRecord& record) {
    Json part{{"kind", record.recoding}};
    if (!record.applied_from.empty()) {
        part["applied_from"] = record.applied_from;
    }
    if (const Node* node = view_of(record.outcome->recoding).node) {
        Json levels = Json::object();
        for (std::size_t j = 0; j < node->size(); ++j) {
            const QuasiIdentifier& qi = record.problem->quasi_identifiers[j];
            levels[qi.name] = {{"level", (*node)[j]}, {"height", qi.hierarchy.height()}};
        }
        part["levels"] = std::move(levels);
    }
    return part;
}

/// Levels in the order of the quasi-identifiers.
Json minimal_nodes_part(const Outcome& outcome) {
    Json list = Json::array();
    for (const Node& node : outcome.minimal_nodes) {
        list.push_back(node);
    }
    return list;
}

Json attributes_part(const RunRecord& record) {
    Json part = Json::object();
    for (std::size_t j = 0; j < record.problem->quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& qi = record.problem->quasi_identifiers[j];
        const bool by_mean = qi.aggregate && qi.aggregate->kind == Aggregate::Kind::mean;
        part[qi.name] = {
            {"ncp", json_number(record.audit->measures.attribute_ncp[j])},
            {"weight", qi.weight},
            {"aggregate", qi.aggregate ? Json(to_string(qi.aggregate->kind)) : Json(nullptr)},
            {"digits", by_mean ? Json(qi.aggregate->digits) : Json(nullptr)},
            {"sse", json_number(record.audit->measures.attribute_sse[j])}};
    }
    return part;
}

/// The role of every column that the policy, or the run in its place, decided on.
Json roles_part(const Policy& policy) {
    Json part = Json::object();
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.role) {
            part[attribute.name] = to_string(*attribute.role);
        }
    }
    return part;
}

/// By column; what nobody asked for is left out.
Json coded_part(const AuditReport& audit) {
    Json part = Json::object();
    for (const CodingFigures& figures : audit.codings) {
        Json& column = part[figures.column];
        const ValueCoding& coding = figures.coding;
        if (!coding.derive.empty()) {
            column["derive"] = coding.derive;
            column["derived_rows"] = figures.derived_rows;
        }
        if (!coding.bottom.empty()) {
            column["bottom"] = coding.bottom;
            column["bottom_rows"] = figures.low_rows;
        }
        if (!coding.top.empty()) {
            column["top"] = coding.top;
            column["top_rows"] = figures.high_rows;
        }
        if (!coding.round.empty()) {
            column["round"] = coding.round;
            column["rounded_rows"] = figures.rounded_rows;
        }
        column["loss"] = json_number(figures.loss);
    }
    return part;
}

/// What became of lists.
Json lists_part(const AuditReport& audit) {
    if (!audit.lists) {
        return nullptr;
    }
    const ListFigures& lists = *audit.lists;
    return {{"column", lists.column},
            {"method", lists.method},
            {"k", lists.k},
            {"m", lists.m},
            {"l", lists.l},
            {"items", lists.items},
            {"kept_items", lists.kept},
            {"left_out_items", lists.dropped},
            {"loss", json_number(lists.loss)},
            {"sets", lists.sets},
            {"least_lists", lists.least_support},
            {"worst_share", json_number(lists.worst_share)}};
}

/// Columns that are coded under a secret key, of which nothing stands here.
Json pseudonymous_part(const AuditReport& audit) {
    if (audit.keyed.empty()) {
        return nullptr;
    }
    Json part = Json::object();
    for (const KeyedFigures& figures : audit.keyed) {
        Json& column = part[figures.column];
        if (figures.shift) {
            column["shift"] = {{"by", figures.shift->by},
                               {"within_days", figures.shift->range.within},
                               {"weekdays", figures.shift->range.keeps_weekdays},
                               {"persons", figures.values}};
        } else {
            column["pseudonyms"] = figures.values;
        }
    }
    return part;
}

/// Disclosed rows by column.
Json disclosed_part(const RunRecord& record) {
    Json part = Json::object();
    for (const DisclosedRows& column : record.disclosed) {
        part[column.column] = column.rows;
    }
    return part;
}

Json seconds_part(const StageSeconds& seconds) {
    return {{"read", seconds.read},
            {"bind", seconds.bind},
            {"solve", seconds.solve},
            {"apply", seconds.apply},
            {"audit", seconds.audit},
            {"evaluate", seconds.evaluate},
            {"write", seconds.write},
            {"total", seconds.total}};
}

/// A figure of classes, of which a release by candidates has none.
template <class Figure>
Json of_classes(const RunRecord& record, Figure figure) {
    return record.audit->candidates ? Json(nullptr) : Json(figure);
}

Json candidates_part(const AuditReport& audit) {
    if (!audit.candidates) {
        return nullptr;
    }
    return {{"least", audit.candidates->least},
            {"mean", audit.candidates->mean},
            {"whole", audit.candidates->whole}};
}

Json tried_part(const RunRecord& record) {
    Json out = Json::array();
    for (const Tried& one : record.tried) {
        out.push_back({{"method", one.method},
                       {"ending", to_string(one.ending)},
                       {"value", one.loss ? json_number(*one.loss) : Json(nullptr)}});
    }
    return out;
}

Json verdict_part(const RunRecord& record) {
    const Verdict verdict = verdict_of(record);
    return {{"status", to_string(verdict.status)}, {"text", verdict.headline}};
}

Json hash_or_null(const std::string& hash) {
    return hash.empty() ? Json(nullptr) : Json(hash);
}

Json hashes_part(const RunRecord& record) {
    return {{"input", record.input_sha256},
            {"policy", hash_or_null(record.policy->sha256)},
            {"release", hash_or_null(record.release_sha256)}};
}

/// What is known of columns by name.
void add_columns(const RunRecord& record, Json& out) {
    out["roles"] = roles_part(record.problem->policy);
    out["attributes"] = attributes_part(record);
    out["disclosed"] = disclosed_part(record);
    out["coded"] = coded_part(*record.audit);
    out["lists"] = lists_part(*record.audit);
    out["pseudonymous"] = pseudonymous_part(*record.audit);
}

}  // namespace

std::string json_summary(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    Json out{{"schema", kSummarySchema},
             {"method", record.method},
             {"model", record.recoding},
             {"ending", to_string(record.outcome->ending)},
             {"k", record.problem->k},
             {"rows", measures.rows},
             {"released_rows", measures.released_rows},
             {"suppressed_rows", measures.suppressed_rows},
             {"counterfeits",
              record.problem->counterfeits ? Json(*record.problem->counterfeits) : Json(nullptr)},
             {"suppression_limit", record.problem->suppression_limit},
             {"dropped_rows", record.problem->dropped_rows},
             {"shuffled", record.problem->shuffle},
             {"classes", of_classes(record, measures.classes)},
             {"min_class", of_classes(record, measures.min_class)},
             {"avg_class", of_classes(record, measures.avg_class)},
             {"max_class", of_classes(record, measures.max_class)},
             {"candidates", candidates_part(*record.audit)},
             {"stars", measures.stars},
             {"gcp", json_number(measures.gcp)},
             {"lm", json_number(measures.lm)},
             {"sse", json_number(measures.sse)},
             {"cm", json_number(measures.cm)},
             {"dm", json_number(measures.dm)},
             {"c_avg", json_number(measures.c_avg)},
             {"usefulness", json_number(measures.usefulness)}};
    out["objective"] = objective_part(record);
    out["privacy"] = privacy_part(*record.audit);
    out["risk"] = run_risk_json(record);
    out["person"] =
        record.problem->policy.person.empty() ? Json(nullptr) : Json(record.problem->policy.person);
    add_columns(record, out);
    out["protection"] = {{"diversity", columns_with_added_promises(*record.problem)}};
    out["recoding"] = recoding_part(record);
    out["minimal_nodes"] = minimal_nodes_part(*record.outcome);
    Json stats = Json::object();
    for (const auto& [name, figure] : record.outcome->stats) {
        stats[name] = json_number(figure);
    }
    out["search"] = std::move(stats);
    out["tried"] = tried_part(record);
    out["verdict"] = verdict_part(record);
    out["warnings"] = warnings_json(warnings_of(record));
    out["source"] = record.inputs;
    out["target"] = record.outputs;
    out["sha256"] = hashes_part(record);
    out["assumptions"] = assumptions_of(record);
    for (std::string& line : guessed_loss_lines(record)) {
        out["assumptions"].push_back(std::move(line));
    }
    out["not_proven"] = record.audit->not_proven;
    out["evaluation"] =
        record.evaluation == nullptr ? Json(nullptr) : evaluation_part(*record.evaluation);
    out["seconds"] = seconds_part(record.seconds);
    out["peak_rss_mb"] = record.peak_rss_mb;
    out["threads"] = record.threads;
    out["seed"] = record.seed;
    out["version"] = record.version;
    return json_document(out);
}

}  // namespace kanon
