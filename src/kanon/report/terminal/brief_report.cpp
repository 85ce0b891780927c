// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/wrap.hpp"
#include "kanon/report/list_wording.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/verdict.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Lines = std::vector<std::string>;
using NamedLines = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kNameWidth = 10;

/// Lines of a text that begins behind `head` and goes on below it.
Lines hanging(std::string_view head, std::string_view text, std::size_t width) {
    const std::size_t room = width > head.size() + 20 ? width - head.size() : width == 0 ? 0 : 20;
    Lines out;
    for (const std::string& line : wrapped(one_line(text), room)) {
        out.push_back((out.empty() ? std::string(head) : std::string(head.size(), ' ')) + line);
    }
    return out;
}

void append(Lines& to, Lines lines) {
    std::ranges::move(lines, std::back_inserter(to));
}

Lines named_facts(const NamedLines& facts, std::size_t width) {
    Lines out;
    for (const auto& [name, text] : facts) {
        append(out, hanging(fmt::format("  {:<{}}", name, kNameWidth), text, width));
    }
    return out;
}

/// `5-anonymity, distinct 2-diversity of disease`, proven or not.
std::string promise_text(const RunRecord& record) {
    std::string out;
    for (const Proof& proof : record.audit->proofs) {
        out += (out.empty() ? "" : ", ") + proof.describe;
    }
    return out + (record.audit->passed && record.audit->not_proven.empty()
                      ? "; proven by the auditor"
                      : "; not proven");
}

std::string released_text(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    const std::size_t columns =
        record.problem->table.column_count() - record.problem->withheld.size();
    const auto [groups, figures] = groups_line(*record.audit);
    return fmt::format("{} of {}{}; suppressed {}; {}: {}",
                       count_text(measures.released_rows, "row"),
                       count_text(columns, "column"),
                       counterfeits_text(record),
                       suppression_text(record),
                       groups,
                       figures);
}

std::string risk_text(const RunRecord& record) {
    const risk::AttackerRisk& before = record.risk.before.prosecutor;
    const risk::AttackerRisk& after = record.risk.after.prosecutor;
    const bool by_all = knows_all_alone(adversaries_of(record.problem->policy.privacy));
    return fmt::format("highest {} (before {}), average {} (before {}), of a row to be found{}",
                       percent_text(after.highest),
                       percent_text(before.highest),
                       percent_text(after.average),
                       percent_text(before.average),
                       by_all ? "" : " by one who knows all quasi-identifiers");
}

Lines brief_facts(const RunRecord& record, const Verdict& verdict, std::size_t width) {
    NamedLines out{{"Released", released_text(record)}, {"Promise", promise_text(record)}};
    out.emplace_back("Assumes", scope_text(record).substr(std::string_view("assumes ").size()));
    out.emplace_back("Loss", verdict.utility);
    if (record.audit->lists) {
        out.emplace_back("Lists", "lose " + list_loss_text(*record.audit->lists));
    }
    out.emplace_back("Risk", risk_text(record));
    return named_facts(out, width);
}

/// As many points as there is room for, whole; what is left out is counted.
Lines points(std::string_view heading,
             const std::vector<std::string>& texts,
             std::size_t room,
             std::size_t width) {
    Lines out;
    std::size_t shown = 0;
    for (const std::string& text : texts) {
        Lines lines = hanging("  - ", text, width);
        const std::size_t left = shown + 1 < texts.size() ? 1 : 0;
        if (2 + out.size() + lines.size() + left > room) {
            break;
        }
        append(out, std::move(lines));
        ++shown;
    }
    if (texts.empty() || room < 3) {
        return {};
    }
    if (shown < texts.size()) {
        out.push_back(fmt::format("  - {} more; -v shows all", texts.size() - shown));
    }
    out.insert(out.begin(), {"", std::string(heading)});
    return out;
}

Lines files_written(const RunRecord& record) {
    Lines out{""};
    if (record.dry_run) {
        out.emplace_back("Dry run: nothing was written.");
        return out;
    }
    NamedLines files;
    for (const std::string& output : record.outputs) {
        files.emplace_back("Release", output);
    }
    for (const auto& [name, path] : {std::pair{"Summary", record.summary_path},
                                     std::pair{"Report", record.report_path},
                                     std::pair{"Recoding", record.recoding_path}}) {
        if (!path.empty()) {
            files.emplace_back(name, path);
        }
    }
    if (files.empty()) {
        return {};
    }
    append(out, named_facts(files, 0));
    return out;
}

/// What protects comes first, for it changes the release.
std::vector<std::string> brief_assumptions(const RunRecord& record) {
    std::vector<std::string> lines = assumption_lines(record);
    // Not that of std::ranges, which clang 14 does not compile.
    std::stable_partition(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find("--no-protection") != std::string::npos;
    });
    return lines;
}

}  // namespace

std::string brief_report(const RunRecord& record, const BriefLayout& layout) {
    const Verdict verdict = verdict_of(record);
    Lines head = hanging("", verdict.headline, layout.width);
    head.emplace_back();
    append(head, brief_facts(record, verdict, layout.width));
    Lines tail = files_written(record);
    if (!layout.next.empty() && !record.dry_run) {
        append(tail, {"", "Next: " + one_line(layout.next)});
    }
    const auto room = [&] {
        const std::size_t used = head.size() + tail.size();
        return layout.most_lines > used ? layout.most_lines - used : 0;
    };
    std::vector<std::string> open;
    for (const OpenPoint& point : verdict.open) {
        open.push_back(point.code + ": " + open_point_line(point));
    }
    std::vector<std::string> accepted;
    for (const AcceptedPoint& point : verdict.accepted) {
        accepted.push_back(point.code + ": " + accepted_point_line(point));
    }
    append(head, points("To decide:", open, room(), layout.width));
    append(head, points("Accepted:", accepted, room(), layout.width));
    append(head, points("Assumed:", brief_assumptions(record), room(), layout.width));
    append(head, std::move(tail));
    std::string out;
    for (const std::string& line : head) {
        out += line + "\n";
    }
    return out;
}

}  // namespace kanon
