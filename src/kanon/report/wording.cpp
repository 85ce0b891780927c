// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/wording.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/report/attack_words.hpp"
#include "kanon/report/html/guessed.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/report/run_risk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kanon {
namespace {

/// Above this share a bound says nothing of how good a release is.
constexpr double kUsefulGap = 0.75;

/// A share below it reads as 0.0 %.
constexpr double kSmallShare = 0.0005;

/// Bytes of the control character that valid UTF-8 begins with, 0 if it begins with another: also
/// those of two bytes (U+0080 to U+009F), and those that turn text from right to left whatever it
/// is (U+202A to U+202E, U+2066 to U+2069).
std::size_t control_size(std::string_view text) {
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7F) {
        return 1;
    }
    if (byte(0) == 0xC2 && byte(1) < 0xA0) {
        return 2;
    }
    const bool embeds = byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
    const bool isolates = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
    return byte(0) == 0xE2 && (embeds || isolates) ? 3 : 0;
}

/// Add valid UTF-8; control characters become spaces.
void add_printable(std::string& out, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t control = control_size(text.substr(i));
        if (control > 0) {
            out += ' ';
            i += control - 1;
        } else {
            out += text[i];
        }
    }
}

std::string classes_text(const Measures& measures) {
    if (measures.classes == 0) {
        return "none";
    }
    if (measures.classes == 1) {
        return "1 of " + count_text(measures.max_class, "row");
    }
    return fmt::format("{} of {} to {} rows, {:.1f} on average",
                       count_text(measures.classes),
                       count_text(measures.min_class),
                       count_text(measures.max_class),
                       measures.avg_class);
}

}  // namespace

std::string percent_text(double share) {
    if (share > 0 && share < kSmallShare) {
        return "< 0.1 %";
    }
    return fmt::format("{:.1f} %", 100 * share);
}

double attribute_loss(const RunRecord& record, std::size_t attribute) {
    const Measures& measures = record.audit->measures;
    return record.problem->quasi_identifiers[attribute].aggregate
               ? measures.attribute_sse[attribute]
               : measures.attribute_ncp[attribute];
}

std::string one_line(std::string_view text) {
    std::string out;
    while (const auto fault = first_invalid_utf8(text)) {
        add_printable(out, text.substr(0, *fault));
        out += '?';
        text.remove_prefix(*fault + 1);
    }
    add_printable(out, text);
    return out;
}

void section(std::string& out, std::string_view heading, const std::vector<std::string>& lines) {
    out += lines.empty() ? "" : fmt::format("\n{}\n", heading);
    for (const std::string& line : lines) {
        out += fmt::format("  {}\n", one_line(line));
    }
}

std::string suppression_text(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    const double share = measures.rows == 0 ? 0
                                            : static_cast<double>(measures.suppressed_rows) /
                                                  static_cast<double>(measures.rows);
    return fmt::format("{} of {} ({}; allowed {})",
                       count_text(measures.suppressed_rows),
                       count_text(measures.rows),
                       percent_text(share),
                       count_text(record.problem->suppression_limit, "row"));
}

std::string counterfeits_text(const RunRecord& record) {
    const std::optional<std::uint64_t>& rows = record.problem->counterfeits;
    if (!rows) {
        return "";
    }
    return fmt::format(", {} of them {} (of nobody)",
                       *rows == 0 ? "none" : count_text(*rows),
                       *rows == 1 ? "a counterfeit" : "counterfeits");
}

std::pair<std::string, std::string> groups_line(const AuditReport& audit) {
    if (!audit.candidates) {
        return {"classes", classes_text(audit.measures)};
    }
    return {"candidates",
            fmt::format("{}{} or more for each row, {:.1f} on average",
                        audit.candidates->whole ? "" : "at least ",
                        count_text(audit.candidates->least),
                        audit.candidates->mean)};
}

std::string method_text(const RunRecord& record) {
    return record.applied_from.empty() ? "method " + record.method
                                       : "recoding applied from " + one_line(record.applied_from);
}

