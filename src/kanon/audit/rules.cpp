// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/rules.hpp"

#include <algorithm>
#include <array>

namespace kanon::rules {
namespace {

constexpr std::array kRules{
    RuleInfo{kAggregate, "each mean, median and mode is that of the rows released alike"},
    RuleInfo{kCoding, "columns with top, bottom or rounding are coded as stated"},
    RuleInfo{kCoversOriginal, "each released quasi-identifier cell covers its original value"},
    RuleInfo{kExtraRow, "the release has no more rows than the original"},
    RuleInfo{kIdentifyingColumn, "no identifying column is in the release"},
    RuleInfo{kKeyed, "columns are coded under secret keys as stated"},
    RuleInfo{kLedger, "each person has k candidates left over all releases of the ledger"},
    RuleInfo{kListItems, "each item of a released list stands for one of the original's"},
    RuleInfo{kMissingColumn, "every other column of the original is in the release"},
    RuleInfo{kNoOriginal, "each released row stands for an original row of its own"},
    RuleInfo{kOrder, "released rows stand in the order of the original"},
    RuleInfo{kPartlySuppressed, "a suppressed row holds nothing but stars and missing values"},
    RuleInfo{kPatternMask, "the stars of each row are a pattern that the policy allows"},
    RuleInfo{kRowLost, "every original row is released or counted as suppressed"},
    RuleInfo{kSignature,
             "each person is among the same sensitive values in all releases of the ledger"},
    RuleInfo{kStatedCounts, "the counts of the summary are those of the tables"},
    RuleInfo{kSuppressionLimit, "no more rows are suppressed than the policy allows"},
    RuleInfo{kUnchanged, "cells that are not quasi-identifying are released as they were"},
    RuleInfo{kUnknownColumn, "the release has no column that the original lacks"},
    RuleInfo{kUnreadableValue, "each released cell means something in the original's domain"},
};

constexpr std::array kOfRows{
    kCoversOriginal, kExtraRow, kNoOriginal, kOrder, kRowLost, kUnchanged, kUnreadableValue};

}  // namespace

std::span<const RuleInfo> all() {
    return kRules;
}

bool is_of_rows(std::string_view rule) {
    return std::ranges::find(kOfRows, rule) != kOfRows.end();
}

}  // namespace kanon::rules
