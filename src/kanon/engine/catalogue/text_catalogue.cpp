// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/text_catalogue.hpp"

#include "kanon/engine/dialect/dialect.hpp"

#include <algorithm>
#include <utility>

namespace kanon::engine {
namespace {

std::string called(const std::string& kind, const std::string& schema, const std::string& name) {
    return kind + " " + (schema.empty() ? "" : schema + ".") + name;
}

}  // namespace

std::string TextCatalogue::literal_of(std::string_view text) const {
    return literal(connection_.dialect(), text);
}

bool TextCatalogue::calls_stored(const std::string& /*sql*/) const {
    return false;
}

Standing TextCatalogue::standing(const SourceAddress& target) {
    const Entry found = find(target);
    Standing out{.kind = found.kind, .is_table = found.form == Entry::Form::rows};
    if (found.name.empty() || !out.is_table) {
        return out;
    }
    const NamedObject object = named(found);
    for (const Entry& entry : entries()) {
        if (entry.schema == found.schema && entry.name == found.name) {
            continue;
        }
        const std::string name = called(entry.kind, entry.schema, entry.name);
        if (entry.sql.empty()) {
            out.hidden = "the definition of " + name + " may not be seen";
        } else if (mentions(entry.sql, object)) {
            out.dependents.push_back(name);
        }
    }
    complete(found, out);
    std::ranges::sort(out.dependents);
    std::ranges::sort(out.set_off);
    return out;
}

TextCatalogue::Entry TextCatalogue::source_of(const SourceAddress& source) {
    return source.query.empty() ? find(source)
                                : Entry{.form = Entry::Form::text, .sql = source.query};
}

std::vector<std::string> TextCatalogue::texts_of(const SourceAddress& source) {
    const Entry from = source_of(source);
    if (from.form != Entry::Form::text) {
        return {};
    }
    std::vector<NamedText> known;
    for (Entry& entry : entries()) {
        if (entry.form == Entry::Form::text) {
            known.push_back({.name = entry.name, .sql = std::move(entry.sql)});
        }
    }
    return texts_behind(from.sql, known);
}

Dependence TextCatalogue::dependence(const SourceAddress& source, const SourceAddress& target) {
    const Entry goal = find(target);
    const Entry from = source_of(source);
    if (from.form == Entry::Form::rows) {
        return {.is_there = from.schema == goal.schema && from.name == goal.name};
    }
    if (from.form == Entry::Form::elsewhere) {
        return {.hidden =
                    called(from.kind, from.schema, from.name) + " has its rows from elsewhere"};
    }
    std::vector<std::string> elsewhere;
    for (const Entry& entry : entries()) {
        if (entry.form == Entry::Form::elsewhere) {
            elsewhere.push_back(entry.name);
        }
    }
    const std::vector<std::string> callable = functions();
    const NamedObject object = named(goal);
    Dependence out;
    for (const std::string& text : texts_of(source)) {
        out.is_there = out.is_there || mentions(text, object);
        if (text.empty()) {
            out.hidden = "the definition of a view that it reads may not be seen";
        } else if (calls_stored(text) || calls_any(text, callable)) {
            out.hidden = "it calls a function that may read any table";
        } else if (std::ranges::any_of(elsewhere, [&](const std::string& table) {
                       return mentions(text, {.name = table});
                   })) {
            out.hidden = "it reads a table that has its rows from elsewhere";
        }
    }
    return out;
}

}  // namespace kanon::engine
