// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/row_writer.hpp"

namespace kanon::engine {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 18U;
constexpr std::size_t kMostRows = 500;  ///< what the least of the engines takes in a statement

}  // namespace

RowWriter::RowWriter(Connection& connection, const std::string& table)
    : connection_(connection), head_("INSERT INTO " + table + " VALUES ") {}

void RowWriter::add(std::span<const Value> values) {
    statement_ += statement_.empty() ? head_ + "(" : ", (";
    for (std::size_t place = 0; place < values.size(); ++place) {
        statement_ += place == 0 ? "" : ", ";
        const auto* const text = std::get_if<std::string_view>(&values[place]);
        statement_ += text != nullptr ? literal(connection_.dialect(), *text)
                                      : std::to_string(std::get<std::uint64_t>(values[place]));
    }
    statement_ += ")";
    ++rows_;
    if (rows_ == kMostRows || statement_.size() > kMostBytes) {
        finish();
    }
}

void RowWriter::finish() {
    if (rows_ > 0) {
        connection_.execute(statement_);
        statement_.clear();
        rows_ = 0;
    }
}

}  // namespace kanon::engine
