// SPDX-License-Identifier: Apache-2.0
#include "support/naive_auditor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <utility>

namespace kanon::test {
namespace {

bool is_blank_cell(const std::string& cell) {
    return cell == "*" || cell == "?";
}

/// exp(entropy) as the inverse of a product of shares, each to the power of itself.
double effective_values(const std::map<std::string, std::size_t>& tally, std::size_t rows) {
    double product = 1;
    for (const auto& [value, count] : tally) {
        const double share = static_cast<double>(count) / static_cast<double>(rows);
        product *= std::pow(share, share);
    }
    return 1 / product;
}

/// A number in one spelling, whatever its own; other texts as they are.
std::string one_spelling(const std::string& text) {
    std::istringstream in(text);
    double number = 0;
    const bool is_number = static_cast<bool>(in >> number) && in.peek() == EOF;
    return is_number ? "number " + std::to_string(number) : text;
}

using Shares = std::map<std::string, double>;

/// The share of each value, a missing one being one too.
Shares shares_of(const std::vector<std::string>& values) {
    Shares out;
    for (const std::string& value : values) {
        out[one_spelling(value)] += 1 / static_cast<double>(values.size());
    }
    return out;
}

/// Half of what the shares differ by; or the mean of what the shares up to each number differ by.
double distance_of(const Shares& of_class, const Shares& of_table, bool ordered) {
    std::vector<std::pair<double, double>> gaps;  // by number, or in any order
    for (const auto& [value, share] : of_table) {
        const auto found = of_class.find(value);
        const double number = ordered ? std::stod(value.substr(value.find(' '))) : 0;
        gaps.emplace_back(number, (found == of_class.end() ? 0 : found->second) - share);
    }
    std::sort(gaps.begin(), gaps.end());
    double sum = 0;
    double up_to = 0;
    for (const auto& [number, gap] : gaps) {
        up_to = ordered ? up_to + gap : gap;
        sum += std::abs(up_to);
    }
    const auto ranks = static_cast<double>(gaps.size()) - 1;
    return ordered ? sum / std::max(1.0, ranks) : sum / 2;
}

/// The greatest of |ln(share in the class / in the table)| of the values that the class has.
double disclosed(const Shares& of_class, const Shares& of_table) {
    double most = 0;
    for (const auto& [value, share] : of_class) {
        most = std::max(most, std::abs(std::log(share) - std::log(of_table.at(value))));
    }
    return most;
}

/// The models that hold shares of a class against those of the table.
bool keeps_shares(const NaiveModel& model, const Shares& of_class, const Shares& of_table) {
    if (model.model == "t-closeness") {
        return distance_of(of_class, of_table, model.kind == "ordered") <= model.parameter + 1e-9;
    }
    if (model.model == "delta-disclosure") {
        return disclosed(of_class, of_table) < model.parameter;
    }
    return std::ranges::all_of(of_class, [&](const auto& one) {
        const double gain = one.second / of_table.at(one.first) - 1;
        const double limit = model.model == "alpha-k" ? one.second : gain;
        return limit <= model.parameter + 1e-9;
    });
}

/// r1 below the parameter times (r2 + r3 + ...).
bool keeps_recursive(const NaiveModel& model, const std::map<std::string, std::size_t>& tally) {
    std::size_t most = 0;
    std::size_t all = 0;
    for (const auto& [value, count] : tally) {
        most = std::max(most, count);
        all += count;
    }
    return static_cast<double>(most) < model.parameter * static_cast<double>(all - most);
}

/// What a model looks at in a row: a value, or two as one, missing if one of them is.
template <class CellOf>
std::string value_of(const NaiveModel& model, const CellOf& cell) {
    std::string value = cell(*model.column);
    if (!model.with) {
        return value;
    }
    const std::string other = cell(*model.with);
    return value == "?" || other == "?" ? "?" : one_spelling(value) + " | " + one_spelling(other);
}

/// Whether a class with these values of the model's column, one per row, keeps a model, `all` being
/// those of the table. A missing value is nobody and nothing, but a category of shares.
bool keeps(const NaiveModel& model,
           const std::vector<std::string>& values,
           const std::vector<std::string>& all) {
    if (!model.column) {
        return static_cast<double>(values.size()) >= model.parameter;
    }
    if (model.model != "k-anonymity" && model.model != "l-diversity") {
        return keeps_shares(model, shares_of(values), shares_of(all));
    }
    std::map<std::string, std::size_t> tally;
    std::size_t rows = 0;
    for (const std::string& value : values) {
        if (value != "?") {
            ++tally[one_spelling(value)];
            ++rows;
        }
    }
    if (model.kind == "entropy") {
        return rows > 0 && effective_values(tally, rows) >= model.parameter * (1 - 1e-9);
    }
    if (model.kind == "recursive") {
        return keeps_recursive(model, tally);
    }
    return static_cast<double>(tally.size()) >= model.parameter;
}

bool tells_of_order(const std::string& fault) {
    return fault.starts_with("covers-original ") || fault.starts_with("unchanged ");
}

}  // namespace

NaiveAuditor::NaiveAuditor(TextRows original, NaivePromise promise)
    : original_(std::move(original)), promise_(std::move(promise)) {}

/// The same promise of the original as a release spells it beside stars: in the other columns `*`
/// has a backslash there, and what looks like that has one more.
NaiveAuditor NaiveAuditor::beside_stars_of(const TextRows& released) const {
    NaiveAuditor out = *this;
    out.is_one_class_ = is_fully_generalized(released);
    const bool has_suppressed =
        std::ranges::any_of(released, [&](const TextRow& row) { return out.is_suppressed(row); });
    for (TextRow& row : out.original_) {
        for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
            const bool looks_like_a_star =
                row[j].ends_with('*') && row[j].find_first_not_of('\\') + 1 == row[j].size();
            if (!promise_.columns[j].meaning && looks_like_a_star) {
                row[j].insert(0, has_suppressed ? 1 : 0, '\\');
            }
        }
    }
    return out;
}

