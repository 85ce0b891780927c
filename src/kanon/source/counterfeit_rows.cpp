// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/counterfeit_rows.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/table/column_builder.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

using ColumnPointer = std::shared_ptr<const Column>;

/// What counterfeits have in a column.
enum class Counterfeit : std::uint8_t {
    cell_of_row,  ///< what the row beside them has
    own_value,
    missing
};

ColumnPointer cells_of(const Column& column, std::span<const ClassedRow> rows, Counterfeit has) {
    const Dictionary& before = *column.dictionary;
    DictionaryBuilder builder;
    std::vector<Code> provisional;
    provisional.reserve(rows.size());
    for (const ClassedRow& row : rows) {
        const Code code = column.codes[row.row];
        const bool is_own = row.counterfeit && has == Counterfeit::own_value;
        const bool is_missing = !is_own && ((row.counterfeit && has == Counterfeit::missing) ||
                                            before.is_missing(code));
        provisional.push_back(is_missing ? builder.add_missing()
                              : is_own   ? builder.add(*row.counterfeit)
                                         : builder.add(before.text(code)));
    }
    DictionaryBuilder::Result built = builder.finish(before.rules());
    auto out = std::make_shared<Column>();
    out->name = column.name;
    out->storage_type = column.storage_type;
    out->dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary));
    out->codes = CodeVector(rows.size(), out->dictionary->size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        out->codes.set(row, built.code_of_provisional[provisional[row]]);
    }
    return out;
}

ColumnPointer class_column(std::span<const ClassedRow> rows) {
    ColumnBuilder builder(std::string(kClassColumn), "BIGINT");
    for (const ClassedRow& row : rows) {
        builder.append(builder.code_of_unsigned(row.number));
    }
    return std::make_shared<const Column>(builder.finish());
}

Policy with_class_column(Policy policy) {
    AttributePolicy& added = policy.attribute(kClassColumn);
    added.role = Role::quasi_identifying;
    added.hierarchy.form = HierarchySpec::Form::flat;
    added.levels = {0, 0};
    added.weight = 0;
    return policy;
}

/// A column that an m-invariant release has. \throws Error{bad_input}
const Column& released_column(const Table& released, std::string_view name) {
    const auto found = released.find(name);
    if (!found) {
        throw Error(ErrorCode::bad_input,
                    "the release has no such column, so it is none that keeps m-invariance",
                    Where{.attribute = std::string(name)});
    }
    return released.column(*found);
}

/// Whose the rows of a release are, as a ledger says.
class RowsByLedger {
public:
    RowsByLedger(const Problem& original, const Table& released, const Ledger& ledger)
        : ledger_(ledger),
          subjects_(subjects_of(original, ledger)),
          name_(find_invariance(original.policy.privacy)->attribute),
          number_(released_column(released, kClassColumn)),
          value_(released_column(released, name_)) {
        const Column& own = original.table.column(*original.table.find(name_));
        for (std::size_t row = 0; row < subjects_.size(); ++row) {
            row_of_[subjects_[row]] = static_cast<std::uint32_t>(row);
            hash_of_person_.push_back(hash_of(own, row));
        }
        for (std::size_t row = 0; row < value_.codes.size(); ++row) {
            hash_of_row_.push_back(hash_of(value_, row));
        }
    }

    [[nodiscard]] std::size_t release() const {
        const auto& all = ledger_.releases();
        std::size_t last = all.size();
        for (std::size_t at = all.size(); at > 0; --at) {
            if (is_of_persons(all[at - 1])) {
                if (has_values(all[at - 1])) {
                    return at - 1;
                }
                last = last == all.size() ? at - 1 : last;
            }
        }
        if (last == all.size()) {
            throw Error(
                ErrorCode::bad_input,
                "the ledger has no release of exactly these persons; verify with the original "
                "and the ledger of the release");
        }
        return last;
    }

    [[nodiscard]] std::vector<ClassedRow> rows(std::size_t at) const {
        using Place = std::pair<std::uint32_t, std::string>;
        std::map<Place, std::uint32_t> person_of;
        std::map<std::uint32_t, std::uint32_t> one_of;
        for (const auto& [subject, place] : ledger_.releases()[at].class_of) {
            const std::uint32_t row = row_of_.at(subject);
            person_of.emplace(Place{place + 1, hash_of_person_[row]}, row);
            one_of.emplace(place + 1, row);
        }
        std::vector<ClassedRow> out;
        for (std::size_t row = 0; row < number_.codes.size(); ++row) {
            const std::uint32_t number = number_of(row);
            const auto person = person_of.find({number, hash_of_row_[row]});
            const auto other = one_of.find(number);
            ClassedRow& made = out.emplace_back(ClassedRow{.number = number});
            if (person != person_of.end()) {
                made.row = person->second;
                person_of.erase(person);
            } else {
                made.row = other == one_of.end() ? 0 : other->second;
                made.counterfeit = value_.text(row);
            }
        }
        return out;
    }

private:
    /// Of the value in a row; "": none is there.
    [[nodiscard]] std::string hash_of(const Column& column, std::size_t row) const {
        const Code code = column.codes[row];
        return column.dictionary->is_missing(code)
                   ? ""
                   : ledger_.value_of(name_, value_text(*column.dictionary, code));
    }

