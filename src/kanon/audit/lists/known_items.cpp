// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/lists/known_items.hpp"

#include "kanon/base/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::auditing {
namespace {

constexpr std::string_view kRule = "km-anonymity";
constexpr std::uint64_t kNoSupport = std::numeric_limits<std::uint64_t>::max();

/// An item of a row, in the order of the work: class by class, item by item.
struct ItemOfRow {
    std::uint32_t in_class = 0;
    std::uint32_t item = 0;
    std::uint32_t row = 0;

    friend bool operator<(const ItemOfRow& a, const ItemOfRow& b) {
        return std::tie(a.in_class, a.item, a.row) < std::tie(b.in_class, b.item, b.row);
    }

    [[nodiscard]] bool is_beside(const ItemOfRow& other) const {
        return in_class == other.in_class && item == other.item;
    }
};

std::vector<ItemOfRow> items_of_rows(const ListEvidence& lists) {
    const Evidence& evidence = *lists.evidence;
    std::vector<ItemOfRow> out;
    for (std::uint32_t row = 0; row < evidence.released_rows(); ++row) {
        for (const std::uint32_t item : lists.row(row)) {
            out.push_back({evidence.classes->class_of_row()[row], item, row});
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Where each run of one item in one class begins; and the end.
std::vector<std::size_t> run_starts(const std::vector<ItemOfRow>& all) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || !all[i].is_beside(all[i - 1])) {
            out.push_back(i);
        }
    }
    out.push_back(all.size());
    return out;
}

/// Judges the sets that begin with one item in one class.
class Counter {
public:
    Counter(const ListEvidence& lists, FaultLog& log)
        : lists_(&lists), promise_(lists.list->promise), log_(&log) {
        counts_.resize(lists.lists.items.size());
    }

    void judge_run(std::span<const ItemOfRow> run) {
        std::vector<std::uint32_t> rows;
        std::ranges::for_each(run, [&](const ItemOfRow& one) { rows.push_back(one.row); });
        const std::array known{run.front().item};
        judge_set(known, rows);
        count_larger<2>(run.front().item, rows);
    }

    /// Those who know no item: the share of each sensitive one among all rows of a class.
    void judge_shares(std::span<const std::uint32_t> known,
                      std::span<const std::uint32_t> rows,
                      std::uint64_t support) {
        if (promise_.l < 2) {
            return;
        }
        std::vector<std::uint32_t> secrets;
        for (const std::uint32_t row : rows) {
            for (const std::uint32_t item : lists_->row(row)) {
                if (lists_->lists.items[item].is_sensitive &&
                    std::ranges::count(known, item) == 0 && counts_[item]++ == 0) {
                    secrets.push_back(item);
                }
            }
        }
        for (const std::uint32_t item : secrets) {
            const std::uint64_t with = std::exchange(counts_[item], 0U);
            out_.worst_share = std::max(out_.worst_share,
                                        static_cast<double>(with) / static_cast<double>(support));
            if (with * promise_.l > support) {
                add_fault(rows.front(), [&] {
                    return fmt::format(
                        "whoever knows a set of {} of its items infers a sensitive "
                        "one with {} of {}; at most 1 of {} is allowed",
                        known.size(),
                        with,
                        support,
                        promise_.l);
                });
            }
        }
    }

    [[nodiscard]] const KnownItems& found() const { return out_; }

private:
    template <class Message>
    void add_fault(std::uint32_t row, const Message& message) {
        log_->add({.row = row + std::uint64_t{1}, .place = lists_->list->column},
                  kRule,
                  lists_->released->name,
                  message);
    }

    void judge_set(std::span<const std::uint32_t> known, std::span<const std::uint32_t> rows) {
        ++out_.sets;
        const std::uint64_t support = rows.size();
        out_.least_support =
            out_.least_support == 0 ? support : std::min(out_.least_support, support);
        if (support < promise_.k) {
            add_fault(rows.front(), [&] {
                return fmt::format(
                    "a set of {} of its items is in {} of the lists; {} are "
                    "required",
                    known.size(),
                    support,
                    promise_.k);
            });
        }
        judge_shares(known, rows, support);
    }

