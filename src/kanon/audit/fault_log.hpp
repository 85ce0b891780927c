// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::auditing {

/// Where a fault stands in the report: faults without a row first, then by row, then by place.
struct FaultPlace {
    std::uint64_t row = 0;  ///< 1-based; 0: none
    std::size_t place = 0;  ///< original column; the promises of models after all columns

    friend bool operator<(const FaultPlace& a, const FaultPlace& b) {
        return std::tie(a.row, a.place) < std::tie(b.row, b.place);
    }
};

/// Counts all faults and keeps the first `limit` of them by place, rule and message, in whatever
/// order they are added; so logs of several slices merge into the log of the whole.
class FaultLog {
public:
    explicit FaultLog(std::size_t limit) : limit_(limit) {}

    /// Add a fault, which so many rows share; `message()` is called only if the fault is kept.
    template <class Message>
    void add(FaultPlace place,
             std::string_view rule,
             std::string_view attribute,
             const Message& message,
             std::uint64_t rows = 1) {
        count_ += rows;
        count_of_rule_.try_emplace(std::string(rule)).first->second += rows;
        if (limit_ == 0 || (kept_.size() >= limit_ && std::prev(kept_.end())->place < place)) {
            return;
        }
        keep({place, std::string(rule), std::string(attribute), message()});
    }

    void merge(FaultLog&& other) {
        count_ += other.count_;
        for (const auto& [rule, count] : other.count_of_rule_) {
            count_of_rule_[rule] += count;
        }
        while (!other.kept_.empty()) {
            kept_.insert(other.kept_.extract(other.kept_.begin()));
        }
        trim();
    }

    /// All faults, kept or not.
    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// True if no fault breaks any of the rules.
    [[nodiscard]] bool keeps(std::initializer_list<std::string_view> rules) const {
        return std::none_of(rules.begin(), rules.end(), [this](std::string_view rule) {
            return count_of_rule_.find(rule) != count_of_rule_.end();
        });
    }

    [[nodiscard]] std::vector<Fault> faults() const {
        std::vector<Fault> out;
        for (const Entry& entry : kept_) {
            out.push_back(
                {.rule = entry.rule,
                 .row = entry.place.row == 0 ? std::nullopt : std::optional(entry.place.row),
                 .attribute = entry.attribute,
                 .message = entry.message});
        }
        return out;
    }

private:
    struct Entry {
        FaultPlace place;
        std::string rule;
        std::string attribute;
        std::string message;

        friend bool operator<(const Entry& a, const Entry& b) {
            return std::tie(a.place, a.rule, a.attribute, a.message) <
                   std::tie(b.place, b.rule, b.attribute, b.message);
        }
    };

    void keep(Entry entry) {
        kept_.insert(std::move(entry));
        trim();
    }

    void trim() {
        while (kept_.size() > limit_) {
            kept_.erase(std::prev(kept_.end()));
        }
    }

    std::size_t limit_;
    std::uint64_t count_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> count_of_rule_;
    std::multiset<Entry> kept_;
};

}  // namespace kanon::auditing
