// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/aggregate_outcome.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/microaggregation/neighbour_bound.hpp"
#include "kanon/quality/squared_error.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace kanon::microaggregation {
namespace {

/// How many rows of a class have each code of an attribute: ascending codes.
using ClassCodes = std::vector<std::pair<Code, std::uint64_t>>;

ClassCodes codes_of(const Task& task,
                    const PointSpace& space,
                    std::span<const std::uint32_t> points,
                    std::size_t attribute) {
    ClassCodes out;
    out.reserve(points.size());
    for (const std::uint32_t point : points) {
        out.emplace_back(task.row_types().columns[attribute][space.type(point)], space.rows(point));
    }
    std::ranges::sort(out);
    std::size_t kept = 0;
    for (const auto& [code, rows] : out) {
        if (kept > 0 && out[kept - 1].first == code) {
            out[kept - 1].second += rows;
        } else {
            out[kept++] = {code, rows};
        }
    }
    out.resize(kept);
    return out;
}

Code lower_median(const ClassCodes& codes) {
    std::uint64_t all = 0;
    for (const auto& entry : codes) {
        all += entry.second;
    }
    std::uint64_t reached = 0;
    for (const auto& [code, rows] : codes) {
        reached += rows;
        if (2 * reached >= all) {
            return code;
        }
    }
    return codes.back().first;
}

/// The least of the most frequent codes.
Code mode(const ClassCodes& codes) {
    return std::ranges::max_element(codes, {}, &std::pair<Code, std::uint64_t>::second)->first;
}

/// The released values of one attribute.
struct Recoded {
    ReleasedDomain domain;
    std::vector<std::uint32_t> value_of_class;
    double loss = 0;  ///< SSE / SST
};

/// Gives each class its value; equal ones once.
class Recoder {
public:
    explicit Recoder(const QuasiIdentifier& attribute) : attribute_(attribute) {
        if (attribute.aggregate->kind == Aggregate::Kind::mean) {
            mean_.emplace(attribute.dictionary(), attribute.aggregate->digits);
        }
    }

    /// The place of the value of a class.
    std::uint32_t add(const ClassCodes& codes, ReleasedDomain& domain) {
        if (!mean_) {
            const Code code = attribute_.aggregate->kind == Aggregate::Kind::median
                                  ? lower_median(codes)
                                  : mode(codes);
            return place(std::to_string(code), domain, [&] {
                return ReleasedValue{
                    .kind = ReleasedValue::Kind::typical, .first = code, .second = 0};
            });
        }
        mean_->clear();
        for (const auto& [code, rows] : codes) {
            mean_->add(code, rows);
        }
        const std::string text = mean_->text();
        return place(text, domain, [&] {
            domain.means.push_back(text);
            return ReleasedValue{.kind = ReleasedValue::Kind::mean,
                                 .first = static_cast<Code>(domain.means.size() - 1),
                                 .second = 0};
        });
    }

private:
    template <class Make>
    std::uint32_t place(const std::string& key, ReleasedDomain& domain, const Make& make) {
        const auto [at, is_new] =
            places_.try_emplace(key, static_cast<std::uint32_t>(domain.values.size()));
        if (is_new) {
            domain.values.push_back(make());
        }
        return at->second;
    }

    const QuasiIdentifier& attribute_;
    std::optional<ExactMean> mean_;
    std::map<std::string, std::uint32_t> places_;
};

Recoded recode(const Task& task,
               const PointSpace& space,
               const Classes& classes,
               std::size_t attribute) {
    const QuasiIdentifier& one = task.quasi_identifiers[attribute];
    const SquaredError error = squared_error(task, attribute);
    Recoder recoder(one);
    Recoded out;
    for (const std::vector<std::uint32_t>& points : classes) {
        const ClassCodes codes = codes_of(task, space, points, attribute);
        out.value_of_class.push_back(recoder.add(codes, out.domain));
        const ReleasedValue& value = out.domain.values[out.value_of_class.back()];
        for (const auto& [code, rows] : codes) {
            out.loss += static_cast<double>(rows) * error.of(code, value, out.domain);
        }
    }
    out.loss = error.whole() > 0 ? out.loss / error.whole() : 0;
    return out;
}

/// Number the classes anew so that those with the same values in every attribute are one; returns
/// how many there are.
std::size_t join_alike(ClassRecoding& recoding, std::vector<std::uint32_t>& number_of_class) {
    const std::size_t classes = recoding.value_of_class[0].size();
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::vector<std::uint32_t>> values(recoding.value_of_class.size());
    for (std::size_t i = 0; i < classes; ++i) {
        std::vector<std::uint32_t> tuple;
        for (const std::vector<std::uint32_t>& of_class : recoding.value_of_class) {
            tuple.push_back(of_class[i]);
        }
        const auto [at, is_new] =
            numbers.try_emplace(tuple, static_cast<std::uint32_t>(numbers.size()));
        number_of_class.push_back(at->second);
        for (std::size_t j = 0; is_new && j < tuple.size(); ++j) {
            values[j].push_back(tuple[j]);
        }
    }
    recoding.value_of_class = std::move(values);
    return numbers.size();
}

/// Point row types at their classes; where rows of one type are in several, say how many.
void place_types(const Task& task,
                 const PointSpace& space,
                 const Classes& classes,
                 const std::vector<std::uint32_t>& number_of_class,
                 ClassRecoding& recoding) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> rows;  // type and class
    for (std::size_t i = 0; i < classes.size(); ++i) {
        for (const std::uint32_t point : classes[i]) {
            rows[{space.type(point), number_of_class[i]}] += space.rows(point);
        }
    }
    recoding.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    for (auto at = rows.begin(); at != rows.end(); ++at) {
        const auto [type, of_class] = at->first;
        const auto next = std::next(at);
        const bool again = recoding.class_of_type[type] != kSuppressedClass;
        if (again || (next != rows.end() && next->first.first == type)) {
            recoding.shares.push_back(
                {.type = type, .tuple = 0, .of_class = of_class, .rows = at->second});
        }
        recoding.class_of_type[type] = of_class;
    }
}

