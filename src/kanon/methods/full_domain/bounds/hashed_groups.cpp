// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/bounds/hashed_groups.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>

namespace kanon::full_domain {
namespace {

/// Buckets for each group, as a power of two, and in all: few small groups share theirs.
constexpr unsigned kBucketBits = 2;
constexpr std::size_t kLeastBuckets = std::size_t{1} << 12U;
/// So many rows, twice, fit in the count of a bucket.
constexpr std::uint64_t kLargestCount = 127;
/// Groups are merged where fewer buckets than this share of them are used.
constexpr double kWorthAMerge = 0.6;
constexpr std::uint32_t kFreeSlot = std::numeric_limits<std::uint32_t>::max();

}  // namespace

HashedGroups::HashedGroups(const Task& task,
                           const LevelTables& tables,
                           const JointColumns& columns,
                           const Node& node)
    : task_(task), tables_(tables), columns_(columns), node_(node) {
    least_ = static_cast<std::uint8_t>(std::min(task.least_class_rows(), kLargestCount));
    const RowTypes& types = task.row_types();
    keys_.resize(types.size());
    rows_ = types.counts;
    for (std::size_t type = 0; type < types.size(); ++type) {
        capped_.push_back(static_cast<std::uint8_t>(std::min<std::uint32_t>(rows_[type], least_)));
        spared_.push_back(rows_[type] * tables.row_cost());
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
        columns.find_hashes(column, node, change_);
        columns.find_costs(column, node, cost_);
        columns.codes(column).visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                keys_[type] ^= change_[codes[type]];
                spared_[type] -= rows_[type] * cost_[codes[type]];
            }
        });
    }
}

/// Turn keys of the groups at their node to those at another.
void HashedGroups::move_keys(const Node& node, std::vector<std::uint32_t>& keys) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (!columns_.differ(column, node_, node)) {
            continue;
        }
        columns_.find_change(column, node_, node, change_);
        codes(column).visit([&](const auto codes) {
            for (std::size_t group = 0; group < keys.size(); ++group) {
                keys[group] ^= change_[codes[group]];
            }
        });
    }
}

void HashedGroups::start(const HashedGroups& row_types, const Node& low) {
    asked_.clear();
    node_ = row_types.node_;
    keys_ = row_types.keys_;
    rows_ = row_types.rows_;
    capped_ = row_types.capped_;
    spared_ = row_types.spared_;
    merges_.clear();
    move_keys(low, keys_);
    std::vector<Cost> before;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (!columns_.differ(column, node_, low)) {
            continue;
        }
        columns_.find_costs(column, node_, before);
        columns_.find_costs(column, low, cost_);
        columns_.codes(column).visit([&](const auto codes) {
            for (std::size_t type = 0; type < keys_.size(); ++type) {
                spared_[type] -= rows_[type] * (cost_[codes[type]] - before[codes[type]]);
            }
        });
    }
    node_ = low;
}

/// Count the rows in the buckets of the keys. A small bucket has all its rows counted.
LastingRows HashedGroups::count(const std::vector<std::uint32_t>& keys) {
    mask_ = std::max(std::bit_ceil(keys.size() << kBucketBits), kLeastBuckets) - 1;
    counts_.assign(mask_ + 1, 0);
    // Of their own: a byte that is written might be any member.
    const std::size_t mask = mask_;
    const std::uint8_t least = least_;
    const std::span<std::uint8_t> counts = counts_;
    const std::span<const std::uint8_t> capped = capped_;
    for (std::size_t group = 0; group < keys.size(); ++group) {
        std::uint8_t& rows = counts[keys[group] & mask];
        rows = std::min(least, static_cast<std::uint8_t>(rows + capped[group]));
    }
    std::uint32_t lasting = 0;  // at most 127 in each of 2^22 buckets
    std::uint32_t used = 0;
    for (const std::uint8_t rows : counts) {
        lasting += rows < least ? rows : 0U;
        used += rows > 0 ? 1U : 0U;
    }
    used_ = used;
    LastingRows out{.rows = lasting};
    if (out.rows <= task_.suppression_limit) {
        for (std::size_t group = 0; group < keys.size(); ++group) {
            out.spared += is_small(keys[group]) ? spared_[group] : 0;
        }
    }
    return out;
}

LastingRows HashedGroups::lasting_at(const Node& node) {
    moved_ = keys_;
    move_keys(node, moved_);
    asked_ = node;
    return count(moved_);
}

void HashedGroups::raise(const Node& node) {
    if (asked_ == node) {
        keys_.swap(moved_);  // counted already
    } else {
        move_keys(node, keys_);
        (void)count(keys_);
    }
    asked_.clear();
    node_ = node;
    if (static_cast<double>(used_) < kWorthAMerge * static_cast<double>(keys_.size())) {
        merge();
    }
}

/// Find the first group of the key of each.
void HashedGroups::find_first() {
    const std::size_t mask = std::bit_ceil(keys_.size() << 1U) - 1;
    slots_.assign(mask + 1, kFreeSlot);
    group_of_.resize(keys_.size());
    for (std::uint32_t group = 0; group < keys_.size(); ++group) {
        std::size_t at = keys_[group] & mask;
        while (slots_[at] != kFreeSlot && keys_[slots_[at]] != keys_[group]) {
            at = (at + 1) & mask;
        }
        if (slots_[at] == kFreeSlot) {
            slots_[at] = group;
        }
        group_of_[group] = slots_[at];
    }
}

