// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/parallel.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/profile/row_order.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

using Columns = std::vector<const Column*>;

/// The columns whose values others are not to learn from where a row stands.
Columns guarded_columns(const Problem& problem, const Table& unread_rows) {
    Columns out;
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        const Column& of_table = problem.table.column(column);
        if (problem.policy.find(of_table.name)->is_keyed()) {
            out.push_back(&problem.uncoded.column(column));  // what the key hides
        } else if (problem.policy.find(of_table.name)->role != Role::insensitive) {
            out.push_back(&of_table);
        }
    }
    for (std::size_t column = 0; column < unread_rows.column_count(); ++column) {
        out.push_back(&unread_rows.column(column));
    }
    return out;
}

std::vector<OrderFinding> find_orders(const Columns& columns, unsigned threads) {
    std::vector<OrderFinding> out(columns.size(), OrderFinding::none);
    parallel_for(columns.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t column = begin; column < end; ++column) {
            out[column] = find_order(*columns[column]);
        }
    });
    return out;
}

/// `sorted by 'id', 'name'; grouped by 'ward'`.
std::string orders_text(const Columns& columns, const std::vector<OrderFinding>& found) {
    using enum OrderFinding;
    std::string out;
    for (const OrderFinding finding : {sorted, nearly, grouped, trend}) {
        std::string names;
        for (std::size_t column = 0; column < found.size(); ++column) {
            if (found[column] == finding) {
                names += fmt::format("{}'{}'", names.empty() ? "" : ", ", columns[column]->name);
            }
        }
        if (!names.empty()) {
            out += fmt::format("{}{} by {}", out.empty() ? "" : "; ", to_string(finding), names);
        }
    }
    return out;
}

}  // namespace

void bind_row_order(Problem& problem, const BindOptions& circumstances, unsigned threads) {
    if (circumstances.row_order == RowOrder::elsewhere) {
        return;
    }
    problem.shuffle = circumstances.row_order == RowOrder::hidden || !problem.counts.empty();
    if (problem.shuffle) {
        return;
    }
    const Columns columns = guarded_columns(problem, circumstances.unread_rows);
    const std::vector<OrderFinding> found = find_orders(columns, threads);
    std::vector<std::string> names;
    for (std::size_t column = 0; column < found.size(); ++column) {
        if (found[column] != OrderFinding::none) {
            names.push_back(columns[column]->name);
        }
    }
    if (names.empty()) {
        return;
    }
    const std::string text = orders_text(columns, found);
    if (circumstances.row_order == RowOrder::hidden_if_telling) {
        problem.shuffle = true;
        problem.assumptions.push_back(
            fmt::format("the released rows are shuffled: those of the table are {}, and their "
                        "order can reveal hidden values (--no-shuffle keeps it)",
                        text));
    } else {
        warn(problem,
             "row-order",
             fmt::format("the row order can reveal hidden values: the rows are {}", text),
             std::move(names));
    }
}

}  // namespace kanon::detail
