// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/raising_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace kanon::full_domain {
namespace {

/// A way past that costs a column more may go with so many times fewer bits. Of ss13acs with k of
/// 2, 5 and 20 and 1, 5 and 100 % suppressed, 50 to 120 do as well.
constexpr double kBitsPerColumn = 80;
/// Where labels tell nothing more, the cheaper way goes first still.
constexpr double kLeastBits = 0.001;

double entropy(std::span<const std::uint64_t> rows_of_label, std::uint64_t rows) {
    double bits = 0;
    for (const std::uint64_t of_label : rows_of_label) {
        if (of_label > 0) {
            const double share = static_cast<double>(of_label) / static_cast<double>(rows);
            bits -= share * std::log2(share);
        }
    }
    return bits;
}

}  // namespace

RaisingOrder::RaisingOrder(const Task& task, const LevelTables& tables)
    : tables_(tables), bits_(tables.attribute_count()) {
    const RowTypes& types = task.row_types();
    column_ =
        std::max(1.0,
                 static_cast<double>(tables.row_cost()) * static_cast<double>(types.row_count()) /
                     static_cast<double>(std::max<std::size_t>(bits_.size(), 1)));
    for (std::size_t j = 0; j < bits_.size(); ++j) {
        std::vector<std::uint64_t> rows_of_value(tables.label_count(j, 0));
        types.columns[j].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                rows_of_value[codes[type]] += types.counts[type];
            }
        });
        for (std::size_t level = 0; level < tables.level_count(j); ++level) {
            const auto height = static_cast<Level>(level);
            const std::span<const Code> map = tables.map(j, 0, height);
            std::vector<std::uint64_t> rows_of_label(tables.label_count(j, height));
            for (std::size_t value = 0; value < map.size(); ++value) {
                rows_of_label[map[value]] += rows_of_value[value];
            }
            bits_[j].push_back(entropy(rows_of_label, types.row_count()));
        }
    }
}

void RaisingOrder::sort(std::vector<std::size_t>& attributes,
                        const Node& low,
                        const Node& from,
                        const Node& to) const {
    const auto weight = [&](std::size_t j) {
        const auto past = static_cast<Level>(from[j] + 1);
        const Cost way = tables_.column_cost(j, past) - tables_.column_cost(j, low[j]);
        return (bits_[j][from[j]] - bits_[j][to[j]] + kLeastBits) *
               std::pow(kBitsPerColumn, static_cast<double>(way) / column_);
    };
    std::vector<double> weights(from.size());
    for (const std::size_t j : attributes) {
        weights[j] = weight(j);
    }
    std::ranges::stable_sort(attributes, {}, [&](std::size_t j) { return weights[j]; });
}

}  // namespace kanon::full_domain
