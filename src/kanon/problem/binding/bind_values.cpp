// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/folded_text.hpp"
#include "kanon/base/text/look_of_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/column_facts.hpp"
#include "kanon/table/values/equal_values.hpp"
#include "kanon/table/values/exact_decimal.hpp"
#include "kanon/table/values/written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

/// What people write for "I do not know", folded; sorted. Words that may as well be a value
/// (`none`, `other`, `refused`) are not among them.
constexpr std::array<std::string_view, 56> kUnknown{
    "",
    "#n/a",
    "#na",
    "#null!",
    "(missing)",
    "(null)",
    "(unknown)",
    "-",
    "--",
    "---",
    ".",
    "..",
    "...",
    "/",
    "<na>",
    "<null>",
    "?",
    "??",
    "???",
    "\\n",
    "desconocido",
    "don't know",
    "dont know",
    "empty",
    "inconnu",
    "inconnue",
    "k. a.",
    "k.a.",
    "keine angabe",
    "missing",
    "n. a.",
    "n.a.",
    "n.d.",
    "n/a",
    "n/d",
    "n/k",
    "na",
    "nan",
    "no answer",
    "no data",
    "no information",
    "non renseigné",
    "not available",
    "not known",
    "not recorded",
    "not reported",
    "not stated",
    "null",
    "s/d",
    "sconosciuto",
    "unbekannt",
    "undefined",
    "unk",
    "unk.",
    "unknown",
    "unspecified",
};

bool means_unknown(const std::string& folded_text) {
    return std::binary_search(kUnknown.begin(), kUnknown.end(), folded_text);
}

/// Spellings of a column, and the rows that have one of them.
struct Spellings {
    std::uint64_t count = 0;
    std::uint64_t rows = 0;
};

/// A way in which a value looks, and the value.
using Look = std::pair<std::string, Code>;

/// Add what a text is as a date, with the day before the month and the other way round: spellings
/// of one date meet in one of the two.
void add_dates(std::string_view text, Code code, std::vector<Look>& looks) {
    for (const Notation order : {Notation::day_first, Notation::month_first}) {
        std::optional<WrittenMoment> moment = written_moment(text, order);
        moment = moment ? moment : written_moment(text, Notation::standard);
        if (moment) {
            looks.emplace_back((order == Notation::day_first ? "d " : "m ") + moment->key(), code);
        }
    }
}

/// How each text of a column looks, in every way that another one may share; spellings of one
/// number look like it.
std::vector<Look> looks_of(const Dictionary& dictionary) {
    std::vector<Look> looks;
    looks.reserve(2 * dictionary.value_count());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::string_view text = dictionary.text(code);
        if (std::optional<std::string> number = number_key(bare_text(folded(text)))) {
            looks.emplace_back(std::move(*number), code);
            continue;
        }
        char way = 'a';
        for (const std::string& look : looks_of_text(text)) {
            looks.emplace_back(std::string(1, way++) + ' ' + look, code);
        }
        add_dates(text, code, looks);
    }
    std::sort(looks.begin(), looks.end());
    return looks;
}

/// The spellings that look like another one which is not the same value.
Spellings find_twins(const TrackedAttribute& attribute, const std::vector<std::uint64_t>& rows) {
    const std::vector<Look> looks = looks_of(*attribute.dictionary);
    std::vector<bool> is_twin(attribute.dictionary->size());
    const auto value = [&](std::size_t i) {
        const Code code = looks[i].second;
        return attribute.value_of ? (*attribute.value_of)[code] : code;
    };
    for (std::size_t begin = 0; begin < looks.size();) {
        std::size_t end = begin + 1;
        bool differ = false;
        while (end < looks.size() && looks[end].first == looks[begin].first) {
            differ = differ || value(end) != value(begin);
            ++end;
        }
        for (std::size_t i = begin; differ && i < end; ++i) {
            is_twin[looks[i].second] = true;
        }
        begin = end;
    }
    Spellings out;
    for (Code code = 0; code < is_twin.size(); ++code) {
        out.count += is_twin[code] ? 1U : 0U;
        out.rows += is_twin[code] ? rows[code] : 0U;
    }
    return out;
}

Spellings find_unknown(const Dictionary& dictionary, const std::vector<std::uint64_t>& rows) {
    Spellings out;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (means_unknown(folded(dictionary.text(code)))) {
            ++out.count;
            out.rows += rows[code];
        }
    }
    return out;
}

void warn_of_column(Problem& problem, std::size_t column) {
    const TrackedAttribute attribute{.name = problem.table.column(column).name,
                                     .dictionary = problem.table.column(column).dictionary,
                                     .value_of = values_of_codes(problem, column)};
    const std::vector<std::uint64_t> rows =
        rows_of_codes(problem.table.column(column), problem.counts);
    const Spellings twins = find_twins(attribute, rows);
    if (twins.count > 0) {
        warn(problem,
             "twin-values",
             fmt::format("'{}': {} of {} differ from another only by case, blanks, marks, "
                         "letters that look alike or how a number or date is written, and each "
                         "counts as a value of its own",
                         attribute.name,
                         count_text(twins.count, "value"),
                         count_text(twins.rows, "row")),
             {attribute.name});
    }
    const Spellings unknown = find_unknown(*attribute.dictionary, rows);
    if (unknown.count > 0) {
        warn(problem,
             "unknown-spellings",
             fmt::format("'{}': {} of {} read as \"unknown\", and each counts as a value",
                         attribute.name,
                         count_text(unknown.count, "value"),
                         count_text(unknown.rows, "row")),
             {attribute.name});
    }
}

}  // namespace

std::shared_ptr<const std::vector<Code>> values_of_codes(const Problem& problem,
                                                         std::size_t column) {
    const Column& values = problem.table.column(column);
    const AttributePolicy* attribute = problem.policy.find(values.name);
    if (attribute != nullptr && attribute->type == ValueType::text) {
        return nullptr;
    }
    std::vector<Code> value_of = equal_values(*values.dictionary);
    return value_of.empty() ? nullptr
                            : std::make_shared<const std::vector<Code>>(std::move(value_of));
}

void warn_of_spellings(Problem& problem) {
    std::vector<std::size_t> counted;  // in the order of tracking, each once
    const auto take = [&](std::size_t column) {
        if (std::ranges::find(counted, column) == counted.end()) {
            counted.push_back(column);
        }
    };
    const std::size_t columns = problem.table.column_count();
    for (const std::size_t column : problem.tracked_columns) {
        if (column < columns) {
            take(column);
        } else {
            std::ranges::for_each(problem.joint_of[column - columns].columns, take);
        }
    }
    for (const std::size_t column : counted) {
        if (problem.table.column(column).dictionary->type() == ValueType::text) {
            warn_of_column(problem, column);
        }
    }
}

}  // namespace kanon::detail
