// SPDX-License-Identifier: Apache-2.0
#include "kanon/risk/suda.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/subsets.hpp"
#include "kanon/base/text/count_text.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string>

namespace kanon::risk {
namespace {

/// Row types that share their values in a set of columns with another one, group by group.
struct AlikeTypes {
    std::vector<std::uint32_t> types;
    std::vector<std::size_t> ends;  ///< of each group

    void clear() {
        types.clear();
        ends.clear();
    }
};

/// The types of one group by their values in a column.
class Parting {
public:
    Parting(const std::vector<Code>& codes, const std::vector<bool>& is_unique)
        : codes_(codes), is_unique_(is_unique) {}

    struct Value {
        std::uint32_t types = 0;
        std::uint32_t place = 0;  ///< of the next type among those still alike
        bool has_unique = false;
    };

    /// Add to `alike` the types of the group that are still alike, where one of them is unique;
    /// alone(type) is called for each unique one that is not. `values` is room, one a code.
    template <class Alone>
    void part(std::span<const std::uint32_t> group,
              std::vector<Value>& values,
              AlikeTypes& alike,
              const Alone& alone) const {
        touched_.clear();
        for (const std::uint32_t type : group) {
            Value& value = values[codes_[type]];
            if (value.types == 0) {
                touched_.push_back(codes_[type]);
            }
            ++value.types;
            value.has_unique = value.has_unique || is_unique_[type];
        }
        for (const Code code : touched_) {
            Value& value = values[code];
            if (value.types > 1 && value.has_unique) {
                value.place = static_cast<std::uint32_t>(alike.types.size());
                alike.types.resize(alike.types.size() + value.types);
                alike.ends.push_back(alike.types.size());
            }
        }
        for (const std::uint32_t type : group) {
            Value& value = values[codes_[type]];
            if (value.types > 1 && value.has_unique) {
                alike.types[value.place++] = type;
            } else if (value.has_unique) {
                alone(type);
            }
        }
        for (const Code code : touched_) {
            values[code] = {};
        }
    }

private:
    const std::vector<Code>& codes_;
    const std::vector<bool>& is_unique_;
    mutable std::vector<Code> touched_;
};

class Search {
public:
    Search(const RowTypes& types,
           std::span<const std::uint64_t> subjects,
           std::uint64_t sets,
           MinimalUniques& out,
           const RunContext& context)
        : types_(types), out_(out), context_(context), is_unique_(types.size()), sets_(sets) {
        place_.resize(types.size());
        for (std::size_t type = 0; type < types.size(); ++type) {
            is_unique_[type] = (subjects.empty() ? types.counts[type] : subjects[type]) == 1;
            if (is_unique_[type]) {
                place_[type] = static_cast<std::uint32_t>(out_.types.size());
                out_.types.push_back(static_cast<std::uint32_t>(type));
            }
        }
        out_.sets.resize(out_.types.size());
        for (const CodeVector& column : types.columns) {
            column.visit(
                [this](const auto codes) { columns_.emplace_back(codes.begin(), codes.end()); });
            const std::size_t greatest =
                columns_.back().empty() ? 0 : *std::ranges::max_element(columns_.back());
            values_.resize(std::max(values_.size(), greatest + 1));
        }
        alike_.resize(out_.largest + 1);
    }

    /// Sets in ascending order of their bits: the subsets of each come before it.
    void run() {
        AlikeTypes& all = alike_[0];
        all.types.resize(types_.size());
        std::iota(all.types.begin(), all.types.end(), 0U);
        all.ends.push_back(types_.size());
        extend(0, 0, types_.attribute_count());
    }

private:
    /// Look at the sets that are `set` and one column below `below`, and at those that hold them.
    void extend(std::uint64_t set, std::size_t depth, std::size_t below) {
        for (std::size_t column = 0; column < below; ++column) {
            throw_if_cancelled(context_);
            tell_progress();
            const std::uint64_t wider = set | (std::uint64_t{1} << column);
            part(alike_[depth], column, wider, alike_[depth + 1]);
            if (depth + 1 < out_.largest && !alike_[depth + 1].types.empty()) {
                extend(wider, depth + 1, column);
            }
        }
    }

