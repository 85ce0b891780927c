// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/base/shell_word.hpp"
#include "kanon/base/suggest.hpp"
#include "kanon/base/utf8.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/problem/inspection.hpp"
#include "kanon/problem/policy.hpp"
#include "kanon/problem/policy_file.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/report/record.hpp"
#include "kanon/report/reports.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The public face: a job in, a proven release out.
namespace kanon {

/// The version, e.g. `0.1.0`.
[[nodiscard]] std::string_view version();

/// A release with everything that is known of it. Movable, not copyable; nothing in it points to
/// it.
struct Result {
    /// The table was solved in pieces in its database: there are figures, but neither rows nor a
    /// recoding, and the problem tells of each column by itself.
    bool is_in_pieces = false;
    std::unique_ptr<Problem> problem;
    Policy policy;
    Outcome outcome;
    Release release;
    /// Of the release, as auditor and reports see them; none after a job that writes no report.
    std::optional<ReleasedClasses> classes;
    AuditReport audit;
    std::optional<Evaluation> evaluation;  ///< if it was asked for
    RunFacts facts;
};

/// What text_report(), json_summary() and html_report() take: a look at the result, good until the
/// result is moved, changed or gone.
[[nodiscard]] RunRecord record_of(const Result& result);

/// The released rows as they are to be written: in random order where the problem says so, drawn by
/// this seed, see SecretRandom; else in that of the original. Counted ones are written as often as
/// they count.
[[nodiscard]] Table table_to_write(const Result& result,
                                   const std::optional<std::uint64_t>& secret_seed = {});

/// The same for a caller who holds the result alone. \throws Error{usage} where the rows are not in
/// memory, since they were written where the original is
[[nodiscard]] Table released_table(const Result& result,
                                   const std::optional<std::uint64_t>& secret_seed = {});

/// The policy that gives the release again, from wherever it is read and of whatever kind of table:
/// what the run decided by itself is in it, and its files have absolute paths.
[[nodiscard]] Policy repeating_policy(const Result& result);

/// What to do besides making a release.
struct AnonymizeOptions {
    /// Spend what is left of the context's deadline, or else kProveSeconds, on closing the gap
    /// between the release and its bound; a better release is taken. Methods of cell suppression,
    /// and single cells at a node, only. With a node limit and no deadline: as far as that goes.
    bool prove = false;

    /// Refuse to release while a warning is open: Error{warned}, before the search.
    bool strict = false;

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
};

inline constexpr double kProveSeconds = 60;

/// Anonymize a table in memory and prove the release.
/// \throws Error: bad_policy, bad_hierarchy, bad_input, infeasible, timed_out (nothing found before
/// the deadline), cancelled, warned (strict, and a warning is open), audit_failed (a fault of
/// kanon: the release is withheld).
[[nodiscard]] std::unique_ptr<Result> anonymize(Table table,
                                                const Policy& policy,
                                                const RunContext& context,
                                                const AnonymizeOptions& options = {});

/// What a release loses by an objective, whatever the run worked for; none where that is not
/// defined for it. Counts and losses are the auditor's.
[[nodiscard]] std::optional<double> loss_by(Objective objective, const Result& result);

/// The decision of a run as text, to be applied to another table; docs/recoding.md has the form. It
/// holds nothing that the release withholds. \throws Error{usage} for a table solved in pieces
[[nodiscard]] std::string recoding_text(const Result& result);

/// As anonymize(), with the decision of another run, as recoding_text() gave it, in place of a
/// search: the promises are checked anew on this table. `file` stands in messages and reports.
/// \throws Error as anonymize(); bad_input if the text is no recoding, or not one for this table.
[[nodiscard]] std::unique_ptr<Result> apply_recoding(Table table,
                                                     const Policy& policy,
                                                     std::string_view text,
                                                     const std::string& file,
                                                     const RunContext& context);

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

/// The whole road: read, bind, solve, apply, audit, and only then write output, summary, report.
/// All targets are checked first and moved into place last; on any error none is touched.
[[nodiscard]] std::unique_ptr<Result> run_job(const AnonymizeJob& job);

/// Make sure that writing `target` leaves what is read from `input` (see input.hpp).
/// `what` is the target's name in the message. \throws Error{usage}, Error{bad_input}
void check_target(const std::string& what, const std::string& target, const std::string& input);

/// Audit a release against its original under a policy. Where one of them is in a database, rows
/// may stand in any order; of counted pairs row i of the release is of row i of the original.
struct VerifyJob {
    std::string original;
    std::string release;
    /// "" or a summary JSON: its row counts are held against the files, and rows may stand in any
    /// order if it says that they were shuffled.
    std::string summary;
    Policy policy;
    ReadOptions read;          ///< of the original
    ReadOptions read_release;  ///< types and missing marks are those of the original's policy
    AuditOptions audit;
    RunContext context;
    /// Where original and release are distinct pairs of rows: rows that each stands for, one for
    /// each row of the original, see audit_pairs(). Empty: they are single rows.
    std::vector<std::uint64_t> counts{};
};

[[nodiscard]] AuditReport verify(const VerifyJob& job);

}  // namespace kanon
