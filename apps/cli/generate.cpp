// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/places.hpp"

#include "flags/file_flags.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/progress.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace kanon::cli {
namespace {

struct GenerateFlags {
    std::string output;
    std::string policy;
    std::uint64_t rows = 0;
    std::vector<std::string> leave_out;
    bool traces = false;
    bool schema = false;
    std::string roads;
    TraceOptions city;
    double city_km = 10;
    std::vector<const CLI::Option*> of_traces;  ///< flags that say nothing of hospital stays
    WriteFlags write;
    RunFlags run;
};

/// True if it was not there. \throws Error{bad_output}
bool make_folder(const std::filesystem::path& folder) {
    std::error_code fault;
    if (std::filesystem::is_directory(folder, fault)) {
        return false;
    }
    if (!std::filesystem::create_directory(folder, fault)) {
        throw Error(ErrorCode::bad_output,
                    "the folder cannot be made: " + fault.message(),
                    {.file = folder.string()});
    }
    return true;
}

void remove_folder(const std::filesystem::path& folder, bool is_new) {
    std::error_code ignored;
    if (is_new) {
        std::filesystem::remove(folder, ignored);
    }
}

void say_generated(const GenerateFlags& options,
                   const std::string& what,
                   const std::string& beside,
                   const std::string& file_beside) {
    if (options.run.quiet || options.output == "-" || file_beside == "-") {
        return;
    }
    print_out(fmt::format("{}: {}\n", count_text(options.rows, what), options.output));
    if (!file_beside.empty()) {
        print_out(fmt::format("{}: {}\n", beside, file_beside));
    }
}

int run_generate_traces(const GenerateFlags& options) {
    if (!options.policy.empty() || !options.leave_out.empty()) {
        refuse_flag("--traces", "there is no --policy for traces, and no column to leave out");
    }
    check_two_targets("table", options.output, "roads", options.roads);
    TraceOptions city = options.city;
    city.requests = options.rows;
    constexpr double kMetresOfKilometre = 1000;
    city.side_metres = options.city_km * kMetresOfKilometre;
    const WriteOptions write = make_write_options(options.write);
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    std::optional<PendingFile> target(std::in_place, options.output, write.force);
    std::optional<PendingFile> roads = pending_file(options.roads, write.force);
    target->write_table(generate_traces(city, context), write, context);
    if (roads) {
        roads->write_table(generate_roads(city), write, context);
    }
    progress.clear();
    say_generated(options, "made-up request", "roads", options.roads);
    commit_together({&roads, &target}, context);  // nothing is, where that could not be said
    return kDone;
}

/// Tables of a hospital into a folder, with the policy that fits.
int run_generate_schema(const GenerateFlags& options) {
    namespace fs = std::filesystem;
    if (options.traces || !options.policy.empty() || !options.leave_out.empty()) {
        refuse_flag("--schema",
                    "the policy is written beside the tables, and these have all their columns; "
                    "leave --traces, --policy and --leave-out out");
    }
    const WriteOptions write = make_write_options(options.write);
    if (write.format != Format::automatic && write.format != Format::csv) {
        refuse_flag("--output-format", "linked tables are generated as CSV");
    }
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    const fs::path folder = options.output;
    const bool is_new = make_folder(folder);
    std::vector<std::optional<PendingFile>> files;
    try {
        files.push_back(pending_file((folder / "hospital.yaml").string(), write.force));
        files.back()->write_text(hospital_policy());
        for (const HospitalTable& made : generate_hospital(options.rows, context)) {
            const std::string file = (folder / (std::string(made.name) + ".csv")).string();
            files.push_back(pending_file(file, write.force));
            files.back()->write_table(made.table, write, context);
        }
        std::vector<std::optional<PendingFile>*> all;
        for (std::optional<PendingFile>& file : files) {
            all.push_back(&file);
        }
        progress.clear();
        say_generated(options, "made-up person", "policy", (folder / "hospital.yaml").string());
        commit_together(all, context);
    } catch (...) {
        files.clear();
        remove_folder(folder, is_new);
        throw;
    }
    return kDone;
}

int run_generate(const GenerateFlags& options) {
    if (options.schema) {
        return run_generate_schema(options);
    }
    if (options.traces) {
        return run_generate_traces(options);
    }
    for (const CLI::Option* const flag : options.of_traces) {
        if (flag->count() > 0) {
            refuse_flag(flag->get_name(), "only traces (--traces) have that");
        }
    }
    check_two_targets("table", options.output, "policy", options.policy);
    const WriteOptions write = make_write_options(options.write);
    ProgressLine progress(options.run.quiet);
    const RunContext context = make_context(options.run, progress);
    std::optional<PendingFile> target(std::in_place, options.output, write.force);
    std::optional<PendingFile> policy_target;
    if (!options.policy.empty()) {
        policy_target.emplace(options.policy, write.force);
        policy_target->write_text(policy_text(stays_policy(options.leave_out)));
    }
    target->write_table(generate_stays(options.rows, context, options.leave_out), write, context);
    throw_if_cancelled(context);
    progress.clear();
    say_generated(options,
                  "made-up hospital stay",
                  "policy (k = 10, 3 diagnoses in every class)",
                  options.policy);
    commit_together({&policy_target, &target}, context);
    return kDone;
}

void add_traces(CLI::App& app, GenerateFlags& options) {
    constexpr const char* kGroup = "Traces";
    app.add_flag("--traces", options.traces, "requests of people of a made city, for kanon locate");
    TraceOptions& city = options.city;
    app.add_option("--persons", city.persons, "who live there; default: one for ten requests")
        ->type_name("N")
        ->group(kGroup);
    app.add_option("--days", city.days, "days, from a Monday on (1)")
        ->type_name("N")
        ->group(kGroup);
    whole(app.get_option("--persons"));
    whole(app.get_option("--days"));
    app.add_option(
           "--most-k", city.most_k, "requests have a k of their own, up to this, and tolerances")
        ->type_name("N")
        ->group(kGroup);
    whole(app.get_option("--most-k"));
    app.add_option("--roads", options.roads, "write the roads, for kanon locate --picture")
        ->type_name("FILE")
        ->group(kGroup);
    const auto add = [&](const char* name, double& value, const char* meaning) {
        number(app.add_option(name, value, meaning)->type_name("NUMBER")->group(kGroup));
    };
    add("--city", options.city_km, "km from one side to the other (10)");
    add("--home-gradient", city.home_gradient, "homes thin out by exp(-NUMBER km) (0.3)");
    add("--work-gradient", city.work_gradient, "places of work likewise (0.6)");
    add("--trip-exponent", city.trip_exponent, "trips of d km: (d + offset)^-NUMBER (1.75)");
    add("--trip-offset", city.trip_offset, "the offset, in km (1.5)");
    for (const CLI::Option* const flag : app.get_options()) {
        if (flag->get_group() == kGroup) {
            options.of_traces.push_back(flag);
        }
    }
}

}  // namespace

