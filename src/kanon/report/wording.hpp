// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

/// 0.0525 -> `5.3 %`; what is above 0 and would read as 0.0 is `< 0.1 %`.
[[nodiscard]] std::string percent_text(double share);

/// What the cells of a quasi-identifier lose, as a share: SSE / SST where it is released by
/// aggregates, else the mean of their NCP.
[[nodiscard]] double attribute_loss(const RunRecord& record, std::size_t attribute);

/// The text fit for one line of a terminal or page: control characters become spaces, bytes that
/// are not UTF-8 question marks.
[[nodiscard]] std::string one_line(std::string_view text);

/// Add a heading with lines under it, each fit for one line; nothing if there are none.
void section(std::string& out, std::string_view heading, const std::vector<std::string>& lines);

/// `1,500 of 30,162 (5.0 %; allowed 1,508)`.
[[nodiscard]] std::string suppression_text(const RunRecord& record);

/// `, 12 of them counterfeits (of nobody)`; "" where a release has none by its promise.
[[nodiscard]] std::string counterfeits_text(const RunRecord& record);

/// What rows stand together in, and how many: `classes` and `1,461 of 10 to 40 rows, 13.7 on
/// average`, `1 of 12 rows`, or `none`; `candidates` and `10 or more for each row, 20.9 on
/// average`.
[[nodiscard]] std::pair<std::string, std::string> groups_line(const AuditReport& audit);

/// `method mondrian`, or where the recoding came from if there was no search; in one line.
[[nodiscard]] std::string method_text(const RunRecord& record);

/// How far the release can be from the best one, in words; no figure where the bound is so low that
/// it says nothing.
[[nodiscard]] std::string optimality_text(const RunRecord& record);

/// What is left of the data, in words before figures: `69.6 % of the detail kept; at most 1.11
/// times the least possible loss for local recoding in classes`; without the second half where the
/// run worked for another objective, or no useful bound is known.
[[nodiscard]] std::string utility_text(const RunRecord& record);

/// The halves of it; the second is "" where there is none.
[[nodiscard]] std::string kept_text(const RunRecord& record);
[[nodiscard]] std::string least_loss_text(const RunRecord& record);

/// True if promises are made against who knows all quasi-identifiers, and nobody else.
[[nodiscard]] bool knows_all_alone(const std::vector<Adversary>& adversaries);

/// `age, sex and zip, or any 2 of the quasi-identifiers`.
[[nodiscard]] std::string adversaries_text(const std::vector<Adversary>& adversaries);

/// What the proofs are of: the unit that is counted, and the columns that are taken for known.
[[nodiscard]] std::string scope_text(const RunRecord& record);

/// Per quasi-identifier `3 of 5`, the level it was generalized to of how many; empty where the
/// recoding is not one level for each whole column.
[[nodiscard]] std::vector<std::string> level_texts(const RunRecord& record);

/// What was decided without being asked, the choice of the method included; one line each.
[[nodiscard]] std::vector<std::string> assumption_lines(const RunRecord& record);

/// How a figure stands to what is required: `at least`, `at most` or `below`.
[[nodiscard]] std::string_view limit_word(const Proof& proof);

/// The sensitive columns whose value their class discloses of some rows, or by all of their
/// candidates, one line each; and the heading over them.
[[nodiscard]] std::vector<std::string> disclosed_lines(const RunRecord& record);
[[nodiscard]] std::string disclosed_title(const RunRecord& record);

/// What is promised about candidates, and what is not, in plain words; "" where promises are about
/// classes.
[[nodiscard]] std::string candidates_text(const RunRecord& record);

/// The warnings that are open, each with its remedy, and those that the policy accepts, each with
/// its reason; one line each.
[[nodiscard]] std::vector<std::string> open_warning_lines(std::span<const Warning> warnings);
[[nodiscard]] std::vector<std::string> accepted_warning_lines(std::span<const Warning> warnings);

/// The checks of the audit but those of the privacy models, which proofs state.
[[nodiscard]] std::vector<std::string> checks_beside_proofs(const AuditReport& audit);

}  // namespace kanon
