// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/tuple_types.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// One type for each tuple of each type; `first`: as TupleTypes has it.
RowTypes divided(const Task& task, std::span<const std::uint32_t> first) {
    const RowTypes& types = task.row_types();
    RowTypes out;
    out.rows = types.rows;
    const std::size_t size = first.back();
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        out.columns.emplace_back(size, attribute.hierarchy.domain_size());
    }
    std::vector<std::uint32_t> offsets(size + 1);
    std::iota(offsets.begin(), offsets.end(), 0U);
    for (const Histograms& histograms : types.histograms) {
        out.histograms.push_back({.domain_size = histograms.domain_size, .offsets = offsets});
    }
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        const auto counts = types.tuple_counts(type);
        for (std::uint32_t tuple = 0; tuple < counts.size(); ++tuple) {
            out.counts.push_back(counts[tuple]);
            for (std::size_t j = 0; j < out.columns.size(); ++j) {
                out.columns[j].set(first[type] + tuple, types.columns[j][type]);
            }
            for (std::size_t c = 0; c < out.histograms.size(); ++c) {
                out.histograms[c].values.push_back(types.tuple_value(type, tuple, c));
                out.histograms[c].counts.push_back(counts[tuple]);
            }
        }
    }
    if (out.histograms.size() > 1) {
        out.joint.offsets = std::move(offsets);
        out.joint.values = types.joint.values;
        out.joint.counts = out.counts;
    }
    return out;
}

}  // namespace

TupleTypes::TupleTypes(const Task& task, bool by_tuples)
    : given_(task), divided_(task), first_(task.row_types().size() + 1) {
    for (std::size_t type = 0; type + 1 < first_.size(); ++type) {
        const std::size_t tuples = by_tuples ? task.row_types().tuple_counts(type).size() : 1;
        first_[type + 1] = first_[type] + static_cast<std::uint32_t>(tuples);
    }
    if (by_tuples) {
        divided_.count(divided(task, first_));
    }
}

std::vector<StarBlock> TupleTypes::blocks_of(const ClassRecoding& recoding,
                                             std::span<const Pattern> stars) const {
    const auto stars_of = [&](std::uint32_t of_class) {
        return of_class == kSuppressedClass ? given_.patterns.everything() : stars[of_class];
    };
    const bool by_tuples = first_.back() != given_.row_types().size();
    std::vector<StarBlock> out;
    auto share = recoding.shares.begin();
    for (std::uint32_t type = 0; type + 1 < first_.size(); ++type) {
        const bool is_whole = share == recoding.shares.end() || share->type != type;
        for (std::uint32_t one = first_[type]; is_whole && one < first_[type + 1]; ++one) {
            out.push_back({.type = one,
                           .rows = divided_.row_types().counts[one],
                           .stars = stars_of(recoding.class_of_type[type])});
        }
        for (; share != recoding.shares.end() && share->type == type; ++share) {
            out.push_back({.type = first_[type] + (by_tuples ? share->tuple : 0),
                           .rows = share->rows,
                           .stars = stars_of(share->of_class)});
        }
    }
    return out;
}

ClassRecoding TupleTypes::undivided(ClassRecoding recoding) const {
    if (first_.back() == given_.row_types().size()) {
        return recoding;
    }
    const std::vector<std::uint32_t> class_of = std::exchange(recoding.class_of_type, {});
    const std::vector<Share> shares = std::exchange(recoding.shares, {});
    auto share = shares.begin();
    for (std::uint32_t type = 0; type + 1 < first_.size(); ++type) {
        std::vector<Share> parts;
        for (std::uint32_t one = first_[type]; one < first_[type + 1]; ++one) {
            const std::uint32_t tuple = one - first_[type];
            if (share == shares.end() || share->type != one) {
                parts.push_back({.type = type,
                                 .tuple = tuple,
                                 .of_class = class_of[one],
                                 .rows = divided_.row_types().counts[one]});
            }
            for (; share != shares.end() && share->type == one; ++share) {
                parts.push_back({.type = type,
                                 .tuple = tuple,
                                 .of_class = share->of_class,
                                 .rows = share->rows});
            }
        }
        recoding.class_of_type.push_back(parts.front().of_class);
        const bool is_one = std::ranges::all_of(
            parts, [&](const Share& part) { return part.of_class == parts[0].of_class; });
        if (!is_one) {
            recoding.shares.insert(recoding.shares.end(), parts.begin(), parts.end());
        }
    }
    return recoding;
}

}  // namespace kanon::cell_suppression
