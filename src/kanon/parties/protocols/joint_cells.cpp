// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_cells.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::size_t kMostClasses = std::size_t{1} << 26U;
constexpr std::size_t kMostKnownBits = std::size_t{1} << 31U;

}  // namespace

JointCells::JointCells(const Task& own,
                       std::uint64_t joint_rows,
                       MaskedSums& sums,
                       JointCounts& joint)
    : own_(own), joint_rows_(joint_rows), sums_(sums), joint_(joint) {
    Kept whole;
    whole.class_of_type.assign(own.row_types().size(), 0);
    path_.push_back(std::move(whole));
}

/// How many steps of the path lead to the node.
std::size_t JointCells::known_steps(const Node& node) const {
    std::size_t steps = 1;
    std::size_t j = 0;
    for (; steps < path_.size(); ++steps) {
        const Kept& kept = path_[steps];
        for (; j < kept.attribute; ++j) {
            if (node[j] != own_.quasi_identifiers[j].hierarchy.height()) {
                return steps;
            }
        }
        if (node[j++] != kept.level) {
            return steps;
        }
    }
    return steps;
}

bool JointCells::keeps(const Node& node) {
    path_.resize(known_steps(node));
    const std::size_t first = path_.size() == 1 ? 0 : path_.back().attribute + 1;
    for (std::size_t j = first; j < node.size(); ++j) {
        if (node[j] == own_.quasi_identifiers[j].hierarchy.height()) {
            continue;
        }
        const Answers& answers = answers_of(node, j);
        if (!answers.are_all) {
            return false;
        }
        path_.push_back(divided(j, node[j], answers));
    }
    return true;
}

/// Of the node that has the attributes behind this one at their tops. \pre the path leads to that
/// which has this one at its top, too
const JointCells::Answers& JointCells::answers_of(const Node& node, std::size_t attribute) {
    Node projection = node;
    for (std::size_t j = attribute + 1; j < node.size(); ++j) {
        projection[j] = own_.quasi_identifiers[j].hierarchy.height();
    }
    const auto found = known_.find(projection);
    if (found != known_.end()) {
        return found->second;
    }
    if (known_bits_ > kMostKnownBits) {
        known_.clear();
        known_bits_ = 0;
    }
    Answers answers = ask(attribute, node[attribute]);
    known_bits_ += answers.has_k.size();
    return known_.emplace(std::move(projection), std::move(answers)).first->second;
}

/// The class of a row type, if those of the path are divided by an attribute.
std::uint32_t JointCells::place(std::size_t type, std::size_t attribute, Level level) const {
    const Code code = own_.row_types().columns[attribute][type];
    const Code label = own_.quasi_identifiers[attribute].hierarchy.label_of(level, code);
    return static_cast<std::uint32_t>(path_.back().class_of_type[type] * labels(attribute, level) +
                                      label);
}

JointCells::Answers JointCells::ask(std::size_t attribute, Level level) {
    const std::size_t classes = path_.back().classes * labels(attribute, level);
    if (classes > kMostClasses) {
        throw Error(ErrorCode::bad_policy,
                    "more than 67,108,864 classes would be asked about; ask for `method: "
                    "mondrian`, for a larger k, or for fewer or coarser quasi-identifiers");
    }
    std::vector<std::uint64_t> counts(classes);
    for (std::size_t type = 0; type < own_.row_types().size(); ++type) {
        counts[place(type, attribute, level)] += own_.row_types().counts[type];
    }
    const std::vector<std::uint8_t> bits(classes, bits_of(joint_rows_));
    std::vector<std::uint64_t> parts = joint_.parts(counts, bits);
    std::vector<std::uint64_t> above = parts;
    for (std::uint64_t& part : above) {
        part -= joint_.adds_constants() ? own_.k : 0;
    }
    const std::vector<std::uint8_t> has_k = joint_.at_least_zero(above, bits);
    std::uint64_t rest = joint_.adds_constants() ? 0 - joint_rows_ : 0;
    for (std::size_t i = 0; i < classes; ++i) {
        rest += has_k[i] != 0 ? parts[i] : 0;
    }
    const std::uint8_t rest_bits = bits_of(joint_rows_);
    Answers out;
    out.are_all = joint_.at_least_zero({&rest, 1}, {&rest_bits, 1}).front() != 0;
    out.has_k.assign(has_k.begin(), has_k.end());
    return out;
}

JointCells::Kept JointCells::divided(std::size_t attribute,
                                     Level level,
                                     const Answers& answers) const {
    Kept out{.attribute = attribute, .level = level, .classes = 0, .class_of_type = {}};
    std::vector<std::uint32_t> number(answers.has_k.size());
    for (std::size_t i = 0; i < number.size(); ++i) {
        number[i] = static_cast<std::uint32_t>(out.classes);
        out.classes += answers.has_k[i] ? 1U : 0U;
    }
    out.class_of_type.reserve(own_.row_types().size());
    for (std::size_t type = 0; type < own_.row_types().size(); ++type) {
        const std::uint32_t at = place(type, attribute, level);
        if (!answers.has_k[at]) {
            throw Error(ErrorCode::bad_input,
                        "the sums of the sites are not as agreed: a class of this site's rows has "
                        "too few; some site does not follow the protocol, or has other domains");
        }
        out.class_of_type.push_back(number[at]);
    }
    return out;
}

std::vector<std::uint64_t> JointCells::costs(std::span<const LevelCosts> levels) {
    std::vector<std::uint64_t> out;
    for (const LevelCosts& level : levels) {
        const Hierarchy& hierarchy = own_.quasi_identifiers[level.attribute].hierarchy;
        const std::vector<std::uint64_t> rows = own_.rows_per_code(level.attribute);
        std::uint64_t cost = 0;
        for (Code code = 0; code < rows.size(); ++code) {
            cost += rows[code] * level.cost_of_label[hierarchy.label_of(level.level, code)];
        }
        out.push_back(cost);
    }
    sums_.add_up(out);
    return out;
}

}  // namespace kanon::parties
