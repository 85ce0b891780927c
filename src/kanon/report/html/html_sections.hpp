// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/record.hpp"
#include "kanon/report/terms.hpp"

#include <string>

/// The sections of the report, each by itself as HTML, "" where there is nothing to say. Called in
/// the order in which they stand, for a term is explained where it first stands.
namespace kanon::html {

using Section = std::string (*)(const RunRecord& record, TermWords& words);

/// Title, date, and the verdict: fit to be shared or not, what is open, what it rests on.
std::string title_block(const RunRecord& record, TermWords& words);

/// What is promised, and what not; what the policy accepts, with its reasons.
std::string promised(const RunRecord& record, TermWords& words);
std::string not_promised(const RunRecord& record, TermWords& words);
std::string accepted(const RunRecord& record, TermWords& words);

/// The figures that matter most.
std::string tiles(const RunRecord& record, TermWords& words);

/// Each promise with what it requires and what the release has, and what was proven besides.
std::string proofs_in_detail(const RunRecord& record, TermWords& words);

/// Columns and their roles.
std::string columns(const RunRecord& record, TermWords& words);

/// How easily a row is found, before and after.
std::string risk(const RunRecord& record, TermWords& words);

/// What was decided without being asked.
std::string assumptions(const RunRecord& record, TermWords& words);

/// What was lost of each quasi-identifier.
std::string loss(const RunRecord& record, TermWords& words);

/// What was lost in all, by every measure.
std::string loss_measures(const RunRecord& record, TermWords& words);

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

/// The files and their hashes.
std::string files(const RunRecord& record, TermWords& words);

}  // namespace kanon::html
