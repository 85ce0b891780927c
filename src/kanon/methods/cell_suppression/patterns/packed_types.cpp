// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"

#include "kanon/table/row_groups.hpp"

#include <algorithm>

namespace kanon::cell_suppression {
std::size_t code_limit(const CodeVector& codes) {
    return codes.visit([](const auto span) {
        return span.empty() ? std::size_t{1}
                            : std::size_t{*std::max_element(span.begin(), span.end())} + 1;
    });
}

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

std::vector<std::uint64_t> PackedTypes::shown_values(Pattern stars, std::uint32_t type) const {
    std::vector<std::uint64_t> out = shown_bits(stars);
    for (std::size_t word = 0; word < out.size(); ++word) {
        out[word] &= key(type)[word];
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

}  // namespace kanon::cell_suppression
