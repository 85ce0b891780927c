// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/places.hpp"

#include "attack_flags.hpp"
#include "flags/place_flags.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct AttackPlacesFlags {
    std::string requests;
    std::string boxes;
    std::string ids;
    std::string method;
    PlaceFlags place;
    AttackFlags common;
};

using Figures = places::AttackFigures;

std::vector<std::string> line_of(const std::string& name, const Figures& of) {
    return {name,
            count_text(of.found_requests),
            fmt::format("{:.1f}", of.expected_right),
            count_text(of.found_persons)};
}

std::string text_of(const PlaceAttackReport& report) {
    const places::PlaceFindings& found = report.findings;
    std::string out = fmt::format("{} of {} in {}\n",
                                  count_text(found.before.requests, "request"),
                                  count_text(found.before.persons, "person"),
                                  count_text(report.boxes, "box"));
    const std::string links =
        found.linked_by_pseudonym ? "links by pseudonym" : "links boxes of a person";
    out +=
        text_table({{"who knows where everybody was", "found", "right by guess", "persons found"},
                    line_of("before: the points", found.before),
                    line_of("was in the box", found.inside),
                    line_of("was in the box; knows the method", found.replay),
                    line_of("was in all boxes; " + links, found.linked_inside),
                    line_of("the same; knows the method", found.linked)});
    out += fmt::format("Who takes the person nearest to the centre of a box is right about {}.\n",
                       count_text(found.right_by_centre, "request"));
    if (found.boxes_until_found > 0) {
        out += fmt::format("Half of the persons found by linking are found with {} or fewer.\n",
                           count_text(found.boxes_until_found, "box"));
    }
    if (found.fewer_than_k > 0) {
        out += fmt::format("Fewer persons than asked for share the box of {}.\n",
                           count_text(found.fewer_than_k, "request"));
    }
    if (found.unknown_rows > 0) {
        out += fmt::format("Left out, as no request has their id: {}.\n",
                           count_text(found.unknown_rows, "row"));
    }
    if (report.reproduced) {
        out += fmt::format("{} come out again when the method is run.\n",
                           count_text(*report.reproduced, "box"));
    }
    return out;
}

Json figures_json(const Figures& of) {
    return {{"requests", of.requests},
            {"persons", of.persons},
            {"found_requests", of.found_requests},
            {"expected_right", of.expected_right},
            {"found_persons", of.found_persons}};
}

Json report_json(const PlaceAttackReport& report) {
    const places::PlaceFindings& found = report.findings;
    Json out{{"attack", "places"},
             {"boxes", report.boxes},
             {"before", figures_json(found.before)},
             {"inside", figures_json(found.inside)},
             {"right_by_centre", found.right_by_centre},
             {"replay", figures_json(found.replay)},
             {"fewer_than_k", found.fewer_than_k},
             {"linked_inside", figures_json(found.linked_inside)},
             {"linked", figures_json(found.linked)},
             {"linked_by_pseudonym", found.linked_by_pseudonym},
             {"boxes_until_found", found.boxes_until_found},
             {"unknown_rows", found.unknown_rows},
             {"reproduced", nullptr}};
    if (report.reproduced) {
        out["reproduced"] = *report.reproduced;
    }
    return out;
}

AttackOutcome attack_boxes_of(const AttackPlacesFlags& options, const RunContext& context) {
    PlaceAttackJob job;
    job.requests = options.requests;
    job.boxes = options.boxes;
    job.ids = options.ids;
    job.method = options.method;
    job.policy = make_place_policy(options.place, context);
    job.read = make_read_options(options.common.read);
    job.context = context;
    const PlaceAttackReport report = attack_places(job);
    const places::PlaceFindings& found = report.findings;
    AttackOutcome out;
    out.text = text_of(report);
    out.json = json_document(report_json(report));
    std::uint64_t exposed = std::max(found.inside.found_requests, found.replay.found_requests);
    if (found.linked_by_pseudonym) {
        exposed = std::max(exposed, found.linked.found_requests);
    }
    out.exposed = share_of(exposed, found.replay.requests);
    return out;
}

}  // namespace

Verb add_attack_places(CLI::App& parent) {
    CLI::App* app =
        add_verb(parent,
                 "places",
                 "Find who asked from the boxes of `kanon locate`, knowing where everybody was.",
                 "  kanon generate --traces --rows 2000 -o requests.csv\n"
                 "  kanon locate requests.csv --k 3 --within 1000 --wait 600 -o boxes.csv\n"
                 "  kanon attack places requests.csv boxes.csv --k 3\n");
    const auto options = std::make_shared<AttackPlacesFlags>();
    app->add_option("REQUESTS", options->requests, "the requests as they were asked")
        ->required()
        ->type_name("");
    app->add_option("BOXES", options->boxes, "what was released")->required()->type_name("");
    app->add_option("--ids", options->ids, "which id is whose, where requests have none")
        ->type_name("FILE");
    app->add_option("--method", options->method, "also run this method, and compare the boxes")
        ->type_name(cloak_names());
    add_place_flags(*app, options->place);
    add_finding_flags(*app, options->common);
    add_read_flags(*app, options->common.read);
    add_run_flags(*app, options->common.run);
    return {app, [options] {
                return run_attack(
                    options->common,
                    {options->requests, options->boxes, options->ids, options->place.policy},
                    [&](const RunContext& context) { return attack_boxes_of(*options, context); });
            }};
}

}  // namespace kanon::cli
