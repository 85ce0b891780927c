// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/cluster/cell_ruler.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/solve/assignment.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::linked {

/// What a search knows of the tables: rulers of their quasi-identifiers, and what rows weigh.
/// Immutable, shared between threads; borrows the tables.
class Ground {
public:
    /// `left_out` >= 1: how many times over a row that is left out weighs against a starred one.
    /// Without `has_cells` all rows of a table are alike, as if there were no quasi-identifiers.
    Ground(const LinkedTables& tables, double left_out, bool has_cells = true);

    struct OfTable {
        const LinkedTable* table = nullptr;
        std::vector<CellRuler> rulers;         ///< of its quasi-identifiers
        std::vector<std::vector<Code>> codes;  ///< per quasi-identifier, per row
        bool is_plain = false;  ///< all its rows are alike: no quasi-identifier, nothing below
        float row_weight = 1;   ///< of a row that is left out, alone
        std::vector<float> tree_weight;  ///< per row, with all rows below it
    };

    [[nodiscard]] const OfTable& of(std::size_t table) const { return tables_[table]; }

    [[nodiscard]] std::size_t size() const { return tables_.size(); }

private:
    std::vector<OfTable> tables_;
};

/// A row of the common tree of a class: its cells cover those of one row of each member.
struct TemplateRow {
    std::vector<Cell> cells{};
    std::vector<std::uint32_t> rows{};                 ///< one of each member, in their order
    std::vector<std::vector<TemplateRow>> children{};  ///< per child table
    float own_loss = 0;                                ///< of its cells, for one member
    float loss = 0;                                    ///< with all rows below it
    float weight = 0;  ///< of it and all rows below it, if they were left out, for one member
};

/// The common tree of a class of subjects: what all of them are released as.
struct ClassTemplate {
    TemplateRow root;
    double cost = 0;  ///< loss over all members, rows left out among it

    [[nodiscard]] std::size_t size() const { return root.rows.size(); }
};

/// Judges what it costs to take a subject into a class, and does it. Rows of the subject are
/// assigned to those of the class so that the cells lose least; exactly (shortest augmenting paths)
/// up to kMostPairs pairs of rows, beyond in the order in which they stand. Rows of either side
/// without a partner are left out. One for each thread.
class Joiner {
public:
    static constexpr std::size_t kMostPairs = 1024;

    explicit Joiner(const Ground& ground) : ground_(ground) {}

    [[nodiscard]] ClassTemplate begin(std::uint32_t subject);

    /// How much the class would cost more; where that is `limit` or more, some number not below it.
    [[nodiscard]] float increase(const ClassTemplate& of,
                                 std::uint32_t subject,
                                 float limit = std::numeric_limits<float>::infinity());

    void join(ClassTemplate& to, std::uint32_t subject);

    /// A class of these subjects, taken in in their order.
    [[nodiscard]] ClassTemplate of(std::span<const std::uint32_t> subjects);

    [[nodiscard]] const Ground& ground() const { return ground_; }

    [[nodiscard]] SetPool& pool() { return pool_; }

private:
    struct Scratch {
        std::vector<float> costs;
        AssignmentSolver<float> solver;
        std::vector<std::uint32_t> partner;  ///< per row of the class, of those of the subject
    };

    [[nodiscard]] TemplateRow row_alone(std::size_t table, std::uint32_t row);
    [[nodiscard]] float cells_increase(std::size_t table,
                                       const TemplateRow& of,
                                       std::uint32_t row) const;
    [[nodiscard]] float row_increase(std::size_t table,
                                     const TemplateRow& of,
                                     std::uint32_t row,
                                     std::size_t depth,
                                     float limit);
    [[nodiscard]] float count_bound(std::size_t table,
                                    std::size_t of_class,
                                    std::size_t of_subject,
                                    std::size_t members) const;
    float assign(std::size_t table,
                 const std::vector<TemplateRow>& of,
                 std::span<const std::uint32_t> rows,
                 std::size_t members,
                 std::size_t depth);
    static float solve(std::size_t of, std::size_t rows, Scratch& scratch);
    void join_row(std::size_t table, TemplateRow& to, std::uint32_t row, std::size_t depth);
    void join_children(std::size_t child,
                       std::vector<TemplateRow>& to,
                       std::span<const std::uint32_t> rows,
                       std::size_t members,
                       std::size_t depth);
    Scratch& scratch_at(std::size_t depth);

    const Ground& ground_;
    mutable SetPool pool_;
    std::vector<std::unique_ptr<Scratch>> scratch_;
};

}  // namespace kanon::linked
