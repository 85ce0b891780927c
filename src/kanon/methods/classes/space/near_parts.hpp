// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Put two or more types in two parts so that few near ones are parted: what the places next to
/// the cut lose together, times the types on the smaller side, is most, as far as a sample of the
/// types says. With random numbers each axis weighs by one, so that near types are parted
/// elsewhere each time. Returns how many types the first part has, neither none nor all. Depends on
/// the order of the types. Cost O(t), and of the sample for each axis.
std::size_t part_near(const TypeSpace& space, std::span<std::uint32_t> types, Random* random);

/// Put types in an order in which near ones are mostly near: parted by part_near() until parts have
/// no more than `most`. Returns where each part ends. Cost O(t log t m); the same for any thread
/// count, as parts of many types get random numbers of their own.
std::vector<std::size_t> order_near(const TypeSpace& space,
                                    std::span<std::uint32_t> types,
                                    std::size_t most,
                                    Random* random,
                                    unsigned threads = 1);

}  // namespace kanon::classes