/// What the classes are released as, and which of them are released alike.
struct Released {
    ClassRecoding recoding;
    std::vector<Recoded> recoded;
    std::vector<std::uint32_t> number_of_class;  ///< alike, alike numbers
    std::size_t count = 0;
};

Released released_of(const Task& task, const PointSpace& space, const Classes& classes) {
    Released out;
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        out.recoded.push_back(recode(task, space, classes, j));
        out.recoding.value_of_class.push_back(out.recoded.back().value_of_class);
    }
    out.count = join_alike(out.recoding, out.number_of_class);
    return out;
}

/// Join classes that fail until all hold or all rows are one class. Where models say nothing of
/// unions (Monotony::none), classes that are released alike are joined as well, and asked again.
Released join_until_all_hold(const Task& task, const PointSpace& space, Classes& classes) {
    for (;;) {
        join_failing(task, space, classes);
        Released out = released_of(task, space, classes);
        if (says_of_unions(task.models) || out.count == classes.size()) {
            return out;
        }
        Classes joined(out.count);
        for (std::size_t i = 0; i < classes.size(); ++i) {
            std::vector<std::uint32_t>& of_class = joined[out.number_of_class[i]];
            of_class.insert(of_class.end(), classes[i].begin(), classes[i].end());
        }
        classes = std::move(joined);
    }
}

LossFacts facts_of(const Task& task, const std::vector<Recoded>& recoded) {
    LossFacts facts;
    facts.rows = task.row_types().row_count();
    facts.k = task.k;
    facts.sse = 0;
    double weights = 0;
    for (std::size_t j = 0; j < recoded.size(); ++j) {
        const double weight = task.quasi_identifiers[j].weight;
        facts.sse += weight * recoded[j].loss;
        weights += weight;
    }
    facts.sse /= weights;
    return facts;
}

Ending ending_of(bool stopped, const RunContext& context) {
    return !stopped              ? Ending::feasible
           : context.cancelled() ? Ending::cancelled
                                 : Ending::timed_out;
}

}  // namespace

Outcome aggregate_outcome(const Task& task,
                          const PointSpace& space,
                          Classes classes,
                          bool stopped,
                          const RunContext& context) {
    Released released = join_until_all_hold(task, space, classes);
    Outcome outcome;
    PointChecker checker(task, space);
    if (!std::ranges::all_of(classes, [&](const auto& points) { return checker.holds(points); })) {
        outcome.ending = Ending::infeasible;
        outcome.reason = count_text(task.row_types().row_count(), "row") +
                         " do not keep the privacy models even as one class";
        return outcome;
    }
    ClassRecoding& recoding = released.recoding;
    place_types(task, space, classes, released.number_of_class, recoding);
    outcome.ending = ending_of(stopped, context);
    outcome.stats = {{"classes", static_cast<double>(released.count)}};
    outcome.loss = objective_value(task.objective, facts_of(task, released.recoded));
    outcome.lower_bound = neighbour_bound(space, task.least_class_rows(), context.threads);
    if (outcome.lower_bound) {
        // Where the bound is met the two sums may differ in the last digit.
        outcome.lower_bound = std::min(*outcome.lower_bound, outcome.loss);
    }
    for (Recoded& one : released.recoded) {
        recoding.domains.push_back(std::move(one.domain));
    }
    outcome.recoding = std::move(recoding);
    return outcome;
}

}  // namespace kanon::microaggregation
