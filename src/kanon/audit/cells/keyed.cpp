// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/keyed.hpp"

#include "kanon/audit/cells/codings.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/table/values/written_time.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon::auditing {
namespace {

constexpr std::string_view kHexadecimal = "0123456789abcdef";
constexpr std::size_t kHexDigits = 32;

bool is_of_form(std::string_view text, const PseudonymForm& form) {
    const std::size_t digits = form.digits == 0 ? kHexDigits : form.digits;
    const std::string_view known = kHexadecimal.substr(0, form.digits == 0 ? 16U : 10U);
    return text.starts_with(form.prefix) && text.size() == form.prefix.size() + digits &&
           text.find_first_not_of(known, form.prefix.size()) == std::string_view::npos;
}

/// The pseudonym as the auditor derives it.
std::string derived_pseudonym(const SecretKey& key,
                              std::string_view value,
                              const PseudonymForm& form) {
    std::string out;
    if (form.digits > 0) {
        std::uint64_t bound = 1;
        for (unsigned i = 0; i < form.digits; ++i) {
            bound *= 10;
        }
        out = std::to_string(key.number_below(bound, "kanon pseudonym digits", value));
        out.insert(0, form.digits - out.size(), '0');
    } else {
        for (const std::uint8_t byte : key.tag("kanon pseudonym", value)) {
            out += kHexadecimal[byte / 16U];
            out += kHexadecimal[byte % 16U];
        }
        out.resize(kHexDigits);
    }
    return form.prefix + out;
}

/// The shift as the auditor derives it: by its place among all that the range allows.
std::int64_t derived_shift(const SecretKey& key, std::string_view person, const ShiftRange& range) {
    std::vector<std::int64_t> all;
    for (std::int64_t days = -std::int64_t{range.within}; days <= range.within; ++days) {
        if (range.allows(days)) {
            all.push_back(days);
        }
    }
    return all[key.number_below(all.size(), "kanon shift", person)];
}

/// One column that is coded under a key.
class KeyedJudge {
public:
    KeyedJudge(const Problem& problem,
               const AttributePolicy& attribute,
               const std::function<std::uint64_t(std::size_t)>& rows_of,
               FaultLog& log)
        : problem_(problem),
          attribute_(attribute),
          place_(*problem.table.find(attribute.name)),
          original_(problem.uncoded.column(place_)),
          coded_(problem.table.column(place_)),
          rows_of_(rows_of),
          log_(log) {
        const auto key = problem.keys.find(attribute.key_file());
        key_ = key == problem.keys.end() ? nullptr : key->second.get();
    }

    [[nodiscard]] KeyedFigures judge_pseudonyms() {
        KeyedFigures out = begun();
        std::vector<Code> pseudonym_of(original_.dictionary->size(), kNone);
        std::vector<Code> value_of(coded_.dictionary->size(), kNone);
        for (std::size_t row = 0; row < original_.codes.size(); ++row) {
            const Code value = original_.codes[row];
            const Code pseudonym = coded_.codes[row];
            if (!both_missing_or_none(row)) {
                continue;
            }
            if (original_.dictionary->is_missing(value)) {
                continue;
            }
            if (pseudonym_of[value] == kNone) {
                ++out.values;
                pseudonym_of[value] = pseudonym;
                judge_value(row);
            } else if (pseudonym_of[value] != pseudonym) {
                fault(row, "two rows of one value have two pseudonyms");
            }
            if (value_of[pseudonym] != kNone && value_of[pseudonym] != value) {
                fault(row, "two values have one pseudonym");
            }
            value_of[pseudonym] = value;
        }
        return out;
    }