std::multiset<std::string> NaiveAuditor::faults(const TextRows& released) const {
    return beside_stars_of(released).faults_as_spelled(released);
}

bool NaiveAuditor::passes(const TextRows& released, bool shuffled) const {
    return beside_stars_of(released).passes_as_spelled(released, shuffled);
}

std::multiset<std::string> NaiveAuditor::faults_as_spelled(const TextRows& released) const {
    std::multiset<std::string> out = cell_faults(released);
    std::vector<bool> taken(original_.size());
    const bool moved = std::ranges::any_of(out, tells_of_order) && matches(released, 0, taken);
    if (moved) {
        std::erase_if(out, tells_of_order);
        out.insert("order 0");
    }
    add_class_faults(
        released,
        promise_.models,
        [&](std::size_t row, std::size_t column) {
            return moved ? released[row][column] : original_[row][column];
        },
        out);
    if (count_suppressed(released) > promise_.limit) {
        out.insert("suppression-limit 0");
    }
    return out;
}

std::multiset<std::string> NaiveAuditor::cell_faults(const TextRows& released) const {
    std::multiset<std::string> out;
    for (std::size_t i = 0; i < released.size(); ++i) {
        for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
            const std::string rule = fault_of_cell(released[i], original_[i], j);
            if (!rule.empty()) {
                out.insert(rule + " " + std::to_string(i + 1) + " " + promise_.columns[j].name);
            }
        }
    }
    return out;
}

bool NaiveAuditor::passes_as_spelled(const TextRows& released, bool shuffled) const {
    if (released.size() > original_.size() ||
        (!promise_.drops && released.size() < original_.size())) {
        return false;
    }
    std::vector<NaiveModel> models;
    std::ranges::copy_if(promise_.models, std::back_inserter(models), [&](const auto& model) {
        return std::max(model.column.value_or(0), model.with.value_or(0)) < promise_.columns.size();
    });
    std::multiset<std::string> broken;
    add_class_faults(
        released,
        models,
        [&](std::size_t row, std::size_t column) { return released[row][column]; },
        broken);
    const std::size_t absent = original_.size() - released.size();
    const bool blank = std::ranges::all_of(
        released, [&](const TextRow& row) { return !is_suppressed(row) || is_blank(row); });
    std::vector<bool> taken(original_.size());
    return broken.empty() && blank && count_suppressed(released) + absent <= promise_.limit &&
           (shuffled ? matches(released, 0, taken) : matches_in_order(released));
}

std::uint64_t NaiveAuditor::suppressed_count(const TextRows& released) const {
    return beside_stars_of(released).count_suppressed(released);
}

std::uint64_t NaiveAuditor::count_suppressed(const TextRows& released) const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(released, [&](const TextRow& row) { return is_suppressed(row); }));
}

std::map<TextRow, std::vector<std::size_t>> NaiveAuditor::classes(const TextRows& released) const {
    return beside_stars_of(released).released_alike(released);
}

std::map<TextRow, std::vector<std::size_t>> NaiveAuditor::released_alike(
    const TextRows& released) const {
    std::map<TextRow, std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < released.size(); ++i) {
        TextRow key;
        for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
            if (promise_.columns[j].meaning) {
                key.push_back(released[i][j]);
            }
        }
        if (!is_suppressed(released[i])) {
            out[key].push_back(i);
        }
    }
    return out;
}

