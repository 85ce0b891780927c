// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/secure_sum_nodes.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/parties/protocols/joint_cells.hpp"
#include "kanon/parties/protocols/joint_rows.hpp"
#include "kanon/release/recoding/level_recoding.hpp"

#include <memory>
#include <optional>

namespace kanon::parties {

SummedNode secure_sum_nodes(const Task& own, const Peers& peers, const RunContext& context) {
    const std::unique_ptr<AskedNodes> nodes = make_asked_nodes(own);  // before anything is sent
    MaskedSums sums(peers);
    JointCounts joint(peers);
    SummedNode out;
    out.joint_rows = joint_row_count(own, sums);
    JointCells cells(own, out.joint_rows, sums, joint);
    const std::optional<AskedNode> found = nodes->search(out.joint_rows, cells, context);
    if (!found) {
        throw Error(ErrorCode::infeasible,
                    "no levels of the quasi-identifiers keep the promise; allow higher ones");
    }
    out.loss = found->loss;
    out.asked = found->asked;
    out.recoding.node = found->node;
    out.recoding.suppressed.assign(own.row_types().size(), false);
    for (std::size_t j = 0; j < own.quasi_identifiers.size(); ++j) {
        out.recoding.attributes.push_back(
            recode_to_level(own.quasi_identifiers[j].hierarchy, found->node[j]));
    }
    return out;
}

}  // namespace kanon::parties
