// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/pattern_mask.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace kanon {
namespace {

void refuse_size(const PatternMask& mask) {
    throw Error(ErrorCode::bad_policy,
                "there are more than " + std::to_string(kMostPatterns) + " ways to star cells of " +
                    std::to_string(mask.attributes) +
                    " quasi-identifiers; allow fewer with `patterns: {max-stars: ...}`");
}

/// Lists patterns attribute by attribute, and leaves a branch as soon as no pattern of it can keep
/// the rules that only get harder: never, at_most_one, max_stars.
class Lister {
public:
    explicit Lister(const PatternMask& mask) : mask_(mask) {}

    std::vector<Pattern> list() {
        extend(mask_.attributes, 0);
        return std::move(found_);
    }

private:
    [[nodiscard]] bool can_keep(Pattern pattern) const {
        return static_cast<std::size_t>(std::popcount(pattern)) <= mask_.max_stars &&
               (pattern & mask_.never) == 0 &&
               std::all_of(
                   mask_.at_most_one.begin(), mask_.at_most_one.end(), [pattern](Pattern group) {
                       return std::popcount(pattern & group) <= 1;
                   });
    }

    /// Decide on the attributes below `attribute`, the highest first: patterns come out ascending.
    void extend(std::size_t attribute, Pattern pattern) {
        if (!can_keep(pattern)) {
            return;
        }
        if (++steps_ > kMostPatterns * kMostPatternAttributes || found_.size() > kMostPatterns) {
            refuse_size(mask_);
        }
        if (attribute == 0) {
            if (mask_.allows(pattern)) {
                found_.push_back(pattern);
            }
            return;
        }
        extend(attribute - 1, pattern);
        extend(attribute - 1, pattern | (Pattern{1} << (attribute - 1)));
    }

    const PatternMask& mask_;
    std::vector<Pattern> found_;
    std::size_t steps_ = 0;
};

}  // namespace

Pattern PatternMask::everything() const {
    return attributes == kMostPatternAttributes ? ~Pattern{0} : (Pattern{1} << attributes) - 1;
}

bool PatternMask::allows(Pattern pattern) const {
    if (pattern == everything() || (pattern & never) != 0 || (pattern & always) != always) {
        return false;
    }
    if (!list.empty()) {
        return std::binary_search(list.begin(), list.end(), pattern);
    }
    const auto stars = static_cast<std::size_t>(std::popcount(pattern));
    return stars <= max_stars &&
           std::all_of(together.begin(),
                       together.end(),
                       [pattern](Pattern group) {
                           return (pattern & group) == 0 || (pattern & group) == group;
                       }) &&
           std::all_of(at_most_one.begin(), at_most_one.end(), [pattern](Pattern group) {
               return std::popcount(pattern & group) <= 1;
           });
}

std::vector<Pattern> PatternMask::patterns() const {
    if (attributes > kMostPatternAttributes) {
        throw Error(ErrorCode::bad_policy,
                    "cell suppression takes up to " + std::to_string(kMostPatternAttributes) +
                        " quasi-identifiers, not " + std::to_string(attributes) +
                        "; make fewer columns quasi-identifying");
    }
    if (!list.empty()) {
        std::vector<Pattern> out;
        std::copy_if(list.begin(), list.end(), std::back_inserter(out), [this](Pattern pattern) {
            return allows(pattern);
        });
        return out;
    }
    return Lister(*this).list();
}

}  // namespace kanon
