// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/count_queries.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

using Query = std::vector<QueryCondition>;

/// Distinct rows of one side, column after column, and what each row's cell may stand for.
struct AskedRows {
    std::vector<std::vector<std::uint32_t>> places;  ///< per asked column, one per row
    std::vector<double> rows;
};

AskedRows asked_release(const EvaluatedTable& table,
                        const std::vector<std::size_t>& columns,
                        unsigned threads) {
    const std::vector<CountedRow> counted = released_rows_of(table, columns, threads);
    AskedRows out;
    out.places.resize(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        out.places[j].reserve(counted.size());
        for (const CountedRow& row : counted) {
            out.places[j].push_back(row.spreads[j]);
        }
    }
    out.rows.reserve(counted.size());
    for (const CountedRow& row : counted) {
        out.rows.push_back(row.rows);
    }
    return out;
}

AskedRows asked_original(const EvaluatedTable& table,
                         const std::vector<std::size_t>& columns,
                         unsigned threads) {
    const TypedRows types = make_row_types(table.original, columns, {}, threads);
    AskedRows out;
    out.rows.assign(types.counts.begin(), types.counts.end());
    out.places.resize(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
        out.places[j].reserve(types.size());
        for (std::size_t type = 0; type < types.size(); ++type) {
            out.places[j].push_back(types.columns[j][type]);
        }
    }
    return out;
}

std::vector<std::size_t> columns_of(const Query& query) {
    std::vector<std::size_t> out;
    out.reserve(query.size());
    for (const QueryCondition& condition : query) {
        out.push_back(condition.column);
    }
    return out;
}

/// Share of each spread's values that a condition asks for.
std::vector<double> wanted_shares(const std::vector<Spread>& spreads,
                                  const std::vector<bool>& wanted) {
    std::vector<std::uint32_t> before(wanted.size() + 1);
    for (std::size_t code = 0; code < wanted.size(); ++code) {
        before[code + 1] = before[code] + (wanted[code] ? 1U : 0U);
    }
    std::vector<double> out;
    out.reserve(spreads.size());
    for (const Spread& spread : spreads) {
        std::uint32_t found = 0;
        for (const CodeRun& run : spread.runs) {
            found += before[run.last + std::size_t{1}] - before[run.first];
        }
        out.push_back(static_cast<double>(found) / static_cast<double>(spread.count));
    }
    return out;
}

/// Both sides by the columns of some queries, which are distinct and the same in each.
class QueriedTable {
public:
    QueriedTable(const EvaluatedTable& table, const Query& query, unsigned threads)
        : table_(table), columns_(columns_of(query)) {
        original_ = asked_original(table, columns_, threads);
        release_ = asked_release(table, columns_, threads);
    }

    /// \pre its conditions are on the columns, in their order
    [[nodiscard]] QueryAnswer answer(const Query& query) const {
        std::vector<double> original(original_.rows);
        std::vector<double> release(release_.rows);
        for (std::size_t j = 0; j < query.size(); ++j) {
            const std::vector<std::uint32_t>& codes = original_.places[j];
            for (std::size_t row = 0; row < codes.size(); ++row) {
                original[row] = query[j].wanted[codes[row]] ? original[row] : 0;
            }
            const std::vector<double> shares =
                wanted_shares(table_.columns[columns_[j]].spreads, query[j].wanted);
            const std::vector<std::uint32_t>& places = release_.places[j];
            for (std::size_t row = 0; row < places.size(); ++row) {
                release[row] *= shares[places[row]];
            }
        }
        return {.original = std::accumulate(original.begin(), original.end(), 0.0),
                .release = std::accumulate(release.begin(), release.end(), 0.0)};
    }

private:
    const EvaluatedTable& table_;
    std::vector<std::size_t> columns_;
    AskedRows original_;
    AskedRows release_;
};

/// Draws conditions. Columns are quasi-identifiers first.
class QueryDraw {
public:
    QueryDraw(const EvaluatedTable& table,
              const std::vector<std::size_t>& columns,
              std::size_t quasi_identifiers,
              Random& random)
        : table_(table), columns_(columns), first_(quasi_identifiers), random_(random) {}

