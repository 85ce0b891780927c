// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/spelled_domain.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/flat_index.hpp"
#include "kanon/release/classes/starred.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/spelling.hpp"

#include <string>
#include <utility>

namespace kanon {
namespace {

/// Finds equal released values, so that each is spelled once: a recoding by classes may state the
/// same range for very many classes.
class ValueIndex {
public:
    explicit ValueIndex(const std::vector<ReleasedValue>& values) : values_(values) {}

    /// The first value added that equals this one; the value itself if there is none.
    std::uint32_t add(std::uint32_t value) {
        std::uint32_t& found = index_.find(
            hash(value), [&](std::uint32_t other) { return values_[other] == values_[value]; });
        if (found != FlatIndex::kNone) {
            return found;
        }
        found = value;
        index_.added([this](std::uint32_t other) { return hash(other); });
        return value;
    }

private:
    [[nodiscard]] std::uint64_t hash(std::uint32_t number) const {
        const ReleasedValue& value = values_[number];
        const std::uint64_t ends = (static_cast<std::uint64_t>(value.first) << 32U) | value.second;
        const std::uint64_t mixed =
            (ends + static_cast<std::uint64_t>(value.kind)) * 0x9E3779B97F4A7C15ULL;
        return (mixed ^ (mixed >> 32U)) * 0xFF51AFD7ED558CCDULL;
    }

    const std::vector<ReleasedValue>& values_;
    FlatIndex index_;
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
