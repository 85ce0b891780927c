// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"
#include "kanon/audit/over_releases.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/run/carry_over.hpp"
#include "kanon/run/coded_loss.hpp"
#include "kanon/run/disclosure.hpp"
#include "kanon/run/finish.hpp"
#include "kanon/run/invariant_run.hpp"
#include "kanon/run/protected_search.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/saved_recoding.hpp"
#include "kanon/run/search.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/source/targets.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/shuffle.hpp"
#include "kanon/transfer/engine_memory.hpp"
#include "kanon/transfer/engine_target.hpp"
#include "kanon/transfer/partitions.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// All sources, or all outputs.
std::vector<std::string> all_of(const std::string& first, const std::vector<std::string>& more) {
    std::vector<std::string> out{first};
    out.insert(out.end(), more.begin(), more.end());
    return out;
}

/// Those that have a name, as they may be shown.
std::vector<std::string> shown_inputs(const std::vector<std::string>& inputs) {
    std::vector<std::string> out;
    for (const std::string& input : inputs) {
        if (!input.empty()) {
            out.push_back(shown_input(input));
        }
    }
    return out;
}

/// A target, unless it is the address of a table.
std::string file_of(const std::string& target) {
    return is_address(target) ? std::string() : target;
}

/// Refuse what says how a file is written, where tables are.
void check_writing(const AnonymizeJob& job) {
    if (is_address(job.output) && (job.write.format != Format::automatic ||
                                   job.write.delimiter != WriteOptions{}.delimiter)) {
        throw Error(ErrorCode::usage,
                    "--output-format and --output-delimiter mean nothing for a table of a "
                    "database; leave them out",
                    Where{.file = shown_input(job.output)});
    }
}

/// Refuse what needs rows where they never leave a database: pseudonyms, shifted dates, a ledger.
void check_rows_leave(const AnonymizeJob& job) {
    if (is_address(job.output) && !job.ledger.empty()) {
        throw Error(
            ErrorCode::usage,
            "a ledger needs the rows, and those of a database stay in it; release to a file "
            "(-o release.csv), and load that",
            Where{.file = shown_input(job.output)});
    }
    if (is_address(job.output) && job.policy.has_keyed()) {
        throw Error(ErrorCode::usage,
                    "the rows of a database stay in it, and it makes no pseudonyms and shifts no "
                    "dates; release to a file (-o release.csv), and load that",
                    Where{.file = shown_input(job.output)});
    }
}

void check_targets_of(const AnonymizeJob& job) {
    check_writing(job);
    check_rows_leave(job);
    std::vector<std::string> sources = detail::sources_of(job.input, job.policy);
    sources.push_back(job.apply_recoding);
    sources.insert(sources.end(), job.more_inputs.begin(), job.more_inputs.end());
    detail::check_targets(sources,
                          {{.what = "output", .path = file_of(job.output)},
                           {.what = "summary", .path = job.summary},
                           {.what = "report", .path = job.report},
                           {.what = "saved recoding", .path = job.save_recoding},
                           {.what = "ledger", .path = job.ledger}});
    static_cast<void>(format_to_write(file_of(job.output), job.write));
}

BindOptions bind_options_of(const AnonymizeJob& job, const std::optional<SavedRecoding>& saved) {
    BindOptions out =
        saved ? BindOptions{.codings = saved->codings} : detail::bind_options_of(job.policy);
    if (job.shuffle) {
        out.row_order = RowOrder::hidden;
    } else if (job.shuffle_if_telling) {
        out.row_order = RowOrder::hidden_if_telling;
    }
    if (job.options.rows_elsewhere) {
        out.row_order = RowOrder::elsewhere;
    }
    out.counts = job.options.counts;
    out.not_the_first = job.not_the_first;
    if (!saved) {
        detail::protect_by(job.options, job.policy, out);
    }
    return out;
}

/// What a job writes, on its way to the targets.
struct JobFiles {
    std::optional<PendingFile> output;
    std::optional<PendingFile> summary;
    std::optional<PendingFile> report;
    std::optional<PendingFile> recoding;
    std::optional<PendingFile> ledger_file{};
    std::optional<Ledger> ledger{};
};

