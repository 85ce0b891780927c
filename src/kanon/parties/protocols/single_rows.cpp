// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/single_rows.hpp"

#include <numeric>
#include <type_traits>
#include <utility>

namespace kanon::parties {
namespace {

Histograms one_each(const RowLabels& of_class) {
    const std::size_t rows = of_class.labels.size();
    Histograms out{.domain_size = of_class.count,
                   .offsets = std::vector<std::uint32_t>(rows + 1),
                   .values = {of_class.labels.begin(), of_class.labels.end()},
                   .counts = std::vector<std::uint32_t>(rows, 1)};
    std::iota(out.offsets.begin(), out.offsets.end(), std::uint32_t{0});
    return out;
}

}  // namespace

Task task_of_single_rows(const KeyedTask& own,
                         std::span<const std::uint32_t> order,
                         const RowLabels& of_class) {
    RowTypes single;
    for (std::size_t j = 0; j < own.task.quasi_identifiers.size(); ++j) {
        CodeVector codes(order.size(), own.task.quasi_identifiers[j].hierarchy.domain_size());
        own.task.row_types().columns[j].visit([&](const auto of_types) {
            codes.visit_mutable([&](const auto to) {
                for (std::size_t i = 0; i < order.size(); ++i) {
                    using To = std::remove_cvref_t<decltype(to[i])>;
                    to[i] = static_cast<To>(of_types[own.type_of_row[order[i]]]);
                }
            });
        });
        single.columns.push_back(std::move(codes));
    }
    single.counts.assign(order.size(), 1);
    single.rows = order.size();
    single.histograms = {one_each(of_class)};
    Task task = own.task;
    task.tracked = {{.name = {}, .dictionary = nullptr}};
    task.class_place = 0;
    task.population = nullptr;
    task.count(std::move(single));
    return task;
}

}  // namespace kanon::parties
