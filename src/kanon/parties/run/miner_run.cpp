// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/miner_run.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"
#include "kanon/parties/run/joint_columns.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/shuffle.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

using Cells = std::vector<std::string>;  ///< of a row; "" is missing

constexpr std::size_t kLongestCell = kMostCustomerBytes;

/// The released columns, quasi-identifiers apart, each in the order of the policy.
struct Columns {
    std::vector<std::string> quasi_identifiers;
    std::vector<std::string> others;
};

Columns columns_of(const Agreement& agreement) {
    Columns out;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        if (attribute.role == Role::quasi_identifying) {
            out.quasi_identifiers.push_back(attribute.name);
        } else if (attribute.role != Role::identifying) {
            out.others.push_back(attribute.name);
        }
    }
    return out;
}

Cells cells_of(const Table& rows, const std::vector<std::string>& names, std::size_t row) {
    Cells out;
    for (const std::string& name : names) {
        const Column& column = rows.column(*rows.find(name));
        const bool is_missing = column.dictionary->missing() == column.codes[row];
        out.emplace_back(is_missing ? "" : column.text(row));
    }
    return out;
}

std::string bytes_of(const Cells& cells) {
    MessageWriter writer;
    for (const std::string& cell : cells) {
        writer.text(cell);
    }
    const Bytes bytes = writer.take();
    return {bytes.begin(), bytes.end()};
}

Cells cells_of_bytes(const std::string& bytes, std::size_t count) {
    const Bytes copy(bytes.begin(), bytes.end());
    MessageReader reader(copy, "a party");
    Cells out;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(reader.text(kLongestCell));
    }
    reader.finish();
    return out;
}

/// A release of rows of cells, quasi-identifiers first.
class Rows {
public:
    explicit Rows(const Columns& columns) : columns_(columns) {
        cells_.resize(columns.quasi_identifiers.size() + columns.others.size());
    }

    void add(const Cells& quasi_identifiers, const Cells& others) {
        for (std::size_t j = 0; j < cells_.size(); ++j) {
            const std::size_t m = quasi_identifiers.size();
            cells_[j].push_back(j < m ? quasi_identifiers[j] : others[j - m]);
        }
    }

    /// In the order of the policy. Without the order of the rows, which tells whose they are.
    [[nodiscard]] Table table(const Agreement& agreement) const {
        TableBuilder builder;
        for (const AttributePolicy& attribute : agreement.policy.attributes) {
            if (const std::vector<std::string>* const cells = find(attribute.name)) {
                builder.add_text(attribute.name, *cells);
            }
        }
        SecretRandom random;
        return shuffled(builder.finish(), random);
    }

private:
    [[nodiscard]] const std::vector<std::string>* find(const std::string& name) const {
        const auto place = [&](const std::vector<std::string>& names) {
            return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
        };
        const std::size_t m = columns_.quasi_identifiers.size();
        if (const std::size_t at = place(columns_.quasi_identifiers); at < m) {
            return &cells_[at];
        }
        const std::size_t at = place(columns_.others);
        return at < columns_.others.size() ? &cells_[m + at] : nullptr;
    }

    const Columns& columns_;
    std::vector<std::vector<std::string>> cells_;  ///< per column
};

CustomersPromise promise_of(const Agreement& agreement) {
    return {.k = agreement.k(), .miner = agreement.place_of(agreement.miner)};
}

