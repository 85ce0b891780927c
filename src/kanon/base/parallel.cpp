// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/parallel.hpp"

#include "kanon/base/check.hpp"

#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kanon {

void parallel_parts(std::size_t size,
                    std::size_t parts,
                    unsigned threads,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& body) {
    KANON_CHECK(parts >= 1);
    const auto slice = [&](std::size_t part) {
        const std::size_t begin = size / parts * part + std::min(part, size % parts);
        const std::size_t end = begin + size / parts + (part < size % parts ? 1 : 0);
        if (begin < end) {
            body(part, begin, end);
        }
    };
    if (threads <= 1 || parts == 1) {
        for (std::size_t part = 0; part < parts; ++part) {
            slice(part);
        }
        return;
    }
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute(
        [&] { tbb::parallel_for(std::size_t{0}, parts, slice, tbb::simple_partitioner{}); });
}

void parallel_for(std::size_t size,
                  std::size_t grain,
                  unsigned threads,
                  const std::function<void(std::size_t, std::size_t)>& body) {
    const std::size_t parts = std::max<std::size_t>(1, size / std::max<std::size_t>(1, grain));
    parallel_parts(size, parts, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        body(begin, end);
    });
}

void parallel_texts(std::size_t count,
                    unsigned threads,
                    const std::function<std::string(std::size_t)>& make,
                    const std::function<void(const std::string&)>& use) {
    if (threads <= 1) {
        for (std::size_t index = 0; index < count; ++index) {
            use(make(index));
        }
        return;
    }
    // Texts stand here and only their numbers travel: what is under way when somebody throws is
    // then given back as well. Both ends are in order, so a slot is free again when its turn comes.
    std::vector<std::string> texts(std::size_t{2} * threads);
    std::size_t next = 0;
    const auto number = [&](tbb::flow_control& control) {
        if (next == count) {
            control.stop();
        }
        return next++;
    };
    const auto fill = [&](std::size_t index) {
        texts[index % texts.size()] = make(index);
        return index;
    };
    const auto take = [&](std::size_t index) { use(texts[index % texts.size()]); };
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([&] {
        tbb::parallel_pipeline(
            texts.size(),
            tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, number) &
                tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, fill) &
                tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, take));
    });
}

}  // namespace kanon
