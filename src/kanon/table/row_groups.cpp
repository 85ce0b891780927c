// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_groups.hpp"

#include "kanon/base/flat_index.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kBlock = 2048;        ///< rows whose keys are made at a time
constexpr std::size_t kSampleSize = 32768;  ///< rows looked at to choose the way of grouping
constexpr std::size_t kBucketRows = 8192;   ///< aim: a bucket is sorted within the cache
constexpr std::size_t kMaxBuckets = 4096;   ///< bucket numbers are kept in 16 bits

template <class Codes>
void append_digit(Codes codes, unsigned bits, std::span<Key> keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i] = (keys[i] << bits) | codes[i];
    }
}

void make_keys(const KeyMaker& maker, std::size_t begin, std::span<Key> keys) {
    std::fill(keys.begin(), keys.end(), 0);
    for (const Digit& digit : maker) {
        if (digit.bits == 0) {
            continue;
        }
        if (digit.codes == nullptr) {
            append_digit(std::span(*digit.ranks).subspan(begin, keys.size()), digit.bits, keys);
        } else {
            digit.codes->visit([&](const auto codes) {
                append_digit(codes.subspan(begin, keys.size()), digit.bits, keys);
            });
        }
    }
}

/// Call use(first_row, keys) for blocks of the rows [begin, end).
template <class Use>
void for_each_block(const KeyMaker& maker, std::size_t begin, std::size_t end, Use&& use) {
    std::vector<Key> buffer(std::min(kBlock, end - begin));
    for (std::size_t row = begin; row < end; row += kBlock) {
        const std::span<Key> keys = std::span(buffer).first(std::min(kBlock, end - row));
        make_keys(maker, row, keys);
        use(row, std::span<const Key>(keys));
    }
}

/// Sorted keys of some rows spread over the table.
std::vector<Key> sample_keys(const KeyMaker& maker, std::size_t rows) {
    const std::size_t size = std::min(rows, kSampleSize);
    std::vector<Key> sample(size);
    Random random(1);
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t begin = i * rows / size;
        const std::size_t end = (i + 1) * rows / size;
        make_keys(maker, begin + random.below(end - begin), std::span(sample).subspan(i, 1));
    }
    std::sort(sample.begin(), sample.end());
    return sample;
}

std::size_t distinct_count(const std::vector<Key>& sorted) {
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        distinct += i == 0 || sorted[i] != sorted[i - 1] ? 1U : 0U;
    }
    return distinct;
}

/// Numbers keys in the order they first come, and counts them.
class KeyIndex {
public:
    std::uint32_t add(Key key) {
        std::uint32_t& found =
            index_.find(hash(key), [&](std::uint32_t number) { return keys_[number] == key; });
        if (found != FlatIndex::kNone) {
            ++counts_[found];
            return found;
        }
        const auto number = static_cast<std::uint32_t>(keys_.size());
        found = number;
        keys_.push_back(key);
        counts_.push_back(1);
        index_.added([&](std::uint32_t other) { return hash(keys_[other]); });
        return number;
    }

    [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }

    [[nodiscard]] const std::vector<std::uint32_t>& counts() const { return counts_; }

private:
    static Key hash(Key key) {
        key ^= key >> 32U;
        return key * 0x9E3779B97F4A7C15ULL;
    }

    FlatIndex index_{1024};
    std::vector<Key> keys_;
    std::vector<std::uint32_t> counts_;
};

/// For few distinct keys: number them by a hash table that stays in the cache, sort them alone.
Groups group_by_hash(const KeyMaker& maker, std::size_t rows, unsigned threads) {
    Groups groups;
    groups.group_of_row.resize(rows);
    const std::size_t parts = threads;
    std::vector<KeyIndex> indexes(parts);
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        for_each_block(maker, begin, end, [&](std::size_t row, std::span<const Key> keys) {
            for (std::size_t i = 0; i < keys.size(); ++i) {
                groups.group_of_row[row + i] = indexes[part].add(keys[i]);
            }
        });
    });
    for (const KeyIndex& index : indexes) {
        groups.keys.insert(groups.keys.end(), index.keys().begin(), index.keys().end());
    }
    std::sort(groups.keys.begin(), groups.keys.end());
    groups.keys.erase(std::unique(groups.keys.begin(), groups.keys.end()), groups.keys.end());
    groups.counts.assign(groups.keys.size(), 0);
    std::vector<std::vector<std::uint32_t>> final_of_local(parts);
    for (std::size_t part = 0; part < parts; ++part) {
        for (std::size_t local = 0; local < indexes[part].keys().size(); ++local) {
            const auto place = std::lower_bound(
                groups.keys.begin(), groups.keys.end(), indexes[part].keys()[local]);
            const auto final_number = static_cast<std::uint32_t>(place - groups.keys.begin());
            final_of_local[part].push_back(final_number);
            groups.counts[final_number] += indexes[part].counts()[local];
        }
    }
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            groups.group_of_row[row] = final_of_local[part][groups.group_of_row[row]];
        }
    });
    return groups;
}

