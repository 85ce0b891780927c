// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/numbered_types_internal.hpp"
#include "kanon/api/recoding_internal.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/methods/parts/class_checker.hpp"
#include "kanon/methods/parts/global_recoding.hpp"
#include "kanon/release/placing.hpp"
#include "kanon/release/reading.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

using Kind = ReleasedValue::Kind;
using Attribute = SavedRecoding::Attribute;

constexpr std::uint32_t kNoValue = kSuppressedClass;

/// What a saved recoding comes to on this table, before the models are asked.
struct Carried {
    Recoding recoding;
    /// Per attribute, per row type: its place in the released domain, or kNoValue.
    std::vector<std::vector<std::uint32_t>> value_of_type;
};

Where at(const std::string& file, const std::string& attribute) {
    return Where{.file = file, .attribute = attribute};
}

const Dictionary& dictionary_of(const Problem& problem, const QuasiIdentifier& attribute) {
    return *problem.table.column(attribute.column).dictionary;
}

/// The saved attribute of each quasi-identifier. \throws Error{bad_input} unless all match.
std::vector<const Attribute*> match_attributes(const Problem& problem,
                                               const SavedRecoding& saved,
                                               const std::string& file) {
    std::vector<const Attribute*> out;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        const auto found = std::ranges::find(saved.attributes, attribute.name, &Attribute::name);
        if (found == saved.attributes.end()) {
            throw Error(ErrorCode::bad_input,
                        "a quasi-identifier that the recoding does not know; give the columns the "
                        "roles they had when it was saved",
                        at(file, attribute.name));
        }
        out.push_back(&*found);
    }
    for (const Attribute& attribute : saved.attributes) {
        if (std::ranges::find(problem.quasi_identifiers, attribute.name, &QuasiIdentifier::name) ==
            problem.quasi_identifiers.end()) {
            throw Error(ErrorCode::bad_input,
                        std::string("the recoding is for a quasi-identifier that ") +
                            (problem.table.find(attribute.name) ? "has another role here"
                                                                : "is no column of the table") +
                            "; name the columns and their roles as when it was saved",
                        at(file, attribute.name));
        }
    }
    return out;
}

/// Per text of a hierarchy's labels, the label of the highest level that has it.
std::unordered_map<std::string_view, ReleasedValue> highest_labels(const Hierarchy& hierarchy) {
    std::unordered_map<std::string_view, ReleasedValue> out;
    for (Level level = hierarchy.height(); level > 0; --level) {
        for (Code label = 0; label < hierarchy.label_count(level); ++label) {
            out.emplace(hierarchy.text(level, label),
                        ReleasedValue{.kind = Kind::label, .first = label, .second = level});
        }
    }
    return out;
}

/// The saved spellings of an attribute, read over this table; places as in Attribute::released. A
/// text that is a label is released as that label again, though a reader of the release would take
/// it for all that it may stand for, which is a set.
ReadDomain read_released(const Attribute& saved,
                         const QuasiIdentifier& attribute,
                         const Dictionary& dictionary) {
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    for (const std::string& spelling : saved.released) {
        provisional.push_back(spelling.empty() ? builder.add_missing() : builder.add(spelling));
    }
    const auto built = builder.finish(ValueType::text);
    ReadDomain read = read_narrowed(built.dictionary, dictionary, &attribute.hierarchy);
    ReadDomain out{.domain = {.values = {},
                              .sets = std::move(read.domain.sets),
                              .ranges = std::move(read.domain.ranges)},
                   .readable = {},
                   .level = read.level};
    const auto labels = highest_labels(attribute.hierarchy);
    for (std::size_t i = 0; i < provisional.size(); ++i) {
        const Code place = built.code_of_provisional[provisional[i]];
        ReleasedValue value = read.domain.values[place];
        if (read.readable[place] && value.kind == Kind::set) {
            const auto label = labels.find(saved.released[i]);
            value = label == labels.end() ? value : label->second;
        }
        out.domain.values.push_back(value);
        out.readable.push_back(read.readable[place]);
    }
    return out;
}

