// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/standard_column.hpp"

#include <utility>
#include <vector>

namespace kanon {

FoundColumn respelled(const Column& column,
                      const std::function<std::string(std::string_view)>& spell,
                      const ValueRules& rules) {
    const Dictionary& before = *column.dictionary;
    DictionaryBuilder builder;
    std::vector<Code> code_of(before.size());
    for (Code code = 0; code < before.size(); ++code) {
        code_of[code] =
            before.is_missing(code) ? builder.add_missing() : builder.add(spell(before.text(code)));
    }
    DictionaryBuilder::Result built = builder.finish(rules);
    for (Code& code : code_of) {
        code = built.code_of_provisional[code];
    }
    auto dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    const std::size_t limit = dictionary->size();
    return {.column = {.name = column.name,
                       .dictionary = std::move(dictionary),
                       .codes = column.codes.mapped(code_of, limit),
                       .storage_type = column.storage_type},
            .found = std::move(built.found)};
}

std::shared_ptr<const Column> in_standard_notation(const std::shared_ptr<const Column>& column) {
    const Notation notation = column->dictionary->notation();
    if (notation == Notation::standard) {
        return column;
    }
    FoundColumn standard =
        respelled(*column,
                  [notation](std::string_view text) { return standard_text(text, notation); },
                  {.declared = column->dictionary->type()});
    return std::make_shared<const Column>(std::move(standard.column));
}

}  // namespace kanon
