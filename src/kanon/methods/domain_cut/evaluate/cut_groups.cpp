// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/evaluate/cut_groups.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon::domain_cut {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The least of two figures of which 0 stands for none.
std::uint64_t least_of(std::uint64_t a, std::uint64_t b) {
    return a == 0 || (b != 0 && b < a) ? b : a;
}

std::vector<std::size_t> all_places(std::size_t count) {
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

}  // namespace

CutGroups::CutGroups(const Task& task, std::span<const OrderedDomain> domains)
    : CutGroups(task, domains, all_places(domains.size()), domains.size()) {
    for (std::uint32_t j = 0; j < domains.size(); ++j) {
        divide_coarsely(j);
    }
}

CutGroups::CutGroups(const Task& task,
                     std::span<const OrderedDomain> domains,
                     std::span<const std::size_t> places,
                     std::size_t attributes)
    : task_(task),
      domains_(domains),
      places_(places.begin(), places.end()),
      checker_(task),
      types_(task.row_types().size()),
      ranks_(attributes) {
    KANON_CHECK(places.size() == domains.size());
    std::iota(types_.begin(), types_.end(), std::uint32_t{0});
    groups_.push_back({.begin = 0,
                       .end = static_cast<std::uint32_t>(types_.size()),
                       .rows = task.row_types().row_count()});
    outlook_.resize(attributes);
    for (std::size_t j = 0; j < attributes; ++j) {
        ranks_[j].resize(types_.size());
        value_of_.push_back(static_cast<std::uint32_t>(j));
        values_.push_back({.attribute = j, .run = {}, .groups = {0}});
    }
    for (std::size_t j = 0; j < domains.size(); ++j) {
        take_ranks(j);
    }
    pieces_.resize(1);
    pieces_[0] = {.part = 0, .types = types_, .rows = groups_[0].rows};
    groups_[0].holds = holds(pieces_[0]);
    count();
}

/// Those of the row types in the attribute of a domain.
void CutGroups::take_ranks(std::size_t domain_place) {
    const OrderedDomain& domain = domains_[domain_place];
    const std::size_t attribute = places_[domain_place];
    KANON_CHECK(attribute < attribute_count());
    values_[attribute].run = {0, static_cast<Rank>(domain.size() - 1)};
    part_of_rank_.resize(std::max(part_of_rank_.size(), domain.size()));
    piece_of_part_.resize(part_of_rank_.size(), kNone);
    task_.row_types().columns[domain_place].visit([&](const auto codes) {
        for (std::size_t type = 0; type < codes.size(); ++type) {
            ranks_[attribute][type] = domain.rank_of(codes[type]);
        }
    });
}

void CutGroups::divide_coarsely(std::uint32_t attribute) {
    const auto place = std::find(places_.begin(), places_.end(), attribute);
    KANON_CHECK(place != places_.end());
    const OrderedDomain& domain = domains_[static_cast<std::size_t>(place - places_.begin())];
    std::vector<RankRun> parts = coarsest_parts(domain);
    if (parts.size() > 1) {
        plan(attribute, std::move(parts));
        specialize(attribute);
    }
}

void CutGroups::plan(std::uint32_t value, std::vector<RankRun> parts) {
    CutValue& planned = values_[value];
    planned.parts = std::move(parts);
    for (const std::uint32_t group : planned.groups) {
        outlook_[group * attribute_count() + planned.attribute].known = false;
    }
}

void CutGroups::number_parts(const CutValue& value) {
    for (std::uint32_t part = 0; part < value.parts.size(); ++part) {
        for (Rank rank = value.parts[part].first; rank <= value.parts[part].last; ++rank) {
            part_of_rank_[rank] = part;
        }
    }
}

/// Sort the types of a group into pieces, one per part that occurs, in the order they occur.
/// \pre number_parts()
void CutGroups::divide(const Group& group, std::size_t attribute) {
    piece_count_ = 0;
    const std::vector<Rank>& ranks = ranks_[attribute];
    for (const std::uint32_t type : types_of(group)) {
        const std::uint32_t part = part_of_rank_[ranks[type]];
        if (piece_of_part_[part] == kNone) {
            piece_of_part_[part] = static_cast<std::uint32_t>(piece_count_);
            pieces_.resize(std::max(pieces_.size(), ++piece_count_));
            Piece& fresh = pieces_[piece_count_ - 1];
            fresh.part = part;
            fresh.rows = 0;
            fresh.types.clear();
        }
        Piece& piece = pieces_[piece_of_part_[part]];
        piece.types.push_back(type);
        piece.rows += task_.row_types().counts[type];
    }
    for (std::size_t i = 0; i < piece_count_; ++i) {
        piece_of_part_[pieces_[i].part] = kNone;
    }
}

