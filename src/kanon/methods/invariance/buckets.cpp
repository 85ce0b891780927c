// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/invariance/buckets.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::invariance {
namespace {

using Signature = std::vector<std::uint32_t>;

/// New persons by value, and counterfeits that are to be beside them.
class NewRows {
public:
    NewRows(std::uint64_t m, std::uint32_t values) : m_(m), rows_(values), counts_(values) {}

    void add(std::uint32_t value, std::uint32_t row) {
        rows_[value].push_back(row);
        count(value, counts_[value] + 1);
    }

    /// Rows come out in the order in which they went in.
    void finish() {
        for (std::vector<std::uint32_t>& rows : rows_) {
            std::ranges::reverse(rows);
        }
    }

    [[nodiscard]] std::uint64_t total() const { return total_; }

    [[nodiscard]] std::uint64_t count(std::uint32_t value) const { return counts_[value]; }

    /// Counterfeits without which they are not m-eligible.
    [[nodiscard]] std::uint64_t needed() const { return needed(most(), total_); }

    /// True if one of that value can go without more counterfeits being needed.
    [[nodiscard]] bool can_spare(std::uint32_t value) const {
        const std::uint64_t own = counts_[value];
        const bool is_only_most = own > 0 && own == most() && with_count_.at(own) == 1;
        return own > 0 && needed(is_only_most ? own - 1 : most(), total_ - 1) <= needed();
    }

    void add_counterfeits(std::uint32_t value, std::uint64_t counterfeits) {
        count(value, counts_[value] + counterfeits);
    }

    /// Take so many of a value, persons first, and put these into a bucket.
    void take(std::uint32_t value, std::uint64_t taken, std::vector<std::uint32_t>& out) {
        std::vector<std::uint32_t>& rows = rows_[value];
        const std::size_t persons = std::min<std::uint64_t>(taken, rows.size());
        out.insert(out.end(), rows.rbegin(), rows.rbegin() + static_cast<std::ptrdiff_t>(persons));
        rows.resize(rows.size() - persons);
        count(value, counts_[value] - taken);
    }

    /// All values, those with the most rows first.
    [[nodiscard]] std::vector<std::uint32_t> by_count() const {
        std::vector<std::uint32_t> out(counts_.size());
        std::iota(out.begin(), out.end(), 0U);
        std::ranges::stable_sort(
            out, [&](std::uint32_t a, std::uint32_t b) { return counts_[a] > counts_[b]; });
        return out;
    }

private:
    [[nodiscard]] std::uint64_t most() const {
        return with_count_.empty() ? 0 : with_count_.rbegin()->first;
    }

    [[nodiscard]] std::uint64_t needed(std::uint64_t most, std::uint64_t total) const {
        return m_ * most > total ? m_ * most - total : 0;
    }

    void count(std::uint32_t value, std::uint64_t now) {
        std::uint64_t& before = counts_[value];
        if (before > 0 && --with_count_.at(before) == 0) {
            with_count_.erase(before);
        }
        if (now > 0) {
            ++with_count_[now];
        }
        total_ = total_ - before + now;
        before = now;
    }

    std::uint64_t m_;
    std::vector<std::vector<std::uint32_t>> rows_;       ///< of persons; the next one last
    std::vector<std::uint64_t> counts_;                  ///< with counterfeits
    std::map<std::uint64_t, std::uint64_t> with_count_;  ///< values by their counts
    std::uint64_t total_ = 0;
};

class Filling {
public:
    explicit Filling(const InvariantRows& rows) : asked_(rows), new_(rows.m, rows.values) {}

    std::vector<Bucket> operator()() {
        divide();
        balance();
        make_eligible();
        assign();
        deal_out();
        std::vector<Bucket> out;
        for (auto& [values, bucket] : buckets_) {
            out.push_back(std::move(bucket));
        }
        return out;
    }

private:
    Bucket& bucket_of(const Signature& values) {
        Bucket& out = buckets_[values];
        if (out.values.empty()) {
            out.values = values;
            out.rows.resize(values.size());
        }
        return out;
    }

    /// Where the rows of a value are in a bucket that has it.
    static std::vector<std::uint32_t>& rows_of(Bucket& bucket, std::uint32_t value) {
        const auto found = std::ranges::lower_bound(bucket.values, value);
        return bucket.rows[static_cast<std::size_t>(found - bucket.values.begin())];
    }