/// True if the policy lets a value be released at its level; bounds are for levels alone.
bool within_levels(const ReleasedValue& value, const QuasiIdentifier& attribute) {
    if (attribute.least_level == 0 && attribute.greatest_level == attribute.hierarchy.height()) {
        return true;
    }
    switch (value.kind) {
        case Kind::exact:
            return attribute.least_level == 0;
        case Kind::label:
            return attribute.least_level <= value.second &&
                   value.second <= attribute.greatest_level;
        default:
            return false;
    }
}

void require_levels(const ReleasedDomain& domain,
                    const std::vector<bool>& readable,
                    const QuasiIdentifier& attribute,
                    const std::string& file) {
    for (std::size_t place = 0; place < domain.values.size(); ++place) {
        if (readable[place] && !within_levels(domain.values[place], attribute)) {
            throw Error(ErrorCode::infeasible,
                        "the recoding releases it at a level that the policy forbids; allow levels "
                        "as when it was saved, or search anew without --apply",
                        at(file, attribute.name));
        }
    }
}

/// The saved original values of an attribute that occur in this table: code, place in `released`.
std::vector<std::pair<Code, std::uint32_t>> saved_codes(const Attribute& saved,
                                                        const Dictionary& dictionary) {
    std::vector<std::pair<Code, std::uint32_t>> out;
    for (const SavedRecoding::Value& value : saved.values) {
        const std::optional<Code> code =
            value.missing ? dictionary.missing() : dictionary.find(value.original);
        if (code) {
            out.emplace_back(*code, value.released);
        }
    }
    return out;
}

/// True if the hierarchy gives every saved value the label it was released with.
bool level_agrees(const Attribute& saved,
                  const QuasiIdentifier& attribute,
                  const Dictionary& dictionary,
                  const GlobalRecoding::Attribute& own) {
    const auto codes = saved_codes(saved, dictionary);
    return std::ranges::all_of(codes, [&](const auto& pair) {
        const ReleasedValue& value = own.domain.values[own.value_of_code[pair.first]];
        return spell(value, own.domain, dictionary, &attribute.hierarchy) ==
               saved.released[pair.second];
    });
}

/// Per code, the place of the readable value that covers it and fewest others, or kNoValue.
std::vector<std::uint32_t> closest_values(const ReadDomain& read,
                                          const QuasiIdentifier& attribute,
                                          const Dictionary& dictionary) {
    std::vector<std::pair<std::vector<Code>, std::uint32_t>> covered;
    for (std::uint32_t place = 0; place < read.domain.values.size(); ++place) {
        if (read.readable[place]) {
            covered.emplace_back(
                covered_codes(
                    read.domain.values[place], read.domain, &attribute.hierarchy, dictionary),
                place);
        }
    }
    std::ranges::stable_sort(covered, {}, [](const auto& one) { return one.first.size(); });
    std::vector<std::uint32_t> out(dictionary.size(), kNoValue);
    for (const auto& [codes, place] : covered) {
        for (const Code code : codes) {
            out[code] = out[code] == kNoValue ? place : out[code];
        }
    }
    return out;
}

/// The recoding of one attribute value by value; `own` is that of the hierarchy at the saved level,
/// where there is one. Codes without a value get kNoValue.
GlobalRecoding::Attribute value_by_value(const Attribute& saved,
                                         const QuasiIdentifier& attribute,
                                         const Dictionary& dictionary,
                                         const GlobalRecoding::Attribute* own,
                                         const std::string& file) {
    ReadDomain read = read_released(saved, attribute, dictionary);
    GlobalRecoding::Attribute out;
    out.value_of_code = closest_values(read, attribute, dictionary);
    for (const auto& [code, place] : saved_codes(saved, dictionary)) {
        if (!read.readable[place] ||
            !covers(
                read.domain.values[place], read.domain, &attribute.hierarchy, dictionary, code)) {
            throw Error(ErrorCode::bad_input,
                        "a value is released as something that does not cover it by the policy's "
                        "hierarchy; use the hierarchies with which the recoding was saved",
                        at(file, attribute.name));
        }
        out.value_of_code[code] = place;
    }
    require_levels(read.domain, read.readable, attribute, file);
    out.domain = std::move(read.domain);
    if (own != nullptr) {
        const auto first = static_cast<std::uint32_t>(out.domain.values.size());
        out.domain.values.insert(
            out.domain.values.end(), own->domain.values.begin(), own->domain.values.end());
        for (Code code = 0; code < dictionary.size(); ++code) {
            if (out.value_of_code[code] == kNoValue) {
                out.value_of_code[code] = first + own->value_of_code[code];
            }
        }
    }
    return out;
}

