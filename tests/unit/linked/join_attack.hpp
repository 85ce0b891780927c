// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "random_schemas.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// An attacker who joins by brute force, and reads released cells by nothing but their text: no
/// code of the program has a part in it.
namespace kanon::linked::test {

/// A subject's row with the rows below it, by the texts of its quasi-identifiers.
struct TextTree {
    std::vector<std::string> cells;
    std::vector<std::vector<TextTree>> below;  ///< per child table
};

/// The trees of all subjects of some tables.
[[nodiscard]] std::vector<TextTree> trees_of(const LinkedTables& schema,
                                             const std::vector<Table>& tables);

/// Who knows a subject wholly: released trees that may be him, rows of his perhaps left out.
[[nodiscard]] std::size_t candidates_of(const TextTree& known,
                                        const std::vector<TextTree>& released);

/// The text of a tree, of equal ones the same.
[[nodiscard]] std::string form_of(const TextTree& tree);

}  // namespace kanon::linked::test
