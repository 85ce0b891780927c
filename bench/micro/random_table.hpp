// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::bench {

/// Uniform random codes, one column per domain size.
inline Table random_table(std::size_t rows, const std::vector<std::size_t>& domains) {
    Random random(1);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < domains.size(); ++j) {
        DictionaryBuilder builder;
        for (std::size_t value = 0; value < domains[j]; ++value) {
            builder.add(std::to_string(value));
        }
        auto column = std::make_shared<Column>();
        column->name = "c" + std::to_string(j);
        column->dictionary = std::make_shared<const Dictionary>(builder.finish().dictionary);
        column->codes = CodeVector(rows, domains[j]);
        for (std::size_t row = 0; row < rows; ++row) {
            column->codes.set(row, static_cast<Code>(random.below(domains[j])));
        }
        columns.push_back(std::move(column));
    }
    return {std::move(columns), rows};
}

}  // namespace kanon::bench
