// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/stars/partition/star_partition.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace kanon::stars {
namespace {

/// Where the moved rows of one type go.
struct Leaving {
    std::uint32_t staying = 0;
    std::vector<StarPartition::Move> moves{};
    std::uint32_t seen = 0;  ///< rows of the type so far
};

std::vector<std::uint32_t> classes_of_rows(const Problem& problem, const StarPartition& partition) {
    std::map<std::uint32_t, Leaving> leaving;
    for (const StarPartition::Move& move : partition.moves) {
        Leaving& of_type =
            leaving.try_emplace(move.type, Leaving{.staying = problem.row_types.counts[move.type]})
                .first->second;
        KANON_CHECK(of_type.staying >= move.rows);
        of_type.staying -= move.rows;
        of_type.moves.push_back(move);
    }
    std::vector<Leaving*> of_type(problem.row_types.size(), nullptr);
    for (auto& [type, moves] : leaving) {
        of_type[type] = &moves;
        std::reverse(moves.moves.begin(), moves.moves.end());
    }
    std::vector<std::uint32_t> out;
    out.reserve(problem.row_types.row_count());
    for (const std::uint32_t type : problem.row_types.type_of_row) {
        Leaving* moved = of_type[type];
        if (moved == nullptr || moved->seen++ < moved->staying) {
            out.push_back(partition.class_of_type[type]);
            continue;
        }
        StarPartition::Move& next = moved->moves.back();
        out.push_back(next.to);
        if (--next.rows == 0) {
            moved->moves.pop_back();
        }
    }
    return out;
}

}  // namespace

std::uint32_t StarPartition::add_class(Pattern pattern, std::uint32_t of_member) {
    stars.push_back(pattern);
    rows.push_back(0);
    member.push_back(of_member);
    return static_cast<std::uint32_t>(stars.size() - 1);
}

void StarPartition::settle_moves(std::span<const std::uint32_t> rows_of_type) {
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return std::tie(a.type, a.to) < std::tie(b.type, b.to);
    });
    std::vector<Move> kept;
    for (const Move& move : moves) {
        if (!kept.empty() && kept.back().type == move.type && kept.back().to == move.to) {
            kept.back().rows += move.rows;
        } else {
            kept.push_back(move);
        }
    }
    std::erase_if(kept, [&](const Move& move) {
        const bool all = move.rows == rows_of_type[move.type];
        class_of_type[move.type] = all ? move.to : class_of_type[move.type];
        return all;
    });
    moves = std::move(kept);
}

std::uint64_t suppressed_rows(const Problem& problem, const StarPartition& partition) {
    std::uint64_t rows = 0;
    for (std::size_t type = 0; type < partition.class_of_type.size(); ++type) {
        rows +=
            partition.class_of_type[type] == kSuppressedClass ? problem.row_types.counts[type] : 0;
    }
    for (const StarPartition::Move& move : partition.moves) {
        rows -= partition.class_of_type[move.type] == kSuppressedClass ? move.rows : 0;
    }
    return rows;
}

std::vector<std::uint64_t> count_stars(const Problem& problem, const StarPartition& partition) {
    std::vector<std::uint64_t> out(problem.quasi_identifiers.size(),
                                   suppressed_rows(problem, partition));
    for (std::size_t index = 0; index < partition.stars.size(); ++index) {
        for (std::size_t j = 0; j < out.size(); ++j) {
            out[j] += (partition.stars[index] >> j & 1U) != 0 ? partition.rows[index] : 0;
        }
    }
    return out;
}

ClassRecoding recode_stars(const Problem& problem, const StarPartition& partition) {
    ClassRecoding out;
    const std::size_t attributes = problem.quasi_identifiers.size();
    for (std::size_t j = 0; j < attributes; ++j) {
        const std::size_t values = problem.quasi_identifiers[j].hierarchy.domain_size();
        ReleasedDomain domain;
        for (Code code = 0; code < values; ++code) {
            domain.values.push_back({.kind = ReleasedValue::Kind::exact, .first = code});
        }
        domain.values.push_back({.kind = ReleasedValue::Kind::star});
        out.domains.push_back(std::move(domain));
        std::vector<std::uint32_t> values_of_class(partition.stars.size());
        for (std::size_t index = 0; index < partition.stars.size(); ++index) {
            const bool starred = (partition.stars[index] >> j & 1U) != 0;
            values_of_class[index] = starred
                                         ? static_cast<std::uint32_t>(values)
                                         : problem.row_types.columns[j][partition.member[index]];
        }
        out.value_of_class.push_back(std::move(values_of_class));
    }
    out.star_class = problem.patterns.all_star == AllStar::as_class;
    out.class_of_type = partition.class_of_type;
    if (!partition.moves.empty()) {
        out.class_of_row = classes_of_rows(problem, partition);
    }
    return out;
}

}  // namespace kanon::stars
