// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/identifying_set.hpp"

#include "kanon/base/flat_index.hpp"
#include "kanon/profile/sets/combination_counts.hpp"
#include "kanon/profile/sets/hitting_set.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::profile {
namespace {

/// Sets that are added at a time: the smallest of those found, which say most.
constexpr std::size_t kMostAdded = 64;
/// Pairs of rows that are looked at for them.
constexpr std::size_t kMostPairs = 4096;

using Rows = std::vector<std::uint32_t>;

std::size_t size_of(const Bits& set) {
    std::size_t size = 0;
    for (const std::uint64_t word : set) {
        size += static_cast<std::size_t>(std::popcount(word));
    }
    return size;
}

class Search {
public:
    Search(const Table& table, const IdentifyingSearch& search)
        : table_(table),
          search_(search),
          visits_(search.row_visits),
          steps_(search.set_steps),
          sets_(search.columns.size()),
          hashes_(table.row_count()),
          alone_(table.row_count()) {}

    IdentifyingSet run() {
        Rows all(table_.row_count());
        std::iota(all.begin(), all.end(), 0U);
        IdentifyingSet out{.unique_rows = find_alone(all)};
        if (out.unique_rows == 0) {
            return out;
        }
        Rows sample = drawn();
        std::vector<std::size_t> chosen = least_choice(sample, all);
        out.at_least = std::max(sets_.least_size(), fewest_for(out.unique_rows));
        for (const std::size_t place : chosen) {
            out.columns.push_back(search_.columns[place]);
        }
        std::ranges::sort(out.columns);
        return out;
    }

private:
    /// Hash the rows by some columns, given by their places among those to choose from.
    void hash(const Rows& rows, std::span<const std::size_t> places) {
        for (const std::uint32_t row : rows) {
            hashes_[row] = 0;
        }
        for (const std::size_t place : places) {
            const std::size_t column = search_.columns[place];
            table_.column(column).codes.visit([&](const auto codes) {
                for (const std::uint32_t row : rows) {
                    hashes_[row] += cell_hash(codes[row], column);
                }
            });
        }
        for (const std::uint32_t row : rows) {
            hashes_[row] = mixed(hashes_[row]);
        }
        visits_ -= std::min<std::uint64_t>(visits_, rows.size() * (places.size() + 1));
    }

    /// Which rows all columns together leave alone.
    std::uint64_t find_alone(const Rows& all) {
        hash(all, every_column());
        std::vector<bool> repeats(all.size());
        for_each_alike(all, [&](std::uint32_t first, std::uint32_t row) {
            repeats[first] = true;
            repeats[row] = true;
        });
        std::uint64_t count = 0;
        for (const std::uint32_t row : all) {
            alone_[row] = !repeats[row];
            count += repeats[row] ? 0U : 1U;
        }
        return count;
    }

    /// Call `use` for each row that has the hash of one before, and for the first one that has it.
    template <class Use>
    void for_each_alike(const Rows& rows, const Use& use) {
        FlatIndex index(std::bit_ceil(2 * rows.size() + 2));
        for (const std::uint32_t row : rows) {
            std::uint32_t& first = index.find(
                hashes_[row], [&](std::uint32_t other) { return hashes_[other] == hashes_[row]; });
            if (first == FlatIndex::kNone) {
                first = row;
                index.added([&](std::uint32_t number) { return hashes_[number]; });
            } else {
                use(first, row);
            }
        }
    }

    /// Fewer columns do not have so many combinations of values.
    [[nodiscard]] std::size_t fewest_for(std::uint64_t combinations) const {
        std::vector<std::size_t> values;
        for (const std::size_t column : search_.columns) {
            values.push_back(table_.column(column).dictionary->size());
        }
        std::ranges::sort(values, std::greater<>());
        double had = 1;
        std::size_t size = 0;
        while (size < values.size() && had < static_cast<double>(combinations)) {
            had *= static_cast<double>(values[size++]);
        }
        return size;
    }

    /// Rows spread evenly over the table.
    [[nodiscard]] Rows drawn() const {
        const std::size_t rows = table_.row_count();
        const std::size_t size = std::min<std::size_t>(rows, search_.sampled_rows);
        Rows out;
        for (std::size_t i = 0; i < size; ++i) {
            out.push_back(static_cast<std::uint32_t>(rows / size * i + rows % size * i / size));
        }
        return out;
    }

