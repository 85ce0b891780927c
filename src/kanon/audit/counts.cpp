// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/counts.hpp"

#include "kanon/audit/rules.hpp"
#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon::auditing {
namespace {

/// The first original row, 1-based, that no released row stands for; 0 where rows are shuffled:
/// there suppressed rows may stand for any.
std::uint64_t first_absent_row(const Evidence& evidence, const Pairing& pairing) {
    if (evidence.options->shuffled) {
        return 0;
    }
    std::uint64_t next = 0;
    for (std::size_t row = 0; row < evidence.released_rows() && pairing[row] <= next; ++row) {
        next = std::uint64_t{pairing[row]} + 1;
    }
    return next + 1;
}

std::string rows_are(std::uint64_t rows) {
    return count_text(rows, "row") + (rows == 1 ? " is" : " are");
}

void judge_added_rows(const Evidence& evidence, const RowCounts& counts, FaultLog& log) {
    if (counts.released > counts.original) {
        log.add({.row = evidence.original_rows() + 1, .place = 0}, rules::kExtraRow, "", [&] {
            return fmt::format("the release has {}, the original {}",
                               count_text(counts.released, "row"),
                               count_text(counts.original));
        });
    }
}

void judge_limit(const Evidence& evidence, const RowCounts& counts, FaultLog& log) {
    const std::uint64_t limit = evidence.problem->suppression_limit;
    if (counts.suppressed() > limit) {
        log.add({}, rules::kSuppressionLimit, "", [&] {
            return fmt::format("{} suppressed; the policy allows {} of {}",
                               rows_are(counts.suppressed()),
                               count_text(limit),
                               count_text(counts.original));
        });
    }
}

void judge_stated(const AuditOptions& options, const RowCounts& counts, FaultLog& log) {
    if (options.stated_rows && *options.stated_rows != counts.original) {
        log.add({}, rules::kStatedCounts, "", [&] {
            return fmt::format("the summary is of {}, the original has {}",
                               count_text(*options.stated_rows, "row"),
                               count_text(counts.original));
        });
    }
    if (!options.stated_suppressed || *options.stated_suppressed == counts.suppressed()) {
        return;
    }
    const bool is_lost = counts.absent > 0 && counts.suppressed() > *options.stated_suppressed;
    log.add({}, is_lost ? rules::kRowLost : rules::kStatedCounts, "", [&] {
        return fmt::format(
            "{} suppressed and {} not in the release, but the summary counts {} suppressed",
            rows_are(counts.starred),
            rows_are(counts.absent),
            count_text(*options.stated_suppressed));
    });
}

}  // namespace

RowCounts count_rows(const Evidence& evidence, const Pairing& pairing) {
    const ReleasedClasses& classes = *evidence.classes;
    RowCounts counts{.original = classes.original_rows(),
                     .released = classes.released_rows(),
                     .starred = classes.suppressed_rows()};
    counts.absent = counts.original - std::min(counts.original, counts.released);
    if (!pairing.is_identity()) {
        for (std::size_t row = 0; row < evidence.released_rows(); ++row) {
            counts.unpaired += pairing[row] == kNone && !evidence.is_suppressed(row) ? 1U : 0U;
        }
    }
    return counts;
}

std::vector<std::string> judge_counts(const Evidence& evidence,
                                      const Pairing& pairing,
                                      const RowCounts& counts,
                                      FaultLog& log) {
    judge_added_rows(evidence, counts, log);
    const AuditOptions& options = *evidence.options;
    const bool must_stay = keeps_suppressed(evidence.problem->suppressed);
    if (must_stay && counts.absent > 0) {
        log.add({.row = first_absent_row(evidence, pairing), .place = 0}, rules::kRowLost, "", [&] {
            return fmt::format(
                "{} of {} rows of the original are not in the release; suppressed "
                "rows must stay in it as stars",
                count_text(counts.absent),
                count_text(counts.original));
        });
    } else {
        judge_limit(evidence, counts, log);
        judge_stated(options, counts, log);
    }
    const bool is_counted = options.stated_suppressed || !evidence.release->original_row.empty();
    if (!must_stay && counts.absent > 0 && !is_counted) {
        return {fmt::format(
            "{} not in the release: whether suppressed or lost cannot be decided without "
            "the summary",
            rows_are(counts.absent))};
    }
    return {};
}

}  // namespace kanon::auditing