    void tell_progress() {
        constexpr std::uint64_t kSeldom = 512;
        if (++looked_at_ % kSeldom == 0) {
            context_.report({.stage = "special uniques",
                             .done = static_cast<double>(looked_at_),
                             .total = static_cast<double>(sets_)});
        }
    }

    void part(const AlikeTypes& from, std::size_t column, std::uint64_t set, AlikeTypes& to) {
        to.clear();
        const Parting parting(columns_[column], is_unique_);
        std::size_t begin = 0;
        for (const std::size_t end : from.ends) {
            parting.part(std::span(from.types).subspan(begin, end - begin),
                         values_,
                         to,
                         [&](std::uint32_t type) { take(place_[type], set); });
            begin = end;
        }
    }

    /// A row that stands alone in a set does so minimally if it does in no subset.
    void take(std::uint32_t place, std::uint64_t set) {
        std::vector<std::uint64_t>& sets = out_.sets[place];
        const bool is_minimal =
            std::ranges::none_of(sets, [set](std::uint64_t known) { return (known & ~set) == 0; });
        if (!is_minimal) {
            return;
        }
        if (++kept_ > kMostMinimalUniques) {
            throw Error(ErrorCode::usage,
                        "there are more than " + count_text(kMostMinimalUniques) +
                            " minimal sample uniques of up to " +
                            count_text(out_.largest, "column") +
                            "; look at smaller sets (--suda-size), or at fewer columns (--qi)");
        }
        sets.push_back(set);
    }

    const RowTypes& types_;
    MinimalUniques& out_;
    const RunContext& context_;
    std::vector<bool> is_unique_;
    std::vector<std::uint32_t> place_;  ///< of a unique type among them
    std::vector<std::vector<Code>> columns_;
    std::vector<Parting::Value> values_;  ///< by code; free between groups
    std::vector<AlikeTypes> alike_;       ///< per size of the set
    std::uint64_t sets_;                  ///< of columns, in all
    std::uint64_t looked_at_ = 0;
    std::uint64_t kept_ = 0;
};

/// Sets of up to so many columns; some more than allowed if with every row type they are more
/// visits.
std::uint64_t sets_of(const RowTypes& types, std::size_t largest, std::uint64_t most_visits) {
    const std::uint64_t most = most_visits / std::max<std::uint64_t>(1, types.size());
    std::uint64_t sets = 0;
    for (std::size_t size = 1; size <= largest && sets <= most; ++size) {
        sets += count_subsets(types.attribute_count(), size, most + 1);
    }
    return sets;
}

bool is_too_many(const RowTypes& types, std::size_t largest, std::uint64_t most_visits) {
    return sets_of(types, largest, most_visits) >
           most_visits / std::max<std::uint64_t>(1, types.size());
}

std::size_t usual_size(const RowTypes& types) {
    std::size_t size = types.attribute_count();
    while (size > 1 && is_too_many(types, size, kUsualVisits)) {
        --size;
    }
    return size;
}

}  // namespace

MinimalUniques find_minimal_uniques(const RowTypes& types,
                                    std::span<const std::uint64_t> subjects,
                                    std::size_t largest,
                                    const RunContext& context) {
    MinimalUniques out{.columns = types.attribute_count()};
    if (out.columns > kMostSudaColumns) {
        throw Error(ErrorCode::bad_input,
                    "special uniques are looked for among at most " +
                        count_text(kMostSudaColumns, "column") + ", and there are " +
                        count_text(out.columns) + "; name fewer quasi-identifiers (--qi)");
    }
    out.largest = largest == 0 ? usual_size(types) : std::min(largest, out.columns);
    out.is_capped = largest == 0 && out.largest < out.columns;
    if (is_too_many(types, out.largest, kMostVisits)) {
        throw Error(ErrorCode::usage,
                    "sets of up to " + count_text(out.largest, "column") + " of " +
                        count_text(out.columns) +
                        " are too many to look at; choose a smaller --suda-size");
    }
    if (out.largest > 0) {
        const std::uint64_t sets = sets_of(types, out.largest, kMostVisits);
        Search(types, subjects, sets, out, context).run();
    }
    return out;
}

}  // namespace kanon::risk
