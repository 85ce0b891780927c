// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/values/standard_column.hpp"

#include "kanon/table/values/equal_values.hpp"

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Per value, by its least code, the code that stands for it.
std::vector<Code> codes_that_stand(const Column& column,
                                   const std::vector<Code>& value_of,
                                   ChosenSpelling chosen) {
    std::vector<Code> out(value_of.size());
    for (Code code = 0; code < out.size(); ++code) {
        out[code] = value_of[code];
    }
    if (chosen == ChosenSpelling::least) {
        return out;
    }
    std::vector<bool> is_seen(value_of.size());
    column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            const Code value = value_of[code];
            if (!is_seen[value]) {
                is_seen[value] = true;
                out[value] = code;
            }
        }
    });
    return out;
}

}  // namespace

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

std::shared_ptr<const Column> with_one_spelling(const std::shared_ptr<const Column>& column,
                                                ChosenSpelling chosen) {
    const Dictionary& values = *column->dictionary;
    const std::vector<Code> value_of =
        values.is_numeric() ? equal_values(values) : std::vector<Code>();
    if (value_of.empty()) {
        return column;
    }
    const std::vector<Code> stands = codes_that_stand(*column, value_of, chosen);
    std::unordered_map<std::string_view, std::string_view> spelling;
    for (Code code = 0; code < values.value_count(); ++code) {
        spelling.emplace(values.text(code), values.text(stands[value_of[code]]));
    }
    FoundColumn one = respelled(
        *column,
        [&spelling](std::string_view text) { return std::string(spelling.at(text)); },
        values.rules());
    return std::make_shared<const Column>(std::move(one.column));
}

}  // namespace kanon
