// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "linked/linked.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct VerifyFlags {
    std::string original;
    std::string release;
    std::string summary;
    std::string json;
    std::vector<std::string> keys;
    std::string ledger;
    bool force = false;
    bool shuffled = false;
    std::size_t max_faults = 20;
    std::string household;
    PolicyFlags policy;
    ReadFlags read;
    ReleaseReadFlags read_release;
    RunFlags run;
};

std::string fault_text(const Fault& fault) {
    std::string where;
    if (fault.row) {
        where += fmt::format("row {}", *fault.row);
    }
    if (!fault.attribute.empty()) {
        where += fmt::format("{}column '{}'", where.empty() ? "" : ", ", fault.attribute);
    }
    return fmt::format(
        "BROKEN  {}{}{}: {}\n", where, where.empty() ? "" : ": ", fault.rule, fault.message);
}

std::string verdict_text(const AuditReport& report) {
    std::string out;
    for (const std::string& check : report.checks) {
        out += "proven  " + check + "\n";
    }
    for (const std::string& excluded : exclusion_lines(report)) {
        out += "proven  " + excluded + "\n";
    }
    for (const Proof& proof : report.proofs) {
        if (!proof.holds && proof.is_decided) {
            out += fmt::format("BROKEN  {}: required {}{:g}, achieved {:g}\n",
                               proof.describe,
                               proof.more_is_better ? ""
                               : proof.is_strict    ? "below "
                                                    : "at most ",
                               proof.required,
                               proof.achieved);
        }
    }
    for (const Fault& fault : report.faults) {
        out += fault_text(fault);
    }
    for (const std::string& open : report.not_proven) {
        out += "open    " + open + "\n";
    }
    for (const std::string& note : report.notes) {
        out += "note    " + note + "\n";
    }
    if (report.fault_count > report.faults.size()) {
        out += fmt::format("... and {} more; --max-faults shows more\n",
                           report.fault_count - report.faults.size());
    }
    if (!report.passed) {
        return out + fmt::format("The release is broken: {} fault{}.\n",
                                 report.fault_count,
                                 report.fault_count == 1 ? "" : "s");
    }
    return out + (report.not_proven.empty()
                      ? "The release keeps every promise.\n"
                      : "No fault was found, but not everything could be decided.\n");
}

AuditReport audit_files(const VerifyFlags& options, ProgressLine& progress) {
    VerifyJob job;
    job.original = options.original;
    job.release = options.release;
    job.summary = options.summary;
    job.keys = options.keys;
    job.ledger = options.ledger;
    job.policy = make_policy(options.policy);
    job.read = make_read_options(options.read);
    job.read_release = make_read_options(options.read_release, options.read);
    job.audit.show_values = options.read.show_values;
    job.audit.max_faults = options.max_faults;
    job.audit.shuffled = options.shuffled;
    job.context = make_context(options.run, progress);
    return verify(job);
}

std::vector<std::string> sources_of(const VerifyFlags& options) {
    std::vector<std::string> out{
        options.original, options.release, options.summary, options.policy.policy, options.ledger};
    out.insert(out.end(), options.keys.begin(), options.keys.end());
    return out;
}

/// Where --json is written, beside what is read. \throws Error{usage, bad_output}
std::optional<PendingFile> json_target(const VerifyFlags& options) {
    if (options.json.empty()) {
        return std::nullopt;
    }
    check_target_leaves("JSON file", options.json, sources_of(options));
    return std::make_optional<PendingFile>(options.json, options.force);
}

linked::LinkedVerifyJob linked_job(const VerifyFlags& options, ProgressLine& progress) {
    if (!options.summary.empty()) {
        refuse_flag("--summary", "this is for single tables; leave it out with linked ones");
    }
    linked::LinkedVerifyJob job;
    job.schema = make_schema_of_tables(
        options.policy, options.household, options.original, options.release, job.release);
    if (job.release.empty()) {
        throw Error(ErrorCode::usage, "name the release: `kanon verify PERSONS RELEASE`");
    }
    job.read = make_read_options(options.read);
    job.read_release = make_read_options(options.read_release, options.read);
    job.write.format = job.read_release.format;
    job.options.most_faults = options.max_faults;
    job.context = make_context(options.run, progress);
    return job;
}

