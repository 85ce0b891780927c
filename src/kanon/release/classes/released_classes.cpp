// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/released_classes.hpp"

#include "kanon/base/check.hpp"
#include "kanon/release/classes/starred.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

/// The released code that reads as a star. Texts of a dictionary are distinct, so there is no
/// other.
std::optional<Code> star_of(const ReadDomain& reading) {
    for (Code code = 0; code < reading.readable.size(); ++code) {
        if (reading.readable[code] &&
            reading.domain.values[code].kind == ReleasedValue::Kind::star) {
            return code;
        }
    }
    return std::nullopt;
}

/// What all cells of a column show.
enum class Blank : std::uint8_t {
    none,
    star,
    missing  ///< as where a star does not fit into the column's type
};

Blank blank_of(const Column& column) {
    const Dictionary& dictionary = *column.dictionary;
    return column.codes.visit([&](const auto codes) {
        const auto is_missing = [&](const auto code) { return dictionary.is_missing(code); };
        const auto is_star = [&](const auto code) { return dictionary.text(code) == kStar; };
        return std::ranges::all_of(codes, is_star)      ? Blank::star
               : std::ranges::all_of(codes, is_missing) ? Blank::missing
                                                        : Blank::none;
    });
}

ReadDomain read_cells(const Column& released,
                      const Column& original,
                      const RecodedAttribute& attribute) {
    if (attribute.aggregate) {
        return read_aggregates(*released.dictionary, *original.dictionary, *attribute.aggregate);
    }
    return attribute.of_another_table
               ? read_narrowed(*released.dictionary, *original.dictionary, attribute.hierarchy)
               : read_domain(*released.dictionary, *original.dictionary, attribute.hierarchy);
}

/// Rows that the rows of a table stand for.
std::uint64_t rows_in(std::span<const std::uint64_t> counts, std::size_t size) {
    KANON_CHECK(counts.empty() || size == counts.size());
    return counts.empty() ? size : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

ReleasedClasses::ReleasedClasses(const Table& original,
                                 const Table& released,
                                 std::span<const RecodedAttribute> attributes,
                                 const StarClassRows& star_class,
                                 unsigned threads,
                                 const PairCounts& counts)
    : counts_(counts),
      original_size_(original.row_count()),
      original_rows_(rows_in(counts.originals, original.row_count())),
      released_rows_(rows_in(counts.released, released.row_count())) {
    std::vector<std::size_t> columns;
    for (std::size_t place = 0; place < attributes.size(); ++place) {
        const auto& column = original.shared_column(attributes[place].column);
        const std::optional<std::size_t> found = released.find(column->name);
        if (!found) {
            is_whole_ = false;
            continue;
        }
        columns.push_back(*found);
        const auto& cells = released.shared_column(*found);
        ReadDomain reading = read_cells(*cells, *column, attributes[place]);
        const std::optional<Code> star = star_of(reading);
        attributes_.push_back({.place = place,
                               .hierarchy = attributes[place].hierarchy,
                               .original = column,
                               .released = cells,
                               .reading = std::move(reading),
                               .star = star,
                               .aggregate = attributes[place].aggregate});
    }
    types_ = make_row_types(released, columns, {}, threads, counts.released);
    const std::uint32_t starred = find_starred();
    const bool is_class =
        starred != kNoClass && (are_star_class(types_.counts[starred], star_class.beside_others) ||
                                is_fully_generalized(original, released, star_class.whole_table));
    suppressed_ = is_class ? kNoClass : starred;
}

/// Whether rows that are all starred throughout are a class: none was dropped, and the other
/// columns show what they did, which those of suppressed rows would not. \pre there are such rows
bool ReleasedClasses::is_fully_generalized(const Table& original,
                                           const Table& released,
                                           std::uint64_t least_class_rows) const {
    if (size() != 1 || released_rows_ != original_rows_ || released_rows_ < least_class_rows) {
        return false;
    }
    bool blanked = false;
    for (std::size_t place = 0; place < released.column_count(); ++place) {
        const auto& column = released.shared_column(place);
        const bool is_attribute = std::ranges::any_of(
            attributes_, [&](const ReleasedAttribute& one) { return one.released == column; });
        if (is_attribute) {
            continue;
        }
        const Blank shown = blank_of(*column);
        if (shown == Blank::none) {
            return true;
        }
        const std::optional<std::size_t> before = original.find(column->name);
        blanked = blanked || !before || blank_of(original.column(*before)) != shown;
    }
    return !blanked;
}

/// The class whose every cell is a star. Classes are sorted by their codes, so those that are
/// starred in the first attributes stand side by side.
std::uint32_t ReleasedClasses::find_starred() const {
    std::pair<std::size_t, std::size_t> run{0, attributes_.empty() ? 0 : size()};
    for (std::size_t j = 0; j < attributes_.size() && run.first < run.second; ++j) {
        if (!attributes_[j].star) {
            return kNoClass;
        }
        codes(j).visit([&](const auto all) {
            const auto part = all.subspan(run.first, run.second - run.first);
            const auto [from, to] =
                std::equal_range(part.begin(), part.end(), *attributes_[j].star);
            run.second = run.first + static_cast<std::size_t>(to - part.begin());
            run.first += static_cast<std::size_t>(from - part.begin());
        });
    }
    return run.first < run.second ? static_cast<std::uint32_t>(run.first) : kNoClass;
}

}  // namespace kanon
