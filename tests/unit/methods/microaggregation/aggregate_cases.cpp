// SPDX-License-Identifier: Apache-2.0
#include "aggregate_cases.hpp"

#include "kanon/base/random.hpp"
#include "kanon/policy/policy_file.hpp"

#include "support/tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <sstream>

namespace kanon::test {
namespace {

using Rows = std::vector<std::size_t>;

/// One column as the naive reckoning sees it: a place for each row, or a number for each text.
struct NaiveColumn {
    Aggregate aggregate;
    double weight = 1;
    std::vector<double> values;  ///< numbers, ranks or numbers of texts, of every row
};

NaiveColumn naive_column(const Problem& problem, std::size_t j) {
    const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
    const Column& column = problem.table.column(problem.columns[j]);
    NaiveColumn out{.aggregate = *attribute.aggregate, .weight = attribute.weight, .values = {}};
    std::set<double> numbers;
    for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
        const Code code = column.codes[row];
        const bool by_text = out.aggregate.kind == Aggregate::Kind::mode;
        out.values.push_back(by_text ? code : column.dictionary->number(code));
        numbers.insert(out.values.back());
    }
    for (double& value : out.values) {
        if (out.aggregate.kind == Aggregate::Kind::median) {
            value = static_cast<double>(std::distance(numbers.begin(), numbers.find(value)));
        }
    }
    return out;
}

double about(const std::vector<double>& values, double centre) {
    double sum = 0;
    for (const double value : values) {
        sum += (value - centre) * (value - centre);
    }
    return sum;
}

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

/// What the rows lose in one class; `digits` below 0: the mean is not rounded.
double errors(const NaiveColumn& column, const Rows& rows, bool rounded) {
    std::vector<double> values;
    for (const std::size_t row : rows) {
        values.push_back(column.values[row]);
    }
    std::ranges::sort(values);
    if (column.aggregate.kind == Aggregate::Kind::median) {
        return about(values, values[(values.size() - 1) / 2]);
    }
    if (column.aggregate.kind == Aggregate::Kind::mode) {
        std::map<double, std::size_t> counts;
        std::size_t most = 0;
        for (const double value : values) {
            most = std::max(most, ++counts[value]);
        }
        return static_cast<double>(values.size() - most);
    }
    const double unit = std::pow(10.0, -static_cast<double>(column.aggregate.digits));
    const double mean = mean_of(values);
    return about(values, rounded ? std::round(mean / unit) * unit : mean);
}

/// Goes over all divisions: each row joins a class begun before it, or begins one.
class Divisions {
public:
    explicit Divisions(const Problem& problem) : k_(problem.k) {
        Rows all;
        for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
            all.push_back(row);
        }
        for (std::size_t j = 0; j < problem.columns.size(); ++j) {
            columns_.push_back(naive_column(problem, j));
            whole_.push_back(errors(columns_.back(), all, false));
            weights_ += columns_.back().weight;
        }
        rows_ = all.size();
    }

    double least() {
        go(0);
        return least_;
    }

private:
    void go(std::size_t row) {
        if (row == rows_) {
            judge();
            return;
        }
        const std::size_t open = classes_.size();  // go() adds more for a time, and may move these
        for (std::size_t i = 0; i < open; ++i) {
            classes_[i].push_back(row);
            go(row + 1);
            classes_[i].pop_back();
        }
        if ((open + 1) * k_ <= rows_) {
            classes_.push_back({row});
            go(row + 1);
            classes_.pop_back();
        }
    }

    void judge() {
        double loss = 0;
        for (const Rows& rows : classes_) {
            if (rows.size() < k_) {
                return;
            }
            for (std::size_t j = 0; j < columns_.size(); ++j) {
                loss += whole_[j] > 0 ? columns_[j].weight * errors(columns_[j], rows, true) /
                                            whole_[j] / weights_
                                      : 0;
            }
        }
        least_ = std::min(least_, loss);
    }

    std::uint64_t k_;
    std::size_t rows_ = 0;
    std::vector<NaiveColumn> columns_;
    std::vector<double> whole_;
    double weights_ = 0;
    std::vector<Rows> classes_;
    double least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Problem aggregate_problem(std::string_view names,
                          std::string_view words,
                          std::string_view rows,
                          const std::string& privacy) {
    std::istringstream all_names{std::string(names)};
    std::istringstream all_words{std::string(words)};
    std::string policy = "attributes:\n";
    std::string name;
    std::string word;
    while (all_names >> name && all_words >> word) {
        policy += "  " + name;
        policy += word == "-" ? ": {role: sensitive}\n"
                              : ": {role: quasi-identifying, recode: " + word + "}\n";
    }
    policy += "privacy: " + privacy + "\nobjective: sse\n";
    return kanon::bind(table_of(names, rows), parse_policy(policy, "p"), {});
}

Problem random_aggregates(std::uint64_t seed, std::uint64_t rows, const std::string& privacy) {
    Random random(seed);
    std::string cells;
    for (std::uint64_t row = 0; row < rows; ++row) {
        cells += row == 0 ? "" : "; ";
        cells += std::to_string(random.below(40)) + " ";
        cells += (random.below(2) == 0 ? "-" : "") + std::to_string(random.below(9)) + "." +
                 std::to_string(random.below(100)) + " ";
        cells += "2020-01-" + std::to_string(10 + random.below(9)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(3))) + " ";
        cells += std::string(1, static_cast<char>('x' + random.below(3)));
    }
    return aggregate_problem("a b d c s", "mean mean median mode -", cells, privacy);
}

double least_sse(const Problem& problem) {
    return Divisions(problem).least();
}

}  // namespace kanon::test
