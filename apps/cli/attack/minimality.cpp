// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack_original.hpp"

#include "attack_flags.hpp"
#include "flags/file_flags.hpp"
#include <fmt/format.h>

#include <memory>

namespace kanon::cli {
namespace {

struct AttackMinimalityFlags : OriginalAttackFlags {
    double bound = 0;
};

using attack::MinimalityEnding;
using attack::MinimalityFindings;

std::string ending_text(MinimalityEnding ending) {
    switch (ending) {
        case MinimalityEnding::not_minimal:
            return "a node next below keeps the promises: the release is not minimal, and whoever "
                   "takes it for such is wrong\n";
        case MinimalityEnding::too_many_worlds:
            return "undecided: the classes have too many ways to give their values to their "
                   "people\n";
        case MinimalityEnding::nearly_impossible:
            return "undecided: so few worlds are left that rounding would decide\n";
        case MinimalityEnding::found:
            return "";
    }
    return "";
}

std::string minimality_text(const MinimalityReport& report) {
    const MinimalityFindings& found = report.findings;
    if (report.column.empty()) {
        return "no promise looks at values: which node is released hangs on the quasi-identifiers "
               "alone, and tells nothing more\n";
    }
    std::string out = fmt::format(
        "{} next below; {} by numbers of rows alone, whatever the values are\n",
        count_text(report.finer_nodes, "node"),
        report.finer_by_size == 1 ? "1 breaks a promise"
                                  : count_text(report.finer_by_size) + " break a promise");
    if (found.ending != MinimalityEnding::found) {
        return out + ending_text(found.ending);
    }
    out += fmt::format(
        "some value of {} is more credible than {:.4g}: of {}, by the classes alone\n"
        "some value of {} is more credible than {:.4g}: of {}, {}, by the method as well\n",
        report.column,
        report.bound,
        share_text(found.rows_over_before, found.rows, "row"),
        report.column,
        report.bound,
        share_text(found.rows_over, found.rows, "row"),
        count_text(found.classes_over, "class"));
    return out + fmt::format(
                     "greatest credibility {:.4g}, by the classes alone {:.4g}; "
                     "greatest gain {:.4g}\n",
                     found.greatest,
                     found.greatest_before,
                     found.greatest_gain);
}

Json minimality_json(const MinimalityReport& report) {
    const MinimalityFindings& found = report.findings;
    return {{"attack", "minimality"},
            {"column", report.column},
            {"ending", attack::to_string(found.ending)},
            {"bound", report.bound},
            {"finer_nodes", report.finer_nodes},
            {"finer_by_size", report.finer_by_size},
            {"rows", found.rows},
            {"classes", found.classes},
            {"rows_over_before", found.rows_over_before},
            {"rows_over", found.rows_over},
            {"classes_over", found.classes_over},
            {"greatest_before", found.greatest_before},
            {"greatest", found.greatest},
            {"greatest_gain", found.greatest_gain}};
}

AttackOutcome reason_about_files(const AttackMinimalityFlags& options, const RunContext& context) {
    auto job = original_attack_job<MinimalityJob>(options, context);
    if (options.bound > 0) {
        job.bound = options.bound;
    }
    const MinimalityReport report = minimality(job);
    return {.text = minimality_text(report),
            .json = json_document(minimality_json(report)),
            .exposed = share_of(report.findings.rows_over, report.findings.rows)};
}

void add_minimality_flags(CLI::App& app, AttackMinimalityFlags& options) {
    app.add_option("--bound",
                   options.bound,
                   "credibility that is promised; default: 1 / l, 1 / p, or alpha")
        ->type_name("SHARE")
        ->check(CLI::Range(1e-9, 1.0));
}

}  // namespace

Verb add_attack_minimality(CLI::App& parent) {
    CLI::App* app = add_verb(
        parent,
        "minimality",
        "What one learns who knows that a full-domain release is no coarser than it must be.",
        "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
        "  kanon anonymize stays.csv -p stays.yaml --method incognito --max-suppression 0 "
        "--no-shuffle --l-diversity diagnosis:2 -o release.csv\n"
        "  kanon attack minimality stays.csv release.csv -p stays.yaml --max-suppression 0 "
        "--l-diversity diagnosis:2\n");
    return original_attack<AttackMinimalityFlags>(app, add_minimality_flags, reason_about_files);
}

}  // namespace kanon::cli
