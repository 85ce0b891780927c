// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/partition/star_partition.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Every row of the types that rows are moved of: those that stay first, then move by move, tuple
/// after tuple of what they have in the tracked columns.
std::vector<Share> shares_of(const Task& task, const StarPartition& partition) {
    std::vector<StarPartition::Move> moves = partition.moves;
    std::stable_sort(
        moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.type < b.type; });
    std::vector<Share> out;
    for (auto begin = moves.begin(), end = begin; begin != moves.end(); begin = end) {
        const std::uint32_t type = begin->type;
        std::vector<StarPartition::Move> parts{{.type = type,
                                                .to = partition.class_of_type[type],
                                                .rows = task.row_types().counts[type]}};
        for (; end != moves.end() && end->type == type; ++end) {
            KANON_CHECK(parts[0].rows >= end->rows);
            parts[0].rows -= end->rows;
            parts.push_back(*end);
        }
        std::uint32_t tuple = 0;
        std::uint32_t part = 0;
        for (std::uint32_t left : task.row_types().tuple_counts(type)) {
            while (left > 0) {
                part += parts[part].rows == 0 ? 1U : 0U;
                const std::uint32_t rows = std::min(left, parts[part].rows);
                if (rows > 0) {
                    out.push_back(
                        {.type = type, .tuple = tuple, .of_class = parts[part].to, .rows = rows});
                }
                parts[part].rows -= rows;
                left -= rows;
            }
            ++tuple;
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

std::uint64_t suppressed_rows(const Task& task, const StarPartition& partition) {
    std::uint64_t rows = 0;
    for (std::size_t type = 0; type < partition.class_of_type.size(); ++type) {
        rows +=
            partition.class_of_type[type] == kSuppressedClass ? task.row_types().counts[type] : 0;
    }
    for (const StarPartition::Move& move : partition.moves) {
        rows -= partition.class_of_type[move.type] == kSuppressedClass ? move.rows : 0;
    }
    return rows;
}

std::vector<std::uint64_t> count_stars(const Task& task, const StarPartition& partition) {
    std::vector<std::uint64_t> out(task.quasi_identifiers.size(), suppressed_rows(task, partition));
    for (std::size_t index = 0; index < partition.stars.size(); ++index) {
        for (std::size_t j = 0; j < out.size(); ++j) {
            out[j] += (partition.stars[index] >> j & 1U) != 0 ? partition.rows[index] : 0;
        }
    }
    return out;
}

ClassRecoding recode_stars(const Task& task, const StarPartition& partition) {
    ClassRecoding out;
    const std::size_t attributes = task.quasi_identifiers.size();
    for (std::size_t j = 0; j < attributes; ++j) {
        const std::size_t values = task.quasi_identifiers[j].hierarchy.domain_size();
        ReleasedDomain domain;
        for (Code code = 0; code < values; ++code) {
            domain.values.push_back({.kind = ReleasedValue::Kind::exact, .first = code});
        }
        domain.values.push_back({.kind = ReleasedValue::Kind::star});
        out.domains.push_back(std::move(domain));
        std::vector<std::uint32_t> values_of_class(partition.stars.size());
        for (std::size_t index = 0; index < partition.stars.size(); ++index) {
            const bool starred = (partition.stars[index] >> j & 1U) != 0;
            values_of_class[index] = starred ? static_cast<std::uint32_t>(values)
                                             : task.row_types().columns[j][partition.member[index]];
        }
        out.value_of_class.push_back(std::move(values_of_class));
    }
    out.star_class = task.patterns.all_star == AllStar::as_class;
    out.class_of_type = partition.class_of_type;
    out.shares = shares_of(task, partition);
    return out;
}

}  // namespace kanon::cell_suppression
