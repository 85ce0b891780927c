// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/carried_recoding.hpp"

#include "kanon/base/error.hpp"
#include "kanon/release/recoding/level_recoding.hpp"
#include "kanon/release/recoding/placing.hpp"
#include "kanon/release/recoding/sealed_placement.hpp"
#include "kanon/release/release.hpp"
#include "kanon/release/spelling/reading.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;
using Saved = SavedRecoding::Attribute;
using Attribute = TableFacts::Attribute;

Where at(const std::string& file, std::string_view attribute) {
    return Where{.file = file, .attribute = std::string(attribute)};
}

bool has_column(const TableFacts& table, std::string_view name) {
    return std::ranges::find(table.columns, name) != table.columns.end();
}

/// The saved attribute of each quasi-identifier. \throws Error{bad_input} unless all match.
std::vector<const Saved*> match_attributes(const TableFacts& table,
                                           const SavedRecoding& saved,
                                           const std::string& file) {
    std::vector<const Saved*> out;
    for (const Attribute& attribute : table.attributes) {
        const auto found = std::ranges::find(saved.attributes, attribute.name, &Saved::name);
        if (found == saved.attributes.end()) {
            throw Error(ErrorCode::bad_input,
                        "a quasi-identifier that the recoding does not know; give the columns the "
                        "roles they had when it was saved",
                        at(file, attribute.name));
        }
        out.push_back(&*found);
    }
    for (const Saved& attribute : saved.attributes) {
        if (std::ranges::find(table.attributes, attribute.name, &Attribute::name) ==
            table.attributes.end()) {
            throw Error(ErrorCode::bad_input,
                        std::string("the recoding is for a quasi-identifier that ") +
                            (has_column(table, attribute.name) ? "has another role here"
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

/// The saved spellings of an attribute, read over this table; places as in `released`. A
/// text that is a label is released as that label again, though a reader of the release would take
/// it for all that it may stand for, which is a set.
ReadDomain read_released(const Saved& saved, const Attribute& attribute) {
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    for (const std::string& spelling : saved.released) {
        provisional.push_back(spelling.empty() ? builder.add_missing() : builder.add(spelling));
    }
    const auto built = builder.finish(ValueType::text);
    ReadDomain read = read_narrowed(built.dictionary, *attribute.dictionary, attribute.hierarchy);
    ReadDomain out{.domain = {.values = {},
                              .sets = std::move(read.domain.sets),
                              .ranges = std::move(read.domain.ranges)},
                   .readable = {},
                   .level = read.level};
    const auto labels = highest_labels(*attribute.hierarchy);
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
bool within_levels(const ReleasedValue& value, const Attribute& attribute) {
    if (attribute.least_level == 0 && attribute.greatest_level == attribute.hierarchy->height()) {
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
                    const Attribute& attribute,
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
std::vector<std::pair<Code, std::uint32_t>> saved_codes(const Saved& saved,
                                                        const Dictionary& dictionary) {
    std::vector<std::pair<Code, std::uint32_t>> out;
    for (const SavedRecoding::Value& value : saved.values) {
        const std::optional<Code> code =
            value.missing ? dictionary.missing() : dictionary.find_equal(value.original);
        if (code) {
            out.emplace_back(*code, value.released);
        }
    }
    return out;
}

/// True if the hierarchy gives every saved value the label it was released with.
bool level_agrees(const Saved& saved,
                  const Attribute& attribute,
                  const GlobalRecoding::Attribute& own) {
    const auto codes = saved_codes(saved, *attribute.dictionary);
    return std::ranges::all_of(codes, [&](const auto& pair) {
        const ReleasedValue& value = own.domain.values[own.value_of_code[pair.first]];
        return spell(value, own.domain, *attribute.dictionary, attribute.hierarchy) ==
               saved.released[pair.second];
    });
}

/// Per code, the place of the readable value that covers it and fewest others, or kNoValue.
std::vector<std::uint32_t> closest_values(const ReadDomain& read, const Attribute& attribute) {
    std::vector<std::pair<std::vector<Code>, std::uint32_t>> covered;
    for (std::uint32_t place = 0; place < read.domain.values.size(); ++place) {
        if (read.readable[place]) {
            covered.emplace_back(covered_codes(read.domain.values[place],
                                               read.domain,
                                               attribute.hierarchy,
                                               *attribute.dictionary),
                                 place);
        }
    }
    std::ranges::stable_sort(covered, {}, [](const auto& one) { return one.first.size(); });
    std::vector<std::uint32_t> out(attribute.dictionary->size(), kNoValue);
    for (const auto& [codes, place] : covered) {
        for (const Code code : codes) {
            out[code] = out[code] == kNoValue ? place : out[code];
        }
    }
    return out;
}

/// The recoding of one attribute value by value; `own` is that of the hierarchy at the saved level,
/// where there is one. Codes without a value get kNoValue.
GlobalRecoding::Attribute value_by_value(const Saved& saved,
                                         const Attribute& attribute,
                                         const GlobalRecoding::Attribute* own,
                                         const std::string& file) {
    ReadDomain read = read_released(saved, attribute);
    const Dictionary& dictionary = *attribute.dictionary;
    GlobalRecoding::Attribute out;
    out.value_of_code = closest_values(read, attribute);
    for (const auto& [code, place] : saved_codes(saved, dictionary)) {
        if (!read.readable[place] ||
            !covers(
                read.domain.values[place], read.domain, attribute.hierarchy, dictionary, code)) {
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
std::pair<GlobalRecoding::Attribute, bool> carry_attribute(const Saved& saved,
                                                           const Attribute& attribute,
                                                           const std::string& file) {
    if (!saved.level) {
        return {value_by_value(saved, attribute, nullptr, file), false};
    }
    const Level level = std::min(*saved.level, attribute.hierarchy->height());
    GlobalRecoding::Attribute own = recode_to_level(*attribute.hierarchy, level);
    require_levels(own.domain, std::vector<bool>(own.domain.values.size(), true), attribute, file);
    if (level == *saved.level && level_agrees(saved, attribute, own)) {
        return {std::move(own), true};
    }
    return {value_by_value(saved, attribute, &own, file), false};
}

CarriedRecoding carry_global(const TableFacts& table,
                             std::span<const Saved* const> saved,
                             const std::string& file) {
    GlobalRecoding recoding;
    Node node;
    CarriedRecoding out;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        const Attribute& attribute = table.attributes[j];
        auto [carried, on_level] = carry_attribute(*saved[j], attribute, file);
        if (on_level) {
            node.push_back(*saved[j]->level);
        }
        std::vector<std::uint32_t>& values = out.value_of_type.emplace_back(table.types->size());
        for (std::size_t type = 0; type < values.size(); ++type) {
            values[type] = carried.value_of_code[table.types->columns[j][type]];
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

CarriedRecoding carry_classes(const TableFacts& table,
                              std::span<const Saved* const> saved,
                              std::optional<ClassPlacement> placement,
                              const std::string& file,
                              unsigned threads) {
    std::vector<ReadDomain> reads;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        const Attribute& attribute = table.attributes[j];
        reads.push_back(read_released(*saved[j], attribute));
        require_levels(reads[j].domain, reads[j].readable, attribute, file);
    }
    std::vector<PlacingAttribute> placing;
    for (std::size_t j = 0; j < saved.size(); ++j) {
        placing.push_back({.read = &reads[j],
                           .value_of_class = saved[j]->value_of_class,
                           .hierarchy = table.attributes[j].hierarchy,
                           .dictionary = table.attributes[j].dictionary});
    }
    ClassRecoding recoding;
    CarriedRecoding out;
    if (placement) {
        recoding.class_of_type = std::move(placement->class_of_type);
        recoding.shares = std::move(placement->shares);
        out.splits_types = !recoding.shares.empty();
    } else {
        recoding.class_of_type =
            place_types(*table.types, placing, table.least_class_rows, threads);
    }
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

}  // namespace

CarriedRecoding find_carried(const TableFacts& table,
                             const SavedRecoding& saved,
                             const std::string& file,
                             unsigned threads) {
    const std::vector<const Saved*> attributes = match_attributes(table, saved, file);
    return saved.kind == SavedRecoding::Kind::classes
               ? carry_classes(table, attributes, std::nullopt, file, threads)
               : carry_global(table, attributes, file);
}

std::optional<CarriedRecoding> find_placed(const TableFacts& table,
                                           const SavedRecoding& saved,
                                           const std::string& file,
                                           unsigned threads) {
    const std::vector<const Saved*> attributes = match_attributes(table, saved, file);
    std::optional<ClassPlacement> placement =
        open_placement(table, saved.placement, saved.class_count);
    if (!placement) {
        return std::nullopt;
    }
    return carry_classes(table, attributes, std::move(placement), file, threads);
}

}  // namespace kanon
