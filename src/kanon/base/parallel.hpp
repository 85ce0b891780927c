// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace kanon {

/// Run `body(part, begin, end)` once for each of `parts` equal slices of [0, size), on at most
/// `threads` threads. Slices depend on `size` and `parts` alone, so per-part results reduced in
/// part order do not depend on the thread count. An exception of the body reaches the caller (one
/// of them, if several). parts >= 1; empty slices are skipped.
void parallel_parts(std::size_t size,
                    std::size_t parts,
                    unsigned threads,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& body);

/// Run `body(begin, end)` over slices of [0, size) of about `grain` items. The body must write only
/// to places that its own slice owns.
void parallel_for(std::size_t size,
                  std::size_t grain,
                  unsigned threads,
                  const std::function<void(std::size_t, std::size_t)>& body);

/// Make `count` texts on at most `threads` threads and use each in order, one at a time: text 0
/// first. At most twice as many texts as threads are held at once. An exception of either function
/// reaches the caller, and no further text is used.
void parallel_texts(std::size_t count,
                    unsigned threads,
                    const std::function<std::string(std::size_t)>& make,
                    const std::function<void(const std::string&)>& use);

}  // namespace kanon
