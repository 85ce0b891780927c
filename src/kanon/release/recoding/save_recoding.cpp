// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/save_recoding.hpp"

#include "kanon/base/grouped.hpp"
#include "kanon/release/classes/starred.hpp"
#include "kanon/release/recoding/sealed_placement.hpp"
#include "kanon/release/release.hpp"

#include <algorithm>
#include <functional>
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

/// Per row type (or tuple): released, and not starred throughout unless all are: then they are one
/// class.
std::vector<bool> told(const TableFacts& table,
                       const RecodingView& recoding,
                       std::size_t count,
                       std::function<std::vector<std::uint32_t>(std::size_t)> values) {
    std::vector<bool> out = starred_throughout(
        {.count = table.attributes.size(),
         .stars =
             [&](std::size_t j) {
                 return values_spelled_star(*recoding.domains[j], table.attributes[j].hierarchy);
             },
         .values = std::move(values)});
    out.resize(count);
    if (std::ranges::find(out, false) != out.end()) {
        out.flip();
    }
    return out;
}

/// What released rows have of one attribute.
void save_values(const TableFacts& table,
                 const RecodingView& recoding,
                 std::size_t j,
                 const std::vector<bool>& released,
                 SavedRecoding::Attribute& out) {
    const Dictionary& dictionary = *table.attributes[j].dictionary;
    const std::vector<std::string> spelled = spellings_of(table, recoding, j);
    // What is not released goes behind all values.
    std::vector<std::uint32_t> code_of_type(released.size(),
                                            static_cast<std::uint32_t>(dictionary.size()));
    for (std::size_t type = 0; type < released.size(); ++type) {
        if (released[type]) {
            code_of_type[type] = table.types->columns[j][type];
        }
    }
    const Grouped<> types = grouped_items(released.size(),
                                          dictionary.size() + 1,
                                          [&](std::size_t type) { return code_of_type[type]; });
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
    const auto values = [&](std::size_t j) { return recoding.values_of_types(*table.types, j); };
    const std::vector<bool> released = told(table, recoding, table.types->size(), values);
    for (std::size_t j = 0; j < out.attributes.size(); ++j) {
        if (node != nullptr) {
            out.attributes[j].level = (*node)[j];
        }
        save_values(table, recoding, j, released, out.attributes[j]);
    }
}

void save_classes(const TableFacts& table, const RecodingView& recoding, SavedRecoding& out) {
    out.kind = SavedRecoding::Kind::classes;
    const std::vector<bool> occurs = recoding.tuples_that_occur();
    const std::vector<bool> tells = told(table, recoding, recoding.tuple_count, [&](std::size_t j) {
        const auto values = recoding.value_of_tuple[j];
        return std::vector<std::uint32_t>(values.begin(), values.end());
    });
    std::vector<std::vector<std::string>> spelled;
    for (std::size_t j = 0; j < table.attributes.size(); ++j) {
        spelled.push_back(spellings_of(table, recoding, j));
    }
    std::vector<Spellings> places;
    for (SavedRecoding::Attribute& attribute : out.attributes) {
        places.emplace_back(attribute);
    }
    std::vector<std::uint32_t> saved_class(recoding.tuple_count, kSuppressedClass);
    for (std::size_t tuple = 0; tuple < recoding.tuple_count; ++tuple) {
        if (!tells[tuple] || !occurs[tuple]) {
            continue;
        }
        saved_class[tuple] = static_cast<std::uint32_t>(out.class_count++);
        for (std::size_t j = 0; j < spelled.size(); ++j) {
            out.attributes[j].value_of_class.push_back(
                places[j].place(spelled[j][recoding.value_of_tuple[j][tuple]]));
        }
    }
    out.placement = seal_placement(table, recoding, saved_class);
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
