// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/locate.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/run/cloaked_stream.hpp"
#include "kanon/places/run/request_ids.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/source/targets.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

using places::Group;
using places::ReleasedBox;
using places::Request;
using places::RequestSet;

/// The files of a run, checked before any work.
struct LocateFiles {
    std::optional<PendingFile> boxes;
    std::optional<PendingFile> ids;
    std::optional<PendingFile> summary;
};

LocateFiles files_of(const LocateJob& job) {
    detail::check_targets({job.requests, job.policy.file},
                          {{"output", job.output}, {"ids", job.ids}, {"summary", job.summary}});
    LocateFiles out;
    out.boxes.emplace(job.output, job.force);
    out.ids = pending_file(job.ids, job.force);
    out.summary = pending_file(job.summary, job.force);
    if (out.ids) {
        out.ids->keep_private();
    }
    return out;
}

/// The ids of the requests, made where they have none.
std::vector<std::string> ids_for(const RequestSet& requests,
                                 const LocateJob& job,
                                 SecretRandom& random) {
    if (requests.ids.empty() == job.ids.empty()) {
        throw Error(ErrorCode::usage,
                    job.ids.empty()
                        ? "the requests have no column 'request'; ids are made, and kept in a "
                          "private file that you name: --ids FILE"
                        : "--ids: the requests have a column 'request', so no ids are made");
    }
    return job.ids.empty() ? requests.ids : places::random_names(requests.requests.size(), random);
}

void check_k(const RequestSet& requests) {
    const auto least = std::ranges::min_element(requests.requests, {}, &Request::k);
    if (least->k > requests.person_count()) {
        throw Error(ErrorCode::infeasible,
                    fmt::format("every request asks for {} or more, and there are {}",
                                count_text(least->k, "person"),
                                count_text(requests.person_count())),
                    {.file = requests.file});
    }
}

std::vector<ReleasedBox> boxes_of_groups(const std::vector<Group>& groups,
                                         const std::vector<std::string>& ids) {
    std::vector<ReleasedBox> out;
    for (const Group& group : groups) {
        for (const Request& request : group.members) {
            out.push_back({.request = ids[request.number], .box = group.box});
        }
    }
    std::ranges::sort(out, {}, &ReleasedBox::request);
    return out;
}

void add_notes(const RequestSet& requests,
               const std::vector<std::string>& ids,
               std::vector<std::string>& to) {
    if (requests.out_of_order > 0) {
        to.push_back(
            fmt::format("{} of the requests came before the row above; they were taken "
                        "in the order of time",
                        count_text(requests.out_of_order, "row")));
    }
    if (places::ids_tell_time(requests, ids)) {
        to.emplace_back(
            "the ids of the requests are in the order of time, so they tell it more closely than "
            "the boxes; give them ids at random");
    }
}

}  // namespace

places::PlacePolicy merged(places::PlacePolicy policy, const places::PlacePolicy& flags) {
    const auto take = [](auto& value, const auto& flag) {
        if (flag) {
            value = flag;
        }
    };
    take(policy.k, flags.k);
    take(policy.within, flags.within);
    take(policy.wait, flags.wait);
    take(policy.least_area, flags.least_area);
    take(policy.area, flags.area);
    return policy;
}

LocateOutcome locate(const LocateJob& job) {
    Stopwatch watch;
    const places::CloakInfo& method = places::find_cloak(job.method);
    LocateFiles files = files_of(job);
    SecretRandom random(job.secret_seed);
    const RequestSet requests =
        places::read_requests(job.requests, job.policy, job.read, job.context);
    check_k(requests);
    const std::vector<std::string> ids = ids_for(requests, job, random);
    const places::CloakedStream stream =
        places::cloak_all(method, requests, job.policy, job.context);
    LocateOutcome out{.method = std::string(method.name),
                      .persons = requests.person_count(),
                      .figures = stream.figures,
                      .audit = {},
                      .notes = {},
                      .seconds = 0};
    if (stream.answers.groups.empty()) {
        throw Error(ErrorCode::infeasible,
                    "no request can be served in time: let boxes reach farther (--within), let "
                    "requests wait longer (--wait), or take a smaller k",
                    {.file = job.requests});
    }
    const std::vector<ReleasedBox> boxes = boxes_of_groups(stream.answers.groups, ids);
    out.audit = places::audit_boxes(requests, ids, boxes, job.policy);
    if (!out.audit.passed()) {
        throw Error(ErrorCode::audit_failed,
                    "the auditor refused the boxes (a fault of kanon): " +
                        out.audit.faults.front().message);
    }
    add_notes(requests, ids, out.notes);
    files.boxes->write_table(
        places::box_table(boxes, requests.form, false), job.write, job.context);
    if (files.ids) {
        files.ids->write_table(places::id_table(ids), {}, job.context);
    }
    out.seconds = watch.total();
    if (files.summary) {
        files.summary->write_text(locate_json(out));
    }
    commit_together({&files.ids, &files.summary, &files.boxes}, job.context);
    return out;
}

std::string locate_json(const LocateOutcome& outcome) {
    nlohmann::ordered_json out{{"method", outcome.method}, {"persons", outcome.persons}};
    out.update(place_figures_json(outcome.figures));
    out["boxes"] = outcome.audit.boxes;
    out["least_persons"] = outcome.audit.least_persons;
    out["proven"] = outcome.audit.checks;
    out["notes"] = outcome.notes;
    out["seconds"] = outcome.seconds;
    return json_document(out);
}

}  // namespace kanon
