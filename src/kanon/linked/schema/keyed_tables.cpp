// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/schema/keyed_tables.hpp"

#include <memory>
#include <set>
#include <string>
#include <utility>

namespace kanon::linked {
namespace {

using ColumnPointer = std::shared_ptr<const Column>;
using PlacesAbove = std::vector<std::uint32_t>;

/// The cells of a column in these rows, under this name.
ColumnPointer gathered(const Column& of, const PlacesAbove& rows, const std::string& name) {
    auto out = std::make_shared<Column>(of);
    out->name = name;
    out->codes = CodeVector(rows.size(), of.dictionary->size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        out->codes.set(row, of.codes[rows[row]]);
    }
    return out;
}

/// The table with a column in the place of the one of its name, or behind all.
Table with_column(const Table& table, const ColumnPointer& column) {
    std::vector<ColumnPointer> columns;
    bool is_there = false;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const bool is_it = table.column(j).name == column->name;
        columns.push_back(is_it ? column : table.shared_column(j));
        is_there = is_there || is_it;
    }
    if (!is_there) {
        columns.push_back(column);
    }
    return {std::move(columns), table.row_count()};
}

/// The column `by` of the nearest table above that has it, for each row below; null: none has it.
/// `rows`: of the table at this place.
ColumnPointer persons_above(const LinkedTables& tables,
                            std::size_t place,
                            PlacesAbove rows,
                            const std::string& by) {
    while (true) {
        const LinkedTable& table = tables.tables[place];
        const auto found = table.table().find(by);
        if (found && found != table.foreign) {
            return gathered(table.read_column(*found), rows, by);
        }
        if (!table.parent) {
            return nullptr;
        }
        for (std::uint32_t& row : rows) {
            row = table.parent_row[row];
        }
        place = *table.parent;
        const LinkedTable& parent = tables.tables[place];
        if (found) {
            return gathered(parent.read_column(*parent.key), rows, by);
        }
    }
}

}  // namespace

void take_persons(const TablePolicy& asked,
                  const LinkedTables& above,
                  Policy& policy,
                  Table& read) {
    std::set<std::string> wanted;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.shift) {
            wanted.insert(attribute.shift->by);
        }
    }
    const auto foreign = read.find(asked.foreign);
    if (wanted.empty() || !asked.parent || !foreign ||
        above.tables[*asked.parent].table().column_count() == 0) {
        return;
    }
    const LinkedTable& parent = above.tables[*asked.parent];
    const PlacesAbove rows = join_keys(
        read.column(*foreign), parent.read_column(*parent.key), {asked.name, parent.name});
    for (const std::string& by : wanted) {
        const bool is_reference = by == asked.foreign;
        if (read.find(by) && !is_reference) {
            continue;
        }
        const ColumnPointer persons = is_reference
                                          ? gathered(parent.read_column(*parent.key), rows, by)
                                          : persons_above(above, *asked.parent, rows, by);
        if (persons == nullptr) {
            continue;
        }
        read = with_column(read, persons);
        if (!is_reference) {
            policy.attribute(by).role = Role::identifying;
        }
    }
}

void follow_pseudonyms(const LinkedTable& parent, LinkedTable& child) {
    Problem& problem = child.problem;
    const std::size_t place = *child.foreign;
    const std::string& name = problem.table.column(place).name;
    if (parent.is_made) {
        child.has_keyed_foreign = problem.policy.attribute(name).is_keyed();
        return;
    }
    if (!parent.has_keyed_key) {
        return;
    }
    child.has_keyed_foreign = true;
    if (problem.uncoded.column_count() == 0) {
        problem.uncoded = problem.table;
    }
    problem.table = with_column(
        problem.table, gathered(parent.table().column(*parent.key), child.parent_row, name));
    std::erase(problem.withheld, place);
}

}  // namespace kanon::linked
