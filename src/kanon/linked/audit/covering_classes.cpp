// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/covering_classes.hpp"

#include "kanon/linked/schema/list_numbers.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon::linked::auditing {
namespace {

constexpr std::size_t kMostWordsOfColumn = std::size_t{1} << 26U;
constexpr std::size_t kBitsOfWord = 64;

bool has_bit(const std::vector<std::uint64_t>& bits, std::size_t at) {
    return ((bits[at / kBitsOfWord] >> (at % kBitsOfWord)) & 1U) != 0;
}

}  // namespace

TupleBits::TupleBits(const LinkedTable& original,
                     const ReleasedTable& released,
                     const std::vector<std::uint32_t>& examples)
    : original_(original),
      tuples_(examples.size()),
      words_((examples.size() + kBitsOfWord - 1) / kBitsOfWord) {
    const Problem& problem = original_.problem;
    for (std::size_t q = 0; q < problem.columns.size(); ++q) {
        const Column& column = original_.table().column(problem.columns[q]);
        if (column.dictionary->size() * words_ > kMostWordsOfColumn) {
            continue;
        }
        columns_.push_back(problem.columns[q]);
        std::vector<std::uint64_t>& bits = bits_.emplace_back(column.dictionary->size() * words_);
        const CodeVector& codes = released.table.column(released.quasi_identifiers[q]).codes;
        const ReadDomain& read = released.read[q];
        for (std::size_t tuple = 0; tuple < examples.size(); ++tuple) {
            for (const Code code : covered_codes(read.domain.values[codes[examples[tuple]]],
                                                 read.domain,
                                                 &problem.quasi_identifiers[q].hierarchy,
                                                 *column.dictionary)) {
                bits[code * words_ + tuple / kBitsOfWord] |= std::uint64_t{1}
                                                             << (tuple % kBitsOfWord);
            }
        }
    }
}

void TupleBits::add(std::uint32_t original_row, std::vector<std::uint64_t>& to) const {
    std::vector<const std::uint64_t*> parts;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Code code = original_.table().column(columns_[i]).codes[original_row];
        parts.push_back(bits_[i].data() + code * words_);
    }
    for (std::size_t word = 0; word < words_; ++word) {
        std::uint64_t covering = ~std::uint64_t{0};
        for (const std::uint64_t* const part : parts) {
            covering &= part[word];
        }
        to[word] |= covering;
    }
    const std::size_t rest = tuples_ % kBitsOfWord;
    if (rest != 0) {
        to.back() &= (std::uint64_t{1} << rest) - 1;
    }
}

CoveringClasses::CoveringClasses(const LinkedTables& original,
                                 const ReleasedForest& released,
                                 const SubjectForms& forms)
    : original_(original), subjects_(forms.subjects_of_form.size()) {
    const std::vector<std::uint32_t>& form = forms.form_of_row.front();
    for (std::uint32_t subject = 0; subject < form.size(); ++subject) {
        subjects_[form[subject]].push_back(subject);
    }
    std::vector<std::uint32_t> examples;
    for (const std::vector<std::uint32_t>& of_class : subjects_) {
        examples.push_back(of_class.front());
    }
    of_classes_.emplace_back(original.root(), released.tables.front(), examples);
    for (const std::size_t child : original.root().children) {
        take_below(original, released, child);
    }
}

void CoveringClasses::take_below(const LinkedTables& original,
                                 const ReleasedForest& released,
                                 std::size_t child) {
    const ReleasedTable& table = released.tables[child];
    Below out{.table = child};
    ListNumbers numbers;
    std::vector<std::uint32_t> examples;
    for (const std::vector<std::uint32_t>& of_class : subjects_) {
        std::vector<std::uint32_t>& tuples = out.tuples_of_class.emplace_back();
        for (const std::uint32_t row : table.children_of(of_class.front())) {
            std::vector<std::uint32_t> tuple;
            for (const std::size_t column : table.quasi_identifiers) {
                tuple.push_back(table.table.column(column).codes[row]);
            }
            tuples.push_back(numbers.number(tuple));
            if (examples.size() < numbers.size()) {
                examples.push_back(row);
            }
        }
        std::ranges::sort(tuples);
        tuples.erase(std::unique(tuples.begin(), tuples.end()), tuples.end());
    }
    out.bits.emplace_back(original.tables[child], table, examples);
    below_.push_back(std::move(out));
}

std::vector<std::uint32_t> CoveringClasses::classes_for(std::uint32_t subject) const {
    std::vector<std::uint64_t> classes(of_classes_.front().words());
    of_classes_.front().add(subject, classes);
    std::vector<std::vector<std::uint64_t>> tuples;
    for (const Below& below : below_) {
        std::vector<std::uint64_t>& of_table = tuples.emplace_back(below.bits.front().words());
        for (const std::uint32_t row : original_.tables[below.table].children_of(subject)) {
            below.bits.front().add(row, of_table);
        }
    }
    const auto fits = [&](std::uint32_t at) {
        for (std::size_t i = 0; i < below_.size(); ++i) {
            const auto covered = [&](std::uint32_t tuple) { return has_bit(tuples[i], tuple); };
            if (!std::ranges::all_of(below_[i].tuples_of_class[at], covered)) {
                return false;
            }
        }
        return true;
    };
    std::vector<std::uint32_t> out;
    for (std::size_t word = 0; word < classes.size(); ++word) {
        for (std::uint64_t left = classes[word]; left != 0; left &= left - 1) {
            const auto at = static_cast<std::uint32_t>(
                word * kBitsOfWord + static_cast<std::size_t>(std::countr_zero(left)));
            if (fits(at)) {
                out.push_back(at);
            }
        }
    }
    return out;
}

}  // namespace kanon::linked::auditing
