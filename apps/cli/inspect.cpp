// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
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

struct InspectFlags {
    std::string input;
    std::string policy;
    std::vector<std::string> missing;
    bool json = false;
    bool force = false;
    ReadFlags read;
    RunFlags run;
};

std::string columns_text(const Inspection& seen) {
    std::vector<std::vector<std::string>> cells{
        {"COLUMN", "TYPE", "DISTINCT", "MISSING", "UNIQUE", "SUGGESTED ROLE", "WHY"}};
    for (const ColumnSuggestion& column : seen.columns) {
        cells.push_back({column.name,
                         std::string(to_string(column.type)),
                         std::to_string(column.distinct),
                         std::to_string(column.missing_rows),
                         fmt::format("{:.1f}%", column.unique_share * 100),
                         std::string(to_string(column.role)),
                         column.why});
    }
    return fmt::format("{}, {}; UNIQUE: rows whose value occurs once\n\n{}",
                       count_text(seen.rows, "row"),
                       count_text(seen.columns.size(), "column"),
                       text_table(cells));
}

std::string persons_text(const Inspection& seen) {
    if (!seen.person) {
        return "\nPersons\n  each row counts as a person: no record number of persons repeats\n";
    }
    return fmt::format("\nPersons\n  counted by '{}': {}; {} values in {} rows\n",
                       seen.person->column,
                       seen.person->why,
                       seen.person->persons,
                       seen.person->rows);
}

std::string sets_text(const Inspection& seen) {
    if (seen.singling_sets.empty()) {
        return "";
    }
    std::vector<std::vector<std::string>> cells{{"UNIQUE", "COLUMNS"}};
    for (const SinglingSet& set : seen.singling_sets) {
        cells.push_back({fmt::format("{:.1f}%", set.unique_share * 100),
                         fmt::format("{}", fmt::join(set.columns, ", "))});
    }
    return "\nColumns that identify the most rows\n\n" + text_table(cells);
}

std::string least_sets_text(const Inspection& seen) {
    if (seen.least_sets.sets.empty()) {
        return "";
    }
    std::vector<std::vector<std::string>> cells{{"OF THESE ROWS", "FEWEST", "COLUMNS"}};
    for (const LeastSet& set : seen.least_sets.sets) {
        cells.push_back({set.share < 1 ? fmt::format("{:.0f}%", set.share * 100) : "all",
                         set.size_text(),
                         fmt::format("{}", fmt::join(set.columns, ", "))});
    }
    return fmt::format(
        "\nSmallest sets of columns that identify as many rows as all of them ({} of {})\n\n{}",
        count_text(seen.least_sets.unique_rows),
        count_text(seen.rows, "row"),
        text_table(cells));
}

std::string warnings_text(const Inspection& seen) {
    std::string out = seen.warnings.empty() ? "" : "\nWarnings\n";
    for (const Warning& warning : seen.warnings) {
        out += fmt::format("  {}: {} ({}); {}\n",
                           warning.code,
                           warning.text,
                           fmt::join(warning.columns, ", "),
                           find_warning(warning.code).remedy);
    }
    return out;
}

std::string text_of(const Inspection& seen) {
    return columns_text(seen) + persons_text(seen) + sets_text(seen) + least_sets_text(seen) +
           warnings_text(seen);
}

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

std::string said_text(const ReadTable& input) {
    std::string out = input.said.empty() ? "" : "\nRead\n";
    for (const std::string& line : input.said) {
        out += "  " + line + "\n";
    }
    return out;
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
    const std::string text = options.json ? json_of(seen, input) : text_of(seen) + said_text(input);
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
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_read_flags(*app, options->read);
    add_marks(
        *app, "--missing", options->missing, "spellings of a missing value besides the empty cell")
        ->group("Reading");
    add_run_flags(*app, options->run);
    return {app, [options] { return run_inspect(*options); }};
}

}  // namespace kanon::cli
