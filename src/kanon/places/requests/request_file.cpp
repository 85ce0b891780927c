// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/request_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/places/requests/request_parser.hpp"
#include "kanon/table/column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace kanon::places {
namespace {

[[noreturn]] void refuse_row(const std::string& file,
                             std::size_t row,
                             std::string_view column,
                             const std::string& message) {
    throw Error(ErrorCode::bad_input,
                fmt::format("row {}, column '{}': {}", count_text(row + 1), column, message),
                {.file = file});
}

RequestForm form_of(const Table& table, const FieldPlaces& places, const std::string& file) {
    const std::string_view first = table.column(*places[Field::time]).text(0);
    const std::optional<TimeForm> time = time_form_of(first);
    if (!time) {
        refuse_row(file,
                   0,
                   field_name(Field::time, places.degrees),
                   "it is neither a time in seconds nor a date with a time");
    }
    return {places.degrees, *time};
}

std::vector<std::string> ids_of(const Table& table, std::size_t place, const std::string& file) {
    const Column& column = table.column(place);
    std::vector<bool> seen(column.dictionary->size());
    std::vector<std::string> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        if (column.text(row).empty()) {
            refuse_row(file, row, column.name, "there is no value");
        }
        if (seen[column.codes[row]]) {
            refuse_row(file, row, column.name, "another request has the same");
        }
        seen[column.codes[row]] = true;
        out.emplace_back(column.text(row));
    }
    return out;
}

std::vector<Request> parse_rows(const Table& table,
                                const FieldPlaces& places,
                                const RequestParser& parser,
                                const std::string& file) {
    std::vector<Request> out(table.row_count());
    const Column& persons = table.column(*places[Field::person]);
    for (std::size_t row = 0; row < out.size(); ++row) {
        RequestCells cells{};
        for (std::size_t field = 0; field < kFields; ++field) {
            if (places.at[field]) {
                cells[field] = table.column(*places.at[field]).text(row);
            }
        }
        out[row].number = row;
        out[row].person = persons.codes[row];
        const std::optional<RequestFault> fault = parser.parse(cells, out[row]);
        if (fault) {
            refuse_row(file, row, field_name(fault->field, places.degrees), fault->message);
        }
    }
    return out;
}

}  // namespace

std::string shown_file(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

RequestSet requests_of(const Table& table, const std::string& name, const PlacePolicy& policy) {
    RequestSet out;
    out.file = name;
    const FieldPlaces places = find_fields(table.names(), name);
    if (table.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "there are no requests", {.file = name});
    }
    out.form = form_of(table, places, name);
    out.requests = parse_rows(table, places, RequestParser(policy, out.form), name);
    if (places[Field::request]) {
        out.ids = ids_of(table, *places[Field::request], name);
    }
    const Column& persons = table.column(*places[Field::person]);
    for (std::size_t code = 0; code < persons.dictionary->size(); ++code) {
        out.persons.emplace_back(persons.dictionary->text(static_cast<Code>(code)));
    }
    for (std::size_t row = 1; row < out.requests.size(); ++row) {
        const bool runs_back = out.requests[row].time < out.requests[row - 1].time;
        out.out_of_order += static_cast<std::uint64_t>(runs_back);
    }
    std::ranges::stable_sort(out.requests, {}, &Request::time);
    return out;
}

RequestSet read_requests(const std::string& path,
                         const PlacePolicy& policy,
                         const ReadOptions& options,
                         const RunContext& context) {
    ReadOptions as_is = options;
    as_is.find_values = false;
    return requests_of(read_table(path, as_is, context).table, shown_file(path), policy);
}

}  // namespace kanon::places
