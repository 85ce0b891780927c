// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/outcome/alike_classes.hpp"

#include "kanon/methods/classes/space/alike_covers.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace kanon::classes {
namespace {

/// For each class the first that is to be one with it: itself, if there is none before it.
std::vector<std::uint32_t> first_of_each(const std::vector<Axis>& axes,
                                         const TypePartition& partition,
                                         unsigned threads) {
    std::vector<std::uint32_t> out(partition.class_count());
    std::vector<std::uint32_t> holding;
    std::vector<std::span<const Word>> covers;
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        out[i] = i;
        if (partition.failing[i] == 0) {
            holding.push_back(i);
            covers.push_back(partition.cover(i));
        }
    }
    const std::vector<std::uint32_t> first = first_alike(axes, covers, threads);
    for (std::size_t i = 0; i < first.size(); ++i) {
        out[holding[i]] = holding[first[i]];
    }
    return out;
}

/// The classes that are to be one, by the first of each.
std::vector<std::vector<std::uint32_t>> alike_classes(std::span<const std::uint32_t> first) {
    std::vector<std::vector<std::uint32_t>> out(first.size());
    for (std::uint32_t i = 0; i < first.size(); ++i) {
        out[first[i]].push_back(i);
    }
    std::erase_if(out, [](const auto& classes) { return classes.empty(); });
    return out;
}

/// Appends what the classes cover together.
void add_cover(const std::vector<Axis>& axes,
               const TypePartition& partition,
               const std::vector<std::uint32_t>& classes,
               std::vector<Word>& covers) {
    const auto first = partition.cover(classes[0]);
    covers.insert(covers.end(), first.begin(), first.end());
    Word* on_axis = covers.data() + covers.size() - first.size();
    std::size_t start = 0;
    for (const Axis& axis : axes) {
        for (const std::uint32_t i : classes) {
            axis.widen(on_axis + start, partition.cover(i).data() + start);
        }
        start += axis.words();
    }
}

}  // namespace

void join_alike(const std::vector<Axis>& axes, TypePartition& partition, unsigned threads) {
    const std::vector<std::uint32_t> first = first_of_each(axes, partition, threads);
    std::vector<std::uint32_t> own(first.size());
    std::iota(own.begin(), own.end(), 0U);
    if (first == own) {
        return;
    }
    TypePartition out;
    out.types.reserve(partition.types.size());
    out.cover_words = partition.cover_words;
    out.divisions = partition.divisions;
    out.stopped = partition.stopped;
    for (const std::vector<std::uint32_t>& classes : alike_classes(first)) {
        out.starts.push_back(out.types.size());
        std::uint64_t rows = 0;
        for (const std::uint32_t i : classes) {
            const auto* const types = partition.types.data();
            out.types.insert(
                out.types.end(), types + partition.starts[i], types + partition.starts[i + 1]);
            rows += partition.rows[i];
        }
        add_cover(axes, partition, classes, out.covers);
        out.rows.push_back(rows);
        out.failing.push_back(partition.failing[classes[0]]);
    }
    out.starts.push_back(out.types.size());
    partition = std::move(out);
}

}  // namespace kanon::classes