/// Sorts runs of (key, row) by key; keeps its buffers from run to run.
class BucketSorter {
public:
    void sort(std::span<Key> keys, std::span<std::uint32_t> rows) {
        Key varying = 0;
        for (const Key key : keys) {
            varying |= key ^ keys[0];
        }
        if (varying == 0) {
            return;
        }
        other_keys_.resize(std::max(other_keys_.size(), keys.size()));
        other_rows_.resize(std::max(other_rows_.size(), keys.size()));
        std::span<Key> from_keys = keys;
        std::span<std::uint32_t> from_rows = rows;
        std::span<Key> to_keys = std::span(other_keys_).first(keys.size());
        std::span<std::uint32_t> to_rows = std::span(other_rows_).first(keys.size());
        auto shift = static_cast<unsigned>(std::countr_zero(varying));
        while (shift < kKeyBits && (varying >> shift) != 0) {
            pass(shift, from_keys, from_rows, to_keys, to_rows);
            std::swap(from_keys, to_keys);
            std::swap(from_rows, to_rows);
            shift += kDigitBits;
            // Bits in which no two keys differ need no pass.
            while (shift < kKeyBits && (varying >> shift) != 0 && ((varying >> shift) & 1U) == 0) {
                ++shift;
            }
        }
        if (from_keys.data() != keys.data()) {
            std::copy(from_keys.begin(), from_keys.end(), keys.begin());
            std::copy(from_rows.begin(), from_rows.end(), rows.begin());
        }
    }

private:
    static constexpr unsigned kDigitBits = 8;
    static constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

    static void pass(unsigned shift,
                     std::span<const Key> keys,
                     std::span<const std::uint32_t> rows,
                     std::span<Key> to_keys,
                     std::span<std::uint32_t> to_rows) {
        std::array<std::uint32_t, kDigits> places{};
        for (const Key key : keys) {
            ++places[(key >> shift) & (kDigits - 1)];
        }
        std::exclusive_scan(places.begin(), places.end(), places.begin(), std::uint32_t{0});
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::uint32_t place = places[(keys[i] >> shift) & (kDigits - 1)]++;
            to_keys[place] = keys[i];
            to_rows[place] = rows[i];
        }
    }

    std::vector<Key> other_keys_;
    std::vector<std::uint32_t> other_rows_;
};

/// Which of a power of two of key ranges a key lies in, by a search tree without branches.
class Splitters {
public:
    Splitters(const std::vector<Key>& sorted_sample, std::size_t rows) {
        const std::size_t wanted = std::clamp<std::size_t>(rows / kBucketRows, 1, kMaxBuckets);
        levels_ = bits_for(wanted);
        tree_.resize(bucket_count());
        fill(sorted_sample, 1, 0, bucket_count());
    }

    [[nodiscard]] std::size_t bucket_count() const { return std::size_t{1} << levels_; }

    [[nodiscard]] std::size_t bucket(Key key) const {
        std::size_t node = 1;
        for (unsigned level = 0; level < levels_; ++level) {
            node = node * 2 + (tree_[node] < key ? 1 : 0);
        }
        return node - bucket_count();
    }

private:
    void fill(const std::vector<Key>& sample,
              std::size_t node,
              std::size_t begin,
              std::size_t end) {
        if (end - begin < 2) {
            return;
        }
        const std::size_t middle = begin + (end - begin) / 2;
        tree_[node] = sample[middle * sample.size() / bucket_count()];
        fill(sample, node * 2, begin, middle);
        fill(sample, node * 2 + 1, middle, end);
    }

    unsigned levels_ = 0;
    std::vector<Key> tree_;
};

/// All rows by bucket: bucket b is the places starts[b] .. starts[b + 1].
struct Buckets {
    std::vector<std::size_t> starts;
    std::vector<Key> keys;
    std::vector<std::uint32_t> rows;
};