std::string optimality_text(const RunRecord& record) {
    const Outcome& outcome = *record.outcome;
    if (!record.applied_from.empty()) {
        return "applied, not searched for; no bound is known";
    }
    if (outcome.ending == Ending::optimal) {
        return "proven optimal for " + record.recoding;
    }
    const std::string stopped = outcome.ending == Ending::timed_out ? "stopped early; " : "";
    const std::optional<double> gap = gap_of(outcome);
    if (!gap) {
        return stopped + "no bound is known";
    }
    if (*gap > kUsefulGap) {
        return fmt::format("{}no useful bound is known: another {} may lose as much or much less",
                           stopped,
                           record.recoding);
    }
    const bool have_a_ratio = *outcome.lower_bound > 0;  // some objectives fall below 0
    return fmt::format("{}at least {:.4g} for any {}{}",
                       stopped,
                       *outcome.lower_bound,
                       record.recoding,
                       have_a_ratio ? fmt::format(", so at most {:.3g} times the least possible",
                                                  outcome.loss / *outcome.lower_bound)
                                    : "");
}

std::string kept_text(const RunRecord& record) {
    const Measures& measures = record.audit->measures;
    const bool by_aggregates = std::isnan(measures.gcp);
    const double lost = by_aggregates ? measures.sse : measures.gcp;
    if (std::isnan(lost)) {
        return "how much of the detail is kept is not known";
    }
    const bool almost_all = lost > 0 && lost < kSmallShare;
    return fmt::format("{} of the {} kept",
                       almost_all ? "> 99.9 %" : percent_text(std::max(0.0, 1 - lost)),
                       by_aggregates ? "variation" : "detail");
}

std::string least_loss_text(const RunRecord& record) {
    const Outcome& outcome = *record.outcome;
    const bool by_aggregates = std::isnan(record.audit->measures.gcp);
    const Objective shown = by_aggregates ? Objective::sse : Objective::gcp;
    if (!record.applied_from.empty() || record.problem->objective != shown) {
        return "";
    }
    if (outcome.ending == Ending::optimal) {
        return "proven to be the least possible loss for " + record.recoding;
    }
    const std::optional<double> gap = gap_of(outcome);
    if (!gap || *gap > kUsefulGap || !(*outcome.lower_bound > 0)) {
        return "";
    }
    return fmt::format("at most {:.3g} times the least possible loss for {}",
                       outcome.loss / *outcome.lower_bound,
                       record.recoding);
}

std::string utility_text(const RunRecord& record) {
    const std::string least = least_loss_text(record);
    return kept_text(record) + (least.empty() ? "" : "; " + least);
}

bool knows_all_alone(const std::vector<Adversary>& adversaries) {
    return adversaries.size() == 1 && adversaries.front().knows_all();
}

std::string adversaries_text(const std::vector<Adversary>& adversaries) {
    std::string out;
    for (const Adversary& one : adversaries) {
        out += out.empty() ? "" : ", or ";
        out += one.knows_all() ? "all quasi-identifiers" : one_line(known_text(one));
    }
    return out;
}

std::string scope_text(const RunRecord& record) {
    constexpr std::size_t kNamed = 12;
    const Problem& problem = *record.problem;
    const std::string& person = problem.policy.person;
    std::string out = person.empty()
                          ? "assumes one row per person"
                          : "assumes that each value of " + one_line(person) + " is one person";
    const std::vector<Adversary> adversaries = adversaries_of(problem.policy.privacy);
    if (!knows_all_alone(adversaries)) {
        return out + " and an attacker who knows " + adversaries_text(adversaries);
    }
    const std::size_t columns = problem.quasi_identifiers.size();
    for (std::size_t j = 0; j < std::min(columns, kNamed); ++j) {
        out += (j == 0 ? " and an attacker who knows " : ", ") +
               one_line(problem.quasi_identifiers[j].name);
    }
    return out + (columns > kNamed ? " and " + count_text(columns - kNamed, "more column")
                                   : std::string());
}

