// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kanon::profile {

/// The words of a name in lower case without accents, each between underscores: `Date de Naissance`
/// and `dateDeNaissance` are `_date_de_naissance_`.
[[nodiscard]] std::string words_of_name(std::string_view name);

/// How a name may be read: its words, then those without the digits and endings that data makers
/// add to a word: `RACEX`, `race1`, `RACE_CD` are also `_race_`, `DOBYY` is also `_dob_`.
[[nodiscard]] std::vector<std::string> readings_of_name(std::string_view name);

/// Does a pattern match the words of a name? A pattern is whole words joined by `_`; `word*`: the
/// start of a word; `*word`: the end of one; `=word`: the name has no other words.
[[nodiscard]] bool matches_words(std::string_view pattern, std::string_view words);

}  // namespace kanon::profile
