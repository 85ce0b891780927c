// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/policy/policy.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

struct Result;

/// What to do besides making a release.
struct AnonymizeOptions {
    /// Spend what is left of the context's deadline, or else kProveSeconds, on closing the gap
    /// between the release and its bound; a better release is taken. Methods of cell suppression,
    /// and single cells at a node, only. With a node limit and no deadline: as far as that goes.
    bool prove = false;

    /// Refuse to release while a warning is open: Error{warned}, before the search.
    bool strict = false;

    /// For a run without a policy: add what keeps the release from disclosing much. Columns that
    /// are released unchanged and identify rows are rounded, sensitive ones get distinct
    /// 2-diversity where that costs little; each is said under the assumptions.
    bool protect = false;

    /// Likewise: refuse to release what still discloses too much, unless the policy accepts the
    /// warning: Error{warned}, after the search.
    bool require_fit = false;

    /// Tell in the reports what the release is still good for, as evaluate() does by default; rows
    /// that are to be shuffled are taken for unknown. docs/evaluate.md.
    bool evaluate = false;

    /// Fixes what protects by chance, see SecretRandom: what a freeform release draws; for tests
    /// alone, and never written anywhere.
    std::optional<std::uint64_t> secret_seed{};

    /// Rows that each row of the table stands for, where it holds distinct rows; empty: 1 each. The
    /// release is of such rows too, see Release, and found, measured and proven as that of the
    /// table that they stand for. To `evaluate` it each is repeated.
    std::vector<std::uint64_t> counts{};

    /// With counts: the rows are elsewhere, where the release is carried out in their order, which
    /// nothing is known of here. Else counted rows are released in random order.
    bool rows_elsewhere = false;
};

/// Where a job reads and writes. Empty paths: not written. An input is a file or an address, see
/// input.hpp; from an address the release is always shuffled.
struct AnonymizeJob {
    std::string input;
    std::string output;  ///< an address: in the database of the input, which no row leaves
    /// Further sources that are one table with the input, each an address; where the output is an
    /// address, each gets its own part of the release at the place of the same number here.
    std::vector<std::string> more_inputs{};
    std::vector<std::string> more_outputs{};
    std::string summary;
    std::string report;
    std::string save_recoding;   ///< write the decision here
    std::string apply_recoding;  ///< "": search; else the file whose decision is carried out
    /// "": none; else the file of a ledger, with whose releases this one keeps its promise, and to
    /// which it is added as the other targets appear.
    std::string ledger;
    bool not_the_first = false;  ///< the people were released before; without a ledger a warning
    std::string command;         ///< what to type to repeat the run
    std::string title;           ///< of the report; "": `Release report`
    std::string date;            ///< of the run, as the report states it; "": it states none
    Policy policy;
    ReadOptions read;
    WriteOptions write;
    /// Where the output is an address: fill the table that is there with the rows of the release,
    /// in one transaction, so that its rights, views, indexes and keys stay; it must have the
    /// release's columns. Without it `write.force` drops the table, where nothing depends on it.
    bool replace = false;
    RunContext context;
    AnonymizeOptions options{};
    /// Do everything but write: targets are checked, and none appears or changes.
    bool dry_run = false;
    bool shuffle = false;  ///< write the released rows in random order, see SecretRandom
    /// The same where the order of the rows tells a column, which is then said.
    bool shuffle_if_telling = false;
    /// As AnonymizeOptions::secret_seed, and of the order of shuffled rows.
    std::optional<std::uint64_t> secret_seed{};
    /// Called when all is written and before any target appears, with what run_job() will return;
    /// what it throws leaves every target as it was. May be empty.
    std::function<void(const Result&)> before_commit{};
};

}  // namespace kanon
