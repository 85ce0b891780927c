// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/outcome/alike_classes.hpp"

#include "kanon/methods/classes/space/cover_layout.hpp"

#include <cstddef>
#include <map>
#include <utility>

namespace kanon::classes {
namespace {

/// The classes that are to be one, by the first of each.
std::vector<std::vector<std::size_t>> alike_classes(const std::vector<Axis>& axes,
                                                    const TypePartition& partition) {
    std::map<std::vector<Word>, std::size_t> first;
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < partition.class_count(); ++i) {
        if (partition.failing[i] == 0) {
            const auto [found, is_new] =
                first.emplace(released_words(axes, partition.cover(i)), out.size());
            if (!is_new) {
                out[found->second].push_back(i);
                continue;
            }
        }
        out.push_back({i});
    }
    return out;
}

/// Appends what the classes cover together.
void add_cover(const std::vector<Axis>& axes,
               const TypePartition& partition,
               const std::vector<std::size_t>& classes,
               std::vector<Word>& covers) {
    const auto first = partition.cover(classes[0]);
    covers.insert(covers.end(), first.begin(), first.end());
    Word* on_axis = covers.data() + covers.size() - first.size();
    std::size_t start = 0;
    for (const Axis& axis : axes) {
        for (const std::size_t i : classes) {
            axis.widen(on_axis + start, partition.cover(i).data() + start);
        }
        start += axis.words();
    }
}

}  // namespace

void join_alike(const std::vector<Axis>& axes, TypePartition& partition) {
    const std::vector<std::vector<std::size_t>> alike = alike_classes(axes, partition);
    if (alike.size() == partition.class_count()) {
        return;
    }
    TypePartition out;
    out.types.reserve(partition.types.size());
    out.cover_words = partition.cover_words;
    out.divisions = partition.divisions;
    out.stopped = partition.stopped;
    for (const std::vector<std::size_t>& classes : alike) {
        out.starts.push_back(out.types.size());
        std::uint64_t rows = 0;
        for (const std::size_t i : classes) {
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
