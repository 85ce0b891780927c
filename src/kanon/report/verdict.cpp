// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/verdict.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/attack_words.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kanon {
namespace {

using Sentences = std::vector<std::string>;

/// The text with a capital letter and a full stop.
std::string sentence_of(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    const bool is_closed = text.ends_with('.') || text.ends_with('!') || text.ends_with('?');
    return text.empty() || is_closed ? text : text + ".";
}

/// `'a', 'b' and 'c'`; of more than six the first five and how many there are besides.
std::string quoted_list(const Sentences& names) {
    constexpr std::size_t kMost = 6;
    const std::size_t shown = names.size() > kMost ? kMost - 1 : names.size();
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) {
        const bool is_last = i + 1 == names.size();
        out += i == 0 ? "" : is_last ? " and " : ", ";
        out += "'" + names[i] + "'";
    }
    return shown == names.size() ? out
                                 : out + " and " + count_text(names.size() - shown, "other column");
}

/// True if some kept promise rules the attack out; of values: for that column, whatever the value.
bool is_ruled_out(const RunRecord& record, std::string_view attack, std::string_view column) {
    const std::vector<PrivacyRequirement>& asked = record.problem->policy.privacy;
    const std::vector<Proof>& proofs = record.audit->proofs;
    for (std::size_t i = 0; i < proofs.size(); ++i) {
        const bool excludes = std::ranges::any_of(
            proofs[i].excludes, [&](const Exclusion& each) { return each.attack == attack; });
        const bool is_of_column =
            column.empty() || (i < asked.size() && asked[i].attribute == column &&
                               asked[i].with.empty() && asked[i].value.empty());
        if (excludes && is_of_column) {
            return true;
        }
    }
    return false;
}

/// The sensitive columns, and those that a promise is about without that role.
Sentences judged_columns(const Problem& problem) {
    Sentences out;
    for (const std::size_t column : problem.sensitive) {
        out.push_back(problem.table.column(column).name);
    }
    for (const PrivacyRequirement& asked : problem.policy.privacy) {
        const bool is_new = !asked.attribute.empty() && asked.attribute != problem.policy.person &&
                            std::ranges::find(out, asked.attribute) == out.end();
        if (is_new) {
            out.push_back(asked.attribute);
        }
    }
    return out;
}

/// Whether it is known how many rows disclose a value of the column.
bool is_counted(const RunRecord& record, std::string_view column) {
    return std::ranges::any_of(record.disclosed,
                               [&](const DisclosedRows& each) { return each.column == column; });
}

/// Columns for which no promise rules the attack out.
Sentences open_columns(const RunRecord& record, const AttackWords& words) {
    Sentences out;
    for (std::string& column : judged_columns(*record.problem)) {
        const bool is_homogeneity = words.attack == "homogeneity";
        const bool follows =
            is_homogeneity && (is_ruled_out(record, "guess", column) || is_counted(record, column));
        if (!follows && !is_ruled_out(record, words.attack, column)) {
            out.push_back(std::move(column));
        }
    }
    return out;
}

Sentences disclosed_sentences(const RunRecord& record) {
    Sentences out;
    const std::uint64_t all = record.audit->measures.released_rows;
    for (const DisclosedRows& each : record.disclosed) {
        if (each.rows > 0) {
            out.push_back(fmt::format(
                "'{}' is disclosed in {} of {} ({}): {} the same value.",
                each.column,
                count_text(each.rows),
                count_text(all, "row"),
                percent_text(static_cast<double>(each.rows) / static_cast<double>(all)),
                record.audit->candidates ? "all candidates have" : "all rows of their class have"));
        }
    }
    return out;
}

Sentences not_promised(const RunRecord& record) {
    Sentences out = disclosed_sentences(record);
    const std::string_view hidden_in =
        record.audit->candidates ? "the candidates of a row" : "a class";
    for (const AttackWords& words : attack_catalogue()) {
        if (words.of_values) {
            const Sentences columns = open_columns(record, words);
            if (!columns.empty()) {
                out.push_back(
                    fmt::format(fmt::runtime(words.possible), quoted_list(columns), hidden_in));
            }
        } else if (!is_ruled_out(record, words.attack, "")) {
            out.emplace_back(words.possible);
        }
    }
    const std::vector<Adversary> adversaries = adversaries_of(record.problem->policy.privacy);
    out.push_back(fmt::format(
        "Nothing is promised against someone who knows more about a person than {}, or who has "
        "another release about the same people.",
        knows_all_alone(adversaries) ? "the quasi-identifying columns"
                                     : adversaries_text(adversaries)));
    return out;
}

