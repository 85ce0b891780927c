// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/box_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/places/requests/numbers.hpp"
#include "kanon/places/requests/request_file.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace kanon::places {
namespace {

/// The names of the ends of the ranges.
std::vector<std::string> end_names(const RequestForm& form) {
    const auto [x, y] = coordinate_names(form.degrees);
    std::vector<std::string> out;
    for (const std::string_view name : {x, y, std::string_view("time")}) {
        out.push_back(std::string(name) + "_min");
        out.push_back(std::string(name) + "_max");
    }
    return out;
}

/// A column of numbers; whole ones have no point.
void add_column(TableBuilder& to, const std::string& name, const std::vector<double>& values) {
    constexpr double kExact = 9007199254740992;  // 2^53
    const bool are_whole = std::ranges::all_of(values, [](double value) {
        return std::floor(value) == value && std::abs(value) < kExact;
    });
    if (are_whole) {
        to.add_integers(name, std::vector<std::int64_t>(values.begin(), values.end()));
    } else {
        to.add_numbers(name, values);
    }
}

/// The ends of a range, each divided.
template <class Value>
void add_ends(TableBuilder& to,
              const std::string& least_name,
              const std::string& greatest_name,
              const std::vector<ReleasedBox>& boxes,
              Range<Value> Box::*range,
              double by) {
    std::vector<double> least;
    std::vector<double> greatest;
    for (const ReleasedBox& released : boxes) {
        least.push_back(static_cast<double>((released.box.*range).least) / by);
        greatest.push_back(static_cast<double>((released.box.*range).greatest) / by);
    }
    add_column(to, least_name, least);
    add_column(to, greatest_name, greatest);
}

void add_times(TableBuilder& to, const std::vector<ReleasedBox>& boxes, TimeForm form) {
    constexpr double kMillisecondsOfSecond = 1000;
    if (form == TimeForm::seconds) {
        add_ends(to, "time_min", "time_max", boxes, &Box::time, kMillisecondsOfSecond);
        return;
    }
    std::vector<std::string> least;
    std::vector<std::string> greatest;
    for (const ReleasedBox& released : boxes) {
        least.push_back(moment_as(released.box.time.least, form));
        greatest.push_back(moment_as(released.box.time.greatest, form));
    }
    to.add_text("time_min", least).add_text("time_max", greatest);
}

[[noreturn]] void refuse_box(const std::string& file,
                             std::size_t row,
                             std::string_view column,
                             std::string_view message) {
    throw Error(ErrorCode::bad_input,
                fmt::format("row {}, column '{}': {}", count_text(row + 1), column, message),
                {.file = file});
}

/// Reads the columns of a table of boxes.
class BoxReader {
public:
    BoxReader(const Table& table, const std::string& name, const RequestForm& form)
        : table_(table), name_(name), form_(form) {
        for (const std::string& end : end_names(form)) {
            ends_.push_back(&needed_column(end));
        }
    }

    [[nodiscard]] const Column& needed_column(const std::string& column) const {
        const std::optional<std::size_t> place = table_.find(column);
        if (!place) {
            throw Error(ErrorCode::bad_input,
                        "boxes of these requests need a column '" + column + "'",
                        {.file = name_});
        }
        return table_.column(*place);
    }

    [[nodiscard]] Box box(std::size_t row) const {
        const Box out{{number(0, row), number(1, row)},
                      {number(2, row), number(3, row)},
                      {moment(4, row), moment(5, row)}};
        for (const auto& [runs_back, end] : {std::pair(out.x.length() < 0, 0U),
                                             std::pair(out.y.length() < 0, 2U),
                                             std::pair(out.time.length() < 0, 4U)}) {
            if (runs_back) {
                refuse_box(name_, row, ends_[end]->name, "it is above the other end");
            }
        }
        return out;
    }

private:
    [[nodiscard]] double number(std::size_t end, std::size_t row) const {
        const std::optional<double> out = finite_number(ends_[end]->text(row));
        if (!out) {
            refuse_box(name_, row, ends_[end]->name, "it is not a number");
        }
        return *out;
    }

    [[nodiscard]] Moment moment(std::size_t end, std::size_t row) const {
        const std::optional<Moment> out = parse_moment(ends_[end]->text(row), form_.time);
        if (!out) {
            refuse_box(name_, row, ends_[end]->name, "it is no time as the requests have them");
        }
        return *out;
    }

    const Table& table_;
    const std::string& name_;
    RequestForm form_;
    std::vector<const Column*> ends_;
};

}  // namespace

std::vector<std::string> box_columns(const RequestForm& form, bool linked) {
    std::vector<std::string> out{"request"};
    if (linked) {
        out.emplace_back("pseudonym");
    }
    const std::vector<std::string> ends = end_names(form);
    out.insert(out.end(), ends.begin(), ends.end());
    return out;
}

std::vector<std::string> box_cells(const ReleasedBox& box, const RequestForm& form, bool linked) {
    std::vector<std::string> out{box.request};
    if (linked) {
        out.push_back(box.pseudonym);
    }
    for (const double end :
         {box.box.x.least, box.box.x.greatest, box.box.y.least, box.box.y.greatest}) {
        out.push_back(fmt::format("{}", end));
    }
    out.push_back(moment_as(box.box.time.least, form.time));
    out.push_back(moment_as(box.box.time.greatest, form.time));
    return out;
}

Table box_table(std::vector<ReleasedBox> boxes, const RequestForm& form, bool linked) {
    std::ranges::sort(boxes, {}, &ReleasedBox::request);
    std::vector<std::string> requests;
    std::vector<std::string> pseudonyms;
    for (const ReleasedBox& box : boxes) {
        requests.push_back(box.request);
        pseudonyms.push_back(box.pseudonym);
    }
    TableBuilder out;
    out.add_text("request", requests);
    if (linked) {
        out.add_text("pseudonym", pseudonyms);
    }
    const std::vector<std::string> names = end_names(form);
    add_ends(out, names[0], names[1], boxes, &Box::x, 1);
    add_ends(out, names[2], names[3], boxes, &Box::y, 1);
    add_times(out, boxes, form.time);
    return out.finish();
}

std::vector<ReleasedBox> boxes_of(const Table& table,
                                  const std::string& name,
                                  const RequestForm& form) {
    const BoxReader reader(table, name, form);
    const Column& requests = reader.needed_column("request");
    const std::optional<std::size_t> pseudonyms = table.find("pseudonym");
    std::vector<ReleasedBox> out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.push_back({std::string(requests.text(row)),
                       pseudonyms ? std::string(table.column(*pseudonyms).text(row)) : "",
                       reader.box(row)});
    }
    return out;
}

std::vector<ReleasedBox> read_boxes(const std::string& path,
                                    const RequestForm& form,
                                    const ReadOptions& options,
                                    const RunContext& context) {
    ReadOptions as_is = options;
    as_is.find_values = false;
    return boxes_of(read_table(path, as_is, context).table, shown_file(path), form);
}

}  // namespace kanon::places
