// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/evaluate/evaluation.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/risk/assessment.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace kanon {

/// Infinite and unknown figures are null: JSON has no word for them.
[[nodiscard]] nlohmann::ordered_json json_number(std::optional<double> value);

/// Add who knows some quasi-identifiers, as a policy says it: `"against": ["age", "sex"]`, or
/// `{"any": 3}`. Nothing for who knows all.
void add_adversary(const Adversary& against, nlohmann::ordered_json& to);

/// What the promise does not cover: code, text, columns, and the reason with which the policy
/// accepts it.
[[nodiscard]] nlohmann::ordered_json warnings_json(std::span<const Warning> warnings);

/// What evaluation_json() writes, as a part of another document.
[[nodiscard]] nlohmann::ordered_json evaluation_part(const Evaluation& evaluation);

/// What risk_json() writes, as a part of another document.
[[nodiscard]] nlohmann::ordered_json assessment_part(const risk::Assessment& assessment);

/// The version of the form of every document but the summary, its key `schema`.
inline constexpr unsigned kDocumentSchema = 1;

/// A document for a file, `schema` first unless it states one: two blanks for each depth, a line
/// break at the end. Bytes that are not valid UTF-8 are replaced.
[[nodiscard]] std::string json_document(const nlohmann::ordered_json& json);

/// The same on one line, without its end.
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& json);

}  // namespace kanon
