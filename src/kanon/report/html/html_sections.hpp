// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"
#include "kanon/report/terms.hpp"

#include <string>

/// The sections of the report, each by itself as HTML, "" where there is nothing to say. Called in
/// the order in which they stand, for a term is explained where it first stands.
namespace kanon::html {

using Section = std::string (*)(const RunRecord& record, TermWords& words);

/// Title, whom it is for, date, files and their hashes, the figures that matter most.
std::string title_block(const RunRecord& record, TermWords& words);

/// What is open before this is published; what the policy accepts.
std::string warnings(const RunRecord& record, TermWords& words);

/// What was promised and proven.
std::string promises(const RunRecord& record, TermWords& words);

/// Columns and their roles.
std::string columns(const RunRecord& record, TermWords& words);

/// How easily a row is found, before and after.
std::string risk(const RunRecord& record, TermWords& words);

/// What was decided without being asked.
std::string assumptions(const RunRecord& record, TermWords& words);

/// What was lost, of each quasi-identifier and in all.
std::string loss(const RunRecord& record, TermWords& words);

/// How many rows share their quasi-identifiers, before and after.
std::string class_sizes(const RunRecord& record, TermWords& words);

/// How values are spread, before and after.
std::string spread(const RunRecord& record, TermWords& words);

/// What it is still good for, where that was asked.
std::string evaluation(const RunRecord& record, TermWords& words);

/// What was suppressed.
std::string suppression(const RunRecord& record, TermWords& words);

/// How to repeat the run, and its policy.
std::string repetition(const RunRecord& record, TermWords& words);

}  // namespace kanon::html
