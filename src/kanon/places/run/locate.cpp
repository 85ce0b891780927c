// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/run/locate.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/places/cloak/cloak.hpp"
#include "kanon/places/history/histories.hpp"
#include "kanon/places/run/box_picture.hpp"
#include "kanon/places/run/box_verify.hpp"
#include "kanon/places/run/cloaked_stream.hpp"
#include "kanon/places/run/request_ids.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/source/targets.hpp"
#include "kanon/table/table_builder.hpp"

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
    std::optional<PendingFile> monitor;
    std::optional<PendingFile> picture;
    std::optional<PendingFile> summary;
};

LocateFiles files_of(const LocateJob& job) {
    detail::check_targets({job.requests, job.policy.file, job.roads},
                          {{"output", job.output},
                           {"ids", job.ids},
                           {"summary", job.summary},
                           {"monitor", job.monitor},
                           {"picture", job.picture}});
    LocateFiles out;
    out.boxes.emplace(job.output, job.force);
    out.ids = pending_file(job.ids, job.force);
    out.summary = pending_file(job.summary, job.force);
    out.monitor = pending_file(job.monitor, job.force);
    out.picture = pending_file(job.picture, job.force);
    for (std::optional<PendingFile>* const file : {&out.ids, &out.monitor}) {
        if (*file) {
            (*file)->keep_private();
        }
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
                    fmt::format("every request asks for {} or more, and the file has {}",
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
    return out;
}

/// Give each trace a pseudonym. \pre boxes are those of the groups, in their order
void add_pseudonyms(const std::vector<Group>& groups,
                    const places::Histories& histories,
                    SecretRandom& random,
                    std::vector<ReleasedBox>& boxes) {
    std::uint64_t traces = 0;
    for (const auto& [number, trace] : histories.trace_of) {
        traces = std::max(traces, trace + 1);
    }
    const std::vector<std::string> names = places::random_names(traces, random);
    std::size_t row = 0;
    for (const Group& group : groups) {
        for (const Request& request : group.members) {
            boxes[row++].pseudonym = names[histories.trace_of.at(request.number)];
        }
    }
}

/// Whose LBQIDs were completed.
Table monitor_table(const RequestSet& requests,
                    const places::PlacePolicy& policy,
                    const places::LbqidAudit& audit) {
    std::vector<std::string> persons;
    std::vector<std::string> lbqids;
    std::vector<std::int64_t> traces;
    std::vector<std::string> by_one_trace;
    std::vector<std::int64_t> others;
    for (const places::CompletedLbqid& found : audit.completed) {
        persons.push_back(requests.persons[found.person]);
        lbqids.push_back(policy.lbqids[found.lbqid].name);
        traces.push_back(static_cast<std::int64_t>(found.traces));
        by_one_trace.emplace_back(found.by_one_trace ? "yes" : "no");
        others.push_back(static_cast<std::int64_t>(found.least_others));
    }
    return TableBuilder()
        .add_text("person", persons)
        .add_text("lbqid", lbqids)
        .add_integers("pseudonyms", traces)
        .add_text("under_one_pseudonym", by_one_trace)
        .add_integers("others_in_all_boxes", others)
        .finish();
}

void add_notes(const LocateJob& job,
               const RequestSet& requests,
               const std::vector<std::string>& ids,
               LocateOutcome& out) {
    std::vector<std::string>& to = out.notes;
    if (requests.out_of_order > 0) {
        to.push_back(
            fmt::format("{} of the requests came before the row above; they were taken "
                        "in the order of time",
                        count_text(requests.out_of_order, "row")));
    }
    if (out.linked && job.policy.lbqids.empty()) {
        to.emplace_back(
            "rows of a person are linked, and no lbqid of the policy says which habits must not "
            "give anybody away; `kanon attack places` says what the links tell");
    }
    if (places::ids_tell_time(requests, ids)) {
        to.emplace_back(
            "the ids of the requests are in the order of time, so they tell it more closely than "
            "the boxes; give them ids at random");
    }
}

/// A run from file to files.
class LocateRun {
public:
    explicit LocateRun(const LocateJob& job)
        : job_(job),
          method_(places::find_cloak(job.method)),
          files_(files_of(job)),
          random_(job.secret_seed) {
        if (job.policy.lbqids.empty() && !job.monitor.empty()) {
            throw Error(ErrorCode::usage, "--monitor: the policy has no lbqids to look for");
        }
        if (job.picture.empty() && !job.roads.empty()) {
            throw Error(ErrorCode::usage, "--roads: they are drawn in a picture; add --picture");
        }
    }

    LocateOutcome operator()() {
        const Stopwatch watch;
        const RequestSet requests =
            places::read_requests(job_.requests, job_.policy, job_.read, job_.context);
        check_k(requests);
        const std::vector<std::string> ids = ids_for(requests, job_, random_);
        out_.method = method_.name;
        out_.persons = requests.person_count();
        const std::vector<ReleasedBox> boxes = release(requests, ids);
        out_.audit = places::audit_boxes(requests, ids, boxes, job_.policy);
        if (!out_.audit.passed()) {
            throw Error(ErrorCode::audit_failed,
                        "the auditor refused the boxes (a fault of kanon): " +
                            out_.audit.faults.front().message);
        }
        add_notes(job_, requests, ids, out_);
        write(requests, ids, boxes);
        out_.seconds = watch.total();
        if (files_.summary) {
            files_.summary->write_text(locate_json(out_));
        }
        commit_together(
            {&files_.ids, &files_.monitor, &files_.picture, &files_.summary, &files_.boxes},
            job_.context);
        return std::move(out_);
    }

private:
    std::vector<ReleasedBox> release(const RequestSet& requests,
                                     const std::vector<std::string>& ids) {
        places::CloakedStream stream =
            places::cloak_all(method_, requests, job_.policy, job_.context);
        std::vector<Group>& groups = stream.answers.groups;
        if (groups.empty()) {
            throw Error(ErrorCode::infeasible,
                        "no request can be served in time: let boxes reach farther (--within), "
                        "let requests wait longer (--wait), or take a smaller k",
                        {.file = requests.file});
        }
        out_.linked = job_.linked || !job_.policy.lbqids.empty();
        out_.figures = stream.figures;
        std::optional<places::Histories> histories;
        if (out_.linked) {
            histories = places::keep_histories(requests, job_.policy.lbqids, groups);
            out_.matching = histories->matching;
            out_.widened = histories->widened;
            out_.unlinked = histories->unlinked;
            out_.figures = places::figures_of(groups, stream.figures);
        }
        std::vector<ReleasedBox> boxes = boxes_of_groups(groups, ids);
        if (histories) {
            add_pseudonyms(groups, *histories, random_, boxes);
        }
        if (files_.picture) {
            files_.picture->write_text(places::box_picture(groups, roads()));
        }
        return boxes;
    }

    [[nodiscard]] std::vector<places::DrawnRoad> roads() const {
        return job_.roads.empty() ? std::vector<places::DrawnRoad>()
                                  : places::read_roads(job_.roads, job_.context);
    }

    void write(const RequestSet& requests,
               const std::vector<std::string>& ids,
               const std::vector<ReleasedBox>& boxes) {
        files_.boxes->write_table(
            places::box_table(boxes, requests.form, out_.linked), job_.write, job_.context);
        if (files_.ids) {
            files_.ids->write_table(places::id_table(ids), {}, job_.context);
        }
        if (files_.monitor) {
            files_.monitor->write_table(
                monitor_table(requests, job_.policy, out_.audit.lbqids), {}, job_.context);
        }
    }

    const LocateJob& job_;
    const places::CloakInfo& method_;
    LocateFiles files_;
    SecretRandom random_;
    LocateOutcome out_;
};

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
    return LocateRun(job)();
}

std::string locate_json(const LocateOutcome& outcome) {
    nlohmann::ordered_json out{{"method", outcome.method}, {"persons", outcome.persons}};
    out.update(place_figures_json(outcome.figures));
    out["boxes"] = outcome.audit.boxes;
    out["least_persons"] = outcome.audit.least_persons;
    out["proven"] = outcome.audit.checks;
    out["linked"] = outcome.linked;
    out["matching"] = outcome.matching;
    out["widened"] = outcome.widened;
    out["unlinked"] = outcome.unlinked;
    out["lbqids"] = lbqids_json(outcome.audit.lbqids);
    out["notes"] = outcome.notes;
    out["seconds"] = outcome.seconds;
    return json_document(out);
}

}  // namespace kanon
