// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/pairing.hpp"

#include "kanon/audit/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// Where a released row and an original one disagree.
struct Mismatches {
    std::size_t count = 0;  ///< up to 2 are counted
    const RecodedColumn* recoded = nullptr;
    const KeptColumn* kept = nullptr;
};

bool agrees(const KeptColumn& column, std::size_t released, std::size_t original) {
    return column.expected[column.original->codes[original]] == column.released->codes[released];
}

bool agrees(const RecodedColumn& column, std::size_t released, std::size_t original) {
    return column.covers(column.released().codes[released], column.original().codes[original]);
}

Mismatches mismatches(const Evidence& evidence, std::size_t released, std::size_t original) {
    Mismatches out;
    if (evidence.is_suppressed(released)) {
        return out;
    }
    for (const KeptColumn& column : evidence.kept) {
        if (!agrees(column, released, original)) {
            out.kept = &column;
            if (++out.count == 2) {
                return out;
            }
        }
    }
    for (const RecodedColumn& column : evidence.recoded) {
        if (!agrees(column, released, original)) {
            out.recoded = &column;
            if (++out.count == 2) {
                return out;
            }
        }
    }
    return out;
}

/// Say why no original row from `next` on fits a released row.
void blame(const Evidence& evidence, std::size_t released, std::size_t next, FaultLog& log) {
    const FaultPlace place{.row = released + 1, .place = 0};
    for (std::size_t original = 0; original < next; ++original) {
        if (fits(evidence, released, original)) {
            log.add(place, rules::kOrder, "", [&] {
                return fmt::format(
                    "no original row after those of the released rows before it fits; original "
                    "row {} would, but stands before them",
                    original + 1);
            });
            return;
        }
    }
    for (std::size_t original = next; original < evidence.original_rows(); ++original) {
        const Mismatches found = mismatches(evidence, released, original);
        if (found.count != 1) {
            continue;
        }
        const bool is_kept = found.kept != nullptr;
        const std::string& name =
            is_kept ? found.kept->original->name : found.recoded->original().name;
        log.add(place, is_kept ? rules::kUnchanged : rules::kCoversOriginal, name, [&] {
            return fmt::format(
                "no original row left in order fits; original row {} would, but for this cell",
                original + 1);
        });
        return;
    }
    log.add(place, rules::kNoOriginal, "", [] {
        return "no original row left in order fits; the rows after it were not matched";
    });
}

/// True if no row stands for more rows than the original one in its place.
bool each_fits_in_place(const ReleasedClasses& classes) {
    const std::size_t rows = classes.is_counted() ? classes.class_of_row().size() : 0;
    for (std::size_t row = 0; row < rows; ++row) {
        if (classes.rows_of(row) > classes.rows_of_original(row)) {
            return false;
        }
    }
    return true;
}

/// Original rows claimed so far. Claims must ascend, and to each original row no more rows lay
/// claim than it stands for, so that no row of the data is claimed twice.
class Claims {
public:
    Claims(const ReleasedClasses& classes, std::size_t originals)
        : classes_(classes), originals_(originals) {}

    /// False if the claim is none.
    bool take(std::size_t released, std::uint32_t original) {
        const std::uint64_t before = original == last_ ? taken_ : 0;
        const std::uint64_t rows = classes_.rows_of(released);
        if (original < last_ || original >= originals_ ||
            before + rows > classes_.rows_of_original(original)) {
            return false;
        }
        last_ = original;
        taken_ = before + rows;
        return true;
    }

private:
    const ReleasedClasses& classes_;
    std::size_t originals_;
    std::uint32_t last_ = 0;
    std::uint64_t taken_ = 0;  ///< rows that lay claim to the last one
};

}  // namespace

bool fits(const Evidence& evidence, std::size_t released, std::size_t original) {
    return mismatches(evidence, released, original).count == 0;
}

Pairing pair_as_claimed(const Evidence& evidence, FaultLog& log) {
    const std::vector<std::uint32_t>& claims = evidence.release->original_row;
    const ReleasedClasses& classes = *evidence.classes;
    const std::size_t originals = evidence.original_rows();
    std::vector<std::uint32_t> in_place;
    if (claims.empty()) {
        if (evidence.released_rows() <= originals && each_fits_in_place(classes)) {
            return Pairing::identity();
        }
        in_place.resize(std::min(evidence.released_rows(), originals));
        std::iota(in_place.begin(), in_place.end(), 0U);
    }
    Claims taken(classes, originals);
    std::vector<std::uint32_t> rows(evidence.released_rows(), kNone);
    const std::span<const std::uint32_t> of_row = claims.empty() ? in_place : claims;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row < of_row.size() && taken.take(row, of_row[row])) {
            rows[row] = of_row[row];
        } else if (row < of_row.size() || !claims.empty()) {
            log.add({.row = row + 1, .place = 0}, rules::kOrder, "", [] {
                return "the row does not stand for an original row after that of the row before";
            });
        }
    }
    return Pairing::listed(std::move(rows));
}

// Greedy is enough: let f be any increasing assignment of released rows to original rows that they
// fit, and g the greedy one. By induction g(r) <= f(r): if g(r-1) <= f(r-1) < f(r), then f(r) is
// one of the rows that greedy may choose for r, and it takes the earliest. So greedy finds a row
// wherever some f exists, and the first row at which it fails has no match in any assignment of
// the rows up to it.
Pairing pair_in_order(const Evidence& evidence, FaultLog& log) {
    std::vector<std::uint32_t> rows(evidence.released_rows(), kNone);
    std::size_t next = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::size_t original = next;
        while (original < evidence.original_rows() && !fits(evidence, row, original)) {
            ++original;
        }
        if (original == evidence.original_rows()) {
            blame(evidence, row, next, log);
            break;
        }
        rows[row] = static_cast<std::uint32_t>(original);
        next = original + 1;
    }
    return Pairing::listed(std::move(rows));
}

}  // namespace kanon::auditing
