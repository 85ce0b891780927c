// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/placing.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

using Word = std::uint64_t;

constexpr std::size_t kBits = 64;
constexpr std::size_t kMostBits = std::size_t{1} << 31U;  ///< of all bitsets of a block
constexpr std::size_t kMostClasses = std::size_t{1} << 18U;
constexpr std::size_t kMostOptions = 32;
constexpr std::size_t kGrain = 4096;

std::size_t words_for(std::size_t bits) {
    return (bits + kBits - 1) / kBits;
}

void set_bit(Word* words, std::size_t bit) {
    words[bit / kBits] |= Word{1} << (bit % kBits);
}

/// Which classes of a block cover each code of one attribute.
class CoverBits {
public:
    CoverBits(const PlacingAttribute& attribute, std::size_t begin, std::size_t end)
        : words_(words_for(end - begin)),
          summary_words_(words_for(words_)),
          bits_(attribute.dictionary->size() * words_),
          summary_(attribute.dictionary->size() * summary_words_) {
        std::vector<std::vector<std::uint32_t>> classes(attribute.read->domain.values.size());
        for (std::size_t index = begin; index < end; ++index) {
            classes[attribute.value_of_class[index]].push_back(
                static_cast<std::uint32_t>(index - begin));
        }
        for (std::size_t value = 0; value < classes.size(); ++value) {
            if (!classes[value].empty() && attribute.read->readable[value]) {
                add(attribute, value, classes[value]);
            }
        }
        summarize(attribute.dictionary->size());
    }

    [[nodiscard]] Word word(Code code, std::size_t at) const { return bits_[code * words_ + at]; }

    [[nodiscard]] std::size_t summary_words() const { return summary_words_; }

    [[nodiscard]] Word summary(Code code, std::size_t at) const {
        return summary_[code * summary_words_ + at];
    }

private:
    /// Let `classes`, all with this value, cover the codes that it covers.
    void add(const PlacingAttribute& attribute,
             std::size_t value,
             const std::vector<std::uint32_t>& classes) {
        std::vector<Word> whole;
        if (classes.size() > words_) {
            whole.resize(words_);
            for (const std::uint32_t index : classes) {
                set_bit(whole.data(), index);
            }
        }
        for (const Code code : covered_codes(attribute.read->domain.values[value],
                                             attribute.read->domain,
                                             attribute.hierarchy,
                                             *attribute.dictionary)) {
            Word* words = bits_.data() + code * words_;
            for (std::size_t at = 0; at < whole.size(); ++at) {
                words[at] |= whole[at];
            }
            for (std::size_t i = 0; i < classes.size() && whole.empty(); ++i) {
                set_bit(words, classes[i]);
            }
        }
    }

    void summarize(std::size_t codes) {
        for (std::size_t code = 0; code < codes; ++code) {
            for (std::size_t at = 0; at < words_; ++at) {
                if (bits_[code * words_ + at] != 0) {
                    set_bit(summary_.data() + code * summary_words_, at);
                }
            }
        }
    }

    std::size_t words_;
    std::size_t summary_words_;
    std::vector<Word> bits_;
    std::vector<Word> summary_;
};

/// The classes of word `at` that cover all codes.
Word shared_word(const std::vector<CoverBits>& cover, std::span<const Code> codes, std::size_t at) {
    Word word = ~Word{0};
    for (std::size_t j = 0; j < codes.size() && word != 0; ++j) {
        word &= cover[j].word(codes[j], at);
    }
    return word;
}

/// The words of the summary's word `at` in which all codes have some class.
Word shared_summary(const std::vector<CoverBits>& cover,
                    std::span<const Code> codes,
                    std::size_t at) {
    Word word = ~Word{0};
    for (std::size_t j = 0; j < codes.size() && word != 0; ++j) {
        word &= cover[j].summary(codes[j], at);
    }
    return word;
}

/// Append the classes of the block that cover all codes, in order, until there are kMostOptions.
void add_options(const std::vector<CoverBits>& cover,
                 std::span<const Code> codes,
                 std::size_t begin,
                 std::vector<std::uint32_t>& options) {
    for (std::size_t s = 0; s < cover[0].summary_words(); ++s) {
        for (Word words = shared_summary(cover, codes, s); words != 0; words &= words - 1) {
            const std::size_t at = s * kBits + static_cast<std::size_t>(std::countr_zero(words));
            for (Word bits = shared_word(cover, codes, at);
                 bits != 0 && options.size() < kMostOptions;
                 bits &= bits - 1) {
                options.push_back(static_cast<std::uint32_t>(
                    begin + at * kBits + static_cast<std::size_t>(std::countr_zero(bits))));
            }
        }
    }
}

