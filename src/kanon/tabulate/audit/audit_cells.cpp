// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/audit/audit_cells.hpp"

#include "kanon/table/column.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kanon::tabulate {
namespace {

constexpr std::size_t kMostFaults = 10;

using Values = std::vector<Code>;

struct AuditedCell {
    std::int64_t count = 0;
    const CountCell* listed = nullptr;
};

class CellAuditor {
public:
    CellAuditor(const Table& table, std::uint64_t k, const CountTables& tables)
        : k_(static_cast<std::int64_t>(k)), tables_(tables) {
        count(table);
    }

    CellAudit judge() {
        match();
        for (const auto& [key, cell] : cells_) {
            judge_cell(cell);
        }
        std::set<std::size_t> proven;
        for (const Witness& witness : tables_.witnesses) {
            if (witness.cell < tables_.cells.size() && holds(witness)) {
                proven.insert(witness.cell);
            } else {
                fault("the other table of a cell does not agree with what is published");
            }
        }
        out_.proven = proven.size();
        return std::move(out_);
    }

private:
    void fault(const std::string& text) {
        ++out_.fault_count;
        if (out_.faults.size() < kMostFaults) {
            out_.faults.push_back(text);
        }
    }

    [[nodiscard]] static Values part_of(const Values& values, std::uint32_t set) {
        Values key = values;
        for (std::size_t at = 0; at < key.size(); ++at) {
            if ((set >> at & 1U) == 0) {
                key[at] = kTotal;
            }
        }
        return key;
    }

    void count(const Table& table) {
        Values values(tables_.columns.size());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                values[at] = table.column(tables_.columns[at].place).codes[row];
            }
            ++rows_[values];
        }
        for (const auto& [tuple, rows] : rows_) {
            for (const std::uint32_t set : tables_.sets) {
                cells_[part_of(tuple, set)].count += rows;
            }
        }
        out_.cells = cells_.size();
    }

    void match() {
        for (std::size_t at = 0; at < tables_.cells.size(); ++at) {
            const auto found = cells_.find(tables_.cells[at].key);
            if (found == cells_.end()) {
                fault("row " + row_text(at) + ": the table has no row of this cell");
            } else if (found->second.listed != nullptr) {
                fault("row " + row_text(at) + ": this cell is there twice");
            } else {
                found->second.listed = &tables_.cells[at];
            }
        }
    }

    /// Of the tables, counted from 1.
    static std::string row_text(std::size_t at) { return std::to_string(at + 1); }

    void judge_cell(const AuditedCell& cell) {
        const bool is_low = cell.count < k_;
        out_.below_k += is_low ? 1 : 0;
        if (cell.listed == nullptr) {
            fault("a cell with rows is left out, and so shown as empty");
            return;
        }
        const std::string row =
            row_text(static_cast<std::size_t>(cell.listed - tables_.cells.data()));
        if (cell.listed->suppressed) {
            ++out_.suppressed;
        } else if (is_low) {
            fault("row " + row + ": a cell of fewer than k is published");
        } else if (static_cast<std::int64_t>(cell.listed->count) != cell.count) {
            fault("row " + row + ": the count is not that of the table");
        }
    }

    [[nodiscard]] bool holds(const Witness& witness) const {
        std::map<Values, std::int64_t> tuples;
        std::map<Values, std::int64_t> changed;
        for (const Change& change : witness.changes) {
            tuples[change.values] += change.rows;
            for (const std::uint32_t set : tables_.sets) {
                changed[part_of(change.values, set)] += change.rows;
            }
        }
        const bool has_rows = std::ranges::all_of(tuples, [&](const auto& tuple) {
            const auto found = rows_.find(tuple.first);
            return found != rows_.end() && found->second + tuple.second >= 0;
        });
        const bool agrees = std::ranges::all_of(changed, [&](const auto& cell) {
            const auto found = cells_.find(cell.first);
            return cell.second == 0 ||
                   (found != cells_.end() && found->second.listed != nullptr &&
                    found->second.listed->suppressed && found->second.count + cell.second >= 1);
        });
        const Values& own = tables_.cells[witness.cell].key;
        const auto found = cells_.find(own);
        const auto change = changed.find(own);
        return has_rows && agrees && found != cells_.end() && change != changed.end() &&
               found->second.count < k_ && found->second.count + change->second >= k_;
    }

    std::int64_t k_;
    const CountTables& tables_;
    std::map<Values, std::int64_t> rows_;
    std::map<Values, AuditedCell> cells_;
    CellAudit out_;
};

}  // namespace

CellAudit audit_cells(const Table& table, std::uint64_t k, const CountTables& tables) {
    return CellAuditor(table, k, tables).judge();
}

}  // namespace kanon::tabulate