/// All rows are there and starred, and the other columns tell what they did.
bool NaiveAuditor::is_fully_generalized(const TextRows& released) const {
    const auto starred = [&](const TextRow& row) { return is_starred(row); };
    if (released.size() != original_.size() || !std::ranges::all_of(released, starred)) {
        return false;
    }
    bool blanked = false;
    for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
        if (promise_.columns[j].meaning) {
            continue;
        }
        const std::string word = released.empty() ? "*" : released.front()[j];
        const auto same = [&](const TextRow& row) { return row[j] == word; };
        if (!is_blank_cell(word) || !std::ranges::all_of(released, same)) {
            return true;
        }
        blanked = blanked || !std::ranges::all_of(original_, same);
    }
    return !blanked;
}

bool NaiveAuditor::is_suppressed(const TextRow& row) const {
    return !is_one_class_ && is_starred(row);
}

bool NaiveAuditor::is_starred(const TextRow& row) const {
    for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
        if (promise_.columns[j].meaning && row[j] != "*") {
            return false;
        }
    }
    return true;
}

bool NaiveAuditor::is_blank(const TextRow& row) const {
    for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
        if (!promise_.columns[j].meaning && !is_blank_cell(row[j])) {
            return false;
        }
    }
    return true;
}

std::string NaiveAuditor::fault_of_cell(const TextRow& released,
                                        const TextRow& original,
                                        std::size_t column) const {
    if (promise_.columns[column].meaning) {
        const std::optional<Values> meaning = promise_.columns[column].meaning(released[column]);
        if (!meaning) {
            return "unreadable-value";
        }
        return meaning->contains(original[column]) ? "" : "covers-original";
    }
    if (is_suppressed(released)) {
        return is_blank_cell(released[column]) ? "" : "partly-suppressed";
    }
    return released[column] == original[column] ? "" : "unchanged";
}

bool NaiveAuditor::fits(const TextRow& released, const TextRow& original) const {
    for (const bool recoded : {false, true}) {  // the others first: they tell rows apart at once
        for (std::size_t j = 0; j < promise_.columns.size(); ++j) {
            if (static_cast<bool>(promise_.columns[j].meaning) != recoded) {
                continue;
            }
            const std::string rule = fault_of_cell(released, original, j);
            if (!rule.empty() && rule != "partly-suppressed") {
                return false;
            }
        }
    }
    return true;
}

bool NaiveAuditor::matches_in_order(const TextRows& released) const {
    // Whether the rows so far can stand for some of the first originals, by how many those are.
    std::vector<bool> possible(original_.size() + 1, true);
    for (const TextRow& row : released) {
        std::vector<bool> next(original_.size() + 1);
        for (std::size_t i = 0; i < original_.size(); ++i) {
            next[i + 1] = next[i] || (possible[i] && fits(row, original_[i]));
        }
        possible = std::move(next);
    }
    return possible.back();
}

bool NaiveAuditor::matches(const TextRows& released,
                           std::size_t row,
                           std::vector<bool>& taken) const {
    if (row == released.size()) {
        return true;
    }
    if (is_suppressed(released[row])) {
        return matches(released, row + 1, taken);  // stands for any that is left
    }
    std::set<TextRow> tried;
    for (std::size_t i = 0; i < original_.size(); ++i) {
        TextRow same = original_[i];
        same.resize(promise_.columns.size());  // what is withheld tells nothing here
        if (!taken[i] && fits(released[row], original_[i]) && tried.insert(same).second) {
            taken[i] = true;
            const bool found = matches(released, row + 1, taken);
            taken[i] = false;
            if (found) {
                return true;
            }
        }
    }
    return false;
}

void NaiveAuditor::add_class_faults(const TextRows& released,
                                    const std::vector<NaiveModel>& models,
                                    const CellOf& cell,
                                    std::multiset<std::string>& out) const {
    for (const auto& alike : released_alike(released)) {
        const auto& rows = alike.second;
        for (const NaiveModel& model : models) {
            std::vector<std::string> values(rows.size());
            std::vector<std::string> all;
            for (std::size_t i = 0; model.column && i < original_.size(); ++i) {
                all.push_back(
                    value_of(model, [&](std::size_t column) { return original_[i][column]; }));
            }
            for (std::size_t i = 0; model.column && i < rows.size(); ++i) {
                values[i] =
                    value_of(model, [&](std::size_t column) { return cell(rows[i], column); });
            }
            if (!keeps(model, values, all)) {
                const bool names_column = model.column && model.model != "k-anonymity";
                out.insert(model.model + " " + std::to_string(rows.front() + 1) +
                           (names_column ? " " + promise_.columns[*model.column].name : "") +
                           (model.with ? " + " + promise_.columns[*model.with].name : ""));
            }
        }
    }
}

}  // namespace kanon::test