Sentences promised(const RunRecord& record) {
    Sentences out;
    if (std::string candidates = candidates_text(record); !candidates.empty()) {
        out.push_back(sentence_of("Promises are " + std::move(candidates)));
    }
    for (const Proof& proof : record.audit->proofs) {
        for (const Exclusion& exclusion : proof.excludes) {
            out.push_back(sentence_of(fmt::format("{} prevents {}: {}",
                                                  proof.describe,
                                                  prevented_words(exclusion.attack),
                                                  exclusion.because)));
        }
        if (proof.holds && proof.excludes.empty()) {
            out.push_back(sentence_of(proof.describe + " holds"));
        }
    }
    return out;
}

/// What is broken or could not be decided.
std::vector<OpenPoint> unproven(const RunRecord& record) {
    constexpr std::string_view kRemedy = "Do not share the release; run again.";
    const AuditReport& audit = *record.audit;
    std::vector<OpenPoint> out;
    for (const Fault& fault : audit.faults) {
        out.push_back({.code = "not-proven",
                       .text = sentence_of(fault.message),
                       .remedy = std::string(kRemedy)});
    }
    for (const std::string& line : audit.not_proven) {
        out.push_back({.code = "not-proven",
                       .text = sentence_of("Not proven: " + line),
                       .remedy = "Ask for a weaker promise, or for one that can be proven."});
    }
    for (const Proof& proof : audit.proofs) {
        if (!proof.holds && out.empty()) {
            out.push_back({.code = "not-proven",
                           .text = sentence_of("Not proven: " + proof.describe),
                           .remedy = std::string(kRemedy)});
        }
    }
    if (!audit.passed && out.empty()) {
        out.push_back({.code = "not-proven",
                       .text = "The audit did not pass.",
                       .remedy = std::string(kRemedy)});
    }
    return out;
}

void add_warnings(const std::vector<Warning>& warnings, Verdict& out) {
    for (const Warning& warning : warnings) {
        if (warning.accepted.empty()) {
            out.open.push_back(
                {.code = warning.code,
                 .text = sentence_of(warning.text),
                 .remedy = sentence_of(std::string(find_warning(warning.code).remedy))});
        } else {
            out.accepted.push_back({.code = warning.code,
                                    .text = sentence_of(warning.text),
                                    .reason = warning.accepted});
        }
    }
}

std::string ready_headline(const RunRecord& record, std::size_t accepted) {
    const std::vector<QuasiIdentifier>& columns = record.problem->quasi_identifiers;
    std::string out = "Fit to be shared with recipients who know nothing else about a person";
    const std::vector<Adversary> adversaries = adversaries_of(record.problem->policy.privacy);
    if (!knows_all_alone(adversaries)) {
        out += " than " + adversaries_text(adversaries);
    } else if (columns.size() == 1) {
        out += " than '" + columns.front().name + "'";
    } else if (!columns.empty()) {
        out += fmt::format(" than the {} quasi-identifying columns", count_text(columns.size()));
    }
    return accepted == 0 ? out + "."
                         : fmt::format("{}; {} {} accepted.",
                                       out,
                                       count_text(accepted, "warning"),
                                       accepted == 1 ? "was" : "were");
}

std::string headline_of(const RunRecord& record, const Verdict& verdict) {
    switch (verdict.status) {
        case VerdictStatus::ready:
            return ready_headline(record, verdict.accepted.size());
        case VerdictStatus::open_warnings:
            return fmt::format("Not ready to be shared: {}.",
                               count_text(verdict.open.size(), "open point"));
        case VerdictStatus::not_fit:
            break;
    }
    return fmt::format("Not fit to be shared: what it promises is not proven; {}.",
                       count_text(verdict.open.size(), "open point"));
}

}  // namespace

std::string_view to_string(VerdictStatus status) {
    switch (status) {
        case VerdictStatus::ready:
            return "ready";
        case VerdictStatus::open_warnings:
            return "open-warnings";
        case VerdictStatus::not_fit:
            break;
    }
    return "not-fit";
}

Verdict verdict_of(const RunRecord& record) {
    Verdict out;
    out.assumption = sentence_of(scope_text(record));
    out.utility = sentence_of(utility_text(record));
    out.open = unproven(record);
    const bool all_proven = out.open.empty();
    add_warnings(warnings_of(record), out);
    out.status = !all_proven         ? VerdictStatus::not_fit
                 : !out.open.empty() ? VerdictStatus::open_warnings
                                     : VerdictStatus::ready;
    out.promised = promised(record);
    out.not_promised = not_promised(record);
    out.headline = headline_of(record, out);
    return out;
}

std::string open_point_line(const OpenPoint& point) {
    return point.text + " " + point.remedy;
}

std::string accepted_point_line(const AcceptedPoint& point) {
    return fmt::format("{} Accepted: \"{}\".", point.text, point.reason);
}

}  // namespace kanon
