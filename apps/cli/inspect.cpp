// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "file_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::cli {
namespace {

struct Options {
    std::string input;
    std::string policy;
    std::vector<std::string> missing;
    bool json = false;
    bool force = false;
    ReadFlags read;
    RunFlags run;
};

std::string text_of(const std::vector<ColumnSuggestion>& columns, std::size_t rows) {
    std::vector<std::vector<std::string>> cells{
        {"COLUMN", "TYPE", "DISTINCT", "MISSING", "ALONE", "SUGGESTED ROLE", "WHY"}};
    for (const ColumnSuggestion& column : columns) {
        cells.push_back({column.name,
                         std::string(to_string(column.type)),
                         std::to_string(column.distinct),
                         std::to_string(column.missing_rows),
                         fmt::format("{:.1f}%", column.unique_share * 100),
                         std::string(to_string(column.role)),
                         column.why});
    }
    return fmt::format("{}, {}; ALONE: rows that have their value for themselves\n\n{}",
                       count_text(rows, "row"),
                       count_text(columns.size(), "column"),
                       text_table(cells));
}

std::string json_of(const std::vector<ColumnSuggestion>& columns, std::size_t rows) {
    nlohmann::ordered_json out{{"rows", rows}, {"columns", nlohmann::ordered_json::array()}};
    for (const ColumnSuggestion& column : columns) {
        out["columns"].push_back({{"name", column.name},
                                  {"type", to_string(column.type)},
                                  {"distinct", column.distinct},
                                  {"missing_rows", column.missing_rows},
                                  {"unique_share", column.unique_share},
                                  {"role", to_string(column.role)},
                                  {"why", column.why}});
    }
    return out.dump(2) + "\n";
}

int run(const Options& options) {
    std::optional<PendingFile> target;
    if (!options.policy.empty()) {
        check_target("policy", options.policy, options.input);
        target.emplace(options.policy, options.force);
    }
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    ReadOptions read = make_read_options(options.read);
    read.missing_marks = options.missing;
    const ReadTable input = read_table(options.input, read, context);
    const std::vector<ColumnSuggestion> columns = inspect(input.table);
    throw_if_cancelled(context);
    progress.clear();
    const std::size_t rows = input.table.row_count();
    const std::string text = options.json ? json_of(columns, rows) : text_of(columns, rows);
    if (target) {
        Policy policy = suggested_policy(columns);
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
                             "Look at a table's columns and suggest roles and hierarchies.",
                             "  kanon generate --rows 1000 -o stays.csv\n"
                             "  kanon inspect stays.csv --policy suggested.yaml\n"
                             "  kanon anonymize stays.csv -p suggested.yaml -o release.csv\n");
    const auto options = std::make_shared<Options>();
    add_input(*app, options->input);
    app->add_option("--policy", options->policy, "write the suggestion as a policy to start from")
        ->type_name("FILE");
    app->add_flag("--json", options->json, "as JSON");
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_read_flags(*app, options->read);
    add_list(
        *app, "--missing", options->missing, "spellings of a missing value besides the empty cell")
        ->type_name("MARK,...")
        ->group("Reading");
    add_run_flags(*app, options->run);
    return {app, [options] { return run(*options); }};
}

}  // namespace kanon::cli
