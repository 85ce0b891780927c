// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/numbered_types_internal.hpp"
#include "kanon/api/recoding_internal.hpp"
#include "kanon/io/text_file.hpp"
#include "kanon/problem/class_checker.hpp"

#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

/// The most that a recoding file may hold: some millions of classes.
constexpr std::size_t kMostBytes = std::size_t{512} << 20U;

const Dictionary& dictionary_of(const Problem& problem, std::size_t j) {
    return *problem.table.column(problem.quasi_identifiers[j].column).dictionary;
}

std::vector<std::string> spellings_of(const Problem& problem,
                                      std::size_t j,
                                      const ReleasedDomain& domain) {
    std::vector<std::string> out;
    for (const ReleasedValue& value : domain.values) {
        out.push_back(spell(
            value, domain, dictionary_of(problem, j), &problem.quasi_identifiers[j].hierarchy));
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
std::vector<bool> released_types(const Problem& problem, const GlobalRecoding& recoding) {
    std::vector<bool> starred(problem.row_types.size(), true);
    for (std::size_t j = 0; j < recoding.attributes.size(); ++j) {
        const GlobalRecoding::Attribute& attribute = recoding.attributes[j];
        const std::vector<std::string> spelled = spellings_of(problem, j, attribute.domain);
        for (std::size_t type = 0; type < starred.size(); ++type) {
            const Code code = problem.row_types.columns[j][type];
            starred[type] = starred[type] && spelled[attribute.value_of_code[code]] == kStar;
        }
    }
    std::vector<bool> released(starred.size());
    for (std::size_t type = 0; type < starred.size(); ++type) {
        released[type] =
            !starred[type] && (recoding.suppressed.empty() || !recoding.suppressed[type]);
    }
    return released;
}

/// What released rows have of one attribute.
void save_values(const Problem& problem,
                 const GlobalRecoding& recoding,
                 std::size_t j,
                 const std::vector<bool>& released,
                 SavedRecoding::Attribute& out) {
    const Dictionary& dictionary = dictionary_of(problem, j);
    const std::vector<std::string> spelled =
        spellings_of(problem, j, recoding.attributes[j].domain);
    std::vector<std::uint32_t> code_of_type(released.size(), kSuppressedClass);
    for (std::size_t type = 0; type < released.size(); ++type) {
        if (released[type]) {
            code_of_type[type] = problem.row_types.columns[j][type];
        }
    }
    const NumberedTypes types(code_of_type, dictionary.size());
    ClassChecker checker(problem);
    Spellings places(out);
    for (Code code = 0; code < dictionary.size(); ++code) {
        const auto piece = types.of(code);
        if (piece.empty()) {
            continue;
        }
        std::uint64_t rows = 0;
        for (const std::uint32_t type : piece) {
            rows += problem.row_types.counts[type];
        }
        const std::string& spelling = spelled[recoding.attributes[j].value_of_code[code]];
        const std::uint32_t place = places.place(spelling);
        if (spelling != kStar && checker.holds(rows, std::span(&piece, 1))) {
            out.values.push_back({.original = std::string(dictionary.text(code)),
                                  .missing = dictionary.is_missing(code),
                                  .released = place});
        }
    }
}

void save_global(const Problem& problem, const GlobalRecoding& recoding, SavedRecoding& out) {
    out.kind = recoding.node ? SavedRecoding::Kind::full_domain : SavedRecoding::Kind::global;
    const std::vector<bool> released = released_types(problem, recoding);
    for (std::size_t j = 0; j < out.attributes.size(); ++j) {
        out.attributes[j].level = recoding.node ? std::optional((*recoding.node)[j]) : std::nullopt;
        save_values(problem, recoding, j, released, out.attributes[j]);
    }
}

void save_classes(const Problem& problem, const ClassRecoding& recoding, SavedRecoding& out) {
    out.kind = SavedRecoding::Kind::classes;
    const std::size_t classes =
        recoding.value_of_class.empty() ? 0 : recoding.value_of_class[0].size();
    std::vector<bool> released(classes);
    for (const std::uint32_t index :
         recoding.class_of_row.empty() ? recoding.class_of_type : recoding.class_of_row) {
        if (index != kSuppressedClass) {
            released[index] = true;
        }
    }
    std::vector<std::vector<std::string>> spelled;
    for (std::size_t j = 0; j < recoding.domains.size(); ++j) {
        spelled.push_back(spellings_of(problem, j, recoding.domains[j]));
    }
    std::vector<Spellings> places;
    for (SavedRecoding::Attribute& attribute : out.attributes) {
        places.emplace_back(attribute);
    }
    for (std::size_t index = 0; index < classes; ++index) {
        bool starred = true;
        for (std::size_t j = 0; j < spelled.size() && starred; ++j) {
            starred = spelled[j][recoding.value_of_class[j][index]] == kStar;
        }
        if (starred || !released[index]) {
            continue;
        }
        ++out.class_count;
        for (std::size_t j = 0; j < spelled.size(); ++j) {
            out.attributes[j].value_of_class.push_back(
                places[j].place(spelled[j][recoding.value_of_class[j][index]]));
        }
    }
}

}  // namespace

SavedRecoding save_recoding(const Problem& problem, const Recoding& recoding) {
    SavedRecoding out;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        out.attributes.push_back({.name = attribute.name});
    }
    if (const auto* global = std::get_if<GlobalRecoding>(&recoding)) {
        save_global(problem, *global, out);
    } else {
        save_classes(problem, std::get<ClassRecoding>(recoding), out);
    }
    return out;
}

SavedRecoding read_recoding(const std::string& path) {
    return parse_recoding(read_text_file(path, "recoding", ErrorCode::bad_input, kMostBytes), path);
}

}  // namespace kanon::detail