/// One attribute at the saved level, or value by value; says whether it is the former.
std::pair<GlobalRecoding::Attribute, bool> carry_attribute(const Attribute& saved,
                                                           const QuasiIdentifier& attribute,
                                                           const Dictionary& dictionary,
                                                           const std::string& file) {
    if (!saved.level) {
        return {value_by_value(saved, attribute, dictionary, nullptr, file), false};
    }
    const Level level = std::min(*saved.level, attribute.hierarchy.height());
    GlobalRecoding::Attribute own = recode_to_level(attribute.hierarchy, level);
    require_levels(own.domain, std::vector<bool>(own.domain.values.size(), true), attribute, file);
    if (level == *saved.level && level_agrees(saved, attribute, dictionary, own)) {
        return {std::move(own), true};
    }
    return {value_by_value(saved, attribute, dictionary, &own, file), false};
}

Carried carry_global(const Problem& problem,
                     std::span<const Attribute* const> saved,
                     const std::string& file) {
    GlobalRecoding recoding;
    Node node;
    Carried out;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        auto [carried, on_level] =
            carry_attribute(*saved[j], attribute, dictionary_of(problem, attribute), file);
        if (on_level) {
            node.push_back(*saved[j]->level);
        }
        std::vector<std::uint32_t>& values =
            out.value_of_type.emplace_back(problem.row_types.size());
        for (std::size_t type = 0; type < values.size(); ++type) {
            values[type] = carried.value_of_code[problem.row_types.columns[j][type]];
        }
        // Rows with such a code are suppressed; the recoding still needs some value for it.
        const auto star = static_cast<std::uint32_t>(carried.domain.values.size());
        carried.domain.values.push_back({.kind = Kind::star});
        std::ranges::replace(carried.value_of_code, kNoValue, star);
        recoding.attributes.push_back(std::move(carried));
    }
    if (node.size() == saved.size()) {
        recoding.node = std::move(node);
    }
    out.recoding = std::move(recoding);
    return out;
}

Carried carry_classes(const Problem& problem,
                      std::span<const Attribute* const> saved,
                      const std::string& file,
                      unsigned threads) {
    std::vector<ReadDomain> reads;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        reads.push_back(read_released(*saved[j], attribute, dictionary_of(problem, attribute)));
        require_levels(reads[j].domain, reads[j].readable, attribute, file);
    }
    std::vector<PlacingAttribute> placing;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        placing.push_back({.read = &reads[j],
                           .value_of_class = saved[j]->value_of_class,
                           .hierarchy = &attribute.hierarchy,
                           .dictionary = &dictionary_of(problem, attribute)});
    }
    ClassRecoding recoding;
    recoding.class_of_type =
        place_types(problem.row_types, placing, problem.least_class_rows(), threads);
    Carried out;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        std::vector<std::uint32_t>& values = out.value_of_type.emplace_back();
        for (const std::uint32_t index : recoding.class_of_type) {
            values.push_back(index == kSuppressedClass ? kNoValue
                                                       : saved[j]->value_of_class[index]);
        }
        recoding.domains.push_back(std::move(reads[j].domain));
        recoding.value_of_class.push_back(saved[j]->value_of_class);
    }
    out.recoding = std::move(recoding);
    return out;
}

const ReleasedDomain& domain_of(const Recoding& recoding, std::size_t j) {
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    return global != nullptr ? global->attributes[j].domain
                             : std::get<ClassRecoding>(recoding).domains[j];
}