/// Rows that k share are opened, and no others.
std::optional<Table> by_sealed_rows(const Table& rows,
                                    const Agreement& agreement,
                                    const Peers& peers,
                                    const RunContext& context,
                                    PartyOutcome& outcome) {
    const Columns columns = columns_of(agreement);
    const CustomersPromise promise = promise_of(agreement);
    if (peers.own() != promise.miner) {
        std::vector<CustomerRow> customers;
        for (std::size_t row = 0; row < rows.row_count(); ++row) {
            customers.push_back(
                {.quasi_identifiers = bytes_of(cells_of(rows, columns.quasi_identifiers, row)),
                 .sensitive = bytes_of(cells_of(rows, columns.others, row))});
        }
        const std::vector<std::uint32_t> equal =
            zhong_yang_wright_1_customers(customers, promise, peers, context);
        outcome.released_rows = static_cast<std::uint64_t>(
            std::ranges::count_if(equal, [&](std::uint32_t count) { return count >= promise.k; }));
        outcome.left_out_rows = equal.size() - outcome.released_rows;
        return std::nullopt;
    }
    Rows out(columns);
    for (const CustomerRow& row : zhong_yang_wright_1_miner(promise, peers, context)) {
        out.add(cells_of_bytes(row.quasi_identifiers, columns.quasi_identifiers.size()),
                cells_of_bytes(row.sensitive, columns.others.size()));
    }
    return out.table(agreement);
}

/// The places of the values of a row among those agreed on.
void add_codes(const Agreement& agreement,
               const Columns& columns,
               const Cells& cells,
               std::vector<std::uint32_t>& codes) {
    for (std::size_t j = 0; j < cells.size(); ++j) {
        const std::vector<std::string>& values = agreement.values.at(columns.quasi_identifiers[j]);
        const auto found = std::ranges::find(values, cells[j]);
        if (found == values.end()) {
            refuse_value_of(columns.quasi_identifiers[j]);
        }
        codes.push_back(static_cast<std::uint32_t>(found - values.begin()));
    }
}

/// The miner stars cells of all rows.
std::optional<Table> by_distances(const Table& rows,
                                  const Agreement& agreement,
                                  const Peers& peers,
                                  const RunContext& context,
                                  PartyOutcome& outcome) {
    const Columns columns = columns_of(agreement);
    const CustomersPromise promise = promise_of(agreement);
    std::vector<std::uint32_t> sizes;
    for (const std::string& name : columns.quasi_identifiers) {
        sizes.push_back(static_cast<std::uint32_t>(agreement.values.at(name).size()));
    }
    if (peers.own() != promise.miner) {
        std::vector<std::uint32_t> codes;
        std::vector<std::string> others;
        for (std::size_t row = 0; row < rows.row_count(); ++row) {
            add_codes(agreement, columns, cells_of(rows, columns.quasi_identifiers, row), codes);
            others.push_back(bytes_of(cells_of(rows, columns.others, row)));
        }
        const CodedCustomers coded{.domain_sizes = sizes, .codes = codes, .sensitive = others};
        outcome.released_rows =
            zhong_yang_wright_2_customers(coded, promise, peers, context).size();
        return std::nullopt;
    }
    Rows out(columns);
    for (const StarredCustomer& row :
         zhong_yang_wright_2_miner(sizes, promise, peers, context).rows) {
        Cells shown;
        for (std::size_t j = 0; j < row.codes.size(); ++j) {
            const std::vector<std::string>& values =
                agreement.values.at(columns.quasi_identifiers[j]);
            shown.push_back(row.codes[j] == StarredCustomer::kStar ? "*" : values[row.codes[j]]);
        }
        out.add(shown, cells_of_bytes(row.sensitive, columns.others.size()));
    }
    return out.table(agreement);
}

}  // namespace

std::optional<Table> run_with_miner(const Table& rows,
                                    const Agreement& agreement,
                                    const Peers& peers,
                                    const RunContext& context,
                                    PartyOutcome& outcome) {
    const bool opens_rows = agreement.protocol->name == "zhong-yang-wright-1";
    std::optional<Table> release =
        (opens_rows ? by_sealed_rows : by_distances)(rows, agreement, peers, context, outcome);
    if (!release) {
        return std::nullopt;
    }
    if (release->row_count() == 0) {
        throw Error(ErrorCode::infeasible,
                    "no values of the quasi-identifiers are those of " +
                        count_text(outcome.k, "row") +
                        " or more, so nothing is released; agree on "
                        "fewer or coarser columns");
    }
    outcome.released_rows = release->row_count();
    prove_joint_classes(*release, agreement, outcome);
    return release;
}

}  // namespace kanon::parties
