// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/patterns/cube.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kanon::cell_suppression {
namespace {

constexpr std::uint8_t kIn = 1;
constexpr std::uint8_t kWanted = 2;
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Cube::Cube(const RowTypes& types, std::uint64_t least_rows, TieOrder order, Start start)
    : row_types_(types),
      packed_(types),
      least_rows_(least_rows),
      attributes_(types.attribute_count()),
      marks_(types.size(), start == Start::all ? kIn | kWanted : 0),
      steps_(types.attribute_count()),
      wanted_rows_(types.row_count()) {
    std::iota(attributes_.begin(), attributes_.end(), std::size_t{0});
    if (order == TieOrder::first) {
        std::reverse(attributes_.begin(), attributes_.end());
    }
    if (start == Start::all) {
        in_.types.resize(types.size());
        std::iota(in_.types.begin(), in_.types.end(), 0U);
        types_in_ = in_.types.size();
    }
    in_.ends.push_back(static_cast<std::uint32_t>(in_.types.size()));
    for (const CodeVector& codes : types.columns) {
        tallies_.resize(std::max(tallies_.size(), code_limit(codes)));
    }
}

/// True of enough rows, some of which are wanted.
bool Cube::is_cell(std::uint64_t rows, std::uint8_t marks) const {
    return rows >= least_rows_ && (marks & kWanted) != 0;
}

void Cube::drop_removed() {
    std::erase_if(in_.types, [this](std::uint32_t type) { return marks_[type] == 0; });
    in_.ends.back() = static_cast<std::uint32_t>(in_.types.size());
    depth_ = 0;
}

void Cube::admit(std::span<const std::uint32_t> types) {
    if (types.empty()) {
        return;
    }
    drop_removed();
    const auto middle = static_cast<std::ptrdiff_t>(in_.types.size());
    in_.types.insert(in_.types.end(), types.begin(), types.end());
    std::inplace_merge(in_.types.begin(), in_.types.begin() + middle, in_.types.end());
    in_.ends.back() = static_cast<std::uint32_t>(in_.types.size());
    for (const std::uint32_t type : types) {
        KANON_DCHECK(marks_[type] == 0);
        marks_[type] = kIn | kWanted;
    }
    types_in_ = in_.types.size();
}

void Cube::settle(std::uint32_t type) {
    KANON_DCHECK((marks_[type] & kWanted) != 0);
    marks_[type] = kIn;
    wanted_rows_ -= row_types_.counts[type];
}

void Cube::remove(std::uint32_t type) {
    settle(type);
    marks_[type] = 0;
    --types_in_;
}

/// Count the row types of a cell by their values.
template <typename Codes>
void Cube::tally_values(std::span<const std::uint32_t> cell, Codes codes) {
    alive_.resize(std::max(alive_.size(), cell.size()));
    alive_count_ = 0;
    seen_.clear();
    for (const std::uint32_t type : cell) {
        if (marks_[type] == 0) {
            continue;
        }
        const Code code = codes[type];
        Tally& tally = tallies_[code];
        if (tally.types++ == 0) {
            seen_.push_back(code);
        }
        tally.rows += row_types_.counts[type];
        tally.marks |= marks_[type];
        alive_[alive_count_++] = {type, code};
    }
}

/// Append what was tallied, one value after the other, where it is a cell.
void Cube::append_cells(Step& to) {
    auto end = static_cast<std::uint32_t>(to.types.size());
    for (const Code code : seen_) {
        Tally& tally = tallies_[code];
        tally.next = kNowhere;
        if (is_cell(tally.rows, tally.marks)) {
            tally.next = end;
            end += tally.types;
            to.ends.push_back(end);
        }
    }
    if (end > to.types.size()) {
        to.types.resize(end);
        for (const auto& [type, code] : std::span(alive_).first(alive_count_)) {
            std::uint32_t& next = tallies_[code].next;
            if (next != kNowhere) {
                to.types[next++] = type;
            }
        }
    }
    for (const Code code : seen_) {
        tallies_[code] = Tally{};
    }
}

/// Cut cells by the values of an attribute.
void Cube::cut(const Step& from, std::size_t attribute, Step& to) {
    to.attribute = attribute;
    to.types.clear();
    to.ends.clear();
    row_types_.columns[attribute].visit([&](const auto codes) {
        std::size_t begin = 0;
        for (const std::uint32_t end : from.ends) {
            tally_values(std::span(from.types).subspan(begin, end - begin), codes);
            append_cells(to);
            begin = end;
        }
    });
}

/// The cells of a pattern, with row types that were taken out since they were made.
const Cube::Step& Cube::last_step(Pattern stars) {
    const Step* last = &in_;
    std::size_t depth = 0;
    for (const std::size_t attribute : attributes_) {
        if ((stars >> attribute & 1U) != 0) {
            continue;
        }
        if (depth >= depth_ || steps_[depth].attribute != attribute) {
            cut(*last, attribute, steps_[depth]);
            depth_ = depth + 1;
        }
        last = &steps_[depth++];
    }
    return *last;
}

/// What is left of these cells, in the order of their first types.
void Cube::collect(const Step& step) {
    kept_.clear();
    pieces_.clear();
    std::size_t next = 0;
    for (const std::uint32_t end : step.ends) {
        Piece piece{.begin = kept_.size()};
        std::uint8_t marks = 0;
        for (; next < end; ++next) {
            const std::uint32_t type = step.types[next];
            if (marks_[type] != 0) {
                kept_.push_back(type);
                piece.rows += row_types_.counts[type];
                marks |= marks_[type];
            }
        }
        piece.end = kept_.size();
        if (is_cell(piece.rows, marks)) {
            pieces_.push_back(piece);
        }
    }
    std::sort(pieces_.begin(), pieces_.end(), [this](const Piece& a, const Piece& b) {
        return kept_[a.begin] < kept_[b.begin];
    });
    for (const Piece& piece : pieces_) {
        cells_.types.insert(cells_.types.end(),
                            kept_.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                            kept_.begin() + static_cast<std::ptrdiff_t>(piece.end));
        cells_.ends.push_back(cells_.types.size());
        cells_.rows.push_back(piece.rows);
    }
}

const Cells& Cube::cells(Pattern stars) {
    cells_.types.clear();
    cells_.ends.clear();
    cells_.rows.clear();
    if (wanted_rows_ == 0) {
        return cells_;
    }
    if (types_in_ * 2 < in_.types.size()) {
        drop_removed();
    }
    collect(last_step(stars));
    return cells_;
}

}  // namespace kanon::cell_suppression
