// SPDX-License-Identifier: Apache-2.0
#include "flags.hpp"

#include "data/workplace.hpp"
#include "measuring/process.hpp"
#include <fmt/format.h>

#include <cstddef>

namespace kanon::bench {

void add_folder_flags(CLI::App& app, const std::string& what, BenchFlags& flags) {
    flags.folder = "bench/" + what;
    app.add_option("--dir", flags.folder, fmt::format("folder of {} ({})", what, flags.folder))
        ->type_name("DIR");
    app.add_option("--shared", flags.shared, "folder of shared data (shared, here or beside)")
        ->type_name("DIR");
}

void add_bench_flags(CLI::App& app, BenchFlags& flags) {
    flags.shared = default_shared_folder();
    flags.program = program_beside("kanon");
    app.add_option("--program", flags.program, "the kanon to run (the one beside kanon-bench)")
        ->type_name("FILE");
    app.add_option("--keep", flags.keep, "make tables here, keep them, use them again")
        ->type_name("DIR");
    app.add_option("--json", flags.json, "write the figures here (JSON)")->type_name("FILE");
    app.add_flag("--force", flags.force, "replace files that stand at the targets");
}

void add_suite_flags(CLI::App& app, SuiteFlags& flags) {
    app.add_option("--markdown", flags.markdown, "write the tables here (Markdown)")
        ->type_name("FILE");
    add_folder_flags(app, "suites", flags);
    add_bench_flags(app, flags);
    cli::add_search_run_flags(app, flags.run);
}

void add_paper_flags(CLI::App& app, const std::string& what, PaperFlags& flags) {
    app.add_flag("--list", flags.list, "list the " + what + ", run nothing");
    cli::add_list(app, "--" + what, flags.names, "only these")->type_name("NAME,...");
    cli::add_counts(app, "--k", flags.ks, "only these of the suite's")->type_name("K,...");
    add_suite_flags(app, flags);
}

cli::RunFlags within_limit(const cli::RunFlags& flags, const SuiteHead& suite) {
    cli::RunFlags out = flags;
    if (!out.time_limit) {
        out.time_limit = suite.time_limit_seconds;
    }
    return out;
}

std::string limit_text(const cli::RunFlags& flags, const SuiteHead& suite) {
    const std::optional<double> limit = within_limit(flags, suite).time_limit;
    return limit ? fmt::format(", at most {:g} each", *limit) : "";
}

BenchTargets::BenchTargets(const std::vector<std::string>& targets, bool force) {
    for (const std::string& target : targets) {
        files_.push_back(pending_file(target, force));
    }
}

void BenchTargets::write(const std::vector<std::string>& texts) {
    std::vector<std::optional<PendingFile>*> all;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (files_[i]) {
            files_[i]->write_text(texts[i]);
        }
        all.push_back(&files_[i]);
    }
    commit_together(all);
}

}  // namespace kanon::bench
