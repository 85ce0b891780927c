// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/profile/words/meaning.hpp"

#include <span>
#include <string_view>

namespace kanon::profile {

/// Words of one meaning, as matches_words() takes them, separated by blanks.
struct WordsOfMeaning {
    Meaning meaning;
    std::string_view patterns;
};

/// All of them; what is surest stands first. A meaning may stand at several places.
[[nodiscard]] std::span<const WordsOfMeaning> vocabulary();

}  // namespace kanon::profile