/// What keeps verify from a verdict. \pre the error is being handled \throws it, if it is a stop
int undecided(const Error& error, ProgressLine& progress) {
    if (error.code() == ErrorCode::cancelled) {
        throw;
    }
    progress.clear();
    print_err("kanon: undecided: " + one_line(error.what()) + "\n");
    return kCouldNotTell;
}

int run_verify_linked(const VerifyFlags& options) {
    ProgressLine progress(options.run.quiet);
    const bool beside = take_output({options.json});
    std::optional<PendingFile> target;
    linked::LinkedAudit report;
    try {
        const linked::LinkedVerifyJob job = linked_job(options, progress);
        check_target_leaves_tables(options.json, job.schema, job.release, job.write);
        target = pending_file(options.json, options.force);
        report = linked::verify_linked(job);
    } catch (const Error& error) {
        return undecided(error, progress);
    }
    progress.clear();
    if (!options.run.quiet) {
        beside ? print_err(linked_audit_text(report)) : print_out(linked_audit_text(report));
    }
    if (target) {
        target->write_text(linked_audit_json(report));
        target->commit();
    }
    if (report.passed() && !report.not_proven.empty()) {
        print_err("kanon: undecided: " + report.not_proven.front() + "\n");
        return kCouldNotTell;
    }
    return report.passed() ? kDone : kBroken;
}

/// A verdict is 0 or 1; whatever keeps verify from one is "undecided".
int run_verify(const VerifyFlags& options) {
    if (is_linked(options.policy, options.household)) {
        return run_verify_linked(options);
    }
    require_table(options.policy, options.release, "RELEASE", "verify");
    ProgressLine progress(options.run.quiet);
    const bool beside = take_output({options.json});
    std::optional<PendingFile> target = json_target(options);
    AuditReport report;
    try {
        report = audit_files(options, progress);
    } catch (const Error& error) {
        return undecided(error, progress);
    }
    progress.clear();
    if (!options.run.quiet && beside) {
        print_err(verdict_text(report));
    } else if (!options.run.quiet) {
        print_out(verdict_text(report));
    }
    if (target) {
        target->write_text(audit_json(report));
        target->commit();
    }
    if (report.passed && !report.not_proven.empty()) {
        print_err("kanon: undecided: " + report.not_proven.front() + "\n");
        return kCouldNotTell;
    }
    return report.passed ? kDone : kBroken;
}

}  // namespace

Verb add_verify(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "verify",
                             "Prove a release against its original, or name what is broken.",
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon anonymize stays.csv -p stays.yaml -o release.csv "
                             "--summary summary.json\n"
                             "  kanon verify stays.csv release.csv -p stays.yaml "
                             "--summary summary.json\n");
    const auto options = std::make_shared<VerifyFlags>();
    add_original_and_release(*app, options->original, options->release, "what is to be proven");
    app->get_option("RELEASE")->required(false);  // a schema names its originals
    app->add_option("--summary",
                    options->summary,
                    "hold the row counts of this summary against the files; finds dropped rows")
        ->type_name("FILE");
    app->add_option("--key",
                    options->keys,
                    "derive pseudonyms and shifted dates again by this key, and not only from each "
                    "other; once for each")
        ->allow_extra_args(false)
        ->type_name("FILE");
    app->add_option("--ledger",
                    options->ledger,
                    "hold all releases of this ledger against each other, this one among them")
        ->type_name("FILE");
    app->add_option("--json", options->json, "write verdict, checks and faults here (JSON)")
        ->type_name("FILE");
    app->add_flag("--force", options->force, "replace what stands at the target");
    app->add_flag("--shuffled", options->shuffled, "the released rows stand in another order");
    app->add_option("--max-faults", options->max_faults, "faults to name (20)")->type_name("N");
    whole(app->get_option("--max-faults"));
    add_promise_flags(*app, options->policy);
    add_household(*app, options->household);
    add_read_flags(*app, options->read);
    add_release_read_flags(*app, options->read_release);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_verify(*options); }};
}

}  // namespace kanon::cli
