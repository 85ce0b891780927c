// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kanon::test {

/// Tables as texts; `?` is a missing value.
using TextRow = std::vector<std::string>;
using TextRows = std::vector<TextRow>;
using Values = std::set<std::string>;

/// The values that a released text may stand for; none: the text means nothing.
using Meaning = std::function<std::optional<Values>(const std::string& text)>;

struct NaiveColumn {
    std::string name;
    Meaning meaning{};  ///< of a quasi-identifier; empty: released as it was
};

struct NaiveModel {
    std::string model;  ///< as in the catalogue; not all of them
    double parameter = 0;
    std::optional<std::size_t> column{};  ///< of the sensitive values, or of the persons
    std::string kind{};
    std::optional<std::size_t> with{};  ///< the column whose values are joined with these
};

/// What a release is held against.
struct NaivePromise {
    std::vector<NaiveColumn> columns{};  ///< of the release, in its order
    std::vector<NaiveModel> models{};
    std::uint64_t limit = 0;
    bool drops = false;
};

/// A second auditor that sees nothing but texts and shares no code with the library.
class NaiveAuditor {
public:
    /// The original has the columns of the release first, then those that are withheld.
    NaiveAuditor(TextRows original, NaivePromise promise);

    /// `rule row attribute` of every fault of a release with as many rows as the original. Where
    /// rows do not fit in order and would in another, that is one fault, `order 0`. \pre models
    /// then count released columns only
    [[nodiscard]] std::multiset<std::string> faults(const TextRows& released) const;

    /// Whether a release with fewer rows, or in another order, is to pass. Models that count a
    /// withheld column are left out: such a release does not say whose rows it has.
    [[nodiscard]] bool passes(const TextRows& released, bool shuffled) const;

    /// Rows whose every quasi-identifier is `*`, unless the table is fully generalized.
    [[nodiscard]] std::uint64_t suppressed_count(const TextRows& released) const;

    /// The other rows by their released quasi-identifiers.
    [[nodiscard]] std::map<TextRow, std::vector<std::size_t>> classes(
        const TextRows& released) const;

private:
    using CellOf = std::function<std::string(std::size_t row, std::size_t column)>;

    /// This auditor with what the whole release says of its rows of stars.
    [[nodiscard]] NaiveAuditor beside_stars_of(const TextRows& released) const;
    [[nodiscard]] std::multiset<std::string> faults_as_spelled(const TextRows& released) const;
    [[nodiscard]] bool passes_as_spelled(const TextRows& released, bool shuffled) const;
    [[nodiscard]] bool is_fully_generalized(const TextRows& released) const;
    [[nodiscard]] bool is_starred(const TextRow& row) const;
    [[nodiscard]] bool is_suppressed(const TextRow& row) const;
    [[nodiscard]] bool is_blank(const TextRow& row) const;
    [[nodiscard]] std::uint64_t count_suppressed(const TextRows& released) const;
    [[nodiscard]] std::map<TextRow, std::vector<std::size_t>> released_alike(
        const TextRows& released) const;
    [[nodiscard]] std::string fault_of_cell(const TextRow& released,
                                            const TextRow& original,
                                            std::size_t column) const;
    [[nodiscard]] std::multiset<std::string> cell_faults(const TextRows& released) const;
    [[nodiscard]] bool fits(const TextRow& released, const TextRow& original) const;
    [[nodiscard]] bool matches_in_order(const TextRows& released) const;
    [[nodiscard]] bool matches(const TextRows& released,
                               std::size_t row,
                               std::vector<bool>& taken) const;
    void add_class_faults(const TextRows& released,
                          const std::vector<NaiveModel>& models,
                          const CellOf& cell,
                          std::multiset<std::string>& out) const;

    TextRows original_;
    NaivePromise promise_;
    bool is_one_class_ = false;  ///< the release is fully generalized
};

}  // namespace kanon::test
