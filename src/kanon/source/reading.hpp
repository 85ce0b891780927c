// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/engine/rows/blank_rows.hpp"
#include "kanon/engine/rows/gathered_rows.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"
#include "kanon/source/source_form.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace kanon::detail {

/// A table as it was read, for whoever has its rows elsewhere.
struct SourceReading {
    Table table;  ///< without the columns that were not loaded, and the rows that were left out
    /// By column: spellings that were taken for the missing value.
    std::map<std::string, std::vector<std::string>> missing_marks;
    std::vector<std::string> needed;  ///< columns: rows without a value there were left out
    /// Rows that each row of the table stands for; empty: 1 each.
    std::vector<std::uint64_t> counts{};
    /// Of each source in a database, in their order; then the number of rows of the table.
    std::vector<std::uint64_t> first_rows{};
    engine::BlankColumns blank{};  ///< of a source: rows without a value in them were left out
};

/// How the rows of a database are wanted, which its engine counts.
enum class EngineRows : std::uint8_t {
    single,    ///< each as often as it was counted
    counted,   ///< each distinct row of a source once, see SourceReading::counts
    marginals  ///< likewise, but rows that have the values of each column alone: read_marginals()
};

struct BoundTable {
    Problem problem;
    SourceReading reading_of_source;  ///< of a database; else empty
    SourceForm form;
    std::vector<std::string> sha256;  ///< of the files read, where ReadOptions asks for it
    double read_seconds = 0;
};

/// What reading by a policy is for.
struct ReadingFor {
    RowOrder order = RowOrder::released;
    EngineRows rows = EngineRows::single;
    KeysToRead keys{};
};

/// What binding is told of the method that the policy names; nothing for `auto`.
/// \throws Error{bad_policy} if there is no such method.
[[nodiscard]] BindOptions bind_options_of(const Policy& policy);

/// A table read as its policy asks, to be bound as often as wanted, for other promises and methods.
struct PolicySource {
    SourceReading reading;
    PolicyFiles files;
    SourceForm form;                   ///< but for its columns
    std::vector<std::string> skipped;  ///< columns that the policy withholds: not loaded
    Table unread_rows;                 ///< their first rows
    bool has_order = true;          ///< rows of a database have none, and are shuffled if released
    std::vector<std::string> said;  ///< see ReadTable
    std::uint64_t dropped_rows = 0;
    std::vector<std::string> sha256;  ///< of the files, where ReadOptions asks for it
    double read_seconds = 0;          ///< of the table
};

/// An input, and what SourceReading says of its rows where it is in a database.
struct ReadInputs {
    ReadTable read;
    std::vector<std::uint64_t> counts{};
    std::vector<std::uint64_t> first_rows{};
    engine::BlankColumns blank{};
};

/// As read_input(); several inputs are one table, see read_source(). \throws Error{usage} where one
/// of several is no address, or is given twice
[[nodiscard]] std::variant<ReadInputs, engine::TooManyDistinct> read_inputs(
    std::span<const std::string> inputs,
    const ReadOptions& options,
    const RunContext& context,
    EngineRows rows = EngineRows::single);

/// Read a table as its policy asks (types, missing marks, rows left out), and the policy's files.
/// Columns that the policy calls identifying are never loaded, and only the order of their first
/// rows is looked at.
/// Several inputs are one table: addresses all, whose rows stand one source after the other.
[[nodiscard]] PolicySource read_source(std::span<const std::string> inputs,
                                       const Policy& policy,
                                       const ReadOptions& options,
                                       const ReadingFor& reading_for,
                                       const RunContext& context);

/// Bind the policy, or another that says the same of its columns, to what was read.
/// `circumstances` lack what reading tells.
[[nodiscard]] Problem bind_source(const PolicySource& source,
                                  const Policy& policy,
                                  BindOptions circumstances,
                                  const RunContext& context);

/// Read a table and bind its policy to it, once.
[[nodiscard]] BoundTable read_and_bind(std::span<const std::string> inputs,
                                       const Policy& policy,
                                       const ReadOptions& options,
                                       const BindOptions& circumstances,
                                       const RunContext& context,
                                       EngineRows rows = EngineRows::single);

/// The same; none where a database has more distinct rows than there is room for
/// (ReadOptions::distinct_bytes).
[[nodiscard]] std::optional<BoundTable> read_and_bind_with_room(std::span<const std::string> inputs,
                                                                const Policy& policy,
                                                                const ReadOptions& options,
                                                                const BindOptions& circumstances,
                                                                const RunContext& context,
                                                                EngineRows rows);

/// The columns that a release of the problem has.
[[nodiscard]] std::vector<std::string> released_names(const Problem& problem);

struct ReadRelease;

/// Where an original and a release of it are read from.
struct ReleaseSource {
    const std::string& original;
    const std::string& release;
    const Policy* policy = nullptr;
    const ReadOptions* read = nullptr;          ///< of the original
    const ReadOptions* read_release = nullptr;  ///< types and missing marks are the policy's
    bool only_measured = false;                 ///< see BindOptions
    std::span<const std::uint64_t> counts{};    ///< of the rows of the original, see BindOptions
    std::vector<NamedCoding> codings{};         ///< beside the policy's, see BindOptions
    const Ledger* ledger = nullptr;             ///< see BindOptions
    /// With a ledger: how many of its releases were made before this one, which is bound without.
    std::function<std::size_t(const ReadRelease&)> releases_before{};
    std::vector<std::string> keys{};  ///< files of the keys of the policy; else they are elsewhere
};

/// Those of a job that names both, and has a policy and ways to read. Borrows the job.
template <class Job>
[[nodiscard]] ReleaseSource release_source_of(const Job& job) {
    return {.original = job.original,
            .release = job.release,
            .policy = &job.policy,
            .read = &job.read,
            .read_release = &job.read_release};
}

struct ReadRelease {
    Problem problem;
    Release release;
    bool in_order = true;  ///< false: one is in a database, so rows may stand in any order
    /// Pseudonyms and shifted dates are taken as the release has them, row by row: their key is
    /// elsewhere.
    bool keys_elsewhere = false;
    std::vector<std::string> original_sha256;  ///< of the files, where options ask for it
    std::vector<std::string> release_sha256;
    /// Problem and release where columns are taken as a run without a policy codes them, see
    /// BindOptions::protects_amounts. Nothing is read again; the context must still be there.
    std::function<ReadRelease()> with_protection;
};

/// A release as it was written beside an original of this problem and form.
[[nodiscard]] ReadTable read_released_table(const ReleaseSource& source,
                                            const Problem& problem,
                                            const SourceForm& form,
                                            const RunContext& context);

/// Read an original, bind its policy, and read a release of it, whoever made that.
[[nodiscard]] ReadRelease read_with_release(const ReleaseSource& source, const RunContext& context);

/// The same table, each column as one of a type that may spell numbers and dates in its own way:
/// what is read as text out of a database. Cost O(n m).
[[nodiscard]] Table with_types_of_database(const Table& table);

}  // namespace kanon::detail
