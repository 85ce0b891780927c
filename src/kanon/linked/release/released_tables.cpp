// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/release/released_tables.hpp"

#include "kanon/linked/cluster/cell_ruler.hpp"
#include "kanon/release/spelling/spelled_domain.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table_builder.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon::linked {
namespace {

/// The released rows of a table: original rows in random order.
std::vector<std::uint32_t> released_order(const TableGrouping& grouping, SecretRandom& random) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t row = 0; row < grouping.group_of_row.size(); ++row) {
        if (grouping.group_of_row[row] != kLeftOut) {
            out.push_back(row);
        }
    }
    random.shuffle(out);
    return out;
}

/// One quasi-identifier, released by groups.
class GroupedColumn {
public:
    GroupedColumn(const Column& column,
                  const QuasiIdentifier& attribute,
                  const TableGrouping& grouping)
        : column_(column), attribute_(attribute), ruler_(attribute), value_of_(grouping.groups) {
        take_cells(grouping);
    }

    [[nodiscard]] std::shared_ptr<const Column> released(const TableGrouping& grouping,
                                                         const std::vector<std::uint32_t>& order) {
        SpelledDomain spelled(domain_, *column_.dictionary, &attribute_.hierarchy);
        spelled.build(std::vector<bool>(domain_.values.size(), true), false);
        auto out = std::make_shared<Column>();
        out->name = column_.name;
        out->storage_type = "VARCHAR";
        out->dictionary = spelled.dictionary();
        out->codes = CodeVector(order.size(), out->dictionary->size());
        for (std::size_t row = 0; row < order.size(); ++row) {
            out->codes.set(row, spelled.code(value_of_[grouping.group_of_row[order[row]]]));
        }
        return out;
    }

private:
    void take_cells(const TableGrouping& grouping) {
        std::vector<std::optional<Cell>> cells(grouping.groups);
        for (std::size_t row = 0; row < grouping.group_of_row.size(); ++row) {
            const std::uint32_t group = grouping.group_of_row[row];
            if (group == kLeftOut) {
                continue;
            }
            const Code code = column_.codes[row];
            cells[group] =
                cells[group] ? ruler_.joined(*cells[group], code, pool_) : ruler_.of(code, pool_);
        }
        for (std::size_t group = 0; group < cells.size(); ++group) {
            value_of_[group] = value_of(cells[group].value_or(Cell{}));
        }
    }

    std::uint32_t value_of(Cell cell) {
        const std::uint64_t asked = (static_cast<std::uint64_t>(cell.second) << 32U) | cell.first;
        const auto [found, is_new] =
            known_.try_emplace(asked, static_cast<std::uint32_t>(domain_.values.size()));
        if (is_new) {
            domain_.values.push_back(ruler_.released(cell, pool_, domain_));
        }
        return found->second;
    }

    const Column& column_;
    const QuasiIdentifier& attribute_;
    CellRuler ruler_;
    SetPool pool_;
    ReleasedDomain domain_;
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
    std::vector<std::uint32_t> value_of_;  ///< per group
};

std::shared_ptr<const Column> column_of_numbers(const std::string& name,
                                                const std::vector<std::int64_t>& numbers) {
    return TableBuilder().add_integers(name, numbers).finish().shared_column(0);
}

/// New keys of the rows of a table: 1 for the first released one.
std::vector<std::int64_t> counted(std::size_t rows) {
    std::vector<std::int64_t> out(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        out[row] = static_cast<std::int64_t>(row + 1);
    }
    return out;
}

/// Makes one table of the release.
class OneTable {
public:
    OneTable(const LinkedTable& table,
             const TableGrouping& grouping,
             const std::vector<std::uint32_t>& order,
             const std::vector<std::uint32_t>* released_parent,
             const SubjectCells* cells)
        : table_(table),
          grouping_(grouping),
          order_(order),
          released_parent_(released_parent),
          cells_(cells) {}

    [[nodiscard]] Table operator()() const {
        const Table kept = reordered(table_.table(), order_);
        std::vector<std::shared_ptr<const Column>> columns;
        for (std::size_t j = 0; j < kept.column_count(); ++j) {
            if (auto column = released(kept, j)) {
                columns.push_back(std::move(column));
            }
        }
        return {std::move(columns), order_.size()};
    }

private:
    /// Null where the column is withheld.
    [[nodiscard]] std::shared_ptr<const Column> released(const Table& kept, std::size_t j) const {
        const Problem& problem = table_.problem;
        if (table_.key == j && !table_.has_keyed_key) {
            return column_of_numbers(kept.column(j).name, counted(order_.size()));
        }
        if (table_.foreign == j && !table_.has_keyed_foreign) {
            std::vector<std::int64_t> parents;
            for (const std::uint32_t row : order_) {
                parents.push_back((*released_parent_)[table_.parent_row[row]] + std::int64_t{1});
            }
            return column_of_numbers(kept.column(j).name, parents);
        }
        for (std::size_t q = 0; q < problem.columns.size(); ++q) {
            if (problem.columns[q] == j && cells_ != nullptr) {
                return table_.parent ? starred(kept.column(j).name) : gathered(*(*cells_)[q]);
            }
            if (problem.columns[q] == j) {
                return GroupedColumn(
                           table_.table().column(j), problem.quasi_identifiers[q], grouping_)
                    .released(grouping_, order_);
            }
        }
        for (const std::size_t withheld : problem.withheld) {
            if (withheld == j) {
                return nullptr;
            }
        }
        return kept.shared_column(j);
    }

    [[nodiscard]] std::shared_ptr<const Column> starred(const std::string& name) const {
        return TableBuilder()
            .add_text(name, std::vector<std::string_view>(order_.size(), kStar))
            .finish()
            .shared_column(0);
    }

    /// The cells of the released rows, of those of all.
    [[nodiscard]] std::shared_ptr<const Column> gathered(const Column& of) const {
        auto out = std::make_shared<Column>(of);
        out->codes = CodeVector(order_.size(), of.dictionary->size());
        for (std::size_t row = 0; row < order_.size(); ++row) {
            out->codes.set(row, of.codes[order_[row]]);
        }
        return out;
    }

    const LinkedTable& table_;
    const TableGrouping& grouping_;
    const std::vector<std::uint32_t>& order_;
    const std::vector<std::uint32_t>* released_parent_;
    const SubjectCells* cells_;
};

}  // namespace

ReleasedTables release_tables(const LinkedTables& tables,
                              const Grouping& grouping,
                              SecretRandom& random,
                              const SubjectCells* cells) {
    ReleasedTables out;
    std::vector<std::vector<std::uint32_t>> released_row;  // per table and original row
    for (std::size_t t = 0; t < tables.tables.size(); ++t) {
        const LinkedTable& table = tables.tables[t];
        out.original_row.push_back(released_order(grouping.tables[t], random));
        const std::vector<std::uint32_t>& order = out.original_row.back();
        std::vector<std::uint32_t>& back = released_row.emplace_back(table.rows(), kNoRow);
        for (std::size_t row = 0; row < order.size(); ++row) {
            back[order[row]] = static_cast<std::uint32_t>(row);
        }
        const auto* const parent = table.parent ? &released_row[*table.parent] : nullptr;
        out.tables.push_back(OneTable(table, grouping.tables[t], order, parent, cells)());
    }
    return out;
}

}  // namespace kanon::linked