    /// Sets of `Size` items that begin with `first`, and of more.
    template <std::size_t Size>
    void count_larger(std::uint32_t first, const std::vector<std::uint32_t>& rows) {
        if constexpr (Size <= kMostKnownItems) {
            if (Size > promise_.m) {
                return;
            }
            std::vector<std::array<std::uint32_t, Size>> sets;  // the other items, then the row
            for (const std::uint32_t row : rows) {
                const auto list = lists_->row(row);
                const auto begin = std::ranges::upper_bound(list, first) - list.begin();
                std::array<std::uint32_t, Size> set{};
                set.back() = row;
                choose<Size>(list, static_cast<std::size_t>(begin), 0, set, sets);
            }
            std::ranges::sort(sets);
            judge_sorted<Size>(first, sets);
            sets = {};
            count_larger<Size + 1>(first, rows);
        }
    }

    template <std::size_t Size>
    static void choose(std::span<const std::uint32_t> list,
                       std::size_t from,
                       std::size_t place,
                       std::array<std::uint32_t, Size>& set,
                       std::vector<std::array<std::uint32_t, Size>>& sets) {
        if (place + 1 == Size) {
            sets.push_back(set);
            return;
        }
        for (std::size_t i = from; i < list.size(); ++i) {
            set[place] = list[i];
            choose<Size>(list, i + 1, place + 1, set, sets);
        }
    }

    template <std::size_t Size>
    void judge_sorted(std::uint32_t first,
                      const std::vector<std::array<std::uint32_t, Size>>& sets) {
        const auto is_same = [](const auto& a, const auto& b) {
            return std::equal(a.begin(), a.end() - 1, b.begin());
        };
        std::vector<std::uint32_t> rows;
        for (std::size_t begin = 0; begin < sets.size();) {
            std::size_t end = begin;
            rows.clear();
            for (; end < sets.size() && is_same(sets[begin], sets[end]); ++end) {
                rows.push_back(sets[end].back());
            }
            std::array<std::uint32_t, Size> known = sets[begin];
            known.back() = first;
            judge_set(known, rows);
            begin = end;
        }
    }

    const ListEvidence* lists_;
    ListPromise promise_;
    FaultLog* log_;
    KnownItems out_;
    std::vector<std::uint32_t> counts_;  ///< per item, 0 between uses
};

void add_up(const KnownItems& part, KnownItems& out) {
    out.sets += part.sets;
    out.worst_share = std::max(out.worst_share, part.worst_share);
    if (part.least_support > 0) {
        out.least_support = out.least_support == 0
                                ? part.least_support
                                : std::min(out.least_support, part.least_support);
    }
}

/// The rows of each class, suppressed ones left out, for who knows no item.
KnownItems judge_whole_classes(const ListEvidence& lists, FaultLog& log) {
    const Evidence& evidence = *lists.evidence;
    std::vector<std::vector<std::uint32_t>> rows_of(evidence.classes->size());
    for (std::uint32_t row = 0; row < evidence.released_rows(); ++row) {
        if (!evidence.is_suppressed(row)) {
            rows_of[evidence.classes->class_of_row()[row]].push_back(row);
        }
    }
    Counter counter(lists, log);
    for (const auto& rows : rows_of) {
        if (!rows.empty()) {
            counter.judge_shares({}, rows, rows.size());
        }
    }
    return counter.found();
}

}  // namespace

KnownItems count_known_items(const ListEvidence& lists, FaultLog& log) {
    constexpr std::size_t kParts = 64;
    const Evidence& evidence = *lists.evidence;
    const std::vector<ItemOfRow> all = items_of_rows(lists);
    const std::vector<std::size_t> starts = run_starts(all);
    std::vector<KnownItems> found(kParts);
    std::vector<FaultLog> logs(kParts, FaultLog(evidence.options->max_faults));
    parallel_parts(
        starts.size() - 1,
        kParts,
        evidence.threads,
        [&](std::size_t part, std::size_t begin, std::size_t end) {
            Counter counter(lists, logs[part]);
            for (std::size_t i = begin; i < end; ++i) {
                counter.judge_run(std::span(all).subspan(starts[i], starts[i + 1] - starts[i]));
            }
            found[part] = counter.found();
        });
    KnownItems out;
    if (lists.list->promise.l > 1) {
        out = judge_whole_classes(lists, log);
    }
    for (std::size_t part = 0; part < kParts; ++part) {
        add_up(found[part], out);
        log.merge(std::move(logs[part]));
    }
    return out;
}

}  // namespace kanon::auditing