    /// `shifts`: of the persons of the same column and key so far, by code.
    [[nodiscard]] KeyedFigures judge_shifts(std::vector<std::optional<std::int64_t>>& shifts) {
        KeyedFigures out = begun();
        const Table& read = problem_.uncoded;
        const Column& persons = read.column(*read.find(attribute_.shift->by));
        shifts.resize(persons.dictionary->size());
        std::vector<bool> is_counted(shifts.size());
        for (std::size_t row = 0; row < original_.codes.size(); ++row) {
            if (!both_missing_or_none(row) ||
                original_.dictionary->is_missing(original_.codes[row])) {
                continue;
            }
            const Code person = persons.codes[row];
            judge_shift(row, persons.dictionary->text(person), shifts[person]);
            out.values += is_counted[person] ? 0U : 1U;
            is_counted[person] = true;
        }
        return out;
    }

private:
    [[nodiscard]] KeyedFigures begun() const {
        return {.column = attribute_.name, .shift = attribute_.shift, .by_key = key_ != nullptr};
    }

    void fault(std::size_t row, const char* what) {
        log_.add(
            {.row = row + 1, .place = place_},
            rules::kKeyed,
            attribute_.name,
            [&] { return std::string(what); },
            rows_of_(row));
    }

    [[nodiscard]] bool both_missing_or_none(std::size_t row) {
        const bool before = original_.dictionary->is_missing(original_.codes[row]);
        const bool after = coded_.dictionary->is_missing(coded_.codes[row]);
        if (before != after) {
            fault(row, "a blank cell stays blank, and no other becomes blank");
        }
        return before == after;
    }

    void judge_value(std::size_t row) {
        const PseudonymForm& form = attribute_.pseudonym->form;
        if (!is_of_form(coded_.text(row), form)) {
            fault(row, "the pseudonym is not of the form that the policy states");
        } else if (key_ != nullptr &&
                   coded_.text(row) != derived_pseudonym(*key_, original_.text(row), form)) {
            fault(row, "the pseudonym is not that of the value under the key");
        }
    }

    void judge_shift(std::size_t row, std::string_view person, std::optional<std::int64_t>& known) {
        const auto before = written_moment(original_.text(row), Notation::standard);
        const auto after = written_moment(coded_.text(row), Notation::standard);
        if (!before || !after) {
            fault(row, "a shifted cell is a date");
            return;
        }
        const std::int64_t days = after->day - before->day;
        const bool same_time =
            before->second == after->second && before->fraction == after->fraction &&
            before->has_time == after->has_time && before->offset == after->offset;
        if (!same_time) {
            fault(row, "the time of day is not what it was");
        }
        if (known && *known != days) {
            fault(row, "two dates of one person are shifted by two numbers of days");
        } else if (!known && !attribute_.shift->range.allows(days)) {
            fault(row, "the dates are shifted by days that the policy does not allow");
        } else if (!known && key_ != nullptr &&
                   days != derived_shift(*key_, person, attribute_.shift->range)) {
            fault(row, "the dates are not shifted as the key has it");
        }
        known = days;
    }

    const Problem& problem_;
    const AttributePolicy& attribute_;
    std::size_t place_;
    const Column& original_;
    const Column& coded_;
    const std::function<std::uint64_t(std::size_t)>& rows_of_;
    FaultLog& log_;
    const SecretKey* key_ = nullptr;
};

}  // namespace

std::vector<KeyedFigures> judge_keyed(const Problem& problem,
                                      const std::function<std::uint64_t(std::size_t)>& rows_of,
                                      FaultLog& log) {
    std::vector<KeyedFigures> out;
    std::map<std::pair<std::string, std::string>, std::vector<std::optional<std::int64_t>>> shifts;
    for (const AttributePolicy& attribute : problem.policy.attributes) {
        const auto place = problem.table.find(attribute.name);
        if (!attribute.is_keyed() || !place) {
            continue;
        }
        if (!is_coded(problem, *place)) {
            log.add({.row = 0, .place = *place}, rules::kKeyed, attribute.name, [] {
                return std::string(
                    "the policy codes the column under a key, but it stands as it "
                    "was read");
            });
            continue;
        }
        KeyedJudge judge(problem, attribute, rows_of, log);
        out.push_back(
            attribute.pseudonym
                ? judge.judge_pseudonyms()
                : judge.judge_shifts(shifts[{attribute.shift->by, attribute.shift->key}]));
    }
    return out;
}

}  // namespace kanon::auditing