/// Joint codes of the groups in a column; there may be more of them than groups.
const CodeVector& HashedGroups::codes(std::size_t column) {
    if (merges_.empty()) {
        return columns_.codes(column);
    }
    merged_codes_.resize(columns_.size());
    MergedCodes& merged = merged_codes_[column];
    if (merged.after != merge_count_) {
        if (merged.codes.size() == 0) {
            merged.codes = columns_.codes(column);  // for its room
        }
        merged.after = merge_count_;
        merged.codes.visit_mutable([&](const auto codes) {
            using Width = std::remove_cvref_t<decltype(codes[0])>;
            columns_.codes(column).visit([&](const auto of_types) {
                for (std::size_t group = 0; group < keys_.size(); ++group) {
                    codes[group] = static_cast<Width>(of_types[first_types_[group]]);
                }
            });
        });
    }
    return merged.codes;
}

/// Make groups that have the key of their first one, but other labels, first ones themselves.
void HashedGroups::part_unlike() {
    constexpr std::uint64_t kRoom = std::numeric_limits<std::uint64_t>::max();
    exact_.assign(keys_.size(), 0);
    std::uint64_t room = kRoom;
    const auto part = [&] {
        for (std::uint32_t group = 0; group < keys_.size(); ++group) {
            const bool alike = exact_[group] == exact_[group_of_[group]];
            group_of_[group] = alike ? group_of_[group] : group;
        }
    };
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        columns_.number_labels(column, node_, change_);
        const std::uint64_t labels = std::uint64_t{std::ranges::max(change_)} + 1;
        if (labels == 1) {
            continue;
        }
        if (room < labels) {
            part();
            exact_.assign(keys_.size(), 0);
            room = kRoom;
        }
        room /= labels;
        codes(column).visit([&](const auto codes) {
            for (std::size_t group = 0; group < keys_.size(); ++group) {
                exact_[group] = exact_[group] * labels + change_[codes[group]];
            }
        });
    }
    part();
}

/// Make groups of the same labels one. Unlike ones of the same key would go separate ways further
/// up.
void HashedGroups::merge() {
    find_first();
    part_unlike();
    if (merges_.empty()) {
        first_types_.resize(keys_.size());
        std::iota(first_types_.begin(), first_types_.end(), 0U);
    }
    std::vector<std::uint32_t>& into = merges_.emplace_back(keys_.size());
    std::uint32_t next = 0;
    for (std::size_t group = 0; group < keys_.size(); ++group) {
        const std::uint32_t first = group_of_[group];
        if (first != group) {
            const std::uint32_t to = into[first];
            into[group] = to;
            rows_[to] += rows_[group];
            capped_[to] = static_cast<std::uint8_t>(std::min<std::uint32_t>(rows_[to], least_));
            spared_[to] += spared_[group];
            continue;
        }
        keys_[next] = keys_[group];
        rows_[next] = rows_[group];
        capped_[next] = capped_[group];
        spared_[next] = spared_[group];
        first_types_[next] = first_types_[group];
        into[group] = next++;
    }
    ++merge_count_;
    keys_.resize(next);
    rows_.resize(next);
    capped_.resize(next);
    spared_.resize(next);
    first_types_.resize(next);
}

std::vector<Cost> HashedGroups::released_of_lasting(const HashedGroups& row_types) {
    (void)count(keys_);
    std::vector<std::uint8_t> small(keys_.size());
    std::ranges::transform(
        keys_, small.begin(), [&](std::uint32_t key) { return is_small(key) ? 1 : 0; });
    for (std::size_t merge = merges_.size(); merge-- > 0;) {
        std::vector<std::uint8_t> before(merges_[merge].size());
        std::ranges::transform(
            merges_[merge], before.begin(), [&](std::uint32_t group) { return small[group]; });
        small.swap(before);
    }
    std::vector<std::uint32_t> types;
    for (std::uint32_t type = 0; type < small.size(); ++type) {
        if (small[type] != 0) {
            types.push_back(type);
        }
    }
    std::vector<Cost> released(tables_.level_total());
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        std::vector<std::uint64_t> rows_of_code(columns_.parts(column, 0).size());
        columns_.codes(column).visit([&](const auto codes) {
            for (const std::uint32_t type : types) {
                rows_of_code[codes[type]] += row_types.rows_[type];
            }
        });
        add_released(column, rows_of_code, released);
    }
    return released;
}

/// Add what rows of these joint codes cost at each level of the column's attributes.
void HashedGroups::add_released(std::size_t column,
                                const std::vector<std::uint64_t>& rows_of_code,
                                std::vector<Cost>& released) const {
    for (std::size_t place = 0; place < columns_.attributes(column).size(); ++place) {
        const std::size_t j = columns_.attributes(column)[place];
        const auto parts = columns_.parts(column, place);
        for (std::size_t level = 0; level < tables_.level_count(j); ++level) {
            const auto height = static_cast<Level>(level);
            const auto map = tables_.map(j, 0, height);
            const auto costs = tables_.cell_cost(j, height);
            Cost& sum = released[tables_.level_offset(j) + level];
            for (std::size_t code = 0; code < parts.size(); ++code) {
                sum += rows_of_code[code] * costs[map[parts[code]]];
            }
        }
    }
}

}  // namespace kanon::full_domain
