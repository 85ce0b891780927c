// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/hierarchy.hpp"

#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "terminal/text_table.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {
namespace {

using Form = HierarchySpec::Form;

struct HierarchyFlags {
    std::string input;
    std::string column;
    std::string output;
    std::string file;
    std::vector<std::string> intervals;
    std::optional<double> open_below;
    std::optional<double> open_above;
    std::string mask;
    std::size_t mask_step = 1;
    bool mask_parts = false;
    bool date = false;
    std::vector<std::string> periods;
    bool flat = false;
    bool force = false;
    std::size_t labels = 10;
    PolicyFlags policy;  ///< check: all of it; build and show: file, types and missing marks
    ReadFlags read;
    RunFlags run;
};

std::vector<Period> periods_from(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 5> kPeriods{"hour", "day", "month", "quarter", "year"};
    std::vector<Period> out;
    out.reserve(words.size());
    for (const std::string& word : words) {
        out.push_back(static_cast<Period>(place_of(word, kPeriods, "--periods")));
    }
    return out;
}

/// \throws Error{usage} if more than one form is asked for.
HierarchySpec spec_of(const HierarchyFlags& options) {
    HierarchySpec spec;
    int forms = 0;
    const auto take = [&](bool asked, Form form) {
        forms += asked ? 1 : 0;
        spec.form = asked ? form : spec.form;
    };
    take(!options.intervals.empty(), Form::intervals);
    take(!options.mask.empty(), Form::mask);
    take(options.date || !options.periods.empty(), Form::date);
    take(options.flat, Form::flat);
    take(!options.file.empty(), Form::file);
    if (forms > 1) {
        throw Error(ErrorCode::usage,
                    "give one of --intervals, --mask, --date, --flat and --file, not several");
    }
    for (const std::string& width : options.intervals) {
        spec.widths.push_back(number_of(width, "--intervals"));
    }
    if (!options.mask.empty() && options.mask != "right" && options.mask != "left") {
        throw Error(ErrorCode::usage, "--mask: write right or left");
    }
    if (spec.form != Form::intervals && (options.open_below || options.open_above)) {
        throw Error(ErrorCode::usage, "--open-below and --open-above need --intervals");
    }
    spec.open_below = options.open_below;
    spec.open_above = options.open_above;
    spec.mask_right = options.mask != "left";
    spec.mask_step = options.mask_step;
    if (options.mask_parts && options.mask != "right") {
        throw Error(ErrorCode::usage, "--by-parts needs --mask right");
    }
    spec.mask_parts = options.mask_parts;
    spec.periods = periods_from(options.periods);
    spec.file = options.file;
    return spec;
}

/// Read the wanted columns alone, all of them from a pipe. \throws Error
Table read_columns(const HierarchyFlags& options,
                   const Policy& policy,
                   const std::vector<std::string>& wanted,
                   const RunContext& context) {
    ReadOptions read = make_read_options(options.read);
    read.missing_marks = policy.missing_marks;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.type) {
            read.types.emplace(attribute.name, *attribute.type);
        }
    }
    if (options.input != "-") {
        const std::vector<std::string> names = input_columns(options.input, read);
        const auto unwanted = [&wanted](const std::string& name) {
            return std::find(wanted.begin(), wanted.end(), name) == wanted.end();
        };
        std::copy_if(names.begin(), names.end(), std::back_inserter(read.skip), unwanted);
        if (read.skip.size() == names.size()) {
            read.skip.clear();  // nothing is wanted; the message names what there is
        }
    }
    return read_input(options.input, read, context).table;
}

const Column& column_of(const Table& table, const std::string& name) {
    const auto index = table.find(name);
    if (!index) {
        throw Error(ErrorCode::usage,
                    "the table has no column '" + name + "'" + suggestion(name, table.names()));
    }
    return table.column(*index);
}

