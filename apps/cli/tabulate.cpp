// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/tabulate.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct TabulateFlags {
    std::string input;
    std::vector<std::string> by;
    tabulate::TabulateOptions options;
    PolicyFlags policy;
    std::string check;
    std::string output;
    std::string summary;
    WriteFlags write;
    ReadFlags read;
    RunFlags run;
};

int status_of(const tabulate::CellAudit& audit) {
    if (audit.fault_count > 0) {
        return kBroken;
    }
    return audit.holds() ? kDone : kCouldNotTell;
}

std::optional<PendingFile> target_of(const TabulateFlags& flags,
                                     const std::string& what,
                                     const std::string& target) {
    check_target_leaves(what, target, {flags.input, flags.check});
    return pending_file(target, flags.write.force);
}

int run_tabulate(const TabulateFlags& flags) {
    if (flags.check.empty() == flags.output.empty()) {
        throw Error(ErrorCode::usage,
                    "say where the tables go (-o FILE), or which tables are judged (--check FILE)");
    }
    std::optional<PendingFile> tables = target_of(flags, "output", flags.output);
    std::optional<PendingFile> summary = target_of(flags, "summary", flags.summary);
    ProgressLine progress(flags.run.quiet);
    TabulateJob job{.input = flags.input,
                    .read = make_read_options(flags.read),
                    .options = flags.options,
                    .check = flags.check,
                    .context = make_context(flags.run, progress)};
    job.options.policy = make_policy(flags.policy);
    for (const std::string& word : flags.by) {
        job.options.by.push_back(list_items(word));
    }
    const tabulate::Tabulation made = run_job(job);
    progress.clear();
    if (tables) {
        tables->write_table(tabulate::published_table(made, job.options),
                            make_write_options(flags.write),
                            job.context);
    }
    if (summary) {
        summary->write_text(tabulate::tabulation_json(made, job.options));
    }
    commit_together({&tables, &summary}, job.context);
    const int status = status_of(made.audit);
    if (!flags.run.quiet) {
        const std::string text = tabulate::tabulation_text(made, job.options);
        take_output({flags.output, flags.summary}) ? print_err(text) : print_out(text);
    }
    if (flags.run.quiet && status == kCouldNotTell) {
        print_err("kanon: " + flags.check +
                  ": undecided: no other table of rows was found for some small cell\n");
    }
    return status;
}

}  // namespace

Verb add_tabulate(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "tabulate",
                             "Make count tables whose small counts cannot be found out, and prove "
                             "it.",
                             "  kanon generate --rows 1000 -o stays.csv\n"
                             "  kanon tabulate stays.csv --by sex,diagnosis -o counts.csv\n"
                             "  kanon tabulate stays.csv --by sex,diagnosis --check counts.csv\n"
                             "  kanon tabulate stays.csv --by age,sex --by age@2,diagnosis "
                             "-o ages.csv\n");
    const auto flags = std::make_shared<TabulateFlags>();
    add_input(*app, flags->input);
    app->add_option(
           "--by",
           flags->by,
           "the columns of a table, with all totals; a level of a hierarchy: age@2; once for each "
           "table")
        ->type_name("COLUMN[@LEVEL],...")
        ->allow_extra_args(false)
        ->required();
    whole(app->add_option("--k", flags->options.k, "counts below this are suppressed (5)")
              ->type_name("K"));
    app->add_option(
           "--person", flags->options.person, "count persons: distinct values of this column")
        ->type_name("COLUMN");
    app->add_option("--total", flags->options.total, "how a total is spelled (Total)")
        ->type_name("TEXT");
    app->add_option("--check", flags->check, "check these tables, made by the same flags")
        ->type_name("FILE");
    app->add_option("-o,--output", flags->output, "write the tables here")->type_name("FILE");
    app->add_option("--summary", flags->summary, "write what was found here (JSON)")
        ->type_name("FILE");
    add_hierarchy_flags(*app, flags->policy, "policy file whose hierarchies have the levels");
    add_write_flags(*app, flags->write);
    add_read_flags(*app, flags->read);
    add_search_run_flags(*app, flags->run);
    return {app, [flags] { return run_tabulate(*flags); }};
}

}  // namespace kanon::cli