Verb add_generate(CLI::App& root) {
    CLI::App* app = add_verb(
        root,
        "generate",
        "Generate hospital stays, linked tables, or requests from places: realistic, and about "
        "nobody.",
        "  kanon generate --rows 1000 --seed 7 -o stays.csv --policy stays.yaml\n"
        "  kanon generate --rows 1000 -o stays.parquet\n"
        "  kanon generate --traces --rows 1000 --days 7 -o requests.csv\n"
        "  kanon generate --schema --rows 1000 -o hospital\n");
    const auto options = std::make_shared<GenerateFlags>();
    app->add_option("--rows", options->rows, "how many")->required()->type_name("N");
    whole(app->get_option("--rows"));
    app->add_option("-o,--output",
                    options->output,
                    "the table; - for standard output; with --schema a folder")
        ->required()
        ->type_name("FILE");
    app->add_option("--policy", options->policy, "write a policy that fits: k = 10, 3-diversity")
        ->type_name("FILE");
    add_list(*app,
             "--leave-out",
             options->leave_out,
             "columns not to make; without patient_id 100 million rows need half the memory");
    app->add_flag("--schema",
                  options->schema,
                  "persons, stays, labs and prescriptions of a hospital, with their policy, into "
                  "a folder; --rows says how many persons");
    add_traces(*app, *options);
    add_write_flags(*app, options->write);
    add_run_flags(*app, options->run);
    return {app, [options] { return run_generate(*options); }};
}

}  // namespace kanon::cli
