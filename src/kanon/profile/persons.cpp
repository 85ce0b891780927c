// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/persons.hpp"

#include "kanon/profile/column_profile.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::profile {
namespace {

/// How surely a column's numbers are those of persons; the least is the surest.
enum class Surety { person, record, event, none };

Surety surety_of(Meaning meaning) {
    if (is_number_of_person(meaning)) {
        return Surety::person;
    }
    if (meaning == Meaning::record_number) {
        return Surety::record;
    }
    return meaning == Meaning::event_number ? Surety::event : Surety::none;
}

constexpr std::uint64_t kMostRowsEach = 100;  // on average, of numbers not said to be persons'

struct Candidate {
    Surety surety = Surety::none;
    PersonColumn found;
};

/// The rows of a table, each as often as it counts.
struct CountedTable {
    const Table& table;
    std::span<const std::uint64_t> counts;
    std::uint64_t rows = 0;  ///< their sum
};

/// Rows of a column that have a value; cost O(n) only if one is missing.
std::uint64_t rows_with_value(const CountedTable& all, const Column& column) {
    const std::optional<Code> missing = column.dictionary->missing();
    return missing ? all.rows - rows_of_codes(column, all.counts)[*missing] : all.rows;
}

Candidate candidate_of(const CountedTable& all, std::size_t index) {
    const Column& column = all.table.column(index);
    const Shape shape = shape_of(*column.dictionary);
    const Meaning meaning = meaning_of(column, shape);
    Candidate out;
    out.surety = surety_of(meaning);
    out.found.column = index;
    out.found.persons = column.dictionary->value_count();
    out.found.rows = rows_with_value(all, column);
    out.found.why = "name suggests " + std::string(info(meaning).text);
    const bool by_form = meaning == Meaning::none && shape == Shape::record_numbers;
    if (by_form && spread_of(column, all.counts).is_even()) {
        out.surety = Surety::record;
        out.found.why = "its values resemble record numbers";
    }
    return out;
}

/// Surest first, then the one with most values, then the first column.
bool comes_before(const Candidate& a, const Candidate& b) {
    if (a.surety != b.surety) {
        return a.surety < b.surety;
    }
    return a.found.persons > b.found.persons;
}

}  // namespace

std::optional<PersonColumn> find_person_column(const Table& table,
                                               std::span<const std::uint64_t> counts) {
    const CountedTable all{
        .table = table,
        .counts = counts,
        .rows = counts.empty() ? table.row_count()
                               : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})};
    std::optional<Candidate> best;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        Candidate candidate = candidate_of(all, j);
        if (candidate.surety == Surety::none || candidate.found.persons == 0) {
            continue;
        }
        if (candidate.found.persons == candidate.found.rows) {
            if (candidate.surety == Surety::person) {
                return std::nullopt;
            }
            continue;
        }
        const bool too_few = candidate.surety != Surety::person &&
                             candidate.found.rows > kMostRowsEach * candidate.found.persons;
        if (!too_few && (!best || comes_before(candidate, *best))) {
            best = std::move(candidate);
        }
    }
    return best ? std::optional(std::move(best->found)) : std::nullopt;
}

bool may_number_persons(std::string_view name) {
    const std::vector<Meaning> meanings = meanings_of_name(name);
    return !meanings.empty() && surety_of(meanings.front()) != Surety::none;
}

}  // namespace kanon::profile
