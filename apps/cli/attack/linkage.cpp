// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/attack_original.hpp"

#include "attack_flags.hpp"
#include "flags/file_flags.hpp"
#include "terminal/text_table.hpp"
#include <fmt/format.h>

#include <memory>

namespace kanon::cli {
namespace {

struct AttackLinkageFlags : OriginalAttackFlags {
    std::vector<std::string> columns;
    double width = 0.05;
};

using attack::IntervalRows;
using attack::LinkageFindings;

std::string percent_of(double rows, std::uint64_t of) {
    return fmt::format("{:.4g} %", of == 0 ? 0 : 100 * rows / static_cast<double>(of));
}

std::string linked_text(const LinkageFindings& found) {
    const auto originals = static_cast<double>(found.distinct_originals);
    const auto line = [&](const std::string& name, double as_is, double released, double chance) {
        return std::vector<std::string>{name,
                                        fmt::format("{:.1f}", as_is),
                                        fmt::format("{:.1f}", released),
                                        percent_of(released, found.rows),
                                        fmt::format("{:.0f}", chance)};
    };
    return text_table({{"rows linked with their own original", "original", "release", "", "chance"},
                       line("nearest, expected", originals, found.linked, 1),
                       {"nearest, for certain",
                        "",
                        count_text(found.certain),
                        percent_of(static_cast<double>(found.certain), found.rows),
                        ""},
                       {"among the two nearest, expected",
                        "",
                        fmt::format("{:.1f}", found.among_two),
                        percent_of(found.among_two, found.rows),
                        found.rows < 2 ? "1" : "2"}});
}

std::string intervals_text(const LinkageReport& report, double width) {
    const LinkageFindings& found = report.findings;
    std::vector<std::vector<std::string>> rows{
        {fmt::format("original within {:g} of released", width), "of deviation", "of ranks"}};
    const auto add = [&](const std::string& name, const IntervalRows& inside) {
        rows.push_back({name,
                        percent_of(static_cast<double>(inside.by_deviation), found.rows),
                        percent_of(static_cast<double>(inside.by_rank), found.rows)});
    };
    for (std::size_t j = 0; j < report.columns.size(); ++j) {
        add(report.columns[j], found.columns[j]);
    }
    if (report.columns.size() > 1) {
        add("all columns", found.all);
        add("all but one", found.all_but_one);
    }
    return text_table(rows);
}

Json inside_json(const IntervalRows& inside) {
    return {{"by_deviation", inside.by_deviation}, {"by_rank", inside.by_rank}};
}

Json linkage_json(const LinkageReport& report, double width) {
    const LinkageFindings& found = report.findings;
    Json out{{"attack", "linkage"},
             {"rows", found.rows},
             {"rows_without_number", found.rows_without_number},
             {"columns", report.columns},
             {"left_out", report.left_out},
             {"linked", found.linked},
             {"certain", found.certain},
             {"among_two", found.among_two},
             {"original_linked", found.distinct_originals},
             {"width", width}};
    Json intervals = Json::object();
    for (std::size_t j = 0; j < report.columns.size(); ++j) {
        intervals[report.columns[j]] = inside_json(found.columns[j]);
    }
    out["intervals"] = std::move(intervals);
    out["all"] = inside_json(found.all);
    out["all_but_one"] = inside_json(found.all_but_one);
    return out;
}

std::string names_text(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) {
        out += (out.empty() ? "" : ", ") + name;
    }
    return out;
}

AttackOutcome link_files(const AttackLinkageFlags& options, const RunContext& context) {
    auto job = original_attack_job<LinkageJob>(options, context);
    job.columns = options.columns;
    job.options.width = options.width;
    const LinkageReport report = linkage(job);
    const LinkageFindings& found = report.findings;
    AttackOutcome out;
    out.text = fmt::format("{} linked by {}{}{}\n\n",
                           count_text(found.rows, "row"),
                           names_text(report.columns),
                           report.left_out.empty() ? "" : "; not by ",
                           names_text(report.left_out));
    if (found.rows_without_number > 0) {
        out.text += count_text(found.rows_without_number, "row") +
                    " without all of these numbers left out\n\n";
    }
    out.text += linked_text(found) + "\n" + intervals_text(report, options.width);
    out.json = json_document(linkage_json(report, options.width));
    out.exposed = found.linked / static_cast<double>(found.rows);
    return out;
}

void add_linkage_flags(CLI::App& app, AttackLinkageFlags& options) {
    add_list(app, "--columns", options.columns, "columns to link by; default: all of numbers")
        ->type_name("COLUMN,...");
    app.add_option("--width",
                   options.width,
                   "half of an interval, in standard deviations and as a share of ranks (0.05)")
        ->type_name("SHARE")
        ->check(CLI::Range(1e-9, 1.0));
}

}  // namespace

Verb add_attack_linkage(CLI::App& parent) {
    CLI::App* app = add_verb(
        parent,
        "nearest",
        "Link released rows with the nearest originals, by their numbers; interval disclosure.",
        "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
        "  kanon anonymize stays.csv -p stays.yaml --no-shuffle -o release.csv\n"
        "  kanon attack nearest stays.csv release.csv -p stays.yaml\n");
    return original_attack<AttackLinkageFlags>(app, add_linkage_flags, link_files);
}

}  // namespace kanon::cli
