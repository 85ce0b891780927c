// SPDX-License-Identifier: Apache-2.0
#include "attack_flags.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace kanon::cli {
namespace {

struct AttackComposeFlags {
    std::vector<std::string> releases;
    AttackFlags common;
};

std::vector<std::string> line_of(const std::string& name, const attack::ComposedFigures& figures) {
    std::string disclosed;
    for (const DisclosedRows& column : figures.disclosed) {
        disclosed += fmt::format(
            "{}{} {}", disclosed.empty() ? "" : ", ", column.column, count_text(column.rows));
    }
    return {name,
            count_text(figures.least),
            fmt::format("{:.1f}", figures.mean),
            count_text(figures.alone),
            count_text(figures.starred),
            disclosed.empty() ? "-" : disclosed};
}

Json figures_json(const attack::ComposedFigures& figures) {
    Json disclosed = Json::object();
    for (const DisclosedRows& column : figures.disclosed) {
        disclosed[column.column] = column.rows;
    }
    return {{"least_candidates", figures.least},
            {"mean_candidates", figures.mean},
            {"unique_rows", figures.alone},
            {"starred_rows", figures.starred},
            {"disclosed", disclosed}};
}

AttackOutcome attack_files(const AttackComposeFlags& options, const RunContext& context) {
    const AttackJob job{.releases = options.releases,
                        .policy = make_policy(options.common.policy),
                        .read = make_read_options(options.common.read),
                        .context = context};
    const attack::ComposeFindings found = attack::compose(read_shown(job), context.threads);
    std::vector<std::vector<std::string>> rows{
        {"", "least candidates", "mean", "unique rows", "starred", "disclosed rows"}};
    AttackOutcome out;
    Json json{{"attack", "compose"}, {"rows", found.rows}, {"releases", Json::array()}};
    for (std::size_t i = 0; i < found.alone.size(); ++i) {
        rows.push_back(line_of(fmt::format("release {}", i + 1), found.alone[i]));
        json["releases"].push_back(figures_json(found.alone[i]));
    }
    rows.push_back(line_of("together", found.together));
    json["together"] = figures_json(found.together);
    out.json = json_document(json);
    out.text = text_table(rows) + "\nAssumed: row i of each release is the same person.\n";
    std::uint64_t exposed = found.together.alone;
    for (const DisclosedRows& disclosed : found.together.disclosed) {
        exposed = std::max(exposed, disclosed.rows);
    }
    out.exposed = share_of(exposed, found.rows);
    return out;
}

}  // namespace

Verb add_attack_compose(CLI::App& parent) {
    CLI::App* app = add_verb(
        parent,
        "compose",
        "Join releases of the same rows, in one order: the candidates that are left.",
        "  kanon generate --rows 1000 -o stays.csv\n"
        "  kanon anonymize stays.csv --no-shuffle --qi age,sex --sensitive diagnosis --keep "
        "length_of_stay "
        "--drop zip,marital_status,education,occupation,nationality,admission_date,charges --k 5 "
        "-o first.csv\n"
        "  kanon anonymize stays.csv --no-shuffle --qi zip,sex --sensitive diagnosis --keep "
        "length_of_stay "
        "--drop age,marital_status,education,occupation,nationality,admission_date,charges --k 5 "
        "-o second.csv\n"
        "  kanon attack compose first.csv second.csv --qi age,sex,zip --sensitive diagnosis\n");
    const auto options = std::make_shared<AttackComposeFlags>();
    app->add_option("RELEASE", options->releases, "two releases or more")
        ->required()
        ->type_name("");
    add_attack_flags(*app, options->common);
    return {app, [options] {
                return run_attack(
                    options->common, options->releases, [options](const RunContext& context) {
                        return attack_files(*options, context);
                    });
            }};
}

}  // namespace kanon::cli
