// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/save_recoding.hpp"

#include "kanon/release/numbered_types.hpp"
#include "kanon/release/release.hpp"

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Per value of an attribute's domain.
std::vector<std::string> spellings_of(const TableFacts& table,
                                      const RecodingView& recoding,
                                      std::size_t j) {
    const ReleasedDomain& domain = *recoding.domains[j];
    const TableFacts::Attribute& attribute = table.attributes[j];
    std::vector<std::string> out;
    for (const ReleasedValue& value : domain.values) {
        out.push_back(spell(value, domain, *attribute.dictionary, attribute.hierarchy));
    }
    return out;
}

/// Numbers released spellings in the order they are first asked for.
class Spellings {
public:
    explicit Spellings(SavedRecoding::Attribute& attribute) : attribute_(attribute) {}

    std::uint32_t place(const std::string& spelling) {
        const auto [at, is_new] =
            places_.emplace(spelling, static_cast<std::uint32_t>(places_.size()));
        if (is_new) {
            attribute_.released.push_back(spelling);
        }
        return at->second;
    }

private:
    SavedRecoding::Attribute& attribute_;
    std::unordered_map<std::string, std::uint32_t> places_;
};

/// Per row type: released, and not starred throughout.
std::vector<bool> released_types(const TableFacts& table, const RecodingView& recoding) {
    std::vector<bool> released(table.types->size());
    for (std::size_t j = 0; j < table.attributes.size(); ++j) {
        const std::vector<std::string> spelled = spellings_of(table, recoding, j);
        const std::vector<std::uint32_t> values = recoding.values_of_types(*table.types, j);
        for (std::size_t type = 0; type < values.size(); ++type) {
            released[type] =
                released[type] || (values[type] != kNoValue && spelled[values[type]] != kStar);
        }
    }
    return released;
}

/// What released rows have of one attribute.
void save_values(const TableFacts& table,
                 const RecodingView& recoding,
                 std::size_t j,
                 const std::vector<bool>& released,
                 SavedRecoding::Attribute& out) {
    const Dictionary& dictionary = *table.attributes[j].dictionary;
    const std::vector<std::string> spelled = spellings_of(table, recoding, j);
    std::vector<std::uint32_t> code_of_type(released.size(), kNoValue);
    for (std::size_t type = 0; type < released.size(); ++type) {
        if (released[type]) {
            code_of_type[type] = table.types->columns[j][type];
        }
    }
    const NumberedTypes types(code_of_type, dictionary.size());
    Spellings places(out);
    for (Code code = 0; code < dictionary.size(); ++code) {
        const auto piece = types.of(code);
        if (piece.empty()) {
            continue;
        }
        std::uint64_t rows = 0;
        for (const std::uint32_t type : piece) {
            rows += table.types->counts[type];
        }
        const std::string& spelling = spelled[recoding.value_of_code[j][code]];
        const std::uint32_t place = places.place(spelling);
        if (spelling != kStar && table.holds(rows, piece)) {
            out.values.push_back({.original = std::string(dictionary.text(code)),
                                  .missing = dictionary.is_missing(code),
                                  .released = place});
        }
    }
}

void save_global(const TableFacts& table, const RecodingView& recoding, SavedRecoding& out) {
    const Node* node = recoding.full_domain_node();
    out.kind = node != nullptr ? SavedRecoding::Kind::full_domain : SavedRecoding::Kind::global;
    const std::vector<bool> released = released_types(table, recoding);
    for (std::size_t j = 0; j < out.attributes.size(); ++j) {
        if (node != nullptr) {
            out.attributes[j].level = (*node)[j];
        }
        save_values(table, recoding, j, released, out.attributes[j]);
    }
}

void save_classes(const TableFacts& table, const RecodingView& recoding, SavedRecoding& out) {
    out.kind = SavedRecoding::Kind::classes;
    const std::vector<bool> released = recoding.tuples_that_occur();
    std::vector<std::vector<std::string>> spelled;
    for (std::size_t j = 0; j < table.attributes.size(); ++j) {
        spelled.push_back(spellings_of(table, recoding, j));
    }
    std::vector<Spellings> places;
    for (SavedRecoding::Attribute& attribute : out.attributes) {
        places.emplace_back(attribute);
    }
    for (std::size_t tuple = 0; tuple < recoding.tuple_count; ++tuple) {
        bool starred = true;
        for (std::size_t j = 0; j < spelled.size() && starred; ++j) {
            starred = spelled[j][recoding.value_of_tuple[j][tuple]] == kStar;
        }
        if (starred || !released[tuple]) {
            continue;
        }
        ++out.class_count;
        for (std::size_t j = 0; j < spelled.size(); ++j) {
            out.attributes[j].value_of_class.push_back(
                places[j].place(spelled[j][recoding.value_of_tuple[j][tuple]]));
        }
    }
}

}  // namespace

SavedRecoding save_recoding(const TableFacts& table, const RecodingView& recoding) {
    SavedRecoding out;
    for (const TableFacts::Attribute& attribute : table.attributes) {
        out.attributes.push_back({.name = std::string(attribute.name)});
    }
    if (recoding.local) {
        save_classes(table, recoding, out);
    } else {
        save_global(table, recoding, out);
    }
    return out;
}

}  // namespace kanon