    /// In which columns two rows differ.
    [[nodiscard]] Bits differences(std::uint32_t a, std::uint32_t b) {
        Bits out((search_.columns.size() + 63) / 64);
        for (std::size_t place = 0; place < search_.columns.size(); ++place) {
            const CodeVector& codes = table_.column(search_.columns[place]).codes;
            out[place / 64] |= std::uint64_t{codes[a] != codes[b] ? 1U : 0U} << (place % 64);
        }
        visits_ -= std::min<std::uint64_t>(visits_, search_.columns.size());
        return out;
    }

    /// Add what tells rows apart that the choice leaves alike, and the rows to `met`. True if there
    /// were none.
    bool is_enough(const Rows& rows, std::span<const std::size_t> chosen, Rows& met) {
        hash(rows, chosen);
        std::vector<std::pair<std::size_t, Bits>> found;
        for_each_alike(rows, [&](std::uint32_t first, std::uint32_t row) {
            if ((!alone_[first] && !alone_[row]) || found.size() == kMostPairs) {
                return;
            }
            Bits set = differences(first, row);
            const bool told = std::ranges::any_of(chosen, [&](std::size_t place) {
                return (set[place / 64] >> (place % 64) & 1U) != 0;
            });
            if (told) {
                return;  // hashes that are equal by chance
            }
            found.emplace_back(size_of(set), std::move(set));
            met.push_back(first);
            met.push_back(row);
        });
        if (found.empty()) {
            return true;
        }
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        for (std::size_t i = 0; i < std::min(kMostAdded, found.size()); ++i) {
            sets_.add(found[i].second, steps_);
        }
        return false;
    }

    /// The least choice that is enough for all rows, or one of which no column can be left out.
    std::vector<std::size_t> least_choice(Rows& sample, const Rows& all) {
        const bool is_whole = sample.size() == all.size();
        while (visits_ > 0 && steps_ > 0) {
            HittingSets::Found found = sets_.solve(steps_);
            Rows met;
            if (!is_enough(sample, found.numbers, met)) {
                continue;
            }
            if (is_whole || is_enough(all, found.numbers, met)) {
                if (found.is_least) {
                    return found.numbers;
                }
                return without_needless(all, std::move(found.numbers));
            }
            add_rows(met, sample);
        }
        return fall_back(all);
    }

    static void add_rows(Rows& met, Rows& sample) {
        sample.insert(sample.end(), met.begin(), met.end());
        std::ranges::sort(sample);
        sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
    }

    /// What greedy chooses for the sets known, and for those that come in, all together, until it
    /// is enough: once for each column at most.
    std::vector<std::size_t> fall_back(const Rows& all) {
        std::uint64_t none = 0;
        std::vector<std::size_t> chosen;
        Rows met;
        do {
            const std::vector<std::size_t> more = sets_.solve(none).numbers;
            chosen.insert(chosen.end(), more.begin(), more.end());
            std::ranges::sort(chosen);
            chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        } while (!is_enough(all, chosen, met));
        return without_needless(all, std::move(chosen));
    }

    [[nodiscard]] std::vector<std::size_t> every_column() const {
        std::vector<std::size_t> places(search_.columns.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        return places;
    }

    /// What is left of a choice once every column is dropped, the first one first, that need not be
    /// there.
    std::vector<std::size_t> without_needless(const Rows& all, std::vector<std::size_t> chosen) {
        for (std::size_t i = 0; i < chosen.size();) {
            std::vector<std::size_t> fewer = chosen;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            Rows met;
            if (is_enough(all, fewer, met)) {
                chosen = std::move(fewer);
            } else {
                ++i;
            }
        }
        return chosen;
    }

    const Table& table_;
    const IdentifyingSearch& search_;
    std::uint64_t visits_;
    std::uint64_t steps_;
    HittingSets sets_;
    std::vector<std::uint64_t> hashes_;  ///< by row, of the columns last looked at
    std::vector<bool> alone_;
};

}  // namespace

IdentifyingSet find_identifying_set(const Table& table, const IdentifyingSearch& search) {
    if (table.row_count() == 0 || search.columns.empty()) {
        return {};
    }
    return Search(table, search).run();
}

}  // namespace kanon::profile