    void divide() {
        for (std::uint32_t row = 0; row < asked_.value.size(); ++row) {
            if (asked_.signature[row] == InvariantRows::kNew) {
                new_.add(asked_.value[row], row);
            } else {
                rows_of(bucket_of(asked_.signatures[asked_.signature[row]]), asked_.value[row])
                    .push_back(row);
            }
        }
        new_.finish();
    }

    void balance() {
        for (auto& [values, bucket] : buckets_) {
            const std::size_t full = bucket.classes();
            for (std::size_t i = 0; i < values.size(); ++i) {
                while (bucket.rows[i].size() < full && new_.can_spare(values[i])) {
                    new_.take(values[i], 1, bucket.rows[i]);
                }
            }
        }
    }

    /// With as few counterfeits as do, of the values that are frequent already.
    void make_eligible() {
        std::uint64_t needed = new_.needed();
        const std::vector<std::uint32_t> values = new_.by_count();
        for (std::size_t i = 1; i < values.size() && needed > 0; ++i) {
            const std::uint64_t added =
                std::min(needed, new_.count(values.front()) - new_.count(values[i]));
            new_.add_counterfeits(values[i], added);
            needed -= added;
        }
        if (needed > 0) {
            throw Error(
                ErrorCode::infeasible,
                fmt::format("{}-invariance needs as many sensitive values, and there are {}; "
                            "choose a smaller m",
                            asked_.m,
                            count_text(asked_.values)));
        }
    }

    void assign() {
        while (new_.total() >= asked_.m * asked_.m) {
            const std::vector<std::uint32_t> values = new_.by_count();
            const std::uint64_t next =
                values.size() > asked_.m ? new_.count(values[asked_.m]) : std::uint64_t{0};
            const std::uint64_t taken =
                std::min(new_.count(values[asked_.m - 1]), new_.total() / asked_.m - next);
            Signature chosen(values.begin(),
                             values.begin() + static_cast<std::ptrdiff_t>(asked_.m));
            std::ranges::sort(chosen);
            Bucket& bucket = bucket_of(chosen);
            for (const std::uint32_t value : chosen) {
                new_.take(value, taken, rows_of(bucket, value));
            }
        }
    }

    /// As no value has more rows than there are hands, none comes into a hand twice.
    void deal_out() {
        std::vector<Signature> hands(new_.total() / asked_.m);
        std::size_t next = 0;
        for (std::uint32_t value = 0; value < asked_.values && !hands.empty(); ++value) {
            for (std::uint64_t left = new_.count(value); left > 0; --left, ++next) {
                hands[next % hands.size()].push_back(value);
            }
        }
        for (const Signature& hand : hands) {
            Bucket& bucket = bucket_of(hand);
            for (const std::uint32_t value : hand) {
                new_.take(value, 1, rows_of(bucket, value));
            }
        }
    }

    const InvariantRows& asked_;
    NewRows new_;
    std::map<Signature, Bucket> buckets_;
};

}  // namespace

std::size_t Bucket::classes() const {
    std::size_t out = 0;
    for (const std::vector<std::uint32_t>& of_value : rows) {
        out = std::max(out, of_value.size());
    }
    return out;
}

std::uint64_t least_counterfeits(const InvariantRows& rows) {
    std::vector<std::uint64_t> persons(rows.values);
    std::map<std::vector<std::uint32_t>, std::map<std::uint32_t, std::uint64_t>> of_signature;
    for (std::size_t row = 0; row < rows.value.size(); ++row) {
        ++persons[rows.value[row]];
        if (rows.signature[row] != InvariantRows::kNew) {
            ++of_signature[rows.signatures[rows.signature[row]]][rows.value[row]];
        }
    }
    std::uint64_t by_signature = 0;
    for (const auto& [signature, of_value] : of_signature) {
        std::uint64_t classes = 0;
        for (const auto& [value, count] : of_value) {
            classes = std::max(classes, count);
        }
        by_signature += classes * signature.size();
    }
    const std::uint64_t commonest = persons.empty() ? 0 : *std::ranges::max_element(persons);
    const std::uint64_t least = std::max(by_signature, rows.m * commonest);
    return least - std::min<std::uint64_t>(least, rows.value.size());
}

std::vector<Bucket> fill_buckets(const InvariantRows& rows) {
    return Filling(rows)();
}

}  // namespace kanon::invariance
