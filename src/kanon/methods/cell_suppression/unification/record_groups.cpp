// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/unification/record_groups.hpp"

#include <map>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// The codes of a type's tuple in the tracked columns.
std::vector<Code> codes_of(const RowTypes& types, std::uint32_t type, std::uint32_t tuple) {
    std::vector<Code> codes;
    if (types.histograms.size() == 1) {
        const Histograms& one = types.histograms[0];
        codes.push_back(one.values[one.offsets[type] + tuple]);
        return codes;
    }
    codes.reserve(types.joint.values.size());
    for (const CodeVector& column : types.joint.values) {
        codes.push_back(column[types.joint.offsets[type] + tuple]);
    }
    return codes;
}

}  // namespace

CorrectPartition correct_partition(const RowTypes& types) {
    CorrectPartition out;
    std::map<std::vector<Code>, std::uint32_t> sets;
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        std::uint32_t tuple = 0;
        for (const std::uint32_t rows : types.tuple_counts(type)) {
            sets.try_emplace(codes_of(types, type, tuple), 0);
            out.groups.push_back({.type = type, .tuple = tuple++, .rows = rows});
        }
    }
    for (auto& [codes, set] : sets) {
        set = static_cast<std::uint32_t>(out.sets++);
    }
    for (RecordGroup& group : out.groups) {
        group.set = sets.at(codes_of(types, group.type, group.tuple));
    }
    return out;
}

}  // namespace kanon::cell_suppression