    /// Of the class of a released row; 0: the cell is no number.
    [[nodiscard]] std::uint32_t number_of(std::size_t row) const {
        const std::string_view text = number_.text(row);
        std::uint32_t out = 0;
        const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
        return fault == std::errc{} && stop == text.data() + text.size() ? out : 0;
    }

    [[nodiscard]] bool is_of_persons(const Ledger::Release& release) const {
        return release.class_of.size() == row_of_.size() &&
               std::ranges::all_of(release.class_of,
                                   [&](const auto& one) { return row_of_.contains(one.first); });
    }

    [[nodiscard]] bool has_values(const Ledger::Release& release) const {
        std::vector<Ledger::Signature> found(release.signatures.size());
        for (std::size_t row = 0; row < number_.codes.size(); ++row) {
            const std::uint32_t number = number_of(row);
            if (number == 0 || number > found.size()) {
                return false;
            }
            found[number - 1].push_back(hash_of_row_[row]);
        }
        for (Ledger::Signature& signature : found) {
            std::ranges::sort(signature);
        }
        return found == release.signatures;
    }

    const Ledger& ledger_;
    std::vector<std::string> subjects_;
    std::string name_;
    const Column& number_;
    const Column& value_;
    std::map<std::string, std::uint32_t> row_of_;
    std::vector<std::string> hash_of_person_;
    std::vector<std::string> hash_of_row_;
};

}  // namespace

Problem bind_classed_rows(const PolicySource& source,
                          const Problem& persons,
                          std::span<const ClassedRow> rows,
                          const RunContext& context) {
    const Policy& policy = persons.policy;
    const std::string& sensitive = find_invariance(policy.privacy)->attribute;
    const Table& table = source.reading.table;
    std::vector<ColumnPointer> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const std::string& name = table.column(j).name;
        columns.push_back(cells_of(table.column(j),
                                   rows,
                                   name == sensitive       ? Counterfeit::own_value
                                   : name == policy.person ? Counterfeit::missing
                                                           : Counterfeit::cell_of_row));
    }
    columns.push_back(class_column(rows));
    PolicySource classed = source;
    classed.reading.table = Table(std::move(columns), rows.size());
    BindOptions circumstances;
    circumstances.row_order = RowOrder::hidden;
    circumstances.counterfeits = static_cast<std::uint64_t>(std::ranges::count_if(
        rows, [](const ClassedRow& row) { return row.counterfeit.has_value(); }));
    Problem out = bind_source(classed, with_class_column(policy), circumstances, context);
    out.assumptions = persons.assumptions;
    out.warnings = persons.warnings;
    out.suggested = persons.suggested;
    out.guessed = persons.guessed;
    return out;
}

ReadInvariantRelease read_invariant_release(const ReleaseSource& source,
                                            const RunContext& context) {
    const PolicySource original = read_source(std::span(&source.original, 1),
                                              *source.policy,
                                              *source.read,
                                              {.order = RowOrder::hidden},
                                              context);
    ReadInvariantRelease out;
    out.original = bind_source(original,
                               *source.policy,
                               {.row_order = RowOrder::hidden, .ledger = source.ledger},
                               context);
    SourceForm form = original.form;
    note_decimal_commas(original.reading.table, out.original.table, form);
    ReadTable read = read_released_table(source, out.original, form, context);
    out.original_sha256 = original.sha256;
    out.release_sha256 = std::move(read.sha256);
    const Table released = out_of_own_form(read.table, form);
    const RowsByLedger found(out.original, released, *source.ledger);
    out.at = found.release();
    const std::vector<ClassedRow> rows = found.rows(out.at);
    for (const ClassedRow& row : rows) {
        out.original_row.push_back(row.counterfeit ? kNoRow : row.row);
    }
    out.classed = bind_classed_rows(original, out.original, rows, context);
    out.release = release_from_table(released, out.classed);
    return out;
}

}  // namespace kanon::detail
