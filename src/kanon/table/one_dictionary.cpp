// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/one_dictionary.hpp"

#include "kanon/table/dictionary.hpp"

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace kanon {
namespace {

std::vector<Code> add_values(const Dictionary& from, DictionaryBuilder& to) {
    std::vector<Code> provisional(from.size());
    for (Code code = 0; code < from.size(); ++code) {
        provisional[code] = from.is_missing(code) ? to.add_missing() : to.add(from.text(code));
    }
    return provisional;
}

/// Per code of `from` that of `to`; none: some value is not there.
std::optional<std::vector<Code>> codes_within(const Dictionary& from, const Dictionary& to) {
    std::vector<Code> out(from.size());
    for (Code code = 0; code < from.size(); ++code) {
        const std::optional<Code> found =
            from.is_missing(code) ? to.missing() : to.find(from.text(code));
        if (!found) {
            return std::nullopt;
        }
        out[code] = *found;
    }
    return out;
}

std::shared_ptr<const Column> recoded(const Column& column,
                                      const std::vector<Code>& code_of,
                                      const Column& like,
                                      const std::shared_ptr<const Dictionary>& dictionary) {
    Column out{.name = like.name,
               .dictionary = dictionary,
               .codes = CodeVector(column.codes.size(), dictionary->size()),
               .storage_type = like.storage_type};
    column.codes.visit([&](const auto from) {
        out.codes.visit_mutable([&](const auto to) {
            for (std::size_t row = 0; row < from.size(); ++row) {
                to[row] = static_cast<std::remove_cvref_t<decltype(to[0])>>(code_of[from[row]]);
            }
        });
    });
    return std::make_shared<const Column>(std::move(out));
}

}  // namespace

std::pair<std::shared_ptr<const Column>, std::shared_ptr<const Column>> with_one_dictionary(
    const std::shared_ptr<const Column>& first, const Column& second) {
    if (const auto codes = codes_within(*second.dictionary, *first->dictionary)) {
        return {first, recoded(second, *codes, *first, first->dictionary)};
    }
    DictionaryBuilder builder;
    std::vector<Code> of_first = add_values(*first->dictionary, builder);
    std::vector<Code> of_second = add_values(*second.dictionary, builder);
    const DictionaryBuilder::Result both = builder.finish(first->dictionary->type());
    const auto settle = [&](std::vector<Code>& codes) {
        for (Code& code : codes) {
            code = both.code_of_provisional[code];
        }
    };
    settle(of_first);
    settle(of_second);
    const auto dictionary = std::make_shared<const Dictionary>(both.dictionary);
    return {recoded(*first, of_first, *first, dictionary),
            recoded(second, of_second, *first, dictionary)};
}

}  // namespace kanon
