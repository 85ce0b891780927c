// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/row_writer.hpp"

#include <fmt/format.h>

namespace kanon::engine {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 18U;  ///< of a list
constexpr std::size_t kMostRows = 500;  ///< of a list: what the least of the engines takes
constexpr std::size_t kMostArrayBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostLargeBytes = std::size_t{1} << 22U;  ///< of a list that may be large

/// A text as an element of an array's literal.
void append_element(std::string& out, std::string_view text) {
    out += '"';
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            out += '\\';
        }
        out += character;
    }
    out += '"';
}

}  // namespace

RowWriter::RowWriter(Connection& connection,
                     const std::string& table,
                     std::span<const std::string> types)
    : connection_(connection),
      appender_(connection.append_to(table)),
      head_("INSERT INTO " + table),
      types_(types.begin(), types.end()),
      arrays_(types.size()) {}

void RowWriter::add(std::span<const Value> values) {
    if (appender_ != nullptr) {
        appender_->add(values);
        return;
    }
    if (connection_.dialect().has_arrays) {
        add_to_arrays(values);
    } else {
        add_to_list(values);
    }
    ++rows_;
    if (is_full()) {
        finish();
    }
}

bool RowWriter::is_full() const {
    if (connection_.dialect().has_arrays) {
        return bytes_ > kMostArrayBytes;
    }
    return connection_.dialect().large_inserts ? list_.size() > kMostLargeBytes
                                               : rows_ == kMostRows || list_.size() > kMostBytes;
}

void RowWriter::add_to_list(std::span<const Value> values) {
    list_ += list_.empty() ? " VALUES (" : ", (";
    for (std::size_t place = 0; place < values.size(); ++place) {
        list_ += place == 0 ? "" : ", ";
        const auto* const text = std::get_if<std::string_view>(&values[place]);
        list_ += text != nullptr ? literal(connection_.dialect(), *text)
                                 : std::to_string(std::get<std::uint64_t>(values[place]));
    }
    list_ += ")";
}

void RowWriter::add_to_arrays(std::span<const Value> values) {
    for (std::size_t place = 0; place < values.size(); ++place) {
        std::string& array = arrays_[place];
        const std::size_t before = array.size();
        array += rows_ == 0 ? "{" : ",";
        if (const auto* const text = std::get_if<std::string_view>(&values[place])) {
            append_element(array, *text);
        } else {
            array += std::to_string(std::get<std::uint64_t>(values[place]));
        }
        bytes_ += array.size() - before;
    }
}

std::string RowWriter::statement_of_arrays() const {
    std::string out = head_ + " SELECT * FROM unnest(";
    for (std::size_t place = 0; place < arrays_.size(); ++place) {
        out += fmt::format("{}CAST({} AS {}[])",
                           place == 0 ? "" : ", ",
                           literal(connection_.dialect(), arrays_[place] + "}"),
                           types_[place]);
    }
    return out + ") kanon_rows";
}

void RowWriter::finish() {
    if (appender_ != nullptr) {
        appender_->finish();
        return;
    }
    if (rows_ == 0) {
        return;
    }
    connection_.execute(connection_.dialect().has_arrays ? statement_of_arrays() : head_ + list_);
    list_.clear();
    for (std::string& array : arrays_) {
        array.clear();
    }
    bytes_ = 0;
    rows_ = 0;
}

}  // namespace kanon::engine
