// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/key_parts.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::uint32_t kFreeEntry = std::numeric_limits<std::uint32_t>::max();
/// Keys that a part is meant to have: a table of them fits in the second-level cache.
constexpr std::size_t kPartSize = std::size_t{1} << 14U;
/// So many parts can be written to in turn without waiting for memory.
constexpr unsigned kMostBits = 8;
/// Keys that are moved and set apart by one thread at a time; fewer are not worth handing over.
constexpr std::size_t kSlice = std::size_t{1} << 17U;
/// Keys moved at once: they stay in the first-level cache from piece to piece.
constexpr std::size_t kBatch = 512;

}  // namespace

unsigned KeyParts::threads_for(std::size_t keys) const {
    return keys < kSlice ? 1U : threads_;
}

/// Move the keys and set them apart.
void KeyParts::divide(std::span<const std::uint64_t> keys,
                      std::span<const std::uint32_t> rows,
                      const KeyMover& mover) {
    const unsigned bits =
        std::min(static_cast<unsigned>(std::bit_width(keys.size() / kPartSize)), kMostBits);
    const std::size_t parts = std::size_t{1} << bits;
    const auto part_of = [bits](std::uint64_t key) {
        return static_cast<std::size_t>((mixed_key(key) >> 1U) >> (63U - bits));
    };
    const std::size_t slices = keys.size() / kSlice + 1;
    place_.assign(slices * parts, 0);
    const auto move_slice = [&](std::size_t slice, std::size_t begin, std::size_t end) {
        std::size_t* counts = place_.data() + slice * parts;
        for (std::size_t first = begin; first < end; first += kBatch) {
            const std::size_t stop = std::min(first + kBatch, end);
            mover.move(keys.data() + first, stop - first, moved_.data() + first);
            for (std::size_t i = first; i < stop; ++i) {
                ++counts[part_of(moved_[i])];
            }
        }
    };
    parallel_parts(keys.size(), slices, threads_, move_slice);

    first_.resize(parts + 1);
    std::size_t next = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        first_[part] = next;
        for (std::size_t slice = 0; slice < slices; ++slice) {
            next += std::exchange(place_[slice * parts + part], next);
        }
    }
    first_[parts] = next;
    const auto place_slice = [&](std::size_t slice, std::size_t begin, std::size_t end) {
        std::size_t* place = place_.data() + slice * parts;
        for (std::size_t i = begin; i < end; ++i) {
            members_[place[part_of(moved_[i])]++] = {
                .key = moved_[i], .rows = rows[i], .source = static_cast<std::uint32_t>(i)};
        }
    };
    parallel_parts(keys.size(), slices, threads_, place_slice);
}

/// Group the members of a part, in place. Returns how many groups there are.
std::size_t KeyParts::group_part(std::size_t part, Table& table) {
    const std::span<Member> members =
        std::span(members_).subspan(first_[part], first_[part + 1] - first_[part]);
    const std::size_t mask = std::bit_ceil(members.size() / 2 * 3 + 2) - 1;
    if (table.entries.size() <= mask) {
        table.entries.resize(mask + 1, {.key = 0, .group = kFreeEntry});
    }
    table.used.clear();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::uint64_t key = members[i].key;
        const std::uint32_t rows = members[i].rows;
        std::size_t at = mixed_key(key) & mask;
        while (table.entries[at].group != kFreeEntry && table.entries[at].key != key) {
            at = (at + 1) & mask;
        }
        Entry& entry = table.entries[at];
        if (entry.group == kFreeEntry) {
            entry = {.key = key, .group = static_cast<std::uint32_t>(table.used.size())};
            table.used.push_back(at);
            members[entry.group].key = key;
            members[entry.group].rows = 0;
        }
        members[entry.group].rows += rows;
        group_of_[first_[part] + i] = entry.group;
    }
    for (const std::size_t at : table.used) {
        table.entries[at].group = kFreeEntry;
    }
    return table.used.size();
}

void KeyParts::group(std::span<const std::uint64_t> keys,
                     std::span<const std::uint32_t> rows,
                     const KeyMover& mover,
                     std::vector<std::uint64_t>& groups,
                     std::vector<std::uint32_t>& group_rows) {
    if (members_.size() < keys.size()) {
        moved_.resize(keys.size());
        members_.resize(keys.size());
        group_of_.resize(keys.size());
    }
    divide(keys, rows, mover);
    const std::size_t parts = first_.size() - 1;
    first_group_.assign(parts + 1, 0);
    parallel_parts(
        parts, parts, threads_for(keys.size()), [&](std::size_t part, std::size_t, std::size_t) {
            first_group_[part + 1] = group_part(part, tables_.local());
        });
    std::partial_sum(first_group_.begin(), first_group_.end(), first_group_.begin());
    groups.resize(first_group_.back());
    group_rows.resize(first_group_.back());
    parallel_parts(
        parts, parts, threads_for(keys.size()), [&](std::size_t part, std::size_t, std::size_t) {
            const Member* member = members_.data() + first_[part];
            for (std::size_t group = first_group_[part]; group < first_group_[part + 1]; ++group) {
                groups[group] = member->key;
                group_rows[group] = member->rows;
                ++member;
            }
        });
}

void KeyParts::find_groups(std::span<std::uint32_t> group_of) const {
    const std::size_t parts = first_.size() - 1;
    parallel_parts(parts,
                   parts,
                   threads_for(group_of.size()),
                   [&](std::size_t part, std::size_t, std::size_t) {
                       for (std::size_t i = first_[part]; i < first_[part + 1]; ++i) {
                           group_of[members_[i].source] =
                               static_cast<std::uint32_t>(first_group_[part]) + group_of_[i];
                       }
                   });
}

}  // namespace kanon::full_domain