JobFiles files_of(const AnonymizeJob& job) {
    const bool force = job.write.force;
    JobFiles out{.output = pending_file(file_of(job.output), force),
                 .summary = pending_file(job.summary, force),
                 .report = pending_file(job.report, force),
                 .recoding = pending_file(job.save_recoding, force)};
    if (!job.ledger.empty()) {
        out.ledger = Ledger::read(job.ledger);
        out.ledger->check_column(job.policy.person, job.ledger);
        out.ledger->check_promise(find_invariance(job.policy.privacy) != nullptr, job.ledger);
        out.ledger_file.emplace(job.ledger, true);
        out.ledger_file->keep_private();
    }
    return out;
}

engine::Replacing replacing_of(const AnonymizeJob& job) {
    if (job.replace) {
        return engine::Replacing::fill;
    }
    return job.write.force ? engine::Replacing::drop : engine::Replacing::none;
}

/// True if something is written that states which bytes were read and released.
bool tells_hashes(const AnonymizeJob& job) {
    return !job.dry_run && (!job.summary.empty() || !job.report.empty());
}

/// Read and bind; none where the release is to be a table of a database, and there is no room for
/// the distinct rows.
std::optional<detail::BoundTable> read_whole(const AnonymizeJob& job,
                                             const std::optional<SavedRecoding>& saved,
                                             const std::optional<Ledger>& ledger) {
    ReadOptions read = job.read;
    read.hash_files = tells_hashes(job);
    read.keep_blank_rows = read.keep_blank_rows || !job.options.counts.empty();
    const std::vector<std::string> inputs = all_of(job.input, job.more_inputs);
    BindOptions circumstances = bind_options_of(job, saved);
    circumstances.ledger = ledger ? &*ledger : nullptr;
    circumstances.ledger_releases = ledger ? ledger->releases().size() : 0;
    if (is_address(job.output)) {
        read.distinct_bytes = detail::bytes_of_rows(job);
        return detail::read_and_bind_with_room(
            inputs, job.policy, read, circumstances, job.context, detail::EngineRows::counted);
    }
    read.distinct_bytes = 0;
    return detail::read_and_bind(inputs, job.policy, read, circumstances, job.context);
}

/// Decide what was bound, by a search or as another run did.
void decide(Result& result,
            detail::BoundTable& bound,
            const AnonymizeJob& job,
            const std::optional<SavedRecoding>& saved,
            const detail::EngineTarget* table,
            Stopwatch& watch) {
    RunFacts& facts = result.facts;
    facts.input_sha256 = std::move(bound.sha256);
    facts.seconds.read = bound.read_seconds;
    result.problem = std::make_unique<const Problem>(std::move(bound.problem));
    facts.seconds.bind = watch.lap() - bound.read_seconds;
    detail::check_warnings(result, job.options);
    if (table != nullptr) {
        table->check_columns(*result.problem);
    }
    if (!job.save_recoding.empty()) {
        detail::require_savable(*result.problem);
    }
    if (saved) {
        detail::solve_by(*saved, job.apply_recoding, result, job.context, watch);
    } else {
        detail::solve_protected(result, job.options, job.context, watch);
    }
}

/// The release and its decision, beside their targets.
void write_release(JobFiles& files,
                   Result& result,
                   const detail::SourceForm& form,
                   const AnonymizeJob& job) {
    if (!files.report) {
        result.whole().classes.reset();  // nobody needs them again, and to write takes memory
    }
    if (files.output) {
        const Table table = table_to_write(result, job.secret_seed);
        files.output->write_table(detail::in_own_form(table, job.output, job.write, form),
                                  detail::written_as(job.write, job.output, form),
                                  job.context);
        if (tells_hashes(job)) {
            result.facts.release_sha256 = files.output->sha256(job.context);
        }
    }
    if (files.recoding) {
        files.recoding->write_text(recoding_text(result));
    }
}

