// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelled_domain.hpp"

#include "kanon/release/release.hpp"
#include "kanon/release/spelling.hpp"
#include "kanon/release/starred.hpp"

#include <limits>
#include <string>
#include <utility>

namespace kanon {
namespace {

/// Finds equal released values, so that each is spelled once: a recoding by classes may state the
/// same range for very many classes.
class ValueIndex {
public:
    explicit ValueIndex(const std::vector<ReleasedValue>& values)
        : values_(values), slots_(64, kEmpty) {}

    /// The first value added that equals this one; the value itself if there is none.
    std::uint32_t add(std::uint32_t value) {
        const std::uint32_t found = place(slots_, value);
        if (found != value) {
            return found;
        }
        if (++count_ * 2 > slots_.size()) {
            grow();
        }
        return value;
    }

private:
    static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t place(std::vector<std::uint32_t>& slots, std::uint32_t value) const {
        const ReleasedValue& wanted = values_[value];
        const std::uint64_t ends =
            (static_cast<std::uint64_t>(wanted.first) << 32U) | wanted.second;
        std::uint64_t hash =
            (ends + static_cast<std::uint64_t>(wanted.kind)) * 0x9E3779B97F4A7C15ULL;
        hash = (hash ^ (hash >> 32U)) * 0xFF51AFD7ED558CCDULL;
        const std::size_t mask = slots.size() - 1;
        std::size_t slot = (hash >> 32U) & mask;
        while (slots[slot] != kEmpty && values_[slots[slot]] != wanted) {
            slot = (slot + 1) & mask;
        }
        if (slots[slot] == kEmpty) {
            slots[slot] = value;
        }
        return slots[slot];
    }

    void grow() {
        std::vector<std::uint32_t> wider(slots_.size() * 2, kEmpty);
        for (const std::uint32_t value : slots_) {
            if (value != kEmpty) {
                place(wider, value);
            }
        }
        slots_.swap(wider);
    }

    const std::vector<ReleasedValue>& values_;
    std::vector<std::uint32_t> slots_;
    std::size_t count_ = 0;
};

}  // namespace

std::vector<bool> SpelledDomain::stars() const {
    return values_spelled_star(domain_, hierarchy_);
}

void SpelledDomain::build(const std::vector<bool>& occurs, bool with_star) {
    DictionaryBuilder builder;
    ValueIndex index(domain_.values);
    code_of_value_.resize(value_count());
    for (std::uint32_t value = 0; value < value_count(); ++value) {
        if (!occurs[value]) {
            continue;
        }
        if (const std::uint32_t same = index.add(value); same != value) {
            code_of_value_[value] = code_of_value_[same];
            continue;
        }
        const std::string text = spell(domain_.values[value], domain_, original_, hierarchy_);
        code_of_value_[value] = text.empty() ? builder.add_missing() : builder.add(text);
    }
    if (with_star) {
        star_ = builder.add(kStar);
    }
    auto built = builder.finish(ValueType::text);
    if (with_star) {
        star_ = built.code_of_provisional[star_];
    }
    for (std::uint32_t value = 0; value < value_count(); ++value) {
        code_of_value_[value] =
            occurs[value] ? built.code_of_provisional[code_of_value_[value]] : star_;
    }
    dictionary_ = std::make_shared<const Dictionary>(std::move(built.dictionary));
}

}  // namespace kanon
