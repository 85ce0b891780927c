// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/joint_specialization.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace kanon::domain_cut {

/// One party's side of make_top_down(), see make_joint_specialization().
[[nodiscard]] std::unique_ptr<JointSpecialization> make_joint_top_down(
    const Task& task, std::span<const std::size_t> places, std::size_t attributes);

}  // namespace kanon::domain_cut
