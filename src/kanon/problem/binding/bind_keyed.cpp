// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/keyed/date_shift.hpp"
#include "kanon/table/keyed/pseudonym.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

using ColumnPointer = std::shared_ptr<const Column>;

/// The column as a release has it, which somebody read there; null: nobody did.
ColumnPointer found_in_release(const BindOptions& circumstances, const std::string& name) {
    const auto found = std::ranges::find_if(
        circumstances.keyed_columns, [&](const ColumnPointer& one) { return one->name == name; });
    return found == circumstances.keyed_columns.end() ? nullptr : *found;
}

ColumnPointer shifted(const Problem& problem,
                      const AttributePolicy& attribute,
                      const SecretKey& key) {
    const Table& read = problem.uncoded;
    const Column& dates = read.column(*read.find(attribute.name));
    const Column& persons = read.column(column_named(problem, attribute.shift->by, "shift"));
    if (dates.dictionary->value_count() > 0 && !is_of_calendar(dates.dictionary->type())) {
        throw Error(ErrorCode::bad_policy,
                    "shift needs dates, and some of its values are none; declare `type: date`, and "
                    "the marks of missing values");
    }
    if (const auto row = find_date_of_nobody(dates, persons)) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("row {} has a date and no '{}', so there is no person to shift it "
                                "by; fill it in, or leave such rows out with `missing: drop`",
                                *row + 1,
                                attribute.shift->by));
    }
    return shifted_column(dates, persons, shifts_of(persons, key, attribute.shift->range));
}

ColumnPointer coded_by_key(const Problem& problem,
                           const AttributePolicy& attribute,
                           const SecretKey& key) {
    try {
        const Column& read = problem.uncoded.column(*problem.uncoded.find(attribute.name));
        return attribute.pseudonym ? pseudonymous_column(read, key, attribute.pseudonym->form)
                                   : shifted(problem, attribute, key);
    } catch (const Error& fault) {
        throw Error(fault.code(), fault.what(), problem.policy.where(attribute.name));
    }
}

/// How the rows of one value are linked by its pseudonym; "": none has two.
std::string link_text(const Problem& problem, const std::vector<std::string>& pseudonyms) {
    std::string out;
    for (const std::string& name : pseudonyms) {
        const Column& column = problem.table.column(*problem.table.find(name));
        const std::size_t values = column.dictionary->value_count();
        const std::uint64_t rows = problem.data_rows();
        if (values < rows) {
            out += fmt::format(
                "; rows of one '{}' are linked ({} in {}), and who knows several of "
                "them may find them all",
                name,
                count_text(values, "value"),
                count_text(rows, "row"));
        }
    }
    return out;
}

std::string names_text(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) {
        out += fmt::format("{}'{}'", out.empty() ? "" : ", ", name);
    }
    return out;
}

void warn_of_keyed(Problem& problem,
                   const std::vector<std::string>& pseudonyms,
                   const std::vector<std::string>& shifts) {
    std::string what;
    if (!pseudonyms.empty()) {
        what += fmt::format("pseudonyms stand for {}", names_text(pseudonyms));
    }
    if (!shifts.empty()) {
        what += fmt::format(
            "{}the dates of {} are shifted", what.empty() ? "" : ", and ", names_text(shifts));
    }
    std::vector<std::string> names = pseudonyms;
    names.insert(names.end(), shifts.begin(), shifts.end());
    warn(problem,
         "pseudonymous",
         fmt::format("{}: that is not anonymous, no promise covers it, and whoever has the key can "
                     "undo it{}",
                     what,
                     link_text(problem, pseudonyms)),
         std::move(names));
}

}  // namespace

void take_keyed_roles(Problem& problem) {
    for (AttributePolicy& attribute : problem.policy.attributes) {
        if (attribute.is_keyed()) {
            attribute.role = Role::pseudonymous;
        }
        if (attribute.shift) {
            static_cast<void>(column_named(problem, attribute.shift->by, "shift"));
        }
    }
}

void bind_keyed(Problem& problem, const Keys& keys, const BindOptions& circumstances) {
    if (!problem.policy.has_keyed()) {
        return;
    }
    problem.keys = keys;
    if (problem.uncoded.column_count() == 0) {
        problem.uncoded = problem.table;
    }
    std::vector<ColumnPointer> columns;
    std::vector<std::string> pseudonyms;
    std::vector<std::string> shifts;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        columns.push_back(problem.table.shared_column(j));
        const AttributePolicy& attribute = *problem.policy.find(columns.back()->name);
        if (!attribute.is_keyed()) {
            continue;
        }
        (attribute.pseudonym ? pseudonyms : shifts).push_back(attribute.name);
        const auto key = keys.find(attribute.key_file());
        if (key != keys.end()) {
            columns.back() = coded_by_key(problem, attribute, *key->second);
        } else if (ColumnPointer found = found_in_release(circumstances, attribute.name)) {
            columns.back() = std::move(found);
        } else if (!circumstances.keys_elsewhere) {
            throw Error(ErrorCode::bad_policy,
                        "its key is not at hand; `kanon key -o FILE` makes one",
                        problem.policy.where(attribute.name));
        }
    }
    problem.table = Table(std::move(columns), problem.uncoded.row_count());
    warn_of_keyed(problem, pseudonyms, shifts);
}

}  // namespace kanon::detail
