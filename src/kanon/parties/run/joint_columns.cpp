// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/joint_columns.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/row_types.hpp"
#include "kanon/table/table_builder.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::parties {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 26U;  ///< of a column
constexpr std::size_t kLongestValue = std::size_t{1} << 20U;
constexpr std::size_t kMostColumnBytes = std::size_t{1} << 33U;
constexpr std::uint32_t kMissing = 0xFFFF'FFFF;

/// The agreed columns of a party that are released.
std::vector<std::string> agreed_names(const Agreement& agreement, std::size_t party) {
    std::vector<std::string> out;
    for (const std::string& name : agreement.parties[party].columns) {
        if (agreement.policy.find(name)->role != Role::identifying) {
            out.push_back(name);
        }
    }
    return out;
}

/// A column: its type, the values that occur, and a code for each row.
void write_column(MessageWriter& writer, const Column& column) {
    const Dictionary& dictionary = *column.dictionary;
    std::vector<std::uint32_t> number_of_code(dictionary.size(), kMissing);
    std::vector<std::string_view> values;
    std::vector<std::uint32_t> codes;
    codes.reserve(column.codes.size());
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const Code code = column.codes[row];
        if (dictionary.missing() != code && number_of_code[code] == kMissing) {
            number_of_code[code] = static_cast<std::uint32_t>(values.size());
            values.push_back(dictionary.text(code));
        }
        codes.push_back(number_of_code[code]);
    }
    writer.text(column.name);
    writer.u8(static_cast<std::uint8_t>(dictionary.type()));
    writer.varint(values.size());
    for (const std::string_view value : values) {
        writer.text(value);
    }
    writer.u32s(codes);
}

std::shared_ptr<const Column> read_column(MessageReader& reader,
                                          const std::string& name,
                                          std::size_t rows) {
    if (reader.text(kLongestValue) != name) {
        reader.refuse("its columns are not those of the agreement");
    }
    const std::uint8_t type = reader.u8();
    if (type > static_cast<std::uint8_t>(ValueType::text)) {
        reader.refuse("a column of its has no type that there is");
    }
    std::vector<std::string> values(reader.count(kMostValues, 1));
    for (std::string& value : values) {
        value = reader.text(kLongestValue);
    }
    const std::vector<std::uint32_t> codes = reader.u32s(kMostValues);
    if (codes.size() != rows) {
        reader.refuse("its rows are not those of the release");
    }
    std::vector<std::optional<std::string_view>> cells;
    cells.reserve(rows);
    for (const std::uint32_t code : codes) {
        if (code != kMissing && code >= values.size()) {
            reader.refuse("a cell of its has no value that there is");
        }
        cells.push_back(code == kMissing ? std::nullopt
                                         : std::optional<std::string_view>(values[code]));
    }
    TableBuilder builder;
    builder.add_text(name, cells, static_cast<ValueType>(type));
    return builder.finish().shared_column(0);
}

using ColumnsByName = std::map<std::string, std::shared_ptr<const Column>, std::less<>>;

void take_columns(ByteView payload,
                  const std::string& sender,
                  const std::vector<std::string>& names,
                  std::size_t rows,
                  ColumnsByName& columns) {
    MessageReader reader(payload, sender);
    for (const std::string& name : names) {
        columns[name] = read_column(reader, name, rows);
    }
    reader.finish();
}

}  // namespace

std::optional<Table> join_columns(const Table& own,
                                  const Agreement& agreement,
                                  const Peers& peers) {
    MessageWriter writer;
    ColumnsByName columns;
    for (const std::string& name : agreed_names(agreement, peers.own())) {
        const std::optional<std::size_t> place = own.find(name);
        KANON_CHECK(place.has_value());
        write_column(writer, own.column(*place));
        columns[name] = own.shared_column(*place);
    }
    const Bytes payload = writer.take();
    const bool receives = agreement.parties[peers.own()].gets_release;
    for (std::size_t party = 0; party < peers.size(); ++party) {
        if (party == peers.own()) {
            continue;
        }
        // Of two parties the one listed first sends first: both at once could wait for each other.
        for (const bool sends : {peers.own() < party, peers.own() > party}) {
            if (sends && agreement.parties[party].gets_release) {
                peers.channel(party).send(messages::kColumns, payload);
            } else if (!sends && receives) {
                take_columns(peers.receive(party, messages::kColumns, kMostColumnBytes),
                             peers.name(party),
                             agreed_names(agreement, party),
                             own.row_count(),
                             columns);
            }
        }
    }
    if (!receives) {
        return std::nullopt;
    }
    std::vector<std::shared_ptr<const Column>> in_order;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        if (const auto found = columns.find(attribute.name); found != columns.end()) {
            in_order.push_back(found->second);
        }
    }
    return Table(std::move(in_order), own.row_count());
}

void prove_joint_classes(const Table& release, const Agreement& agreement, PartyOutcome& outcome) {
    std::vector<std::size_t> quasi_identifiers;
    for (const AttributePolicy& attribute : agreement.policy.attributes) {
        if (attribute.role == Role::quasi_identifying) {
            quasi_identifiers.push_back(*release.find(attribute.name));
        }
    }
    const TypedRows types = make_row_types(release, quasi_identifiers, {}, 1);
    const auto least = std::ranges::min_element(types.counts);
    if (least == types.counts.end() || *least < agreement.k()) {
        throw Error(ErrorCode::audit_failed,
                    "the joint release has no rows, or a class of fewer than k = " +
                        std::to_string(agreement.k()) +
                        ", so nothing was written; a party did not keep to the protocol");
    }
    outcome.classes = types.size();
    outcome.least_class = *least;
    outcome.greatest_class = *std::ranges::max_element(types.counts);
    outcome.proven.push_back("every class of the joint release has at least " +
                             std::to_string(agreement.k()) + " rows");
}

}  // namespace kanon::parties
