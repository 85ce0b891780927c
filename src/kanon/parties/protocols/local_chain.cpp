// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/local_chain.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <unordered_map>

namespace kanon::parties {

LocalChain::LocalChain(const Task& task, std::uint64_t k, std::uint64_t most_held_back)
    : task_(task), held_back_(task.row_types().size(), false) {
    if (task.row_types().row_count() < k) {
        throw Error(ErrorCode::infeasible,
                    "the table has " + count_text(task.row_types().row_count(), "row") +
                        ", fewer than k = " + std::to_string(k) +
                        "; no joint group of it can have k rows");
    }
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        node_.push_back(attribute.least_level);
    }
    bool may_go_on = true;
    do {
        held_back_.assign(held_back_.size(), false);
        group();
        hold_back(k);
        may_go_on = held_back_rows_ > most_held_back && raise();
    } while (may_go_on);
    if (held_back_rows_ > most_held_back) {
        throw Error(ErrorCode::infeasible,
                    "no allowed levels make every group of this table k rows or more; allow "
                    "higher `levels`");
    }
    group();
}

bool LocalChain::generalize() {
    if (!raise()) {
        return false;
    }
    group();
    return true;
}

bool LocalChain::shows_something() const {
    for (std::size_t j = 0; j < node_.size(); ++j) {
        const Hierarchy& hierarchy = task_.quasi_identifiers[j].hierarchy;
        if (hierarchy.label_count(node_[j]) > 1 || hierarchy.text(node_[j], 0) != "*") {
            return true;
        }
    }
    return false;
}

/// Raise the attribute of most distinct values; false if none can be raised.
bool LocalChain::raise() {
    std::size_t most = 0;
    std::size_t at = node_.size();
    for (std::size_t j = 0; j < node_.size(); ++j) {
        const QuasiIdentifier& attribute = task_.quasi_identifiers[j];
        const std::size_t values = attribute.hierarchy.label_count(node_[j]);
        if (node_[j] < attribute.greatest_level && values > most) {
            most = values;
            at = j;
        }
    }
    if (at == node_.size()) {
        return false;
    }
    ++node_[at];
    return true;
}

void LocalChain::group() {
    const RowTypes& types = task_.row_types();
    group_of_type_.assign(types.size(), 0);
    group_count_ = types.size() == 0 ? 0 : 1;
    for (std::size_t j = 0; j < node_.size(); ++j) {
        const std::vector<Code>& label_of =
            task_.quasi_identifiers[j].hierarchy.level_map(node_[j]);
        std::unordered_map<std::uint64_t, std::uint32_t> numbers;
        types.columns[j].visit([&](const auto codes) {
            for (std::size_t type = 0; type < types.size(); ++type) {
                if (held_back_[type]) {
                    continue;
                }
                const std::uint64_t both =
                    (std::uint64_t{group_of_type_[type]} << 32U) | label_of[codes[type]];
                group_of_type_[type] =
                    numbers.try_emplace(both, static_cast<std::uint32_t>(numbers.size()))
                        .first->second;
            }
        });
        group_count_ = numbers.size();
    }
}

/// Hold back the groups of fewer than k rows. \pre nothing is held back yet
void LocalChain::hold_back(std::uint64_t k) {
    const std::vector<std::uint32_t>& counts = task_.row_types().counts;
    std::vector<std::uint64_t> rows(group_count_);
    for (std::size_t type = 0; type < group_of_type_.size(); ++type) {
        rows[group_of_type_[type]] += counts[type];
    }
    held_back_rows_ = 0;
    for (std::size_t type = 0; type < group_of_type_.size(); ++type) {
        held_back_[type] = rows[group_of_type_[type]] < k;
        held_back_rows_ += held_back_[type] ? counts[type] : 0;
    }
}

}  // namespace kanon::parties
