// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/packed_types.hpp"

#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace kanon {
namespace {

constexpr std::size_t kBatch = 64;

std::uint64_t mix(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

/// One more than the greatest code.
std::size_t code_limit(const CodeVector& codes) {
    return codes.visit([](const auto span) {
        return span.empty() ? std::size_t{1}
                            : std::size_t{*std::max_element(span.begin(), span.end())} + 1;
    });
}

}  // namespace

PackedTypes::PackedTypes(const RowTypes& types) {
    unsigned used = 0;
    std::vector<unsigned> shifts;
    for (const CodeVector& codes : types.columns) {
        const unsigned bits = bits_for(code_limit(codes));
        if (used + bits > 64) {
            ++words_;
            used = 0;
        }
        const std::uint64_t ones = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
        shifts.push_back(bits == 0 ? 0 : used);
        fields_.push_back({.word = words_ - 1, .bits = ones << shifts.back()});
        used += bits;
    }
    keys_.resize(types.size() * words_);
    for (std::size_t j = 0; j < fields_.size(); ++j) {
        types.columns[j].visit([&](const auto codes) {
            for (std::size_t type = 0; type < codes.size(); ++type) {
                keys_[type * words_ + fields_[j].word] |= std::uint64_t{codes[type]} << shifts[j];
            }
        });
    }
}

std::vector<std::uint64_t> PackedTypes::shown_bits(Pattern stars) const {
    std::vector<std::uint64_t> out(words_, 0);
    for (std::size_t j = 0; j < fields_.size(); ++j) {
        if ((stars >> j & 1U) == 0) {
            out[fields_[j].word] |= fields_[j].bits;
        }
    }
    return out;
}

Pattern PackedTypes::difference(std::uint32_t a, std::uint32_t b) const {
    Pattern out = 0;
    for (std::size_t j = 0; j < fields_.size(); ++j) {
        const Field& field = fields_[j];
        const std::uint64_t unlike = (key(a)[field.word] ^ key(b)[field.word]) & field.bits;
        out |= Pattern{unlike != 0 ? 1U : 0U} << j;
    }
    return out;
}

bool CellGrouper::same(std::uint32_t a,
                       std::uint32_t b,
                       std::span<const std::uint64_t> bits) const {
    for (std::size_t word = 0; word < bits.size(); ++word) {
        if (((packed_.key(a)[word] ^ packed_.key(b)[word]) & bits[word]) != 0) {
            return false;
        }
    }
    return true;
}

template <bool kOneWord>
void CellGrouper::run(std::span<const std::uint32_t> types,
                      std::span<const std::uint64_t> bits,
                      std::span<const std::uint8_t> marks) {
    const std::size_t mask = std::bit_ceil(types.size() * 2) - 1;
    std::array<std::uint64_t, kBatch> keys{};
    for (std::size_t first = 0; first < types.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, types.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t* key = packed_.key(types[first + i]);
            keys[i] = key[0] & bits[0];
            for (std::size_t word = 1; !kOneWord && word < bits.size(); ++word) {
                keys[i] = mix(keys[i]) + (key[word] & bits[word]);
            }
            __builtin_prefetch(&slots_[mix(keys[i]) & mask], 1);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t type = types[first + i];
            std::size_t at = mix(keys[i]) & mask;
            while (slots_[at].round == round_ &&
                   (slots_[at].key != keys[i] ||
                    (!kOneWord && !same(first_[slots_[at].group], type, bits)))) {
                at = (at + 1) & mask;
            }
            if (slots_[at].round != round_) {
                slots_[at] = {.key = keys[i],
                              .group = static_cast<std::uint32_t>(rows_.size()),
                              .round = round_};
                rows_.push_back(0);
                marks_.push_back(0);
                first_.push_back(type);
            }
            group_of_[first + i] = slots_[at].group;
            rows_[slots_[at].group] += counts_[type];
            marks_[slots_[at].group] |= marks[type];
        }
    }
}

void CellGrouper::group(std::span<const std::uint32_t> types,
                        Pattern stars,
                        std::span<const std::uint8_t> marks) {
    rows_.clear();
    marks_.clear();
    first_.clear();
    group_of_.resize(types.size());
    if (types.empty()) {
        return;
    }
    const std::size_t capacity = std::bit_ceil(types.size() * 2);
    if (slots_.size() < capacity || round_ == std::numeric_limits<std::uint32_t>::max()) {
        slots_.assign(std::max(capacity, slots_.size()), Slot{});
        round_ = 0;
    }
    ++round_;
    const std::vector<std::uint64_t> bits = packed_.shown_bits(stars);
    if (bits.size() == 1) {
        run<true>(types, bits, marks);
    } else {
        run<false>(types, bits, marks);
    }
}

}  // namespace kanon
