// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/api/places.hpp"

#include "flags/file_flags.hpp"
#include "flags/place_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

namespace kanon::cli {
namespace {

struct LocateFlags {
    std::string requests;
    std::string output;
    std::string verify;
    bool live = false;
    PlaceFlags place;
    std::string method = "clique-cloak";
    bool linked = false;
    std::string monitor;
    std::string picture;
    std::string roads;
    std::string ids;
    std::string summary;
    std::size_t max_faults = 20;
    std::optional<std::uint64_t> secret_seed;
    ReadFlags read;
    WriteFlags write;
    RunFlags run;
};

std::string boxes_text(const LocateOutcome& outcome) {
    const PlaceFigures& figures = outcome.figures;
    std::string out = fmt::format("{} of {} of {} released ({:.1f} %) in {}, {} dropped\n",
                                  count_text(figures.released),
                                  count_text(figures.requests, "request"),
                                  count_text(outcome.persons, "person"),
                                  100 * figures.success_rate,
                                  count_text(outcome.audit.boxes, "box"),
                                  count_text(figures.dropped));
    for (const std::string& check : outcome.audit.checks) {
        out += "proven  " + check + "\n";
    }
    for (const std::string& note : outcome.notes) {
        out += "note    " + note + "\n";
    }
    if (outcome.matching > 0) {
        out += fmt::format("{} at an element of an lbqid; {} made wider for histories, {}\n",
                           count_text(outcome.matching, "request"),
                           count_text(outcome.widened, "box"),
                           count_text(outcome.unlinked, "unlinking"));
    }
    return out + fmt::format(
                     "Half of the boxes are at most {:.0f} m wide and {:.0f} s long; "
                     "persons in a box by k {:.2f}, mean delay {:.1f} s\n",
                     figures.median_side_metres,
                     figures.median_box_seconds,
                     figures.relative_k,
                     figures.mean_delay_seconds);
}

std::string verdict_text(const places::BoxAudit& audit) {
    std::string out;
    for (const std::string& check : audit.checks) {
        out += "proven  " + check + "\n";
    }
    for (const places::BoxFault& fault : audit.faults) {
        out += fmt::format("BROKEN  {}{}: {}\n",
                           fault.row ? fmt::format("row {}: ", *fault.row) : "",
                           fault.rule,
                           fault.message);
    }
    for (const std::string& note : audit.notes) {
        out += "note    " + note + "\n";
    }
    if (audit.fault_count > audit.faults.size()) {
        out += fmt::format("... and {} more; --max-faults shows more\n",
                           audit.fault_count - audit.faults.size());
    }
    return out + (audit.passed() ? "The promise holds.\n"
                                 : fmt::format("The boxes are broken: {}.\n",
                                               count_text(audit.fault_count, "fault")));
}

int run_verify_boxes(const LocateFlags& options) {
    if (options.linked || !options.monitor.empty() || !options.picture.empty() ||
        !options.roads.empty()) {
        refuse_flag("--verify",
                    "no boxes are made; leave --linked, --monitor, --picture and --roads out");
    }
    ProgressLine progress(options.run.quiet);
    BoxVerifyJob job;
    job.context = make_context(options.run, progress);
    job.requests = options.requests;
    job.boxes = options.verify;
    job.policy = make_place_policy(options.place, job.context);
    job.ids = options.ids;
    job.read = make_read_options(options.read);
    job.options.most_faults = options.max_faults;
    std::optional<PendingFile> target;
    if (!options.summary.empty()) {
        check_target_leaves("summary",
                            options.summary,
                            {options.requests, options.verify, options.ids, options.place.policy});
        target.emplace(options.summary, options.write.force);
    }
    const places::BoxAudit audit = verify_boxes(job);
    progress.clear();
    if (!options.run.quiet) {
        take_output({options.summary}) ? print_err(verdict_text(audit))
                                       : print_out(verdict_text(audit));
    }
    if (target) {
        target->write_text(box_audit_json(audit));
        target->commit();
    }
    return audit.passed() ? kDone : kBroken;
}

int run_locate_file(const LocateFlags& options) {
    ProgressLine progress(options.run.quiet);
    LocateJob job;
    job.context = make_context(options.run, progress);
    job.requests = options.requests;
    job.output = options.output;
    job.method = options.method;
    job.policy = make_place_policy(options.place, job.context);
    job.linked = options.linked;
    job.monitor = options.monitor;
    job.picture = options.picture;
    job.roads = options.roads;
    job.ids = options.ids;
    job.summary = options.summary;
    job.force = options.write.force;
    job.read = make_read_options(options.read);
    job.write = make_write_options(options.write);
    job.secret_seed = options.secret_seed;
    const LocateOutcome outcome = locate(job);
    progress.clear();
    if (!options.run.quiet) {
        take_output({options.output, options.summary}) ? print_err(boxes_text(outcome))
                                                       : print_out(boxes_text(outcome));
    }
    return kDone;
}

std::string live_text(const LiveOutcome& outcome) {
    std::string out = fmt::format("{} of {} released in {}, {} dropped; {} waited at most\n",
                                  count_text(outcome.released),
                                  count_text(outcome.lines, "request"),
                                  count_text(outcome.boxes, "box"),
                                  count_text(outcome.dropped),
                                  count_text(outcome.most_waiting));
    if (outcome.late > 0) {
        out += fmt::format("{} dropped that came after a later one\n",
                           count_text(outcome.late, "request"));
    }
    if (outcome.refused > 0) {
        out += fmt::format("Not taken for requests: {}; {}\n",
                           count_text(outcome.refused, "line"),
                           outcome.first_refused);
    }
    return out;
}

int run_locate_live(const LocateFlags& options) {
    if (!options.output.empty() || !options.verify.empty() || !options.ids.empty() ||
        options.linked || !options.monitor.empty() || !options.picture.empty() ||
        !options.roads.empty() || says_how_to_read(options.read)) {
        refuse_flag("--live",
                    "lines of CSV or JSON are answered on standard output; leave -o, --verify, "
                    "--ids, --linked, --monitor, --picture and how files are read out");
    }
    if (options.summary == "-") {
        refuse_flag("--summary", "standard output takes the boxes; name a file");
    }
    ProgressLine progress(true);
    LiveJob job;
    job.context = make_context(options.run, progress);
    job.requests = options.requests;
    job.method = options.method;
    job.policy = make_place_policy(options.place, job.context);
    job.write = [](std::string_view lines) { print_out(lines); };
    check_target_leaves("summary", options.summary, {options.requests, options.place.policy});
    std::optional<PendingFile> summary = pending_file(options.summary, options.write.force);
    const LiveOutcome outcome = locate_live(job);
    if (!options.run.quiet) {
        print_err(live_text(outcome));
    }
    if (summary) {
        summary->write_text(live_json(outcome));
        summary->commit();
    }
    return kDone;
}

int run_locate(const LocateFlags& options) {
    if (options.live) {
        return run_locate_live(options);
    }
    if (options.output.empty() == options.verify.empty()) {
        throw Error(ErrorCode::usage,
                    options.output.empty()
                        ? "say where the boxes go (-o BOXES), which boxes are to be proven "
                          "(--verify BOXES), or that requests are answered as they come (--live)"
                        : "-o makes boxes and --verify proves boxes; say one of them");
    }
    return options.output.empty() ? run_verify_boxes(options) : run_locate_file(options);
}

}  // namespace

Verb add_locate(CLI::App& root) {
    CLI::App* app =
        add_verb(root,
                 "locate",
                 "Give requests from places boxes of space and time that k persons share.",
                 "  kanon generate --traces --rows 2000 -o requests.csv\n"
                 "  kanon locate requests.csv --k 3 --within 1000 --wait 600 -o boxes.csv\n"
                 "  kanon locate requests.csv --k 3 --within 1000 --wait 600 --verify boxes.csv\n"
                 "  cat requests.csv | kanon locate - --live --k 3 --within 1000 --wait 600 > "
                 "live.csv\n");
    const auto options = std::make_shared<LocateFlags>();
    app->add_option("REQUESTS",
                    options->requests,
                    "a table with the columns person, time, x, y (or longitude, latitude); also "
                    "request, k, within, wait")
        ->required()
        ->type_name("");
    app->add_option("-o,--output", options->output, "the boxes; - for standard output")
        ->type_name("BOXES");
    app->add_option("--verify", options->verify, "prove these boxes instead")->type_name("BOXES");
    app->add_flag("--live", options->live, "read lines and answer as they come, - for a pipe");
    add_place_flags(*app, options->place);
    app->add_option("--method", options->method, "how boxes are made (clique-cloak)")
        ->type_name(cloak_names());
    app->add_option("--ids", options->ids, "which id is whose, where requests have none; private")
        ->type_name("FILE");
    app->add_flag("--linked", options->linked, "rows of a person have one pseudonym");
    app->add_option("--monitor", options->monitor, "who completed which lbqid; private")
        ->type_name("FILE");
    app->add_option("--picture", options->picture, "draw the boxes (SVG)")->type_name("FILE");
    app->add_option("--roads", options->roads, "draw these roads below them")->type_name("FILE");
    app->add_option("--summary", options->summary, "figures and proofs, or the verdict (JSON)")
        ->type_name("FILE");
    app->add_option("--max-faults", options->max_faults, "faults to name (20)")->type_name("N");
    whole(app->get_option("--max-faults"));
    add_secret_seed(*app, options->secret_seed);
    add_read_flags(*app, options->read);
    add_write_flags(*app, options->write);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_locate(*options); }};
}

}  // namespace kanon::cli