    Query draw(std::size_t dimensions, double selectivity) {
        std::vector<std::size_t> places(columns_.size());
        std::iota(places.begin(), places.end(), std::size_t{0});
        std::swap(places[0], places[random_.below(first_)]);
        for (std::size_t i = 1; i < dimensions; ++i) {
            std::swap(places[i], places[i + random_.below(places.size() - i)]);
        }
        Query query;
        query.reserve(dimensions);
        const double share = std::pow(selectivity, 1.0 / static_cast<double>(dimensions));
        for (std::size_t i = 0; i < dimensions; ++i) {
            query.push_back(condition(columns_[places[i]], share));
        }
        std::ranges::sort(query, {}, &QueryCondition::column);
        return query;
    }

private:
    QueryCondition condition(std::size_t column, double share) {
        const Dictionary& dictionary = table_.dictionary(column);
        const std::size_t values = dictionary.size();
        const auto asked =
            static_cast<std::size_t>(std::ceil(static_cast<double>(values) * share - 1e-9));
        const std::size_t count = std::clamp<std::size_t>(asked, 1, values);
        QueryCondition out{.column = column, .wanted = std::vector<bool>(values)};
        if (dictionary.is_numeric()) {
            const std::size_t first = random_.below(values - count + 1);
            std::fill_n(out.wanted.begin() + static_cast<std::ptrdiff_t>(first), count, true);
            return out;
        }
        std::vector<Code> codes(values);
        std::iota(codes.begin(), codes.end(), Code{0});
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(codes[i], codes[i + random_.below(values - i)]);
            out.wanted[codes[i]] = true;
        }
        return out;
    }

    const EvaluatedTable& table_;
    const std::vector<std::size_t>& columns_;
    std::size_t first_;
    Random& random_;
};

double at_share(const std::vector<double>& sorted, double share) {
    const auto place =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::max<std::size_t>(place, 1) - 1];
}

QueryErrors errors_of(std::size_t dimensions,
                      const std::vector<QueryAnswer>& answers,
                      double least_answer) {
    QueryErrors out{.dimensions = dimensions, .queries = answers.size()};
    std::vector<double> errors;
    errors.reserve(answers.size());
    for (const QueryAnswer& answer : answers) {
        out.mean_answer += answer.original;
        errors.push_back(std::abs(answer.release - answer.original) /
                         std::max(answer.original, least_answer));
    }
    const auto count = static_cast<double>(answers.size());
    out.mean_answer /= count;
    out.mean = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
    std::ranges::sort(errors);
    out.median = at_share(errors, 0.5);
    out.ninetieth = at_share(errors, 0.9);
    out.greatest = errors.back();
    return out;
}

/// Queries on the same columns are answered together, from the distinct rows in those.
std::vector<QueryAnswer> answers_of(const EvaluatedTable& table,
                                    const std::vector<Query>& queries,
                                    const RunContext& context) {
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> by_columns;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        by_columns[columns_of(queries[i])].push_back(i);
    }
    std::vector<const std::vector<std::size_t>*> groups;
    groups.reserve(by_columns.size());
    for (const auto& [columns, group] : by_columns) {
        groups.push_back(&group);
    }
    std::vector<QueryAnswer> answers(queries.size());
    parallel_for(groups.size(), 1, context.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t place = begin; place < end; ++place) {
            throw_if_cancelled(context);
            const QueriedTable asked(table, queries[groups[place]->front()], 1);
            for (const std::size_t i : *groups[place]) {
                answers[i] = asked.answer(queries[i]);
            }
        }
    });
    return answers;
}

}  // namespace

std::vector<QueryErrors> ask_queries(const EvaluatedTable& table,
                                     const QueryOptions& options,
                                     const RunContext& context) {
    std::vector<std::size_t> columns;
    for (const EvaluatedRole role : {EvaluatedRole::quasi_identifier, EvaluatedRole::sensitive}) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (table.columns[column].role == role) {
                columns.push_back(column);
            }
        }
    }
    const auto first = static_cast<std::size_t>(
        std::ranges::count_if(table.columns, [](const EvaluatedColumn& column) {
            return column.role == EvaluatedRole::quasi_identifier;
        }));
    std::vector<QueryErrors> out;
    if (first == 0 || options.queries == 0) {
        return out;
    }
    Random random(context.seed);
    QueryDraw draw(table, columns, first, random);
    const double least = options.sanity_bound * static_cast<double>(table.original.row_count());
    for (std::size_t d = 1; d <= std::min(options.dimensions, columns.size()); ++d) {
        std::vector<Query> queries;
        queries.reserve(options.queries);
        for (std::size_t i = 0; i < options.queries; ++i) {
            queries.push_back(draw.draw(d, options.selectivity));
        }
        out.push_back(errors_of(d, answers_of(table, queries, context), least));
    }
    return out;
}

QueryAnswer answer_query(const EvaluatedTable& table,
                         const std::vector<QueryCondition>& query,
                         unsigned threads) {
    return QueriedTable(table, query, threads).answer(query);
}

}  // namespace kanon
