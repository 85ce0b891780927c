// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/box_verify.hpp"

#include "kanon/places/requests/box_file.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/places/run/request_ids.hpp"
#include "kanon/report/json/json_text.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace kanon {

places::BoxAudit verify_boxes(const BoxVerifyJob& job) {
    const places::RequestSet requests =
        places::read_requests(job.requests, job.policy, job.read, job.context);
    const std::vector<std::string> ids = places::known_ids(requests, job.ids, job.context);
    const std::vector<places::ReleasedBox> boxes =
        places::read_boxes(job.boxes, requests.form, {}, job.context);
    return places::audit_boxes(requests, ids, boxes, job.policy, job.options);
}

std::string box_audit_json(const places::BoxAudit& audit) {
    nlohmann::ordered_json faults = nlohmann::ordered_json::array();
    for (const places::BoxFault& fault : audit.faults) {
        nlohmann::ordered_json row = nullptr;
        if (fault.row) {
            row = *fault.row;
        }
        faults.push_back({{"rule", fault.rule}, {"row", row}, {"message", fault.message}});
    }
    return json_document({{"passed", audit.passed()},
                          {"requests", audit.requests},
                          {"released", audit.released},
                          {"boxes", audit.boxes},
                          {"least_persons", audit.least_persons},
                          {"proven", audit.checks},
                          {"fault_count", audit.fault_count},
                          {"faults", faults},
                          {"lbqids", lbqids_json(audit.lbqids)},
                          {"notes", audit.notes}});
}

nlohmann::ordered_json lbqids_json(const places::LbqidAudit& audit) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const places::LbqidCount& count : audit.counts) {
        out.push_back({{"name", count.name},
                       {"requests", count.requests},
                       {"persons", count.persons},
                       {"completed", count.completed},
                       {"covered", count.covered}});
    }
    return out;
}

}  // namespace kanon
