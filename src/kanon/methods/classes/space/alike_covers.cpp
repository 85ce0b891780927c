// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/space/alike_covers.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/parallel_sort.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace kanon::classes {
namespace {

constexpr std::size_t kCoversPerSlice = 4096;  ///< covers that a thread takes at a time

/// Words that are the same for covers that are released alike, and for no others.
void take_released(const std::vector<Axis>& axes,
                   std::span<const Word> cover,
                   std::vector<Word>& out) {
    out.clear();
    const Word* at = cover.data();
    for (const Axis& axis : axes) {
        axis.append_released(at, out);
        at += axis.words();
    }
}

std::size_t hash_of(const std::vector<Word>& words) {
    const auto* const bytes = reinterpret_cast<const char*>(words.data());
    return std::hash<std::string_view>()({bytes, words.size() * sizeof(Word)});
}

using Numbered = std::pair<std::size_t, std::uint32_t>;  ///< a hash, and whose it is

/// Among covers of one hash.
void find_first(const std::vector<Axis>& axes,
                std::span<const std::span<const Word>> covers,
                std::span<const Numbered> of_hash,
                std::vector<std::uint32_t>& first) {
    std::map<std::vector<Word>, std::uint32_t> first_of;
    std::vector<Word> words;
    for (const auto& [hash, number] : of_hash) {
        take_released(axes, covers[number], words);
        first[number] = first_of.emplace(words, number).first->second;
    }
}

}  // namespace

std::vector<std::uint32_t> first_alike(const std::vector<Axis>& axes,
                                       std::span<const std::span<const Word>> covers,
                                       unsigned threads) {
    std::vector<Numbered> hashes(covers.size());
    parallel_for(covers.size(), kCoversPerSlice, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<Word> words;
        for (std::size_t i = begin; i < end; ++i) {
            take_released(axes, covers[i], words);
            hashes[i] = {hash_of(words), static_cast<std::uint32_t>(i)};
        }
    });
    parallel_sort(hashes, threads, std::less<>());
    std::vector<std::uint32_t> first(covers.size());
    std::iota(first.begin(), first.end(), 0U);
    for (std::size_t begin = 0; begin < hashes.size();) {
        std::size_t end = begin + 1;
        while (end < hashes.size() && hashes[end].first == hashes[begin].first) {
            ++end;
        }
        if (end - begin > 1) {
            find_first(axes, covers, std::span(hashes).subspan(begin, end - begin), first);
        }
        begin = end;
    }
    return first;
}

}  // namespace kanon::classes
