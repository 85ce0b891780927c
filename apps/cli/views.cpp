// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/views.hpp"

#include "flags/file_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace kanon::cli {
namespace {

struct ViewsFlags {
    std::string input;
    std::string views;
    std::string json;
    std::optional<std::uint64_t> k;
    bool force = false;
    ReadFlags read;
    RunFlags run;
};

int status_of(const std::vector<AssociationFinding>& findings) {
    const auto ended = [&](ViewsEnding ending) {
        return std::ranges::find(findings, ending, &AssociationFinding::ending) != findings.end();
    };
    if (ended(ViewsEnding::violated)) {
        return kBroken;
    }
    return ended(ViewsEnding::undecided) ? kCouldNotTell : kDone;
}

int run_views(const ViewsFlags& options) {
    std::optional<PendingFile> target;
    if (!options.json.empty()) {
        check_target("JSON", options.json, options.input);
        check_target("JSON", options.json, options.views);
        target.emplace(options.json, options.force);
    }
    ProgressLine progress(options.run.quiet);
    const ViewsJob job{.input = options.input,
                       .views = options.views,
                       .read = make_read_options(options.read),
                       .k = options.k,
                       .context = make_context(options.run, progress)};
    const JudgedViews judged = run_job(job);
    progress.clear();
    if (!options.run.quiet) {
        print_out(
            views_text(judged.views, judged.findings, judged.table, options.read.show_values));
    }
    if (target) {
        target->write_text(views_json(judged.views, judged.findings));
        target->commit(job.context);
    }
    return status_of(judged.findings);
}

}  // namespace

Verb add_views(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "views",
                             "Check whether several views of a table reveal together what none may "
                             "reveal: which value belongs to whom.",
                             "  kanon generate --rows 1000 -o stays.csv\n"
                             "  echo '{associations: [{identifier: name, sensitive: diagnosis}], "
                             "views: [{columns: [name, sex]}, {columns: [sex, diagnosis]}]}' > "
                             "views.yaml\n"
                             "  kanon views stays.csv -p views.yaml --k 5\n");
    const auto options = std::make_shared<ViewsFlags>();
    add_input(*app, options->input);
    app->add_option(
           "-p,--policy", options->views, "the views and what they must not disclose (YAML)")
        ->type_name("FILE")
        ->required();
    app->add_option(
           "--k", options->k, "values that each identifier may go with, in place of the file's")
        ->type_name("K");
    whole(app->get_option("--k"));
    app->add_option("--json", options->json, "write what was found here (JSON)")->type_name("FILE");
    app->add_flag("--force", options->force, "replace a file that stands there");
    add_read_flags(*app, options->read);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_views(*options); }};
}

}  // namespace kanon::cli
