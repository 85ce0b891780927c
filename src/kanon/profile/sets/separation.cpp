// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/separation.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/profile/sets/combination_counts.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace kanon::profile {

/// How many rows each combination has, of all or of a part of them: of those whose hash falls
/// there.
struct PartCounts {
    CombinationCounts counts;
    std::uint64_t rows = 0;
    std::uint64_t all_rows = 0;  ///< of the table
    unsigned bits = 0;           ///< the part is 1 / 2^bits of the combinations

    /// The sum of the hashes of a row's cells, and how often the row counts.
    void add(std::uint64_t hash, std::uint64_t count) {
        // Combinations are told apart by their upper bits, so the lower ones choose among them.
        const std::uint64_t key = mixed(hash);
        if ((key & ((1ULL << bits) - 1)) == 0) {
            counts.add(key, static_cast<std::uint32_t>(count));
            rows += count;
        }
    }

    [[nodiscard]] RareRows rare_rows(std::uint64_t k) const {
        std::uint64_t rare = 0;
        for (const std::uint32_t count : counts.counts()) {
            rare += count < k ? count : 0;
        }
        return {.rows = std::min<std::uint64_t>(rare << bits, all_rows), .is_exact = bits == 0};
    }
};

namespace {

constexpr std::size_t kBeam = 64;    // sets that are extended
constexpr std::size_t kCounted = 8;  // sets of each size that are counted over all rows
constexpr std::size_t kLeastSample = 4096;
constexpr std::uint64_t kSeed = 2007;

using Columns = std::vector<std::size_t>;

/// A set of columns and the rows that it leaves alone in the sample.
struct Ranked {
    Columns columns;
    std::uint64_t alone = 0;
};

/// Hashes of the cells of some rows of the table.
class Sample {
public:
    Sample(const Table& table, const Columns& columns, std::size_t size) {
        const std::vector<std::size_t> rows = drawn(table.row_count(), size);
        hashes_.resize(table.column_count());
        for (const std::size_t j : columns) {
            hashes_[j].reserve(rows.size());
            table.column(j).codes.visit([&](const auto codes) {
                for (const std::size_t row : rows) {
                    hashes_[j].push_back(cell_hash(codes[row], j));
                }
            });
        }
        size_ = rows.size();
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] std::uint64_t alone(const Columns& columns, CombinationCounts& counts) const {
        counts.clear();
        for (std::size_t i = 0; i < size_; ++i) {
            std::uint64_t sum = 0;
            for (const std::size_t j : columns) {
                sum += hashes_[j][i];
            }
            counts.add(mixed(sum));
        }
        return counts.alone();
    }

private:
    /// One row of each of `size` equal parts of the table; all rows if they are no more.
    static std::vector<std::size_t> drawn(std::size_t row_count, std::size_t size) {
        std::vector<std::size_t> out;
        Random random(kSeed);
        const std::size_t parts = std::min(row_count, size);
        for (std::size_t part = 0; part < parts; ++part) {
            const std::size_t begin = row_count / parts * part + row_count % parts * part / parts;
            const std::size_t end =
                row_count / parts * (part + 1) + row_count % parts * (part + 1) / parts;
            out.push_back(begin + random.below(end - begin));
        }
        return out;
    }

    std::vector<std::vector<std::uint64_t>> hashes_;  ///< by column of the table
    std::size_t size_ = 0;
};

std::size_t sample_size(const SeparationSearch& search, std::size_t rows) {
    const std::size_t m = search.columns.size();
    const std::size_t sets = m + std::min(m, kBeam) * m * (search.most_columns - 1);
    return std::min(rows, std::max<std::size_t>(kLeastSample, search.row_visits / sets));
}

/// The best first; ties by their columns.
void rank(std::vector<Ranked>& sets, const Sample& sample, unsigned threads) {
    constexpr std::size_t kGrain = 4;
    parallel_for(sets.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
        CombinationCounts counts(sample.size());
        for (std::size_t i = begin; i < end; ++i) {
            sets[i].alone = sample.alone(sets[i].columns, counts);
        }
    });
    std::sort(sets.begin(), sets.end(), [](const Ranked& a, const Ranked& b) {
        return a.alone != b.alone ? a.alone > b.alone : a.columns < b.columns;
    });
}

/// Each of the best sets with every further column, none twice.
std::vector<Ranked> extended(const std::vector<Ranked>& sets, const Columns& columns) {
    std::set<Columns> made;
    for (std::size_t i = 0; i < std::min(kBeam, sets.size()); ++i) {
        for (const std::size_t column : columns) {
            Columns larger = sets[i].columns;
            const auto at = std::lower_bound(larger.begin(), larger.end(), column);
            if (at == larger.end() || *at != column) {
                larger.insert(at, column);
                made.insert(std::move(larger));
            }
        }
    }
    std::vector<Ranked> out;
    out.reserve(made.size());
    for (const Columns& set : made) {
        out.push_back({.columns = set, .alone = 0});
    }
    return out;
}

