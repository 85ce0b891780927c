// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace kanon {

/// What the spellings of a released column mean, read from the text alone, so that a release from
/// memory and one from a file are judged alike.
struct ReadDomain {
    /// One per code of the released dictionary. A code that means nothing in the original's domain
    /// has readable[code] == false and its value must not be used.
    ReleasedDomain domain;
    std::vector<bool> readable;
    /// The hierarchy level at which every spelling but stars and the missing value was read, when
    /// there is one; 0 without a hierarchy means that all are original values.
    std::optional<Level> level;
};

/// Read each spelling of `released` as a value, label, range, set or star over `original`.
///
/// Order of reading: star; backslash escape of a value; if one level of the hierarchy has every
/// spelling as a label (the highest such; stars and missing values fit any), that level; else all
/// labels of any level and the value itself (unless it should have been escaped) that are so
/// spelled: a text means everything it may stand for, a set where they do not nest; a range `[a,
/// b]` or `[a, b)` of numbers or dates, ends need not occur and may be `-inf` or `inf`; `[a, b]` of
/// texts, ends must occur; a set
/// `{a, b}` of values that occur; the value itself after all. The missing value is read as itself.
///
/// An open end of a coded column (Dictionary::open_ends()) is read by its spelling, and a range
/// covers it only where it is open on that side itself: `[70, inf)` has `[80, inf)`, `[70, 90]` and
/// `[90, inf)` have not.
///
/// A numeric range whose ends are two values of the data is read as Kind::range, any other as
/// Kind::interval, which keeps the ends it stated; it may cover one code or none. A set of one
/// value is that value. Never throws: what cannot be read is marked so.
/// Cost O(d h + c log c) for d spellings, h levels, c original values.
[[nodiscard]] ReadDomain read_domain(const Dictionary& released,
                                     const Dictionary& original,
                                     const Hierarchy* hierarchy);

/// As read_domain(), for spellings that come from the release of another table: members of sets and
/// ends of text ranges that do not occur in `original` are left out, and what is left is read.
[[nodiscard]] ReadDomain read_narrowed(const Dictionary& released,
                                       const Dictionary& original,
                                       const Hierarchy* hierarchy);

/// True if a released value may stand for an original code. An aggregate of a class may stand for
/// any: see ReleasedValue.
[[nodiscard]] bool covers(const ReleasedValue& value,
                          const ReleasedDomain& domain,
                          const Hierarchy* hierarchy,
                          const Dictionary& original,
                          Code code);

/// The codes that a released value covers, ascending. Cost O(codes covered), for labels O(domain).
[[nodiscard]] std::vector<Code> covered_codes(const ReleasedValue& value,
                                              const ReleasedDomain& domain,
                                              const Hierarchy* hierarchy,
                                              const Dictionary& original);

/// Number of codes of the original's domain that a released value covers.
[[nodiscard]] std::size_t cover_count(const ReleasedValue& value,
                                      const ReleasedDomain& domain,
                                      const Hierarchy* hierarchy,
                                      const Dictionary& original);

}  // namespace kanon
