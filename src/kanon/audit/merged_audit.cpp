// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/merged_audit.hpp"

#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/quality/merged_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace kanon {
namespace {

/// Both parts' cells; none where one has none.
void add_cells(std::optional<AuditFindings::Cells>& sum,
               const std::optional<AuditFindings::Cells>& part) {
    if (!sum || !part) {
        sum.reset();
        return;
    }
    sum->rows += part->rows;
    sum->any_coded = sum->any_coded || part->any_coded;
}

}  // namespace

void MergedAudit::add(const AuditReport& part, const ReleasedClasses& classes) {
    KANON_CHECK(part.passed && !part.candidates && part.codings.empty() && part.keyed.empty());
    apart_.add(classes);
    if (!sum_) {
        sum_ = part;
        sum_->findings.parts = 1;
        return;
    }
    add_proofs(part);  // by the classes so far
    add_findings(part.findings);
    add_measures(sum_->measures, part.measures);
    sum_->not_proven.insert(sum_->not_proven.end(), part.not_proven.begin(), part.not_proven.end());
    sum_->notes.insert(sum_->notes.end(), part.notes.begin(), part.notes.end());
}

void MergedAudit::add_findings(const AuditFindings& part) {
    AuditFindings& sum = sum_->findings;
    ++sum.parts;
    if (sum.columns != part.columns) {
        sum.columns.reset();
    }
    sum.codings = sum.codings && part.codings;
    sum.keyed = sum.keyed && part.keyed;
    add_cells(sum.covering, part.covering);
    add_cells(sum.unchanged, part.unchanged);
    sum.patterns = sum.patterns && part.patterns;
    sum.classes += part.classes;
    sum.aggregates += part.aggregates;
    if (!sum.rows || !part.rows) {
        sum.rows.reset();
        return;
    }
    sum.rows->original += part.rows->original;
    sum.rows->suppressed += part.rows->suppressed;
}

void MergedAudit::add_proofs(const AuditReport& part) {
    for (std::size_t place = 0; place < part.proofs.size(); ++place) {
        Proof& sum = sum_->proofs[place];
        const Proof& proof = part.proofs[place];
        sum.holds = sum.holds && proof.holds;
        if (part.findings.classes == 0) {
            continue;  // it has no worst class
        }
        if (sum_->findings.classes == 0) {
            sum.achieved = proof.achieved;
        } else {
            sum.achieved = sum.more_is_better ? std::min(sum.achieved, proof.achieved)
                                              : std::max(sum.achieved, proof.achieved);
        }
    }
}

void MergedAudit::judge_rows() {
    std::optional<AuditFindings::Rows>& rows = sum_->findings.rows;
    const std::uint64_t there = rows ? rows->original : 0;
    const std::uint64_t suppressed = rows ? rows->suppressed : 0;
    const auto fault = [&](std::string_view rule, std::string message) {
        sum_->faults.push_back(
            {.rule = std::string(rule), .row = {}, .attribute = "", .message = std::move(message)});
        ++sum_->fault_count;
        sum_->passed = false;
    };
    if (there != whole_.data_rows()) {
        fault(rules::kRowLost,
              fmt::format("the pieces have {} together, the original {}",
                          count_text(there, "row"),
                          count_text(whole_.data_rows())));
    }
    if (suppressed > whole_.suppression_limit) {
        fault(rules::kSuppressionLimit,
              fmt::format("{} suppressed in all pieces together; the policy allows {} of {}",
                          count_text(suppressed, "row"),
                          count_text(whole_.suppression_limit),
                          count_text(there)));
    }
    if (!sum_->passed) {
        rows.reset();
    }
}

AuditReport MergedAudit::finish() {
    KANON_CHECK(sum_.has_value());
    finish_measures(sum_->measures, whole_.k, whole_.quasi_identifiers.size());
    sum_->findings.parts_apart = apart_.are_apart();
    judge_rows();
    sum_->checks = check_lines(*sum_);
    return std::move(*sum_);
}

}  // namespace kanon