Hierarchy hierarchy_of(const HierarchyFlags& options, const RunContext& context) {
    const HierarchySpec spec = spec_of(options);
    Policy policy = make_policy(options.policy);
    const Table table = read_columns(options, policy, {options.column}, context);
    const AttributePolicy* said = policy.find(options.column);
    const bool by_policy = spec.form == Form::automatic && said != nullptr;
    if (spec.form == Form::file) {
        policy.file.clear();  // a file named on the command line is relative to here
    }
    return build_hierarchy(policy,
                           by_policy ? said->hierarchy : spec,
                           column_of(table, options.column),
                           options.read.show_values);
}

std::string field_text(const std::string& value) {
    // A comma too: the separator of a hierarchy file is found by a look at it.
    if (value.find_first_of(";,\"\n\r") == std::string::npos) {
        return value;
    }
    std::string out = "\"";
    for (const char c : value) {
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    }
    return out + "\"";
}

int build(const HierarchyFlags& options) {
    check_target("output", options.output, options.input);
    if (same_file(options.output, options.file) ||
        same_file(options.output, options.policy.policy)) {
        throw Error(ErrorCode::usage,
                    "the output is the same file as an input; choose another name");
    }
    PendingFile target(options.output, options.force);
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const Hierarchy hierarchy = hierarchy_of(options, context);
    std::string text;
    for (const std::vector<std::string>& path : leaf_paths(hierarchy)) {
        for (std::size_t level = 0; level < path.size(); ++level) {
            text += (level == 0 ? "" : ";") + field_text(path[level]);
        }
        text += "\n";
    }
    throw_if_cancelled(context);
    target.write_text(text);
    progress.clear();
    if (!options.run.quiet && options.output != "-") {
        print_out(fmt::format("{}, {} above: {}\n",
                              count_text(hierarchy.domain_size(), "value"),
                              count_text(hierarchy.height(), "level"),
                              options.output));
    }
    target.commit(context);
    return kDone;
}

/// The first labels of a level. Values themselves stay out unless asked for.
std::string labels_text(const Hierarchy& hierarchy, Level level, const HierarchyFlags& options) {
    if (level == 0 && !options.read.show_values) {
        return "(the values; --show-values shows them)";
    }
    std::string out;
    const std::size_t shown = std::min(options.labels, hierarchy.label_count(level));
    for (Code label = 0; label < shown; ++label) {
        const std::string_view text = hierarchy.text(level, label);
        out += out.empty() ? "" : "  ";
        out += text.empty() ? "(missing)" : std::string(text);
    }
    return out + (shown < hierarchy.label_count(level) ? "  ..." : "");
}

int show(const HierarchyFlags& options) {
    ProgressLine progress(options.run.quiet);
    const Hierarchy hierarchy = hierarchy_of(options, make_context(options.run, progress));
    std::vector<std::vector<std::string>> rows{{"LEVEL", "LABELS", "LARGEST", "FIRST LABELS"}};
    for (Level level = 0; level <= hierarchy.height(); ++level) {
        std::size_t largest = 0;
        for (Code label = 0; label < hierarchy.label_count(level); ++label) {
            largest = std::max(largest, hierarchy.cover_count(level, label));
        }
        rows.push_back({std::to_string(level),
                        std::to_string(hierarchy.label_count(level)),
                        std::to_string(largest),
                        labels_text(hierarchy, level, options)});
    }
    progress.clear();
    print_out(text_table(rows));
    return kDone;
}

int check(const HierarchyFlags& options) {
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const Policy policy = make_policy(options.policy);
    std::vector<std::string> wanted;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.hierarchy.form != Form::automatic) {
            wanted.push_back(attribute.name);
        }
    }
    if (wanted.empty()) {
        throw Error(ErrorCode::usage, "no hierarchy to check; name a policy (-p) or --hierarchy");
    }
    const Table table = read_columns(options, policy, wanted, context);
    std::string text;
    for (const std::string& name : wanted) {
        const Hierarchy hierarchy = build_hierarchy(
            policy, policy.find(name)->hierarchy, column_of(table, name), options.read.show_values);
        text += fmt::format("{}: {} covered, {} above\n",
                            name,
                            count_text(hierarchy.domain_size(), "value"),
                            count_text(hierarchy.height(), "level"));
    }
    progress.clear();
    print_out(text);
    return kDone;
}

