// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/one_dictionary.hpp"

#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Values that are equal to one of `known` are spelled as there.
std::vector<Code> add_values(const Dictionary& from,
                             const Dictionary& known,
                             DictionaryBuilder& to) {
    std::vector<Code> provisional(from.size());
    for (Code code = 0; code < from.size(); ++code) {
        const std::string_view text = from.text(code);
        const std::optional<Code> equal =
            from.is_missing(code) ? std::nullopt : known.find_equal(text);
        provisional[code] =
            from.is_missing(code) ? to.add_missing() : to.add(equal ? known.text(*equal) : text);
    }
    return provisional;
}

/// Per code of `from` that of `to`; none: some value is not there.
std::optional<std::vector<Code>> codes_within(const Dictionary& from, const Dictionary& to) {
    std::vector<Code> out(from.size());
    for (Code code = 0; code < from.size(); ++code) {
        const std::optional<Code> found =
            from.is_missing(code) ? to.missing() : to.find_equal(from.text(code));
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
    return std::make_shared<const Column>(
        Column{.name = like.name,
               .dictionary = dictionary,
               .codes = column.codes.mapped(code_of, dictionary->size()),
               .storage_type = like.storage_type});
}

}  // namespace

std::pair<std::shared_ptr<const Column>, std::shared_ptr<const Column>> with_one_dictionary(
    const std::shared_ptr<const Column>& first, const Column& second) {
    if (const auto codes = codes_within(*second.dictionary, *first->dictionary)) {
        return {first, recoded(second, *codes, *first, first->dictionary)};
    }
    DictionaryBuilder builder;
    const Dictionary& known = *first->dictionary;
    std::vector<Code> of_first = add_values(known, known, builder);
    std::vector<Code> of_second = add_values(*second.dictionary, known, builder);
    const DictionaryBuilder::Result both = builder.finish(first->dictionary->rules());
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