/// The row types by how they would be released: classes, as a reader of the release tells them.
struct ReleasedGroups {
    static constexpr std::uint32_t kUnplaced = 0;  ///< number of a spelling, as is the next
    static constexpr std::uint32_t kStarred = 1;

    std::vector<std::uint32_t> group_of_type;
    std::size_t count = 0;
    std::vector<bool> unplaced;  ///< per type: some attribute has no value for it
    std::vector<bool> starred;   ///< per type: `*` in every attribute
};

/// Per row type the number of the spelling of its released value.
std::vector<std::uint32_t> spelling_numbers(const Problem& problem,
                                            const Carried& carried,
                                            std::size_t j) {
    const ReleasedDomain& domain = domain_of(carried.recoding, j);
    const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
    std::unordered_map<std::string, std::uint32_t> numbers{
        {std::string(kStar), ReleasedGroups::kStarred}};
    std::vector<std::uint32_t> number_of_value;
    for (const ReleasedValue& value : domain.values) {
        const auto next = static_cast<std::uint32_t>(numbers.size() + 1);
        number_of_value.push_back(
            numbers
                .emplace(
                    spell(value, domain, dictionary_of(problem, attribute), &attribute.hierarchy),
                    next)
                .first->second);
    }
    std::vector<std::uint32_t> out;
    out.reserve(carried.value_of_type[j].size());
    for (const std::uint32_t value : carried.value_of_type[j]) {
        out.push_back(value == kNoValue ? ReleasedGroups::kUnplaced : number_of_value[value]);
    }
    return out;
}

ReleasedGroups group_types(const Problem& problem, const Carried& carried, unsigned threads) {
    const std::size_t types = problem.row_types.size();
    ReleasedGroups out{.group_of_type = std::vector<std::uint32_t>(types),
                       .count = 1,
                       .unplaced = std::vector<bool>(types),
                       .starred = std::vector<bool>(types, true)};
    for (std::size_t j = 0; j < carried.value_of_type.size(); ++j) {
        const std::vector<std::uint32_t> numbers = spelling_numbers(problem, carried, j);
        std::uint32_t greatest = 0;
        for (std::size_t type = 0; type < types; ++type) {
            greatest = std::max(greatest, numbers[type]);
            out.unplaced[type] = out.unplaced[type] || numbers[type] == ReleasedGroups::kUnplaced;
            out.starred[type] = out.starred[type] && numbers[type] == ReleasedGroups::kStarred;
        }
        const KeyMaker maker{
            {.ranks = &out.group_of_type, .bits = bits_for(out.count)},
            {.ranks = &numbers, .bits = bits_for(std::size_t{greatest} + 1)},
        };
        Groups groups = group_rows(maker, types, threads);
        out.group_of_type = std::move(groups.group_of_row);
        out.count = groups.keys.size();
    }
    return out;
}

/// Rows that the release cannot hold, and why.
struct Losses {
    std::vector<bool> suppressed;  ///< per row type
    std::uint64_t unplaced = 0;    ///< rows that no released value or class covers
    std::uint64_t failing = 0;     ///< rows of classes that fail a model
    std::uint64_t starred = 0;     ///< rows released as `*` throughout

    [[nodiscard]] std::uint64_t rows() const { return unplaced + failing + starred; }
};

Losses judge(const Problem& problem, const ReleasedGroups& groups) {
    const RowTypes& types = problem.row_types;
    const NumberedTypes members(groups.group_of_type, groups.count);
    ClassChecker checker(problem);
    Losses out;
    out.suppressed.resize(types.size());
    for (std::size_t number = 0; number < groups.count; ++number) {
        const std::span<const std::uint32_t> group = members.of(number);
        std::uint64_t rows = 0;
        for (const std::uint32_t type : group) {
            rows += types.counts[type];
        }
        // All types of a group are spelled alike, so one speaks for them.
        if (groups.unplaced[group.front()]) {
            out.unplaced += rows;
        } else if (groups.starred[group.front()]) {
            out.starred += rows;
        } else if (!checker.holds(rows, std::span(&group, 1))) {
            out.failing += rows;
        } else {
            continue;
        }
        for (const std::uint32_t type : group) {
            out.suppressed[type] = true;
        }
    }
    return out;
}