/// Refuse what holds a key that columns are coded under. \throws Error{audit_failed}
void require_no_key(const JobFiles& files, const Result& result, const RunContext& context) {
    for (const std::optional<PendingFile>* file :
         {&files.output, &files.summary, &files.report, &files.recoding}) {
        for (const auto& [name, key] : result.problem->keys) {
            if (*file && (*file)->holds(*key, context)) {
                throw Error(ErrorCode::audit_failed,
                            "a secret key would stand in it, so nothing was written; this is a "
                            "fault of kanon, please report it",
                            Where{.file = (*file)->target()});
            }
        }
    }
}

/// Note a release in a ledger, and hold it against all that are there.
void add_to_ledger(Ledger& ledger, Result& result) {
    const Problem& problem = *result.problem;
    ledger.add(problem.policy.person,
               ledger_release_of(problem, result.whole().release, *result.whole().classes, ledger));
    judge_over_releases(ledger, result.audit);
    detail::require_proof(result.audit);
}

void say_where(RunFacts& facts, const AnonymizeJob& job) {
    facts.dry_run = job.dry_run;
    facts.title = job.title;
    facts.date = job.date;
    facts.inputs = shown_inputs(all_of(job.input, job.more_inputs));
    facts.outputs = shown_inputs(all_of(job.output, job.more_outputs));
    facts.summary_path = job.summary;
    facts.report_path = job.report;
    facts.recoding_path = job.save_recoding;
    facts.command = job.command;
}

/// Refuse what says more of the rows than counterfeits allow.
void check_with_counterfeits(const AnonymizeJob& job) {
    const std::pair<const char*, bool> given[] = {{"--apply", !job.apply_recoding.empty()},
                                                  {"--save-recoding", !job.save_recoding.empty()},
                                                  {"--prove", job.options.prove},
                                                  {"--evaluate", job.options.evaluate}};
    for (const auto& [flag, is_given] : given) {
        if (is_given) {
            throw Error(ErrorCode::usage,
                        std::string(flag) +
                            " is not for releases with counterfeits (m-invariance); leave it out");
        }
    }
}

/// A run for m-invariance, up to what it writes under other names than its targets'.
std::unique_ptr<Result> run_invariant(const AnonymizeJob& job, JobFiles& files, Stopwatch& watch) {
    check_with_counterfeits(job);
    auto result = std::make_unique<Result>();
    result->policy = job.policy;
    say_where(result->facts, job);
    ReadOptions read = job.read;
    read.hash_files = tells_hashes(job);
    detail::PolicySource source = detail::read_source(all_of(job.input, job.more_inputs),
                                                      job.policy,
                                                      read,
                                                      {.order = RowOrder::hidden},
                                                      job.context);
    result->facts.input_sha256 = source.sha256;
    result->facts.seconds.read = watch.lap();
    BindOptions circumstances = bind_options_of(job, std::nullopt);
    circumstances.row_order = RowOrder::hidden;
    circumstances.ledger = files.ledger ? &*files.ledger : nullptr;
    circumstances.ledger_releases = files.ledger ? files.ledger->releases().size() : 0;
    const detail::InvariantDecision decision = detail::decide_invariant(
        source, circumstances, job.secret_seed, job.context, *result, watch);
    detail::check_warnings(*result, job.options);
    detail::release_and_prove(*result, job.secret_seed, job.context, watch);
    detail::check_release(*result, job.options);
    files.ledger->add(job.policy.person, decision.noted);
    detail::prove_invariant(decision, *files.ledger, job.context.threads, *result);
    throw_if_cancelled(job.context);
    detail::note_decimal_commas(source.reading.table, decision.original->table, source.form);
    write_release(files, *result, source.form, job);
    result->facts.seconds.write = watch.lap();
    return result;
}

/// A run that holds all of its distinct rows, up to what it writes under other names than its
/// targets'.
std::unique_ptr<Result> run_whole(detail::BoundTable bound,
                                  const AnonymizeJob& job,
                                  JobFiles& files,
                                  const std::optional<SavedRecoding>& saved,
                                  detail::EngineTarget* table,
                                  Stopwatch& watch) {
    auto result = std::make_unique<Result>();
    result->policy = job.policy;
    say_where(result->facts, job);
    decide(*result, bound, job, saved, table, watch);
    detail::release_and_prove(*result, job.secret_seed, job.context, watch);
    detail::check_release(*result, job.options);
    if (files.ledger) {
        add_to_ledger(*files.ledger, *result);
    }
    throw_if_cancelled(job.context);
    if (job.options.evaluate) {
        detail::evaluate_result(*result, job.context, watch);
    }
    write_release(files, *result, bound.form, job);
    if (table != nullptr && !job.dry_run) {
        table->write(*result, bound.reading_of_source);
    }
    result->facts.seconds.write = watch.lap();
    return result;
}

