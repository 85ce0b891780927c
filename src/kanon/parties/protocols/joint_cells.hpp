// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/asked_nodes.hpp"
#include "kanon/parties/protocols/joint_counts.hpp"
#include "kanon/parties/protocols/masked_sums.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace kanon::parties {

/// One site's side of questions about nodes. Of each node all learn which classes that may occur
/// have k rows, and whether these are all rows; the classes that may occur are those of the node
/// with one attribute less, divided by its labels. So no class below k is opened, nor told from one
/// without rows, but whether there is any.
///
/// Borrows all. Memory: 4 bytes per own row type and attribute, a bit per class asked about (up to
/// 2^31, then they are asked again), 8 bytes per class while it is asked.
class JointCells final : public AskedRows {
public:
    JointCells(const Task& own, std::uint64_t joint_rows, MaskedSums& sums, JointCounts& joint);

    /// \throws Error{bad_input} for answers that one's own rows contradict; Error{bad_policy} for
    /// more than 2^26 classes that may occur
    [[nodiscard]] bool keeps(const Node& node) override;

    [[nodiscard]] std::vector<std::uint64_t> costs(std::span<const LevelCosts> levels) override;

private:
    /// A node whose classes all have k rows.
    struct Kept {
        std::size_t attribute = 0;  ///< the last below its top
        Level level = 0;
        std::size_t classes = 1;
        std::vector<std::uint32_t> class_of_type;  ///< one's own
    };

    struct Answers {
        std::vector<bool> has_k;  ///< per class that may occur
        bool are_all = false;     ///< these have all rows
    };

    [[nodiscard]] std::size_t known_steps(const Node& node) const;
    [[nodiscard]] const Answers& answers_of(const Node& node, std::size_t attribute);
    [[nodiscard]] Answers ask(std::size_t attribute, Level level);
    [[nodiscard]] Kept divided(std::size_t attribute, Level level, const Answers& answers) const;

    [[nodiscard]] std::size_t labels(std::size_t attribute, Level level) const {
        return own_.quasi_identifiers[attribute].hierarchy.label_count(level);
    }

    [[nodiscard]] std::uint32_t place(std::size_t type, std::size_t attribute, Level level) const;

    const Task& own_;
    std::uint64_t joint_rows_;
    MaskedSums& sums_;
    JointCounts& joint_;
    std::vector<Kept> path_;  ///< from the class of all rows to the node asked about last
    std::map<Node, Answers> known_;
    std::size_t known_bits_ = 0;
};

}  // namespace kanon::parties
