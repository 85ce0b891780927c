// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/privacy/model.hpp"

#include <array>
#include <string_view>
#include <vector>

/// The keys and words of a policy file: the reader takes these and no others, and the schema of
/// policies is made from them.
namespace kanon::detail::policy_keys {

using Words2 = std::array<std::string_view, 2>;

inline constexpr std::array<std::string_view, 5> kRoles{
    "identifying", "quasi-identifying", "sensitive", "insensitive", "pseudonymous"};
inline constexpr std::array<std::string_view, 2> kPseudonym{"key", "format"};
inline constexpr std::array<std::string_view, 4> kShift{"by", "within", "weekdays", "key"};
/// Those of ValueType, and behind them the list of items.
inline constexpr std::array<std::string_view, 6> kTypes{
    "integer", "decimal", "date", "datetime", "text", "list"};
inline constexpr std::array<std::string_view, 4> kListMethods{"apriori", "lra", "optimal", "vpa"};
/// Words of `recode`: those of Recode, then the kinds of aggregates, in their order.
inline constexpr std::array<std::string_view, 6> kRecodings{
    "hierarchy", "range", "set", "mean", "median", "mode"};
inline constexpr Words2 kMissing{"drop", "value"};
inline constexpr Words2 kFlags{"false", "true"};

/// Beside the settings of how its file is read.
inline constexpr Words2 kPopulation{"file", "on"};
inline constexpr Words2 kSuppressed{"star", "drop"};
inline constexpr std::array<std::string_view, 3> kAllStar{"false", "true", "class"};

/// Of a hierarchy in one word, and of one that needs more.
inline constexpr std::array<std::string_view, 3> kHierarchyWords{"auto", "flat", "date"};
inline constexpr std::array<std::string_view, 14> kHierarchy{"file",
                                                             "encoding",
                                                             "delimiter",
                                                             "header",
                                                             "intervals",
                                                             "below",
                                                             "above",
                                                             "mask",
                                                             "step",
                                                             "character",
                                                             "levels",
                                                             "parts",
                                                             "tree",
                                                             "date"};
/// In the order of Period.
inline constexpr std::array<std::string_view, 9> kPeriods{
    "hour", "day", "month", "quarter", "year", "5-years", "10-years", "20-years", "century"};
inline constexpr Words2 kSides{"right", "left"};

/// The settings of how a hierarchy's file is read.
inline constexpr std::array<std::string_view, 3> kHierarchyFile{"encoding", "delimiter", "header"};

/// The keys of a policy, of what it says of a column, and of `suppression`: those of the settings
/// (policy_settings.hpp), and those that hold more than one value.
[[nodiscard]] std::vector<std::string_view> of_policy();
[[nodiscard]] std::vector<std::string_view> of_attribute();
[[nodiscard]] std::vector<std::string_view> of_suppression();

/// The keys of `population`, with all settings of how a table is read.
[[nodiscard]] std::vector<std::string_view> of_population();

/// The keys that a model's map may have.
[[nodiscard]] std::vector<std::string_view> of_model(const ModelInfo& info);

}  // namespace kanon::detail::policy_keys