std::unique_ptr<Result> made_by(const AnonymizeJob& job,
                                JobFiles& files,
                                const std::optional<SavedRecoding>& saved,
                                detail::EngineTarget* table,
                                Stopwatch& watch) {
    if (find_invariance(job.policy.privacy) != nullptr) {
        return run_invariant(job, files, watch);
    }
    std::optional<detail::BoundTable> bound = read_whole(job, saved, files.ledger);
    return bound ? run_whole(std::move(*bound), job, files, saved, table, watch)
                 : detail::run_in_partitions(job, *table, watch);
}

/// From the first row that is read to the last target that is in place.
std::unique_ptr<Result> run_to_targets(const AnonymizeJob& job,
                                       JobFiles& files,
                                       const std::optional<SavedRecoding>& saved,
                                       detail::EngineTarget* table) {
    Stopwatch watch;
    if (job.dry_run) {
        std::optional<Ledger> ledger = std::move(files.ledger);
        files = {};
        files.ledger = std::move(ledger);
    }
    std::unique_ptr<Result> result = made_by(job, files, saved, table, watch);
    say_where(result->facts, job);
    detail::fill_facts(*result, job.context, watch);
    if (files.summary) {
        files.summary->write_text(json_summary(record_of(*result)));
    }
    if (files.report) {
        files.report->write_text(html_report(record_of(*result)));
    }
    require_no_key(files, *result, job.context);
    if (files.ledger_file) {
        files.ledger_file->write_text(files.ledger->text());
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(*result);
    }
    if (table != nullptr && !job.dry_run) {
        table->publish();
    }
    commit_together(
        {&files.summary, &files.report, &files.recoding, &files.ledger_file, &files.output},
        job.context);
    return result;
}

/// Undo what a run that failed made in databases. \pre the fault is being handled \throws the fault
/// once more, with the statements for whoever has to drop what could not be dropped
[[noreturn]] void undo_and_fail(detail::EngineTarget& table, const Error& fault) {
    const std::vector<std::string> left = table.undo();
    if (left.empty()) {
        throw;
    }
    std::string statements;
    for (const std::string& statement : left) {
        statements += (statements.empty() ? "" : "; ") + statement;
    }
    throw Error(fault.code(),
                fault.what() +
                    std::string("; the session was lost and no other one could clean up, so "
                                "private tables, some with rows of the original, may be there: "
                                "run ") +
                    statements);
}

}  // namespace

std::unique_ptr<Result> run_job(const AnonymizeJob& job) {
    check_targets_of(job);
    JobFiles files = files_of(job);
    std::optional<detail::EngineTarget> table;
    if (is_address(job.output)) {
        table.emplace(all_of(job.input, job.more_inputs),
                      all_of(job.output, job.more_outputs),
                      replacing_of(job),
                      !job.dry_run,
                      job.context);
        table->show_values(job.read.show_values);
        detail::check_engine_memory(job);
    } else if (job.replace) {
        throw Error(ErrorCode::usage,
                    "--replace is for tables of databases, which it fills in place; a file is "
                    "replaced by --force");
    } else if (!job.more_outputs.empty()) {
        throw Error(ErrorCode::usage,
                    "several outputs are for several sources in databases, each an address; give "
                    "one",
                    Where{.file = shown_input(job.more_outputs.front())});
    }
    std::optional<SavedRecoding> saved;
    if (!job.apply_recoding.empty()) {
        saved = detail::read_recoding(job.apply_recoding, job.context);
    }
    if (!table) {
        return run_to_targets(job, files, saved, nullptr);
    }
    try {
        return run_to_targets(job, files, saved, &*table);
    } catch (const Error& fault) {
        undo_and_fail(*table, fault);
    }
}

}  // namespace kanon
