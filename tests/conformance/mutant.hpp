// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/problem/problem.hpp"

#include "support/naive_domain.hpp"
#include "support/temporary_folder.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {

/// A shape of release: who made it, and what became of the suppressed rows and of their order.
struct MutantShape {
    std::string_view name;
    std::string_view method;
    SuppressedRows suppressed = SuppressedRows::star;
    bool shuffled = false;
    bool diverse = true;  ///< l-diversity is promised beside k-anonymity

    friend void PrintTo(const MutantShape& shape, std::ostream* out) { *out << shape.name; }
};

/// How a release is written to its file.
struct MutantStyle {
    char delimiter = ',';
    bool quote_all = false;
    std::string_view line_end = "\n";
    std::string_view before;  ///< the header
    std::string_view after;   ///< the last row
};

/// Columns of every release that is mutated; the original has one more before them, which is
/// withheld: `id`.
enum MutantColumn : std::size_t { age, zip, place, ill, note, cost };

inline constexpr std::size_t kMutantColumns = MutantColumn::cost + 1;

inline constexpr std::size_t kMutantK = 3;

/// A release as texts (`?` is missing), and what is stated of it; mutations change it.
struct Mutant {
    const NaiveJudge* judge = nullptr;
    const TextRows* original = nullptr;  ///< columns as in the release, then the withheld one
    std::uint64_t limit = 0;             ///< rows that may be suppressed
    bool drops = false;
    bool shuffled = false;
    bool diverse = true;
    std::vector<std::string> names{};
    TextRows rows{};
    std::vector<std::size_t> origin{};  ///< per row: the original row that it was made of
    std::string summary{};              ///< as JSON
    MutantStyle style{};

    [[nodiscard]] const std::string& original_cell(std::size_t row, std::size_t column) const {
        return (*original)[origin[row]][column];
    }

    [[nodiscard]] bool is_suppressed(std::size_t row) const;

    /// Rows by class, suppressed ones left out.
    [[nodiscard]] std::vector<std::vector<std::size_t>> classes() const;

    /// True if the row's cell could be this text.
    [[nodiscard]] bool covers(const std::string& text, std::size_t row, std::size_t column) const;

    /// True if some row that is not suppressed has all of these quasi-identifiers.
    [[nodiscard]] bool has_class(const TextRow& like) const;

    /// An original cell as the release spells it where it is released as it is.
    [[nodiscard]] std::string exact(std::size_t row, std::size_t column) const;

    /// Star every cell of a row.
    void suppress(std::size_t row);

    /// Take out a row.
    void erase(std::size_t row);

    /// State the counts anew: of the original's rows, and of suppressed ones.
    void state(std::uint64_t suppressed);

    /// Suppressed rows: those of stars, and those left out.
    [[nodiscard]] std::uint64_t suppressed_count() const;
};

/// A table, a release of it that is good, and its judges.
class MutantBed {
public:
    explicit MutantBed(const MutantShape& shape);

    /// The release as it was made.
    [[nodiscard]] const Mutant& good() const { return good_; }

    /// What `kanon verify` says of a mutant; none: it refuses to read it.
    [[nodiscard]] std::optional<AuditReport> verified(const Mutant& mutant, bool summary) const;

    /// What the naive auditor says: faults by rule, row and attribute where rows stand in place,
    /// else whether it passes.
    [[nodiscard]] const NaiveAuditor& naive() const { return judge_->auditor; }

private:
    TemporaryFolder folder_;
    Policy policy_;
    std::unique_ptr<Problem> problem_;
    std::optional<NaiveJudge> judge_;
    TextRows original_;
    Mutant good_;
};

}  // namespace kanon::test
