// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/json/json_text.hpp"
#include "kanon/report/reports.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

std::string verdict_of(const AuditReport& audit) {
    if (!audit.passed) {
        return "broken";
    }
    return audit.not_proven.empty() ? "holds" : "undecided";
}

Json proof_part(const Proof& proof) {
    Json excludes = Json::array();
    for (const Exclusion& one : proof.excludes) {
        excludes.push_back({{"attack", one.attack}, {"because", one.because}});
    }
    Json out{{"model", proof.model},
             {"promise", proof.describe},
             {"required", json_number(proof.required)},
             {"achieved", json_number(proof.achieved)},
             {"holds", proof.is_decided ? Json(proof.holds) : Json(nullptr)},
             {"excludes", excludes}};
    add_adversary(proof.against, out);
    return out;
}

Json fault_part(const Fault& fault) {
    return {{"rule", fault.rule},
            {"row", fault.row ? Json(*fault.row) : Json(nullptr)},
            {"attribute", fault.attribute.empty() ? Json(nullptr) : Json(fault.attribute)},
            {"message", fault.message}};
}

template <class Item, class Part>
Json parts_of(const std::vector<Item>& items, const Part& part) {
    Json out = Json::array();
    for (const Item& item : items) {
        out.push_back(part(item));
    }
    return out;
}

}  // namespace

std::string audit_json(const AuditReport& audit) {
    const Measures& measures = audit.measures;
    return json_document({{"verdict", verdict_of(audit)},
                          {"checks", audit.checks},
                          {"proofs", parts_of(audit.proofs, proof_part)},
                          {"faults", parts_of(audit.faults, fault_part)},
                          {"fault_count", audit.fault_count},
                          {"not_proven", audit.not_proven},
                          {"notes", audit.notes},
                          {"rows", measures.rows},
                          {"released_rows", measures.released_rows},
                          {"suppressed_rows", measures.suppressed_rows},
                          {"classes", measures.classes},
                          {"min_class", measures.min_class}});
}

}  // namespace kanon
