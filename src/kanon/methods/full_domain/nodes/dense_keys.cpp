// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/dense_keys.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <array>

namespace kanon::full_domain {
namespace {

constexpr std::size_t kCountedAtOnce = std::size_t{1} << 16U;
/// Keys moved at once: they stay in the first-level cache.
constexpr std::size_t kMovedAtOnce = 512;

}  // namespace

void DenseKeys::count(const KeyedRows& source,
                      const KeyMover& mover,
                      std::size_t table_size,
                      std::span<std::uint32_t> moved) {
    const std::span<const std::uint64_t> keys = source.keys;
    const std::span<const std::uint32_t> rows = source.rows;
    parallel_for(keys.size(), kCountedAtOnce, threads_, [&](std::size_t begin, std::size_t end) {
        Counts& counts = counts_.local();
        if (counts.size() < table_size) {
            counts.resize(table_size);
        }
        std::array<std::uint64_t, kMovedAtOnce> batch{};
        for (std::size_t first = begin; first < end; first += kMovedAtOnce) {
            const std::size_t size = std::min(kMovedAtOnce, end - first);
            mover.move(keys.data() + first, size, batch.data());
            for (std::size_t i = 0; i < size; ++i) {
                moved[first + i] = static_cast<std::uint32_t>(batch[i]);
                counts[batch[i]] += rows[first + i];
            }
        }
    });
}

void DenseKeys::group(const KeyedRows& source,
                      const KeyMover& mover,
                      std::size_t bits,
                      std::span<std::uint32_t> moved,
                      std::vector<std::uint64_t>& groups,
                      std::vector<std::uint32_t>& group_rows) {
    const std::size_t table_size = std::size_t{1} << bits;
    count(source, mover, table_size, moved);
    group_of_key_.resize(std::max(group_of_key_.size(), table_size));
    groups.clear();
    group_rows.clear();
    const Counts sums = take_sums(table_size);
    for (std::size_t key = 0; key < table_size; ++key) {
        if (sums[key] > 0) {
            group_of_key_[key] = static_cast<std::uint32_t>(groups.size());
            groups.push_back(key);
            group_rows.push_back(sums[key]);
        }
    }
}

/// Rows by key, of all threads; none are left with them.
DenseKeys::Counts DenseKeys::take_sums(std::size_t table_size) {
    Counts sums(table_size);
    for (Counts& counts : counts_) {
        const std::size_t size = std::min(table_size, counts.size());
        for (std::size_t key = 0; key < size; ++key) {
            sums[key] += counts[key];
        }
        std::fill_n(counts.begin(), size, 0U);
    }
    return sums;
}

void DenseKeys::find_groups(std::span<std::uint32_t> moved) const {
    parallel_for(moved.size(), kCountedAtOnce, threads_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            moved[i] = group_of_key_[moved[i]];
        }
    });
}

}  // namespace kanon::full_domain
