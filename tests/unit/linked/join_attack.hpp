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
    std::string secret{};                      ///< of the column `secret`, where there is one
};

/// The trees of all subjects of some tables.
[[nodiscard]] std::vector<TextTree> trees_of(const LinkedTables& schema,
                                             const std::vector<Table>& tables);

/// Who knows a subject wholly: released trees that may be him, rows of his perhaps left out.
[[nodiscard]] std::size_t candidates_of(const TextTree& known,
                                        const std::vector<TextTree>& released);

/// The text of a tree, of equal ones the same.
[[nodiscard]] std::string form_of(const TextTree& tree);

/// What is inferred of `secret` in the rows of the first table below the subjects, worst first: by
/// whoever knows all but it. Counted by the definitions, from the texts of released trees.
struct WorstSecrets {
    double fewest_values = 0;      ///< of rows that are alike
    double least_entropy = 0;      ///< exp of it, of these rows
    double greatest_ratio = 0;     ///< r1 / (r2 + ... + rm) of these rows
    double greatest_distance = 0;  ///< equal distance of their shares from those of all rows
    double greatest_gain = 0;      ///< share over that of all rows, less 1
    double greatest_share = 0;     ///< of the subjects of a class, of a value in any of their rows
};

/// `all`: the secrets of all rows of the table as they were.
[[nodiscard]] WorstSecrets worst_secrets(const std::vector<TextTree>& released,
                                         const std::vector<std::string>& all);

}  // namespace kanon::linked::test
