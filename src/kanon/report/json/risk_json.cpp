// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/risk_report.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;
using risk::TableRisk;

Json attacker_part(const std::optional<risk::AttackerRisk>& found) {
    if (!found) {
        return nullptr;
    }
    return {{"highest", found->highest},
            {"average", found->average},
            {"rows_above", found->rows_above}};
}

Json individual_part(const std::optional<risk::AttackerRisk>& found, std::uint64_t rows) {
    Json out = attacker_part(found);
    if (found) {
        out["expected"] = found->average * static_cast<double>(rows);
    }
    return out;
}

Json uniques_part(const std::optional<risk::PopulationUniques>& found) {
    if (!found) {
        return nullptr;
    }
    Json out{{"population", found->population}, {"fraction", found->fraction}};
    for (std::size_t place = 0; place < risk::kUniquesModels.size(); ++place) {
        out[std::string(to_string(risk::kUniquesModels[place]))] =
            json_number(found->people[place]);
    }
    out["chosen"] = to_string(found->chosen);
    out["people"] = found->estimate();
    out["share"] = found->estimate() / found->population;
    return out;
}

Json table_part(const TableRisk& table) {
    return {{"rows", table.found.rows},
            {"suppressed_rows", table.suppressed_rows},
            {"classes", table.found.classes},
            {"subject", to_string(table.subject)},
            {"uniques", table.found.uniques},
            {"prosecutor", attacker_part(table.found.prosecutor)},
            {"journalist", attacker_part(table.found.journalist)},
            {"marketer", table.found.marketer},
            {"least_people", json_number(table.found.least_people)},
            {"individual", individual_part(table.individual, table.found.rows)},
            {"population_uniques", uniques_part(table.uniques)}};
}

Json people_part(const risk::Assessment& assessment) {
    Json out{{"source", to_string(assessment.people)},
             {"sampled", json_number(assessment.fraction)},
             {"weights", assessment.weights.empty() ? Json(nullptr) : Json(assessment.weights)},
             {"table", nullptr}};
    if (const auto& counted = assessment.population) {
        out["table"] = {{"people", counted->people},
                        {"uniques", counted->uniques},
                        {"rows_unique", counted->rows_unique},
                        {"rows_beyond", counted->rows_beyond}};
    }
    return out;
}

Json columns_part(const risk::Assessment& assessment) {
    Json out = Json::array();
    for (const risk::ColumnRisk& column : assessment.columns) {
        out.push_back({{"column", column.column},
                       {"uniques_without", column.uniques_without},
                       {"average_without", column.average_without},
                       {"suda_share", json_number(column.suda_share)}});
    }
    return out;
}

Json known_set_part(const std::optional<risk::KnownSetRisk>& set) {
    if (!set) {
        return nullptr;
    }
    return {{"columns", set->columns},
            {"classes", set->found.classes},
            {"uniques", set->found.uniques},
            {"prosecutor", attacker_part(set->found.prosecutor)}};
}

Json adversaries_part(const risk::Assessment& assessment) {
    Json out = Json::array();
    for (const risk::AdversaryRisk& one : assessment.adversaries) {
        Json part = Json::object();
        add_adversary({.columns = one.columns, .any = one.any}, part);
        part["sets"] = one.sets;
        part["before"] = known_set_part(one.before);
        part["after"] = known_set_part(one.after);
        out.push_back(std::move(part));
    }
    return out;
}

Json items_part(const risk::ItemsKnown& found) {
    return {{"rows", found.rows},
            {"alone", found.alone},
            {"rows_above", found.above},
            {"expected", found.expected}};
}

Json list_table_part(const std::optional<risk::ListRiskOf>& table) {
    if (!table) {
        return nullptr;
    }
    return {{"by_items", items_part(table->by_items)},
            {"with_columns", items_part(table->with_columns)}};
}

Json lists_part(const risk::ListRisk& lists) {
    return {{"column", lists.column},
            {"m", lists.most},
            {"before", list_table_part(lists.before)},
            {"after", list_table_part(lists.after)}};
}

Json suda_part(const std::optional<risk::SudaFigures>& suda) {
    if (!suda) {
        return nullptr;
    }
    return {{"largest", suda->largest},
            {"capped", suda->is_capped},
            {"uniques", suda->uniques},
            {"special_uniques", suda->specials},
            {"minimal_uniques", suda->sets_of_size},
            {"greatest_score", suda->greatest_score},
            {"file_risk", json_number(suda->file_risk)},
            {"greatest_dis_score", json_number(suda->greatest_dis)}};
}

Json stratum_part(const risk::StratumRisk& stratum) {
    return {{"values", stratum.values.empty() ? Json(nullptr) : Json(stratum.values)},
            {"strata", stratum.strata},
            {"rows", stratum.found.rows},
            {"classes", stratum.found.classes},
            {"uniques", stratum.found.uniques},
            {"prosecutor", attacker_part(stratum.found.prosecutor)},
            {"individual", individual_part(stratum.individual, stratum.found.rows)}};
}

Json strata_part(const risk::StrataRisk& strata) {
    Json out{{"columns", strata.columns}, {"all", stratum_part(strata.all)}};
    out["each"] = Json::array();
    for (const risk::StratumRisk& stratum : strata.each) {
        out["each"].push_back(stratum_part(stratum));
    }
    return out;
}

}  // namespace

nlohmann::ordered_json assessment_part(const risk::Assessment& assessment) {
    Json out{{"quasi_identifiers", assessment.quasi_identifiers},
             {"person", assessment.person.empty() ? Json(nullptr) : Json(assessment.person)},
             {"threshold", assessment.before.found.threshold}};
    out["people"] = people_part(assessment);
    out["before"] = table_part(assessment.before);
    out["after"] = assessment.after ? table_part(*assessment.after) : Json(nullptr);
    out["columns"] = columns_part(assessment);
    if (!assessment.adversaries.empty()) {
        out["adversaries"] = adversaries_part(assessment);
    }
    if (assessment.lists) {
        out["lists"] = lists_part(*assessment.lists);
    }
    out["suda"] = suda_part(assessment.suda);
    if (assessment.strata) {
        out["strata"] = strata_part(*assessment.strata);
    }
    out["assumptions"] = assessment.assumptions;
    out["notes"] = assessment.notes;
    return out;
}

std::string risk_json(const risk::Assessment& assessment) {
    return json_document(assessment_part(assessment));
}

}  // namespace kanon