bool CutGroups::holds(const Piece& piece) {
    const std::span<const std::uint32_t> types = piece.types;
    return checker_.holds(piece.rows, {&types, 1});
}

GroupFacts CutGroups::judge_pieces() {
    GroupFacts facts;
    for (std::size_t i = 0; i < piece_count_; ++i) {
        if (holds(pieces_[i])) {
            ++facts.classes;
            facts.least_rows = least_of(facts.least_rows, pieces_[i].rows);
        } else {
            facts.failing_rows += pieces_[i].rows;
        }
    }
    return facts;
}

std::uint64_t CutGroups::least_rows_without(std::uint32_t value) const {
    const std::size_t attribute = values_[value].attribute;
    for (const std::uint32_t group : by_rows_) {
        if (value_of_[group * attribute_count() + attribute] != value) {
            return groups_[group].rows;
        }
    }
    return 0;
}

GroupFacts CutGroups::facts_after(std::uint32_t value) {
    const CutValue& planned = values_[value];
    KANON_CHECK(!planned.parts.empty());
    GroupFacts after = facts_;
    after.least_rows = least_rows_without(value);
    bool numbered = false;
    for (const std::uint32_t group : planned.groups) {
        Outlook& outlook = outlook_[group * attribute_count() + planned.attribute];
        if (!outlook.known) {
            if (!numbered) {
                number_parts(planned);
                numbered = true;
            }
            divide(groups_[group], planned.attribute);
            outlook = {.facts = judge_pieces(), .known = true};
        }
        after.failing_rows += outlook.facts.failing_rows;
        after.failing_rows -= failing_rows(groups_[group]);
        after.classes += outlook.facts.classes;
        after.classes -= groups_[group].holds ? 1U : 0U;
        after.least_rows = least_of(after.least_rows, outlook.facts.least_rows);
    }
    return after;
}

std::uint64_t CutGroups::failing_elsewhere(std::uint32_t value) const {
    std::uint64_t rows = facts_.failing_rows;
    for (const std::uint32_t group : values_[value].groups) {
        rows -= failing_rows(groups_[group]);
    }
    return rows;
}

std::vector<std::uint64_t> CutGroups::failing_by_threshold(std::uint32_t value) {
    const CutValue& divided = values_[value];
    const std::vector<Rank>& ranks = ranks_[divided.attribute];
    const std::uint64_t least = task_.least_class_rows();
    const auto failing = [&](std::uint64_t rows) { return rows < least ? rows : 0; };
    // Changes from one threshold to the next; sums wrap around zero and back.
    std::vector<std::uint64_t> changes(divided.run.last - divided.run.first + std::size_t{1});
    std::vector<std::uint32_t> types;
    for (const std::uint32_t group : divided.groups) {
        types.assign(types_of(groups_[group]).begin(), types_of(groups_[group]).end());
        std::sort(types.begin(), types.end(), [&](std::uint32_t a, std::uint32_t b) {
            return ranks[a] < ranks[b];
        });
        const std::uint64_t all = groups_[group].rows;
        std::uint64_t below = 0;
        std::uint64_t said = 0;
        for (std::size_t i = 0; i <= types.size(); ++i) {
            const bool next = i == 0 || i == types.size() || ranks[types[i]] != ranks[types[i - 1]];
            const std::size_t from =
                i == 0 ? 0 : ranks[types[i - 1]] - divided.run.first + std::size_t{1};
            if (next && from < changes.size()) {
                const std::uint64_t now = failing(below) + failing(all - below);
                changes[from] += now - said;
                said = now;
            }
            below += i < types.size() ? task_.row_types().counts[types[i]] : 0;
        }
    }
    std::partial_sum(changes.begin(), changes.end(), changes.begin());
    changes.erase(changes.begin());
    return changes;
}

/// A new group with the values of another one, linked to all of them but that of one attribute.
std::uint32_t CutGroups::add_group_like(std::uint32_t group, std::size_t but_attribute) {
    const std::size_t m = attribute_count();
    const auto place = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back();
    outlook_.resize(groups_.size() * m);
    for (std::size_t j = 0; j < m; ++j) {
        value_of_.push_back(value_of_[group * m + j]);
        if (j != but_attribute) {
            values_[value_of_.back()].groups.push_back(place);
        }
    }
    return place;
}

/// Divide a group: its first piece stays in its place, the others become groups of their own.
void CutGroups::split(std::uint32_t group, std::uint32_t value, std::uint32_t first_new) {
    const std::size_t m = attribute_count();
    const std::size_t attribute = values_[value].attribute;
    divide(groups_[group], attribute);
    std::uint32_t at = groups_[group].begin;
    for (std::size_t i = 0; i < piece_count_; ++i) {
        const Piece& piece = pieces_[i];
        const std::uint32_t place = i == 0 ? group : add_group_like(group, attribute);
        std::copy(piece.types.begin(), piece.types.end(), types_.begin() + at);
        const auto end = at + static_cast<std::uint32_t>(piece.types.size());
        groups_[place] = {.begin = at, .end = end, .rows = piece.rows, .holds = holds(piece)};
        at = end;
        value_of_[place * m + attribute] = first_new + piece.part;
        values_[first_new + piece.part].groups.push_back(place);
        std::fill_n(outlook_.begin() + static_cast<std::ptrdiff_t>(place * m), m, Outlook{});
    }
}

