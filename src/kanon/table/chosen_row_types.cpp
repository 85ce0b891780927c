// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/chosen_row_types.hpp"

#include <cstddef>
#include <vector>

namespace kanon {
namespace {

/// As wide as it was.
CodeVector chosen_codes(const CodeVector& codes, std::span<const std::uint32_t> chosen) {
    CodeVector out(chosen.size(), std::size_t{1} << (8 * codes.width()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        out.set(i, codes[chosen[i]]);
    }
    return out;
}

/// The entries of the groups that are chosen. `offsets` becomes where the
/// entries of each begin among these, and where the last ones end.
std::vector<std::uint32_t> chosen_entries(std::span<const std::uint32_t> all_offsets,
                                          std::span<const std::uint32_t> chosen,
                                          std::vector<std::uint32_t>& offsets) {
    std::vector<std::uint32_t> out;
    offsets.assign(1, 0);
    for (const std::uint32_t group : chosen) {
        for (std::uint32_t entry = all_offsets[group]; entry < all_offsets[group + 1]; ++entry) {
            out.push_back(entry);
        }
        offsets.push_back(static_cast<std::uint32_t>(out.size()));
    }
    return out;
}

Histograms chosen_histograms(const Histograms& all, std::span<const std::uint32_t> chosen) {
    Histograms out{.domain_size = all.domain_size, .offsets = {}, .values = {}, .counts = {}};
    for (const std::uint32_t entry : chosen_entries(all.offsets, chosen, out.offsets)) {
        out.values.push_back(all.values[entry]);
        out.counts.push_back(all.counts[entry]);
    }
    return out;
}

JointTuples chosen_tuples(const JointTuples& all, std::span<const std::uint32_t> chosen) {
    JointTuples out;
    if (all.offsets.empty()) {
        return out;
    }
    const std::vector<std::uint32_t> entries = chosen_entries(all.offsets, chosen, out.offsets);
    for (const CodeVector& values : all.values) {
        out.values.push_back(chosen_codes(values, entries));
    }
    for (const std::uint32_t entry : entries) {
        out.counts.push_back(all.counts[entry]);
    }
    return out;
}

}  // namespace

RowTypes chosen_row_types(const RowTypes& types, std::span<const std::uint32_t> chosen) {
    RowTypes out;
    for (const CodeVector& codes : types.columns) {
        out.columns.push_back(chosen_codes(codes, chosen));
    }
    for (const std::uint32_t type : chosen) {
        out.counts.push_back(types.counts[type]);
        out.rows += types.counts[type];
    }
    for (const Histograms& histograms : types.histograms) {
        out.histograms.push_back(chosen_histograms(histograms, chosen));
    }
    out.joint = chosen_tuples(types.joint, chosen);
    return out;
}

}  // namespace kanon