std::vector<CoverBits> cover_bits(std::span<const PlacingAttribute> attributes,
                                  std::size_t begin,
                                  std::size_t end,
                                  unsigned threads) {
    std::vector<std::vector<CoverBits>> made(attributes.size());
    parallel_for(attributes.size(), 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t j = first; j < last; ++j) {
            made[j].emplace_back(attributes[j], begin, end);
        }
    });
    std::vector<CoverBits> out;
    out.reserve(made.size());
    for (auto& one : made) {
        out.push_back(std::move(one.front()));
    }
    return out;
}

/// Classes of a block, a multiple of the bits of a word.
std::size_t block_size(std::span<const PlacingAttribute> attributes) {
    std::size_t codes = 1;
    for (const PlacingAttribute& attribute : attributes) {
        codes += attribute.dictionary->size();
    }
    return std::clamp(kMostBits / codes, kBits, kMostClasses) / kBits * kBits;
}

std::vector<Code> codes_of(const RowTypes& types, std::size_t type) {
    std::vector<Code> codes;
    codes.reserve(types.attribute_count());
    for (const CodeVector& column : types.columns) {
        codes.push_back(column[type]);
    }
    return codes;
}

/// Per row type the first classes that cover it.
std::vector<std::vector<std::uint32_t>> find_options(const RowTypes& types,
                                                     std::span<const PlacingAttribute> attributes,
                                                     unsigned threads) {
    const std::size_t classes = attributes[0].value_of_class.size();
    const std::size_t block = block_size(attributes);
    std::vector<std::vector<std::uint32_t>> options(types.size());
    for (std::size_t begin = 0; begin < classes; begin += block) {
        const std::vector<CoverBits> cover =
            cover_bits(attributes, begin, std::min(begin + block, classes), threads);
        parallel_for(types.size(), kGrain, threads, [&](std::size_t first, std::size_t last) {
            for (std::size_t type = first; type < last; ++type) {
                add_options(cover, codes_of(types, type), begin, options[type]);
            }
        });
    }
    return options;
}

/// Hands out row types to classes and keeps count of their rows.
class Placement {
public:
    Placement(const RowTypes& types, std::size_t classes, std::uint64_t least_rows)
        : types_(types),
          least_rows_(least_rows),
          rows_(classes),
          class_of_type_(types.size(), kSuppressedClass) {}

    /// To the option with the most rows of those that lack some, or to the first if none does.
    void place(std::uint32_t type, std::span<const std::uint32_t> options) {
        std::uint32_t best = options.front();
        for (const std::uint32_t option : options) {
            if (rows_[option] < least_rows_ &&
                (rows_[best] >= least_rows_ || rows_[option] > rows_[best])) {
                best = option;
            }
        }
        class_of_type_[type] = best;
        rows_[best] += types_.counts[type];
    }

    /// Out of a class that lacks rows, to the first option that does not, if there is one.
    void rescue(std::uint32_t type, std::span<const std::uint32_t> options) {
        std::uint32_t& now = class_of_type_[type];
        if (rows_[now] >= least_rows_) {
            return;
        }
        for (const std::uint32_t option : options) {
            if (rows_[option] >= least_rows_) {
                rows_[now] -= types_.counts[type];
                rows_[option] += types_.counts[type];
                now = option;
                return;
            }
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> take() { return std::move(class_of_type_); }

private:
    const RowTypes& types_;
    std::uint64_t least_rows_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint32_t> class_of_type_;
};

}  // namespace

std::vector<std::uint32_t> place_types(const RowTypes& types,
                                       std::span<const PlacingAttribute> attributes,
                                       std::uint64_t least_rows,
                                       unsigned threads) {
    KANON_CHECK(!attributes.empty() && attributes.size() == types.attribute_count());
    const auto options = find_options(types, attributes, threads);
    // Those with the least choice first.
    std::vector<std::uint32_t> order(types.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t type) { return options[type].empty(); });
    std::ranges::stable_sort(order, {}, [&](std::uint32_t type) { return options[type].size(); });
    Placement placement(types, attributes[0].value_of_class.size(), least_rows);
    for (const std::uint32_t type : order) {
        placement.place(type, options[type]);
    }
    for (const std::uint32_t type : order) {
        placement.rescue(type, options[type]);
    }
    return placement.take();
}

}  // namespace kanon