Buckets make_buckets(const KeyMaker& maker,
                     std::size_t rows,
                     const Splitters& splitters,
                     unsigned threads) {
    const std::size_t parts = threads;
    const std::size_t buckets = splitters.bucket_count();
    std::vector<std::uint16_t> bucket_of_row(rows);
    std::vector<std::vector<std::size_t>> places(parts, std::vector<std::size_t>(buckets));
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        for_each_block(maker, begin, end, [&](std::size_t row, std::span<const Key> keys) {
            for (std::size_t i = 0; i < keys.size(); ++i) {
                const std::size_t bucket = splitters.bucket(keys[i]);
                bucket_of_row[row + i] = static_cast<std::uint16_t>(bucket);
                ++places[part][bucket];
            }
        });
    });
    Buckets out{{}, std::vector<Key>(rows), std::vector<std::uint32_t>(rows)};
    std::size_t place = 0;
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        out.starts.push_back(place);
        for (std::size_t part = 0; part < parts; ++part) {
            place += std::exchange(places[part][bucket], place);
        }
    }
    out.starts.push_back(place);
    parallel_parts(rows, parts, threads, [&](std::size_t part, std::size_t begin, std::size_t end) {
        for_each_block(maker, begin, end, [&](std::size_t row, std::span<const Key> keys) {
            for (std::size_t i = 0; i < keys.size(); ++i) {
                const std::size_t to = places[part][bucket_of_row[row + i]]++;
                out.keys[to] = keys[i];
                out.rows[to] = static_cast<std::uint32_t>(row + i);
            }
        });
    });
    return out;
}

/// The groups of one bucket's sorted keys, numbered from `next` on.
void number_bucket(const Buckets& buckets, std::size_t bucket, std::size_t next, Groups& groups) {
    const std::size_t start = buckets.starts[bucket];
    for (std::size_t i = start; i < buckets.starts[bucket + 1]; ++i) {
        if (i == start || buckets.keys[i] != buckets.keys[i - 1]) {
            groups.keys[next++] = buckets.keys[i];
        }
        ++groups.counts[next - 1];
        groups.group_of_row[buckets.rows[i]] = static_cast<std::uint32_t>(next - 1);
    }
}

/// For many distinct keys: split the rows into key ranges, sort each within the cache.
Groups group_by_sort(const KeyMaker& maker,
                     std::size_t rows,
                     const std::vector<Key>& sample,
                     unsigned threads) {
    const Splitters splitters(sample, rows);
    Buckets buckets = make_buckets(maker, rows, splitters, threads);
    const std::size_t count = splitters.bucket_count();
    std::vector<std::size_t> first_group(count + 1, 0);
    parallel_for(count, 1 + count / 64, threads, [&](std::size_t begin, std::size_t end) {
        BucketSorter sorter;
        for (std::size_t bucket = begin; bucket < end; ++bucket) {
            const std::size_t start = buckets.starts[bucket];
            const std::size_t size = buckets.starts[bucket + 1] - start;
            const std::span<Key> keys = std::span(buckets.keys).subspan(start, size);
            sorter.sort(keys, std::span(buckets.rows).subspan(start, size));
            for (std::size_t i = 0; i < size; ++i) {
                first_group[bucket + 1] += i == 0 || keys[i] != keys[i - 1] ? 1U : 0U;
            }
        }
    });
    // Equal keys share a bucket, so groups never span two.
    std::partial_sum(first_group.begin(), first_group.end(), first_group.begin());
    Groups groups{std::vector<Key>(first_group.back()),
                  std::vector<std::uint32_t>(first_group.back(), 0),
                  std::vector<std::uint32_t>(rows)};
    parallel_for(count, 1 + count / 64, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t bucket = begin; bucket < end; ++bucket) {
            number_bucket(buckets, bucket, first_group[bucket], groups);
        }
    });
    return groups;
}

}  // namespace

unsigned bits_for(std::size_t size) {
    return size <= 1 ? 0U : static_cast<unsigned>(std::bit_width(size - 1));
}

Groups group_rows(const KeyMaker& maker, std::size_t rows, unsigned threads) {
    const std::vector<Key> sample = sample_keys(maker, rows);
    if (distinct_count(sample) <= sample.size() / 4) {
        return group_by_hash(maker, rows, threads);
    }
    return group_by_sort(maker, rows, sample, threads);
}

}  // namespace kanon
