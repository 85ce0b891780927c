// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/joint_columns.hpp"

#include "kanon/base/random.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::uint64_t kHashSeed = 0x6B616E6F6EU;
/// So many joint codes fit in a byte.
constexpr std::size_t kMostJointCodes = 256;

}  // namespace

/// Attributes in order of their values, as many in one column as a byte can tell apart.
std::vector<std::vector<std::size_t>> JointColumns::joined(const LevelTables& tables) {
    std::vector<std::size_t> order(tables.attribute_count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto values = [&](std::size_t j) { return tables.label_count(j, 0); };
    std::ranges::stable_sort(order, {}, values);
    std::vector<std::vector<std::size_t>> columns;
    std::size_t size = 0;
    for (const std::size_t j : order) {
        if (columns.empty() || size * values(j) > kMostJointCodes) {
            columns.emplace_back();
            size = 1;
        }
        columns.back().push_back(j);
        size *= values(j);
    }
    return columns;
}

JointColumns::JointColumns(const Task& task, const LevelTables& tables) : tables_(tables) {
    Random random(kHashSeed);
    for (std::size_t j = 0; j < tables.attribute_count(); ++j) {
        auto& levels = hashes_.emplace_back(tables.level_count(j));
        for (std::size_t level = 0; level < levels.size(); ++level) {
            levels[level].resize(tables.label_count(j, static_cast<Level>(level)));
            for (std::uint32_t& hash : levels[level]) {
                hash = static_cast<std::uint32_t>(random.next() >> 32U);
            }
        }
    }
    for (std::vector<std::size_t>& attributes : joined(tables)) {
        add_column(task, std::move(attributes));
    }
}

void JointColumns::add_column(const Task& task, std::vector<std::size_t> attributes) {
    Column& column = columns_.emplace_back();
    std::size_t size = 1;
    for (const std::size_t j : attributes) {
        size *= tables_.label_count(j, 0);
    }
    column.codes = CodeVector(task.row_types().size(), size);
    std::size_t stride = 1;
    for (const std::size_t j : attributes) {
        const std::size_t values = tables_.label_count(j, 0);
        std::vector<Code>& part = column.parts.emplace_back();
        for (std::size_t code = 0; code < size; ++code) {
            part.push_back(static_cast<Code>(code / stride % values));
        }
        column.codes.visit_mutable([&](const auto joint) {
            using Width = std::remove_cvref_t<decltype(joint[0])>;
            task.row_types().columns[j].visit([&](const auto codes) {
                for (std::size_t type = 0; type < codes.size(); ++type) {
                    joint[type] = static_cast<Width>(joint[type] + codes[type] * stride);
                }
            });
        });
        stride *= values;
    }
    column.attributes = std::move(attributes);
}

bool JointColumns::differ(std::size_t column, const Node& from, const Node& to) const {
    return std::ranges::any_of(columns_[column].attributes,
                               [&](std::size_t j) { return from[j] != to[j]; });
}

template <typename Value, typename Use>
void JointColumns::gather(std::size_t column,
                          const Node& node,
                          std::vector<Value>& out,
                          Use use) const {
    const Column& here = columns_[column];
    out.assign(here.parts.front().size(), 0);
    for (std::size_t place = 0; place < here.attributes.size(); ++place) {
        const std::size_t j = here.attributes[place];
        const auto map = tables_.map(j, 0, node[j]);
        const auto with_label = use(j);
        for (std::size_t code = 0; code < out.size(); ++code) {
            out[code] = with_label(out[code], map[here.parts[place][code]]);
        }
    }
}

void JointColumns::find_hashes(std::size_t column,
                               const Node& node,
                               std::vector<std::uint32_t>& out) const {
    gather(column, node, out, [&](std::size_t j) {
        return [&hashes = hashes_[j][node[j]]](std::uint32_t before, Code label) {
            return before ^ hashes[label];
        };
    });
}

void JointColumns::find_change(std::size_t column,
                               const Node& from,
                               const Node& to,
                               std::vector<std::uint32_t>& change) const {
    const Column& here = columns_[column];
    change.assign(here.parts.front().size(), 0);
    for (std::size_t place = 0; place < here.attributes.size(); ++place) {
        const std::size_t j = here.attributes[place];
        if (from[j] == to[j]) {
            continue;
        }
        const auto before = tables_.map(j, 0, from[j]);
        const auto after = tables_.map(j, 0, to[j]);
        for (std::size_t code = 0; code < change.size(); ++code) {
            const Code part = here.parts[place][code];
            change[code] ^= hashes_[j][from[j]][before[part]] ^ hashes_[j][to[j]][after[part]];
        }
    }
}

void JointColumns::find_costs(std::size_t column, const Node& node, std::vector<Cost>& out) const {
    gather(column, node, out, [&](std::size_t j) {
        return [costs = tables_.cell_cost(j, node[j])](Cost before, Code label) {
            return before + costs[label];
        };
    });
}

void JointColumns::number_labels(std::size_t column,
                                 const Node& node,
                                 std::vector<std::uint32_t>& out) const {
    gather(column, node, out, [&](std::size_t j) {
        const auto labels = static_cast<std::uint32_t>(tables_.label_count(j, node[j]));
        return [labels](std::uint32_t before, Code label) { return before * labels + label; };
    });
}

}  // namespace kanon::full_domain
