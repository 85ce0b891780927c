// SPDX-License-Identifier: Apache-2.0
#include "mutant.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/base/random.hpp"
#include "kanon/policy/policy_file.hpp"

#include "judged.hpp"
#include "support/outcomes.hpp"
#include "support/tables.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace kanon::test {
namespace {

constexpr std::size_t kRows = 44;
constexpr std::uint64_t kLimit = 6;
constexpr std::array<std::string_view, kMutantColumns> kNames{
    "age", "zip", "place", "ill", "note", "cost"};
constexpr std::string_view kAttributes = R"(attributes:
  id: {role: identifying}
  age: {role: quasi-identifying, type: integer, hierarchy: {intervals: [5, 10]}}
  zip: {role: quasi-identifying, type: text, hierarchy: {mask: right}}
  place: {role: quasi-identifying, type: text, hierarchy: flat}
  ill: {role: sensitive, type: text}
  note: {role: insensitive, type: text}
  cost: {role: insensitive, type: decimal}
)";

/// Four groups of rows that are much alike, some rows twice, two rows that are like no other. No
/// two others have the same cost, so that a released row says which one it was made of.
TextRow original_row(std::size_t i) {
    constexpr std::array<std::string_view, 4> kZips{"13053", "13068", "14850", "14853"};
    constexpr std::array<std::string_view, 4> kPlaces{"*", "[1, 2]", "?", "a, b"};
    constexpr std::array<std::string_view, 4> kIlls{"flu", "hiv", "cold", "gout"};
    constexpr std::array<std::string_view, 3> kNotes{"x", "?", "\\*"};
    if (i + 2 >= kRows) {
        return {
            std::to_string(90 + i % 2), i % 2 == 0 ? "99999" : "00001", "far", "flu", "?", "7.5"};
    }
    const std::size_t same = i - (i % 10 == 1 ? 1 : 0);  // as the row before
    const std::size_t group = same / 11;
    return {std::to_string(20 + group * 10 + same % 7),
            std::string(kZips[(group + same % 3 / 2) % 4]),
            std::string(kPlaces[group]),
            std::string(kIlls[(same + group) % 4]),
            std::string(kNotes[same % 3]),
            std::to_string(100 + same) + "." + std::to_string(same % 10) + "0"};
}

Table original_table() {
    std::vector<std::vector<std::string>> cells(kMutantColumns + 1);
    for (std::size_t i = 0; i < kRows; ++i) {
        const TextRow row = original_row(i);
        cells[0].push_back("p" + std::to_string(i));
        for (std::size_t j = 0; j < kMutantColumns; ++j) {
            cells[j + 1].push_back(row[j]);
        }
    }
    std::vector<std::shared_ptr<const Column>> columns{column_of("id", cells[0])};
    for (std::size_t j = 0; j < kMutantColumns; ++j) {
        const ValueType type = j == MutantColumn::age    ? ValueType::integer
                               : j == MutantColumn::cost ? ValueType::decimal
                                                         : ValueType::text;
        columns.push_back(column_of(std::string(kNames[j]), cells[j + 1], type));
    }
    return {std::move(columns), kRows};
}

std::string policy_text(const MutantShape& shape) {
    const bool drops = shape.suppressed == SuppressedRows::drop;
    return std::string(kAttributes) + "privacy: {k-anonymity: " + std::to_string(kMutantK) +
           (shape.diverse ? ", l-diversity: {attribute: ill, l: 2}" : "") +
           "}\nsuppression: {max: " + std::to_string(kLimit) +
           ", rows: " + (drops ? "drop" : "star") + "}\nmethod: " + std::string(shape.method) +
           "\n";
}

std::vector<NaiveModel> naive_models(const MutantShape& shape) {
    std::vector<NaiveModel> models{{.model = "k-anonymity", .parameter = kMutantK}};
    if (shape.diverse) {
        models.push_back({.model = "l-diversity",
                          .parameter = 2,
                          .column = MutantColumn::ill + 1,
                          .kind = "distinct"});
    }
    return models;
}

std::string csv_cell(const std::string& cell, const MutantStyle& style) {
    const bool special =
        cell.find_first_of(std::string("\"\n\r") + style.delimiter) != std::string::npos;
    if (cell == "?" || !(special || style.quote_all)) {
        return cell == "?" ? "" : cell;
    }
    std::string out = "\"";
    for (const char c : cell) {
        out.append(c == '"' ? 2 : 1, c);
    }
    return out + "\"";
}

std::string csv_line(const TextRow& cells, const MutantStyle& style) {
    std::string out;
    for (std::size_t j = 0; j < cells.size(); ++j) {
        out += (j == 0 ? "" : std::string(1, style.delimiter)) + csv_cell(cells[j], style);
    }
    return out + std::string(style.line_end);
}

