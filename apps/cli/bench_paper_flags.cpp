// SPDX-License-Identifier: Apache-2.0
#include "bench_paper_flags.hpp"

#include "exit_status.hpp"
#include "verbs.hpp"

#include <cstddef>

namespace kanon::cli::bench {

void add_paper_flags(CLI::App& app, const std::string& what, PaperFlags& flags) {
    app.add_flag("--list", flags.list, "list the " + what + ", run nothing");
    add_list(app, "--" + what, flags.names, "these alone")->type_name("NAME,...");
    add_counts(app, "--k", flags.ks, "of the suite's, these alone")->type_name("K,...");
    app.add_option("--dir", flags.folder, "folder of suites (bench/suites)")->type_name("DIR");
    app.add_option("--shared", flags.shared, "folder of shared data (shared, here or beside)")
        ->type_name("DIR");
    app.add_option("--keep", flags.keep, "make tables here, keep them, use them again")
        ->type_name("DIR");
    app.add_option("--markdown", flags.markdown, "write the tables here (Markdown)")
        ->type_name("FILE");
    app.add_option("--json", flags.json, "write the figures here (JSON)")->type_name("FILE");
    app.add_flag("--force", flags.force, "replace files that stand at the targets");
    add_search_run_flags(app, flags.run);
}

std::string limit_text(const PaperFlags& flags, std::optional<double> of_suite) {
    const std::optional<double> limit = flags.run.time_limit ? flags.run.time_limit : of_suite;
    return limit ? fmt::format(", at most {:g} each", *limit) : "";
}

void tell_left_out(const std::string& lines, bool nothing_left) {
    if (nothing_left) {
        throw Error(ErrorCode::bad_input, "none of the suite's data sets is there; " + lines);
    }
    print_err(lines);
}

PaperTargets::PaperTargets(const std::vector<std::string>& targets, bool force) {
    for (const std::string& target : targets) {
        files_.push_back(pending_file(target, force));
    }
}

void PaperTargets::write(const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (files_[i]) {
            files_[i]->write_text(texts[i]);
        }
    }
    for (std::optional<PendingFile>& file : files_) {
        if (file) {
            file->commit();
        }
    }
}

}  // namespace kanon::cli::bench
