// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/linked_loss.hpp"

#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/spelling/reading.hpp"

namespace kanon::linked {
namespace {

/// Mean loss of a column over the rows of its original.
double loss_of(const Column& original, const QuasiIdentifier& attribute, const Column& released) {
    const ReadDomain read =
        read_domain(*released.dictionary, *original.dictionary, &attribute.hierarchy);
    std::vector<std::uint64_t> rows(released.dictionary->size());
    released.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            ++rows[code];
        }
    });
    auto sum = static_cast<double>(original.codes.size() - released.codes.size());
    for (std::size_t code = 0; code < rows.size(); ++code) {
        if (rows[code] > 0) {
            sum += static_cast<double>(rows[code]) * ncp(read.domain.values[code],
                                                         read.domain,
                                                         *original.dictionary,
                                                         &attribute.hierarchy);
        }
    }
    return sum / static_cast<double>(original.codes.size());
}

TableLoss loss_of_table(const LinkedTable& original, const Table& released) {
    TableLoss out{.table = original.name,
                  .rows = original.rows(),
                  .left_out = original.rows() - released.row_count()};
    double weights = 0;
    for (std::size_t q = 0; q < original.problem.columns.size(); ++q) {
        const QuasiIdentifier& attribute = original.problem.quasi_identifiers[q];
        const Column& column = original.table().column(original.problem.columns[q]);
        const auto at = released.find(column.name);
        out.columns.push_back(
            {.column = column.name, .loss = loss_of(column, attribute, released.column(*at))});
        out.loss += attribute.weight * out.columns.back().loss;
        weights += attribute.weight;
    }
    out.loss = weights > 0 ? out.loss / weights
                           : static_cast<double>(out.left_out) / static_cast<double>(out.rows);
    return out;
}

}  // namespace

LinkedLoss measure_linked(const LinkedTables& original, const std::vector<Table>& released) {
    LinkedLoss out;
    double cells = 0;
    for (std::size_t t = 0; t < original.tables.size(); ++t) {
        const LinkedTable& table = original.tables[t];
        if (table.is_made) {
            continue;
        }
        out.tables.push_back(loss_of_table(table, released[t]));
        double weight = 0;
        for (const QuasiIdentifier& attribute : table.problem.quasi_identifiers) {
            weight += attribute.weight;
        }
        const double of_table = weight * static_cast<double>(table.rows());
        out.loss += of_table * out.tables.back().loss;
        cells += of_table;
    }
    out.loss = cells > 0 ? out.loss / cells : 0;
    return out;
}

}  // namespace kanon::linked
