// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <vector>

namespace kanon {

/// Sort on at most `threads` threads. Items that compare equal come in any order, so that the order
/// should leave none: then it is the same for any thread count.
template <class Item, class Less>
void parallel_sort(std::vector<Item>& items, unsigned threads, const Less& less) {
    if (threads <= 1) {
        std::sort(items.begin(), items.end(), less);
        return;
    }
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([&] { tbb::parallel_sort(items.begin(), items.end(), less); });
}

}  // namespace kanon
