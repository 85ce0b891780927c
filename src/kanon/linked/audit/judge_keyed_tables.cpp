// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/judge_keyed_tables.hpp"

#include "kanon/audit/cells/keyed.hpp"
#include "kanon/audit/check_lines.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/values/written_time.hpp"

#include <map>
#include <optional>
#include <utility>

namespace kanon::linked::auditing {
namespace {

namespace rules = kanon::rules;
using kanon::auditing::FaultLog;

/// Whose rows a column of persons names: a table, and the row of it for each row.
struct Owners {
    std::size_t table = 0;
    std::vector<std::uint32_t> row;
};

/// The table whose key `by` is to rows of a table, by its links; none: it is a column like others.
std::optional<Owners> owners_of(const LinkedTables& tables,
                                std::size_t place,
                                const std::string& by) {
    Owners out{.table = place, .row = {}};
    for (std::uint32_t row = 0; row < tables.tables[place].rows(); ++row) {
        out.row.push_back(row);
    }
    while (true) {
        const LinkedTable& table = tables.tables[out.table];
        const auto found = table.problem.uncoded.find(by);
        if (found && table.key == found) {
            return out;
        }
        const bool is_reference = found && table.foreign == found;
        const bool is_column = found && !is_reference && out.table != place;
        if (!table.parent || is_column) {
            return std::nullopt;
        }
        for (std::uint32_t& row : out.row) {
            row = table.parent_row[row];
        }
        out.table = *table.parent;
        if (is_reference) {
            return out;
        }
    }
}

/// One number of days for each owner, over the columns of all tables that name the same.
class OneShift {
public:
    OneShift(const LinkedTables& tables, FaultLog& log) : tables_(tables), log_(log) {}

    void judge(std::size_t place, const AttributePolicy& attribute) {
        const std::optional<Owners> owners = owners_of(tables_, place, attribute.shift->by);
        if (!owners) {
            return;
        }
        const Problem& problem = tables_.tables[place].problem;
        const std::size_t column = *problem.table.find(attribute.name);
        const Column& before = problem.uncoded.column(column);
        const Column& after = problem.table.column(column);
        auto& days = days_[{owners->table, attribute.shift->key}];
        days.resize(tables_.tables[owners->table].rows());
        for (std::size_t row = 0; row < owners->row.size(); ++row) {
            const auto from = written_moment(before.text(row), Notation::standard);
            const auto to = written_moment(after.text(row), Notation::standard);
            if (!from || !to) {
                continue;
            }
            std::optional<std::int64_t>& known = days[owners->row[row]];
            if (known && *known != to->day - from->day) {
                log_.add({.row = row + 1, .place = place}, rules::kKeyed, attribute.name, [&] {
                    return "table '" + tables_.tables[place].name + "': the dates of one row of '" +
                           tables_.tables[owners->table].name +
                           "' are shifted by two numbers of days";
                });
            }
            known = to->day - from->day;
        }
    }

private:
    const LinkedTables& tables_;
    FaultLog& log_;
    /// By the table of the owners and the key: per row of it.
    std::map<std::pair<std::size_t, std::string>, std::vector<std::optional<std::int64_t>>> days_;
};

}  // namespace

void judge_keyed_tables(const LinkedTables& original,
                        FaultLog& log,
                        std::vector<std::string>& checks) {
    OneShift one_shift(original, log);
    for (std::size_t t = 0; t < original.tables.size(); ++t) {
        const LinkedTable& table = original.tables[t];
        if (!table.problem.policy.has_keyed()) {
            continue;
        }
        FaultLog own(1);
        const std::vector<KeyedFigures> figures = kanon::auditing::judge_keyed(
            table.problem, [](std::size_t) { return std::uint64_t{1}; }, own);
        for (const Fault& fault : own.faults()) {
            log.add(
                {.row = fault.row.value_or(0), .place = t},
                rules::kKeyed,
                fault.attribute,
                [&] { return "table '" + table.name + "': " + fault.message; },
                own.count());
        }
        for (const AttributePolicy& attribute : table.problem.policy.attributes) {
            if (attribute.shift && table.table().find(attribute.name)) {
                one_shift.judge(t, attribute);
            }
        }
        for (const KeyedFigures& one : figures) {
            checks.push_back("table '" + table.name + "': " + keyed_line(one));
        }
    }
    if (!log.keeps({rules::kKeyed})) {
        checks.clear();
    }
}

}  // namespace kanon::linked::auditing