void CutGroups::specialize(std::uint32_t value) {
    number_parts(values_[value]);
    replace(value);
}

void CutGroups::specialize_as_told(std::uint32_t value,
                                   std::uint32_t parts,
                                   std::span<const std::uint32_t> part_of_type) {
    const std::vector<std::uint32_t> types = types_with(value);
    KANON_CHECK(types.size() == part_of_type.size());
    std::vector<Rank>& ranks = ranks_[values_[value].attribute];
    for (std::size_t i = 0; i < types.size(); ++i) {
        KANON_CHECK(part_of_type[i] < parts);
        ranks[types[i]] = part_of_type[i];
    }
    part_of_rank_.resize(std::max<std::size_t>(part_of_rank_.size(), parts));
    piece_of_part_.resize(part_of_rank_.size(), kNone);
    std::iota(part_of_rank_.begin(), part_of_rank_.begin() + parts, std::uint32_t{0});
    values_[value].parts.resize(parts);
    replace(value);
}

/// \pre part_of_rank_ has the part of each rank of the value
void CutGroups::replace(std::uint32_t value) {
    const auto first_new = static_cast<std::uint32_t>(values_.size());
    const std::vector<RankRun> parts = values_[value].parts;
    for (const RankRun run : parts) {
        values_.push_back({.attribute = values_[value].attribute, .run = run});
    }
    values_[value].replaced = true;
    const std::vector<std::uint32_t> groups = std::move(values_[value].groups);
    values_[value].groups.clear();
    for (const std::uint32_t group : groups) {
        split(group, value, first_new);
    }
    count();
}

/// Recount facts_ and by_rows_.
void CutGroups::count() {
    facts_ = {};
    by_rows_.clear();
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        if (groups_[group].holds) {
            ++facts_.classes;
            by_rows_.push_back(group);
        } else {
            facts_.failing_rows += groups_[group].rows;
        }
    }
    std::sort(by_rows_.begin(), by_rows_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return groups_[a].rows != groups_[b].rows ? groups_[a].rows < groups_[b].rows : a < b;
    });
    facts_.least_rows = by_rows_.empty() ? 0 : groups_[by_rows_.front()].rows;
}

std::size_t CutGroups::count_types_with(std::uint32_t value) const {
    std::size_t count = 0;
    for (const std::uint32_t group : values_[value].groups) {
        count += types_of(groups_[group]).size();
    }
    return count;
}

std::vector<std::uint32_t> CutGroups::types_with(std::uint32_t value) const {
    constexpr std::size_t kBits = 64;
    std::vector<std::uint64_t> marks((types_.size() + kBits - 1) / kBits);
    for (const std::uint32_t group : values_[value].groups) {
        for (const std::uint32_t type : types_of(groups_[group])) {
            marks[type / kBits] |= std::uint64_t{1} << type % kBits;
        }
    }
    std::vector<std::uint32_t> types;
    types.reserve(count_types_with(value));
    for (std::size_t word = 0; word < marks.size(); ++word) {
        for (std::uint64_t left = marks[word]; left != 0; left &= left - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(left));
            types.push_back(static_cast<std::uint32_t>(word * kBits + bit));
        }
    }
    return types;
}

std::vector<std::uint32_t> CutGroups::planned_parts(std::uint32_t value) {
    number_parts(values_[value]);
    std::vector<std::uint32_t> parts = types_with(value);
    for (std::uint32_t& type : parts) {
        type = part_of_rank_[ranks_[values_[value].attribute][type]];
    }
    return parts;
}

std::vector<DomainCut> CutGroups::cuts() const {
    std::vector<DomainCut> cuts(attribute_count());
    for (const CutValue& value : values_) {
        if (!value.replaced) {
            cuts[value.attribute].push_back(value.run.first);
        }
    }
    std::vector<DomainCut> here;
    for (const std::size_t place : places_) {
        std::sort(cuts[place].begin(), cuts[place].end());
        here.push_back(std::move(cuts[place]));
    }
    return here;
}

std::vector<bool> CutGroups::failing_types() const {
    std::vector<bool> failing(types_.size());
    for (const Group& group : groups_) {
        for (const std::uint32_t type : types_of(group)) {
            failing[type] = !group.holds;
        }
    }
    return failing;
}

}  // namespace kanon::domain_cut
