// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/findings.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/privacy/exclusions.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/disclosed_rows.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/released_classes.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// One broken rule. Rows are 1-based data rows of the release (the header does not count); for
/// `row-lost` of the original. Values are never named unless the caller asks for them.
struct Fault {
    std::string rule;                  ///< of audit/rules.hpp, or the name of a privacy model
    std::optional<std::uint64_t> row;  ///< none: the release as a whole or a whole column
    std::string attribute;             ///< "" where no one column is at fault
    std::string message;               ///< one line: what is wrong and what was required
};

/// A promise and what the release achieves.
struct Proof {
    std::string model;     ///< catalogue name of the privacy model
    std::string describe;  ///< one line for people
    double required = 0;
    double achieved = 0;  ///< the worst class; equals required where there is no class
    bool holds = false;
    bool more_is_better = true;  ///< achieved is to be at least required; false: at most
    bool is_strict = false;      ///< required itself is not enough
    /// Values that somebody is taken to know: achieved is that of the worst set of rows that share
    /// so many of them; 0: of the worst class.
    std::size_t known_values = 0;
    bool is_average = false;  ///< achieved is the mean over the released rows
    bool is_decided =
        true;  ///< false: neither kept nor broken for certain, see AuditReport::not_proven
    std::vector<Exclusion> excludes{};  ///< attacks that it rules out; empty where it does not hold
};

/// What top, bottom and rounding did to the rows of a column.
struct CodingFigures {
    std::string column;
    ValueCoding coding;
    std::uint64_t low_rows = 0;      ///< coded as the open end at the bottom
    std::uint64_t high_rows = 0;     ///< at the top
    std::uint64_t rounded_rows = 0;  ///< whose number rounding changed
    /// Mean over all rows of (values that are coded as this one - 1) / (values of the column - 1).
    double loss = 0;
};

/// What a release leaves open that is judged by candidates. A row and its candidates are those that
/// some perfect matching of release and original pairs.
struct CandidateFigures {
    bool whole = true;        ///< else there are more candidates: not all pairs were looked at
    std::uint64_t least = 0;  ///< candidates of a row, released or original, in rows
    double mean = 0;          ///< over all rows; the same for both sides
    /// Of each sensitive column in the release: original rows of which all candidates show one
    /// value, so that it is disclosed.
    std::vector<DisclosedRows> disclosed{};
    /// Of each row type of the problem: released rows that may be one of its rows; at least these
    /// where not all pairs were looked at.
    std::vector<std::uint64_t> of_type{};
};

struct AuditReport {
    bool passed = false;
    std::vector<Fault> faults;        ///< the first max_faults: without a row, then by row, column
    std::uint64_t fault_count = 0;    ///< all of them; of a pair as many as it counts
    std::vector<Proof> proofs;        ///< one per model
    AuditFindings findings;           ///< what was proven besides, in figures
    std::vector<std::string> checks;  ///< one line per thing that was proven: check_lines()
    std::vector<std::string> not_proven;  ///< one line per thing that could not be decided
    std::vector<std::string> notes;       ///< one line per thing to know that is no fault
    std::vector<CodingFigures> codings;   ///< of the coded columns, in their order
    /// Where promises are about them, and the classes do not keep them, which is more.
    std::optional<CandidateFigures> candidates;
    Measures measures;  ///< empty but for rows where a quasi-identifier is not in the release
};

struct AuditOptions {
    bool show_values = false;
    std::size_t max_faults = 20;
    bool shuffled = false;                   ///< rows may stand in any order
    std::uint64_t most_looks = 400'000'000;  ///< at cells, to match rows in any order
    /// Pairs of rows released alike and rows of one type that are listed to judge candidates; of
    /// more some are taken. 24 bytes each.
    std::uint64_t most_candidate_pairs = std::uint64_t{1} << 26U;
    std::optional<std::uint64_t> stated_rows{};  ///< rows of the original that a summary states
    std::optional<std::uint64_t> stated_suppressed{};  ///< suppressed rows that it states
};

/// Re-derive every promise of a problem from the original table and the release alone: no
/// identifying column is released; columns are coded as the policy asks; every released cell covers
/// its original, coded or not, or is the aggregate of its class (judge_aggregates()); other columns
/// are unchanged; every class holds each model, or, where the problem promises candidates, these do
/// (docs/freeform.md); every row
/// is released or counted as suppressed; the limit is kept. Knows no method and reads only
/// spellings, so it judges a file as it does memory.
///
/// Row i of the release is held against row i of the original; against the row it claims, if the
/// release has claims (Release::original_row, checked too) or is counted, for counted rows have no
/// order; in a release with fewer rows against
/// the earliest one it fits after the row before; with `shuffled` against any, by a maximum
/// matching. Where another matching might give a model's verdict another turn, the model is not
/// told. Where rows do not fit in order and all would in another, that is one fault of `order`.
/// Cost O(n m), with `shuffled` and where order fails that of the matching, bounded: what
/// would cost more is not proven. Same result for any thread count. \throws Error{cancelled}
[[nodiscard]] AuditReport audit(const Problem& problem,
                                const Release& release,
                                const AuditOptions& options,
                                const RunContext& context);

/// As above, with the classes of the release, which classes_of() made: they can then serve others
/// as well, and the rows are grouped once.
[[nodiscard]] AuditReport audit(const Problem& problem,
                                const Release& release,
                                const ReleasedClasses& classes,
                                const AuditOptions& options,
                                const RunContext& context);

/// The classes of a release of this problem, as a reader of the release tells them apart. Where the
/// problem's rows are counted, those of the release are, and both must outlive the result.
[[nodiscard]] ReleasedClasses classes_of(const Problem& problem,
                                         const Release& release,
                                         unsigned threads);

}  // namespace kanon