std::string csv_text(const Mutant& mutant) {
    std::string out = std::string(mutant.style.before) + csv_line(mutant.names, mutant.style);
    for (const TextRow& row : mutant.rows) {
        out += csv_line(row, mutant.style);
    }
    return out + std::string(mutant.style.after);
}

void shuffle_rows(Mutant& mutant) {
    Random random(1);
    for (std::size_t i = mutant.rows.size(); i-- > 1;) {
        const std::size_t other = random.below(i + 1);
        std::swap(mutant.rows[i], mutant.rows[other]);
        std::swap(mutant.origin[i], mutant.origin[other]);
    }
}

bool is_star(const std::string& cell) {
    return cell == "*";
}

}  // namespace

bool Mutant::is_suppressed(std::size_t row) const {
    return std::all_of(rows[row].begin(), rows[row].begin() + MutantColumn::ill, is_star);
}

std::vector<std::vector<std::size_t>> Mutant::classes() const {
    std::vector<std::vector<std::size_t>> out;
    for (auto& [key, members] : judge->auditor.classes(rows)) {
        out.push_back(members);
    }
    return out;
}

bool Mutant::covers(const std::string& text, std::size_t row, std::size_t column) const {
    const std::optional<Values> meaning = judge->domains[column].meaning(text);
    return meaning && meaning->contains(original_cell(row, column));
}

bool Mutant::has_class(const TextRow& like) const {
    return std::any_of(rows.begin(), rows.end(), [&](const TextRow& row) {
        return std::equal(row.begin(), row.begin() + MutantColumn::ill, like.begin());
    });
}

std::string Mutant::exact(std::size_t row, std::size_t column) const {
    const std::string& cell = original_cell(row, column);
    return (is_star(cell) || cell.starts_with('[') ? "\\" : "") + cell;
}

void Mutant::suppress(std::size_t row) {
    const bool first = judge->auditor.suppressed_count(rows) == 0;
    for (TextRow& other : rows) {
        // Beside stars a note of `\\*` has one backslash more.
        other[MutantColumn::note].insert(
            0, first && other[MutantColumn::note] == "\\*" ? 1 : 0, '\\');
    }
    std::fill(rows[row].begin(), rows[row].end(), "*");
}

void Mutant::erase(std::size_t row) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row));
    origin.erase(origin.begin() + static_cast<std::ptrdiff_t>(row));
}

void Mutant::state(std::uint64_t suppressed) {
    summary = "{\"rows\": " + std::to_string(original->size()) +
              ", \"suppressed_rows\": " + std::to_string(suppressed) + "}";
}

std::uint64_t Mutant::suppressed_count() const {
    return judge->auditor.suppressed_count(rows) + original->size() - rows.size();
}

MutantBed::MutantBed(const MutantShape& shape)
    : policy_(parse_policy(policy_text(shape), "policy.yaml")),
      problem_(std::make_unique<Problem>(bind(original_table(), policy_, RunContext{}))),
      judge_(naive_judge(*problem_, naive_models(shape))) {
    PendingFile file(folder_.at("original.csv"), true);
    file.write_table(problem_->table, WriteOptions{}, RunContext{});
    file.commit();
    std::vector<std::size_t> released(kMutantColumns);
    std::iota(released.begin(), released.end(), std::size_t{1});
    original_ = text_rows(problem_->table, released);
    const Release release = release_of(*problem_, run_method(shape.method, *problem_));
    good_ = {.judge = &*judge_,
             .original = &original_,
             .limit = problem_->suppression_limit,
             .drops = shape.suppressed == SuppressedRows::drop,
             .shuffled = shape.shuffled,
             .diverse = shape.diverse,
             .names = {kNames.begin(), kNames.end()},
             .rows = texts(release),
             .origin = {release.original_row.begin(), release.original_row.end()}};
    if (good_.origin.empty()) {
        good_.origin.resize(good_.rows.size());
        std::iota(good_.origin.begin(), good_.origin.end(), std::size_t{0});
    }
    if (shape.shuffled) {
        shuffle_rows(good_);
    }
    good_.state(good_.suppressed_count());
}

std::optional<AuditReport> MutantBed::verified(const Mutant& mutant, bool summary) const {
    constexpr std::size_t kAllFaults = 100000;
    VerifyJob job;
    job.original = folder_.at("original.csv");
    job.release = folder_.write("release.csv", csv_text(mutant));
    job.summary = summary ? folder_.write("summary.json", mutant.summary) : "";
    job.policy = policy_;
    job.audit.shuffled = mutant.shuffled;
    job.audit.max_faults = kAllFaults;
    try {
        return verify(job);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace kanon::test
