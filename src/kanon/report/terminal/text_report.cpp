// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/report/html/evaluation_section.hpp"
#include "kanon/report/list_wording.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/run_risk.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Lines = std::vector<std::string>;
using NamedLines = std::vector<std::pair<std::string, std::string>>;

/// The text with blanks after it up to a width in code points.
std::string padded(std::string_view text, std::size_t width) {
    const std::size_t size = code_point_count(text);
    return std::string(text) + std::string(width > size ? width - size : 0, ' ');
}

/// Names in a column as wide as the longest of them.
void named_section(std::string& out, std::string_view heading, const NamedLines& lines) {
    std::size_t width = 0;
    for (const auto& [name, text] : lines) {
        width = std::max(width, code_point_count(one_line(name)));
    }
    Lines joined;
    for (const auto& [name, text] : lines) {
        joined.push_back(padded(one_line(name), width) + "  " + text);
    }
    section(out, heading, joined);
}

Lines proven(const RunRecord& record) {
    Lines lines{scope_text(record)};
    if (std::string promise = candidates_text(record); !promise.empty()) {
        lines.push_back(std::move(promise));
    }
    lines.insert(lines.end(), record.audit->checks.begin(), record.audit->checks.end());
    const Lines excluded = exclusion_lines(*record.audit);
    lines.insert(lines.end(), excluded.begin(), excluded.end());
    for (const std::string& open : record.audit->not_proven) {
        lines.push_back("not proven: " + open);
    }
    return lines;
}

NamedLines lost(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    const std::string found =
        fmt::format("{:.4g}; {}", record.outcome->loss, optimality_text(record));
    NamedLines lines;
    if (record.problem->dropped_rows > 0) {
        lines.emplace_back("rows left out on reading",
                           count_text(record.problem->dropped_rows) + ", for missing values");
    }
    lines.emplace_back("rows suppressed", suppression_text(record));
    lines.push_back(groups_line(*record.audit));
    if (record.audit->lists) {
        lines.emplace_back("loss of lists", list_loss_text(*record.audit->lists));
    }
    if (record.problem->objective == Objective::gcp) {
        lines.emplace_back("loss (gcp, 0 to 1)", found);
    } else {
        lines.emplace_back(fmt::format("objective {}", info(record.problem->objective).name),
                           found);
        if (!std::isnan(measures.gcp)) {
            lines.emplace_back("loss (gcp, 0 to 1)", fmt::format("{:.4g}", measures.gcp));
        }
    }
    return lines;
}

NamedLines attributes(const RunRecord& record) {
    const Lines levels = level_texts(record);
    NamedLines lines;
    for (std::size_t j = 0; j < record.problem->quasi_identifiers.size(); ++j) {
        std::string text = fmt::format("{:>8}", percent_text(attribute_loss(record, j)));
        if (const std::optional<Aggregate>& aggregate =
                record.problem->quasi_identifiers[j].aggregate) {
            text += fmt::format("  {}", to_string(aggregate->kind));
        }
        text += levels.empty() ? "" : "  level " + levels[j];
        lines.emplace_back(record.problem->quasi_identifiers[j].name, std::move(text));
    }
    return lines;
}

NamedLines coded(const RunRecord& record) {
    NamedLines lines;
    for (const CodingFigures& figures : record.audit->codings) {
        lines.emplace_back(
            figures.column,
            fmt::format("{:>8}  {}", percent_text(figures.loss), figures.coding.text()));
    }
    return lines;
}

NamedLines written(const RunRecord& record) {
    NamedLines lines;
    const auto file = [&](std::string_view name, const std::string& path) {
        if (!path.empty()) {
            lines.emplace_back(name, path);
        }
    };
    for (const std::string& output : record.outputs) {
        file("release", output);
    }
    file("summary", record.summary_path);
    file("report", record.report_path);
    file("recoding", record.recoding_path);
    return lines;
}

std::string cost(const RunRecord& record) {
    const StageSeconds& seconds = record.seconds;
    std::string stages;
    for (const auto& [name, time] : {std::pair{"read", seconds.read},
                                     std::pair{"bind", seconds.bind},
                                     std::pair{"solve", seconds.solve},
                                     std::pair{"apply", seconds.apply},
                                     std::pair{"audit", seconds.audit},
                                     std::pair{"evaluate", seconds.evaluate},
                                     std::pair{"write", seconds.write}}) {
        if (time == 0 && name == std::string_view("evaluate")) {
            continue;
        }
        stages += fmt::format("{}{} {:.2f}", stages.empty() ? "" : ", ", name, time);
    }
    return fmt::format("{:.2f} s ({}), {:.0f} MiB", seconds.total, stages, record.peak_rss_mb);
}

}  // namespace

std::string text_report(const RunRecord& record) {
    const std::size_t attribute_count = record.problem->quasi_identifiers.size();
    std::string out = fmt::format("kanon {}: {}, {}, {}\n",
                                  record.version,
                                  count_text(record.audit->measures.rows, "row"),
                                  count_text(attribute_count, "quasi-identifier"),
                                  method_text(record));
    section(out, "Warnings", open_warning_lines(warnings_of(record)));
    section(out, "Warnings accepted by the policy", accepted_warning_lines(warnings_of(record)));
    section(out, "Assumed", assumption_lines(record));
    section(out, "Proven by the auditor", proven(record));
    section(out, disclosed_title(record), disclosed_lines(record));
    named_section(out, "Risk of a row to be found", run_risk_lines(record));
    named_section(out, "Lost", lost(record));
    named_section(out, "Lost per quasi-identifier", attributes(record));
    named_section(out, "Lost by coding", coded(record));
    named_section(
        out,
        "Still good for",
        record.evaluation == nullptr ? NamedLines{} : evaluation_lines(*record.evaluation));
    if (record.dry_run) {
        section(out, "Written", Lines{"dry run: nothing was written"});
    } else {
        named_section(out, "Written", written(record));
    }
    section(out, "Cost", Lines{cost(record)});
    return out;
}

}  // namespace kanon
