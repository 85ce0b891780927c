// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "file_flags.hpp"
#include "inspection_text.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/terminal_width.hpp"
#include "verbs.hpp"
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct InspectFlags {
    std::string input;
    std::string policy;
    std::vector<std::string> missing;
    bool json = false;
    bool verbose = false;
    bool force = false;
    ReadFlags read;
    RunFlags run;
};

using Json = nlohmann::ordered_json;

Json columns_json(const Inspection& seen) {
    Json out = Json::array();
    for (const ColumnSuggestion& column : seen.columns) {
        out.push_back({{"name", column.name},
                       {"type", to_string(column.type)},
                       {"distinct", column.distinct},
                       {"missing_rows", column.missing_rows},
                       {"unique_share", column.unique_share},
                       {"role", to_string(column.role)},
                       {"unknown", column.unknown},
                       {"why", column.why}});
    }
    return out;
}

Json person_json(const Inspection& seen) {
    if (!seen.person) {
        return nullptr;
    }
    return {{"column", seen.person->column},
            {"persons", seen.person->persons},
            {"rows", seen.person->rows},
            {"why", seen.person->why}};
}

std::string json_of(const Inspection& seen, const ReadTable& input) {
    Json out{{"schema", 1},
             {"rows", seen.rows},
             {"columns", columns_json(seen)},
             {"person", person_json(seen)}};
    out["singling_sets"] = Json::array();
    for (const SinglingSet& set : seen.singling_sets) {
        out["singling_sets"].push_back({{"columns", set.columns},
                                        {"unique_rows", set.unique_rows},
                                        {"unique_share", set.unique_share},
                                        {"separation", set.separation}});
    }
    out["unique_rows"] = seen.least_sets.unique_rows;
    out["least_sets"] = Json::array();
    for (const LeastSet& set : seen.least_sets.sets) {
        out["least_sets"].push_back({{"share", set.share},
                                     {"columns", set.columns},
                                     {"unique_rows", set.unique_rows},
                                     {"at_least", set.at_least},
                                     {"proven", set.at_least == set.columns.size()}});
    }
    out["warnings"] = Json::array();
    for (const Warning& warning : seen.warnings) {
        out["warnings"].push_back(
            {{"code", warning.code}, {"text", warning.text}, {"columns", warning.columns}});
    }
    out["read"] = input.said;
    return out.dump(2) + "\n";
}

std::string text_of(const InspectFlags& options, const Inspection& seen, const ReadTable& input) {
    return inspection_text(seen,
                           input.said,
                           {.input = says_how_to_read(options.read) ? "" : options.input,
                            .policy = options.policy,
                            .width = terminal_width(),
                            .verbose = options.verbose});
}

int run_inspect(const InspectFlags& options) {
    std::optional<PendingFile> target;
    if (!options.policy.empty()) {
        check_target("policy", options.policy, options.input);
        target.emplace(options.policy, options.force);
    }
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    ReadOptions read = make_read_options(options.read);
    read.missing_marks = options.missing;
    const ReadTable input = read_input(options.input, read, context);
    const Inspection seen = inspect(input.table, context.threads);
    throw_if_cancelled(context);
    progress.clear();
    const std::string text = options.json ? json_of(seen, input) : text_of(options, seen, input);
    if (target) {
        Policy policy = suggested_policy(seen);
        policy.missing_marks = options.missing;
        target->write_text(policy_text(policy));
    }
    const bool beside = options.policy == "-";
    if (!options.run.quiet && !beside) {
        print_out(text);
    }
    if (target) {
        target->commit(context);
    }
    if (beside) {
        print_err(text);
    }
    return kDone;
}

}  // namespace

Verb add_inspect(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "inspect",
                             "Describe the columns of a table; suggest roles and hierarchies.",
                             "  kanon generate --rows 1000 -o stays.csv\n"
                             "  kanon inspect stays.csv --encoding utf-8 --date-format YYYY-MM-DD\n"
                             "  kanon inspect stays.csv --policy suggested.yaml\n"
                             "  kanon anonymize stays.csv -p suggested.yaml -o release.csv\n");
    const auto options = std::make_shared<InspectFlags>();
    add_input(*app, options->input);
    app->add_option("--policy", options->policy, "write the suggestion as a policy to start from")
        ->type_name("FILE");
    app->add_flag("--json", options->json, "as JSON");
    app->add_flag("-v,--verbose", options->verbose, "show all columns, sets and warnings in full");
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_read_flags(*app, options->read);
    add_marks(
        *app, "--missing", options->missing, "marks of a missing value besides the empty cell")
        ->group("Reading");
    add_run_flags(*app, options->run);
    return {app, [options] { return run_inspect(*options); }};
}

}  // namespace kanon::cli
