// SPDX-License-Identifier: Apache-2.0
#include "terminal/text_table.hpp"

#include "kanon/api/kanon.hpp"

#include <algorithm>
#include <cstddef>

namespace kanon::cli {
namespace {

std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t j = 0; j < row.size(); ++j) {
            widths[j] = std::max(widths[j], code_point_count(row[j]));
        }
    }
    return widths;
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::size_t> widths = column_widths(rows);
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            line += row[j];
            if (j + 1 < row.size()) {
                line += std::string(widths[j] - code_point_count(row[j]) + 2, ' ');
            }
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
    const std::vector<std::size_t> widths = column_widths(rows);
    std::string out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < rows[i].size(); ++j) {
            const std::string space(widths[j] - code_point_count(rows[i][j]), ' ');
            out += j == 0 ? "| " + rows[i][j] + space : " | " + space + rows[i][j];
        }
        out += " |\n";
        if (i == 0) {
            for (std::size_t j = 0; j < widths.size(); ++j) {
                out += "|" + std::string(widths[j] + (j == 0 ? 2 : 1), '-') + (j == 0 ? "" : ":");
            }
            out += "|\n";
        }
    }
    return out;
}

}  // namespace kanon::cli
