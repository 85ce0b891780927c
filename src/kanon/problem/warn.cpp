// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

void detail::warn(Problem& problem,
                  std::string_view code,
                  std::string text,
                  std::vector<std::string> columns) {
    static_cast<void>(find_warning(code));
    const auto accepted = problem.policy.accept.find(std::string(code));
    problem.warnings.push_back(
        {.code = std::string(code),
         .text = std::move(text),
         .columns = std::move(columns),
         .accepted = accepted == problem.policy.accept.end() ? "" : accepted->second});
}

}  // namespace kanon