std::vector<std::string> level_texts(const RunRecord& record) {
    std::vector<std::string> texts;
    const Node* node = view_of(record.outcome->recoding).full_domain_node();
    for (std::size_t j = 0; node != nullptr && j < node->size(); ++j) {
        texts.push_back(fmt::format(
            "{} of {}", (*node)[j], record.problem->quasi_identifiers[j].hierarchy.height()));
    }
    return texts;
}

std::vector<std::string> assumption_lines(const RunRecord& record) {
    std::vector<std::string> lines = assumptions_of(record);
    if (!record.method_why.empty()) {
        lines.push_back("method " + record.method + ": " + record.method_why);
    }
    if (!record.proof_note.empty()) {
        lines.push_back(fmt::format("--prove {}; the release loses {:.4g}, and the bound is {:.4g}",
                                    record.proof_note,
                                    record.outcome->loss,
                                    record.outcome->lower_bound.value_or(0)));
    }
    if (std::string raised = raised_k_text(record); !raised.empty()) {
        lines.push_back(std::move(raised));
    }
    const std::vector<std::string> guessed = guessed_loss_lines(record);
    lines.insert(lines.end(), guessed.begin(), guessed.end());
    return lines;
}

std::vector<std::string> disclosed_lines(const RunRecord& record) {
    std::vector<std::string> lines;
    for (const DisclosedRows& column : record.disclosed) {
        if (column.rows > 0) {
            const std::uint64_t all = record.audit->measures.released_rows;
            lines.push_back(fmt::format(
                "'{}' of {} of {} ({}): their {} one value of it",
                column.column,
                count_text(column.rows),
                count_text(all, "row"),
                percent_text(static_cast<double>(column.rows) / static_cast<double>(all)),
                record.audit->candidates ? "candidates have" : "class has"));
        }
    }
    return lines;
}

std::string disclosed_title(const RunRecord& record) {
    return record.audit->candidates ? "Still disclosed to anyone who finds the candidates"
                                    : "Still disclosed to anyone who finds the group";
}

std::string candidates_text(const RunRecord& record) {
    if (!record.audit->candidates) {
        return "";
    }
    const std::uint64_t k = record.problem->k;
    return fmt::format(
        "of candidates, not of classes: each released row may be any of {} originals and more, "
        "each original any of as many released rows, and which it is was drawn by chance; rows are "
        "not released alike, and one who knows his own row rules out some candidates of others",
        count_text(k));
}

std::vector<std::string> open_warning_lines(std::span<const Warning> warnings) {
    std::vector<std::string> lines;
    for (const Warning& warning : warnings) {
        if (warning.accepted.empty()) {
            const std::string remedy(find_warning(warning.code).remedy);
            lines.push_back(warning.code + ": " + warning.text + "; " + remedy);
        }
    }
    return lines;
}

std::vector<std::string> accepted_warning_lines(std::span<const Warning> warnings) {
    std::vector<std::string> lines;
    for (const Warning& warning : warnings) {
        if (!warning.accepted.empty()) {
            lines.push_back(warning.code + ": " + warning.text + " (" + warning.accepted + ")");
        }
    }
    return lines;
}

std::string_view limit_word(const Proof& proof) {
    if (proof.more_is_better) {
        return "at least";
    }
    return proof.is_strict ? "below" : "at most";
}

std::vector<std::string> exclusion_lines(const AuditReport& audit) {
    std::vector<std::string> lines;
    lines.reserve(audit.proofs.size());
    for (const Proof& proof : audit.proofs) {
        for (const Exclusion& exclusion : proof.excludes) {
            lines.push_back(fmt::format(
                "prevents {}: {}", prevented_words(exclusion.attack), exclusion.because));
        }
    }
    return lines;
}

std::vector<std::string> checks_beside_proofs(const AuditReport& audit) {
    std::vector<std::string> checks;
    for (const std::string& check : audit.checks) {
        const bool of_a_proof =
            std::any_of(audit.proofs.begin(), audit.proofs.end(), [&](const Proof& proof) {
                return check.rfind(proof.describe + " holds", 0) == 0;
            });
        if (!of_a_proof) {
            checks.push_back(check);
        }
    }
    return checks;
}

}  // namespace kanon
