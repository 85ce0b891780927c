// SPDX-License-Identifier: Apache-2.0
#include "kanon/tabulate/method/cell_grid.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/table/column.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace kanon::tabulate {
namespace {

std::string bytes_of(std::span<const Code> codes) {
    std::string out(codes.size_bytes(), '\0');
    std::memcpy(out.data(), codes.data(), codes.size_bytes());
    return out;
}

std::vector<Code> key_in(std::span<const Code> values, std::uint32_t set) {
    std::vector<Code> key(values.begin(), values.end());
    for (std::size_t at = 0; at < key.size(); ++at) {
        if ((set >> at & 1U) == 0) {
            key[at] = kTotal;
        }
    }
    return key;
}

}  // namespace

CellGrid::CellGrid(const Table& table,
                   std::vector<CountColumn> columns,
                   std::vector<std::uint32_t> sets)
    : tables_{
          .columns = std::move(columns), .sets = std::move(sets), .cells = {}, .witnesses = {}} {
    for (const CountColumn& column : tables_.columns) {
        family_count_ = std::max<std::size_t>(family_count_, column.family + std::size_t{1});
    }
    count_rows(table);
    count_cells();
    index_lines();
}

void CellGrid::count_rows(const Table& table) {
    std::vector<Code> values(width());
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t at = 0; at < width(); ++at) {
            values[at] = table.column(tables_.columns[at].place).codes[row];
        }
        const auto [found, is_new] =
            places_.try_emplace(bytes_of(values), static_cast<std::uint32_t>(counts_.size()));
        if (is_new) {
            tuples_.insert(tuples_.end(), values.begin(), values.end());
            counts_.push_back(0);
        }
        ++counts_[found->second];
    }
}

void CellGrid::count_cells() {
    const std::size_t sets = tables_.sets.size();
    cells_of_.resize(tuple_count() * sets);
    for (std::size_t set = 0; set < sets; ++set) {
        std::map<std::vector<Code>, std::vector<std::uint32_t>> members;
        for (std::size_t at = 0; at < tuple_count(); ++at) {
            members[key_in(tuple(at), tables_.sets[set])].push_back(static_cast<std::uint32_t>(at));
        }
        for (const auto& [key, tuples] : members) {
            CountCell cell{.key = key, .count = 0, .suppressed = false};
            for (const std::uint32_t at : tuples) {
                cell.count += counts_[at];
                cells_of_[at * sets + set] = static_cast<std::uint32_t>(tables_.cells.size());
            }
            tables_.cells.push_back(std::move(cell));
        }
        if (tables_.cells.size() > kMostCells) {
            throw Error(ErrorCode::bad_input,
                        "the tables have more than " + count_text(kMostCells, "cell") +
                            ": take fewer columns, or columns of fewer values",
                        {.attribute = "by"});
        }
    }
}

void CellGrid::index_lines() {
    line_of_.resize(tuple_count() * family_count_);
    for (std::uint32_t family = 0; family < family_count_; ++family) {
        std::unordered_map<std::string, std::uint32_t> known;
        for (std::size_t at = 0; at < tuple_count(); ++at) {
            std::vector<Code> key(tuple(at).begin(), tuple(at).end());
            for (std::size_t column = 0; column < width(); ++column) {
                key[column] = family_of(column) == family ? kTotal : key[column];
            }
            const auto [found, is_new] =
                known.try_emplace(bytes_of(key), static_cast<std::uint32_t>(lines_.size()));
            if (is_new) {
                lines_.emplace_back();
            }
            lines_[found->second].push_back(static_cast<std::uint32_t>(at));
            line_of_[at * family_count_ + family] = found->second;
        }
    }
}

std::uint32_t CellGrid::families_of(std::uint32_t columns) const {
    std::uint32_t out = 0;
    for (std::size_t column = 0; column < width(); ++column) {
        out |= (columns >> column & 1U) << family_of(column);
    }
    return out;
}

const std::vector<std::uint32_t>& CellGrid::along(std::size_t at, std::size_t family) const {
    return lines_[line_of_[at * family_count_ + family]];
}

std::size_t CellGrid::find(std::span<const Code> values) const {
    const auto found = places_.find(bytes_of(values));
    return found == places_.end() ? tuple_count() : found->second;
}

}  // namespace kanon::tabulate
