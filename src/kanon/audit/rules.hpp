// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The rules of the auditor by name; the promises of privacy models go by the models' own names.
namespace kanon::rules {

inline constexpr std::string_view kAggregate = "aggregate";
inline constexpr std::string_view kCoding = "coding";
inline constexpr std::string_view kCoversOriginal = "covers-original";
inline constexpr std::string_view kExtraRow = "extra-row";
inline constexpr std::string_view kIdentifyingColumn = "identifying-column";
inline constexpr std::string_view kKeyed = "keyed";
inline constexpr std::string_view kLedger = "ledger";
inline constexpr std::string_view kListItems = "list-items";
inline constexpr std::string_view kMissingColumn = "missing-column";
inline constexpr std::string_view kNoOriginal = "no-original";
inline constexpr std::string_view kOrder = "order";
inline constexpr std::string_view kPartlySuppressed = "partly-suppressed";
inline constexpr std::string_view kPatternMask = "pattern-mask";
inline constexpr std::string_view kRowLost = "row-lost";
inline constexpr std::string_view kSignature = "signature";
inline constexpr std::string_view kStatedCounts = "stated-counts";
inline constexpr std::string_view kSuppressionLimit = "suppression-limit";
inline constexpr std::string_view kUnchanged = "unchanged";
inline constexpr std::string_view kUnknownColumn = "unknown-column";
inline constexpr std::string_view kUnreadableValue = "unreadable-value";

struct RuleInfo {
    std::string_view name;
    std::string_view summary;  ///< what a release must be like, one line
};

/// Every rule, sorted by name.
[[nodiscard]] std::span<const RuleInfo> all();

/// True if a release that breaks the rule has rows that are not those of the original, or not in
/// its order: then row i is not taken for row i.
[[nodiscard]] bool is_of_rows(std::string_view rule);

}  // namespace kanon::rules