void require_within_limit(const Problem& problem, const Losses& losses, const std::string& file) {
    if (losses.rows() <= problem.suppression_limit) {
        return;
    }
    std::string why;
    const auto add = [&why](std::uint64_t rows, const std::string& what) {
        if (rows > 0) {
            why += (why.empty() ? "" : ", ") + count_text(rows) + " " + what;
        }
    };
    add(losses.unplaced, "fit nothing that it releases");
    add(losses.failing, "are in classes that fail a privacy model");
    add(losses.starred, "would be starred in every quasi-identifier");
    throw Error(ErrorCode::infeasible,
                "the recoding cannot be applied: " + count_text(losses.rows()) + " of " +
                    count_text(problem.row_types.row_count()) + " rows would be suppressed and " +
                    count_text(problem.suppression_limit) + " may be (" + why +
                    "); allow more suppression, or search anew without --apply",
                Where{.file = file});
}

void suppress(Recoding& recoding, std::vector<bool> suppressed) {
    if (auto* global = std::get_if<GlobalRecoding>(&recoding)) {
        global->suppressed = std::move(suppressed);
        return;
    }
    auto& classes = std::get<ClassRecoding>(recoding).class_of_type;
    for (std::size_t type = 0; type < classes.size(); ++type) {
        classes[type] = suppressed[type] ? kSuppressedClass : classes[type];
    }
}

void require_objective(const Problem& problem, const Recoding& recoding, const std::string& file) {
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    const ObjectiveInfo& objective = info(problem.objective);
    if (objective.needs_levels && (global == nullptr || !global->node)) {
        throw Error(ErrorCode::bad_policy,
                    "the objective '" + std::string(objective.name) +
                        "' is defined for full-domain recodings alone, and this is none; choose "
                        "another",
                    Where{.file = file});
    }
}

}  // namespace

Outcome carry_over(const Problem& problem,
                   const SavedRecoding& saved,
                   const std::string& file,
                   const RunContext& context) {
    const std::vector<const Attribute*> attributes = match_attributes(problem, saved, file);
    Carried carried = saved.kind == SavedRecoding::Kind::classes
                          ? carry_classes(problem, attributes, file, context.threads)
                          : carry_global(problem, attributes, file);
    throw_if_cancelled(context);
    require_objective(problem, carried.recoding, file);
    Losses losses = judge(problem, group_types(problem, carried, context.threads));
    require_within_limit(problem, losses, file);
    suppress(carried.recoding, std::move(losses.suppressed));
    Outcome outcome;
    outcome.ending = Ending::feasible;
    outcome.recoding = std::move(carried.recoding);
    outcome.stats = {{"unplaced_rows", static_cast<double>(losses.unplaced)},
                     {"failing_rows", static_cast<double>(losses.failing)},
                     {"starred_rows", static_cast<double>(losses.starred)}};
    return outcome;
}

double carried_loss(Objective objective,
                    const Problem& problem,
                    const Recoding& recoding,
                    const Measures& measures) {
    LossFacts facts{.rows = measures.rows,
                    .suppressed_rows = measures.suppressed_rows,
                    .classes = measures.classes,
                    .squared_sizes = measures.squared_sizes,
                    .k = problem.k,
                    .gcp = measures.gcp,
                    .height = 0,
                    .relative_height = 0,
                    .attributes = static_cast<double>(problem.quasi_identifiers.size()),
                    .lm = measures.lm,
                    .minority_rows = measures.minority_rows};
    const auto* global = std::get_if<GlobalRecoding>(&recoding);
    for (std::size_t j = 0; global != nullptr && global->node && j < global->node->size(); ++j) {
        const double level = (*global->node)[j];
        facts.height += level;
        facts.relative_height += level / problem.quasi_identifiers[j].hierarchy.height();
    }
    return objective_value(objective, facts);
}

}  // namespace kanon::detail