void add_forms(CLI::App& app, HierarchyFlags& options) {
    constexpr const char* kGroup = "Form (one of them; default: what suits the column)";
    app.add_option("-c,--column", options.column, "the column it is for")
        ->required()
        ->type_name("NAME");
    add_list(app, "--intervals", options.intervals, "widths, each a multiple of the one before")
        ->type_name("WIDTH,...")
        ->group(kGroup);
    app.add_option("--open-below", options.open_below, "values below share one interval")
        ->type_name("NUMBER")
        ->group(kGroup);
    app.add_option("--open-above", options.open_above, "values from here on share one interval")
        ->type_name("NUMBER")
        ->group(kGroup);
    app.add_option("--mask", options.mask, "mask characters from the right or left")
        ->type_name("right|left")
        ->group(kGroup);
    app.add_option("--mask-step", options.mask_step, "characters masked per level (1)")
        ->type_name("N")
        ->group(kGroup);
    whole(app.get_option("--mask-step"));
    app.add_flag("--by-parts", options.mask_parts, "mask each part of a code to its own width")
        ->group(kGroup);
    app.add_flag("--date", options.date, "month, quarter, year; of times also hour and day")
        ->group(kGroup);
    add_list(app, "--periods", options.periods, "of dates: of hour, day, month, quarter and year")
        ->type_name("PERIOD,...")
        ->group(kGroup);
    app.add_flag("--flat", options.flat, "star alone")->group(kGroup);
    app.add_option("--file", options.file, "a hierarchy file")->type_name("FILE")->group(kGroup);
    app.add_option(
           "-p,--policy", options.policy.policy, "policy file whose form for the column counts")
        ->type_name("FILE");
    add_list(app,
             "--types",
             options.policy.of_columns["--types"],
             "types: integer, decimal, date, datetime or text")
        ->type_name("COLUMN=TYPE,...");
    add_marks(app, "--missing", options.policy.missing, "marks of a missing value");
}

Verb add_build(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "build",
                             "Write the hierarchy of a column as a file to keep or edit.",
                             "  kanon generate --rows 5000 -o stays.csv\n"
                             "  kanon hierarchy build stays.csv -c age --intervals 5,10,20 "
                             "--open-above 80 -o age.csv\n"
                             "  kanon anonymize stays.csv --k 5 --hierarchy age=age.csv "
                             "-o release.csv\n");
    const auto options = std::make_shared<HierarchyFlags>();
    add_input(*app, options->input);
    app->add_option("-o,--output", options->output, "the hierarchy file; - for standard output")
        ->required()
        ->type_name("FILE");
    app->add_flag("--force", options->force, "replace what stands at the target");
    add_forms(*app, *options);
    add_read_flags(*app, options->read);
    add_run_flags(*app, options->run);
    return {app, [options] { return build(*options); }};
}

Verb add_show(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "show",
                             "Show the levels of a column's hierarchy.",
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon hierarchy show stays.csv -c zip --mask right\n"
                             "  kanon hierarchy show stays.csv -c occupation -p stays.yaml\n");
    const auto options = std::make_shared<HierarchyFlags>();
    add_input(*app, options->input);
    add_forms(*app, *options);
    app->add_option("--labels", options->labels, "labels to show of each level (10)")
        ->type_name("N");
    whole(app->get_option("--labels"));
    add_read_flags(*app, options->read);
    add_run_flags(*app, options->run);
    return {app, [options] { return show(*options); }};
}

Verb add_check(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "check",
                             "Check hierarchies against a table: one parent each, one root, every "
                             "value covered.",
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon hierarchy check stays.csv -p stays.yaml\n");
    const auto options = std::make_shared<HierarchyFlags>();
    add_input(*app, options->input);
    add_hierarchy_flags(*app, options->policy, "policy file whose hierarchies to check");
    add_read_flags(*app, options->read);
    add_run_flags(*app, options->run);
    return {app, [options] { return check(*options); }};
}

}  // namespace

std::vector<Verb> add_hierarchy(CLI::App& root) {
    CLI::App* app = add_verb(root, "hierarchy", "Build, show and check hierarchies of values.", "");
    return {add_build(*app), add_show(*app), add_check(*app)};
}

}  // namespace kanon::cli