/// The sum of hashes of each row's cells in these columns.
std::vector<std::uint64_t> row_hashes(const Table& table,
                                      std::span<const std::size_t> columns,
                                      unsigned threads) {
    constexpr std::size_t kGrain = std::size_t{1} << 16U;
    std::vector<std::uint64_t> out(table.row_count());
    parallel_for(out.size(), kGrain, threads, [&](std::size_t begin, std::size_t end) {
        for (const std::size_t j : columns) {
            table.column(j).codes.visit([&](const auto codes) {
                for (std::size_t row = begin; row < end; ++row) {
                    out[row] += cell_hash(codes[row], j);
                }
            });
        }
    });
    return out;
}

/// Nothing yet, of so many rows, as which there are at most so many combinations.
PartCounts part_of(std::uint64_t rows, std::uint64_t combinations, std::uint64_t counted_rows) {
    unsigned bits = 0;
    while ((rows >> bits) > counted_rows) {
        ++bits;
    }
    // Half as many again as are expected at most: chance does not reach that.
    return {
        .counts = CombinationCounts(std::min<std::uint64_t>(combinations, counted_rows / 2 * 3)),
        .all_rows = rows,
        .bits = bits};
}

PartCounts count_combinations(const Table& table,
                              std::span<const std::size_t> columns,
                              const CountedRows& most) {
    const std::vector<std::uint64_t> hashes = row_hashes(table, columns, most.threads);
    const std::uint64_t rows =
        most.counts.empty()
            ? hashes.size()
            : std::accumulate(most.counts.begin(), most.counts.end(), std::uint64_t{0});
    PartCounts out = part_of(rows, hashes.size(), most.rows);
    for (std::size_t row = 0; row < hashes.size(); ++row) {
        out.add(hashes[row], most.counts.empty() ? 1 : most.counts[row]);
    }
    return out;
}

SeparatingSet best_counted(const Table& table,
                           const std::vector<Ranked>& sets,
                           const SeparationSearch& search) {
    std::vector<SeparatingSet> counted(std::min(kCounted, sets.size()));
    parallel_for(counted.size(), 1, search.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            counted[i] = separation_of(table, sets[i].columns, {.rows = search.counted_rows});
        }
    });
    return *std::max_element(
        counted.begin(), counted.end(), [](const SeparatingSet& a, const SeparatingSet& b) {
            return a.unique_rows != b.unique_rows ? a.unique_rows < b.unique_rows
                                                  : a.columns > b.columns;
        });
}

}  // namespace

SeparatingSet separation_of(const Table& table,
                            std::span<const std::size_t> columns,
                            const CountedRows& most) {
    const PartCounts part = count_combinations(table, columns, most);
    double same_pairs = 0;
    std::uint64_t distinct = 0;
    for (const std::uint32_t count : part.counts.counts()) {
        distinct += count > 0 ? 1U : 0U;
        same_pairs += static_cast<double>(count) * (static_cast<double>(count) - 1);
    }
    const auto n = static_cast<double>(part.all_rows);
    const auto parts = static_cast<double>(1ULL << part.bits);
    SeparatingSet out;
    out.columns.assign(columns.begin(), columns.end());
    out.unique_rows = part.counts.alone() << part.bits;
    out.distinction =
        part.rows == 0 ? 0 : static_cast<double>(distinct) / static_cast<double>(part.rows);
    out.separation = n < 2 ? 1 : 1 - same_pairs * parts / (n * (n - 1));
    return out;
}

RareRows rare_rows_of(const Table& table,
                      std::span<const std::size_t> columns,
                      std::uint64_t k,
                      const CountedRows& most) {
    return count_combinations(table, columns, most).rare_rows(k);
}

RareRowCount::RareRowCount(std::uint64_t rows,
                           std::vector<std::size_t> columns,
                           std::uint64_t counted_rows)
    : columns_(std::move(columns)),
      part_(std::make_unique<PartCounts>(part_of(rows, rows, counted_rows))) {}

RareRowCount::~RareRowCount() = default;

void RareRowCount::add(std::span<const Code> codes, std::uint64_t rows) {
    std::uint64_t hash = 0;
    for (std::size_t place = 0; place < columns_.size(); ++place) {
        hash += cell_hash(codes[place], columns_[place]);
    }
    part_->add(hash, rows);
}

RareRows RareRowCount::rare_rows(std::uint64_t k) const {
    return part_->rare_rows(k);
}

std::vector<SeparatingSet> find_separating_sets(const Table& table,
                                                const SeparationSearch& search) {
    std::vector<SeparatingSet> out;
    if (table.row_count() == 0 || search.columns.empty()) {
        return out;
    }
    const Sample sample(table, search.columns, sample_size(search, table.row_count()));
    std::vector<Ranked> sets{Ranked{}};
    for (std::size_t size = 1; size <= search.most_columns; ++size) {
        sets = extended(sets, search.columns);
        if (sets.empty()) {
            break;
        }
        rank(sets, sample, search.threads);
        SeparatingSet best = best_counted(table, sets, search);
        const std::uint64_t before = out.empty() ? 0 : out.back().unique_rows;
        if (best.unique_rows > before) {
            out.push_back(std::move(best));
        }
    }
    return out;
}

}  // namespace kanon::profile
