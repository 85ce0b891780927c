// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/shuffle.hpp"

#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace kanon {
namespace {

std::shared_ptr<const Column> reordered(const Column& column,
                                        const std::vector<std::uint32_t>& order) {
    auto out = std::make_shared<Column>();
    out->name = column.name;
    out->dictionary = column.dictionary;
    out->storage_type = column.storage_type;
    out->codes = CodeVector(order.size(), column.dictionary->size());
    column.codes.visit([&](const auto from) {
        out->codes.visit_mutable([&](const auto to) {
            using Narrow = std::remove_cvref_t<decltype(to[0])>;
            for (std::size_t row = 0; row < order.size(); ++row) {
                to[row] = static_cast<Narrow>(from[order[row]]);
            }
        });
    });
    return out;
}

}  // namespace

Table shuffled(const Table& table, SecretRandom& random) {
    std::vector<std::uint32_t> order(table.row_count());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    for (std::size_t left = order.size(); left > 1; --left) {
        std::swap(order[left - 1], order[random.below(left)]);
    }
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t index = 0; index < table.column_count(); ++index) {
        columns.push_back(reordered(table.column(index), order));
    }
    return {std::move(columns), table.row_count()};
}

}  // namespace kanon
