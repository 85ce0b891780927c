// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/risk_limit_search.hpp"

#include "kanon/assess/subject_classes.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/privacy/models/risk_limit.hpp"
#include "kanon/privacy/parameters.hpp"
#include "kanon/problem/larger_classes.hpp"
#include "kanon/run/carry_over.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace kanon::detail {
namespace {

/// What came of a search by one k.
struct Try {
    enum class End : std::uint8_t { keeps, above, none, timed_out };

    End end = End::none;
    std::uint64_t k = 0;
    std::unique_ptr<Result> found{};
    double average = 0;  ///< where something was found
    double loss = std::numeric_limits<double>::infinity();
};

/// Looks for a release that keeps a limit of the average risk, by searches for larger and larger k.
class LargerClasses {
public:
    LargerClasses(Result& result,
                  const PrivacyModel& limit,
                  const AnonymizeOptions& options,
                  const RunContext& context,
                  Stopwatch& watch)
        : result_(result),
          problem_(*result.problem),
          limit_(limit),
          options_(options),
          context_(context),
          watch_(watch) {}

    void run() {
        const auto search = [this](std::uint64_t k) { return try_method(k); };
        const std::uint64_t enough = std::max(problem_.k, rows_of_risk(limit_.required()));
        seek(search, enough);
        if (!best_ && !any_timed_out_ && allows_levels()) {
            const std::uint64_t rows = problem_.data_rows();
            seek([this](std::uint64_t k) { return try_most_general(k); }, rows);
        }
        if (!best_) {
            refuse();
        }
        take(std::move(*best_));
    }

private:
    using Search = std::function<Try(std::uint64_t)>;

    /// The least k that keeps the limit, by bisection: one that is above it has a larger k after
    /// it, one that finds nothing a smaller. `enough`: a k that keeps it if it finds something.
    void seek(const Search& search, std::uint64_t enough) {
        std::uint64_t low = problem_.k;
        if (note(search(low)) != Try::End::above) {
            return;
        }
        std::uint64_t high = enough;
        if (high == low || note(search(high)) == Try::End::timed_out) {
            return;
        }
        while (high - low > 1) {
            throw_if_cancelled(context_);
            const std::uint64_t middle = low + (high - low) / 2;
            (note(search(middle)) == Try::End::above ? low : high) = middle;
        }
    }

    /// Keep a try if it is the best that keeps the limit: it loses least, then has the least k.
    Try::End note(Try one) {
        const Try::End end = one.end;
        tried_.push_back(one.k);
        any_timed_out_ = any_timed_out_ || end == Try::End::timed_out;
        if (one.found) {
            least_average_ = std::min(least_average_, one.average);
        }
        const bool better =
            end == Try::End::keeps &&
            (!best_ || one.loss < best_->loss || (one.loss == best_->loss && one.k < best_->k));
        if (better) {
            best_ = std::move(one);
        }
        return end;
    }

    [[nodiscard]] std::unique_ptr<Result> with_k(std::uint64_t k) const {
        auto out = std::make_unique<Result>();
        out->policy = result_.policy;
        out->problem = std::make_unique<const Problem>(with_larger_classes(problem_, k));
        return out;
    }

    /// A share of the time that is left, for the searches that may follow.
    [[nodiscard]] RunContext share_of_time() const {
        RunContext out = context_;
        if (context_.deadline) {
            const auto now = std::chrono::steady_clock::now();
            const std::uint64_t enough = rows_of_risk(limit_.required());
            const auto most = static_cast<std::int64_t>(std::bit_width(enough) + 2);
            const auto left = most - static_cast<std::int64_t>(tried_.size());
            out.deadline = now + (*context_.deadline - now) / std::max<std::int64_t>(1, left);
        }
        return out;
    }

    Try try_method(std::uint64_t k) {
        std::unique_ptr<Result> found = with_k(k);
        try {
            search(*found->problem, *found, options_, share_of_time(), watch_);
        } catch (const Error& error) {
            return refused(error, k);
        }
        if (k == problem_.k) {
            first_bound_ = found->outcome.lower_bound;
        }
        return judged(std::move(found), k);
    }

    /// All labels as general as the policy allows, the smallest classes suppressed.
    Try try_most_general(std::uint64_t k) {
        std::unique_ptr<Result> found = with_k(k);
        SavedRecoding saved{.kind = SavedRecoding::Kind::full_domain};
        for (const QuasiIdentifier& attribute : problem_.quasi_identifiers) {
            saved.attributes.push_back({.name = attribute.name, .level = attribute.greatest_level});
        }
        try {
            found->outcome = carry_over(*found->problem, saved, "", context_);
        } catch (const Error& error) {
            return refused(error, k);
        }
        found->facts.method = result_.policy.method;
        found->facts.recoding = to_string(RecodingKind::full_domain);
        found->facts.method_why =
            "no k keeps the average risk; the labels are the most general that the policy allows";
        return judged(std::move(found), k);
    }

    /// A search that found nothing; what is wrong with the first of all is wrong with the policy.
    Try refused(const Error& error, std::uint64_t k) const {
        const bool is_end =
            error.code() == ErrorCode::infeasible || error.code() == ErrorCode::timed_out;
        if (error.code() == ErrorCode::cancelled || (tried_.empty() && !is_end)) {
            throw Error(error);
        }
        if (tried_.empty() && error.code() == ErrorCode::infeasible) {
            throw Error(error);
        }
        return {.end = error.code() == ErrorCode::timed_out ? Try::End::timed_out : Try::End::none,
                .k = k};
    }

    Try judged(std::unique_ptr<Result> found, std::uint64_t k) {
        const Release release = carried_out(problem_, *found->outcome.recoding, context_.threads);
        const ReleasedClasses classes = classes_of(problem_, release, context_.threads);
        const SubjectClasses counted =
            classes_after(problem_, classes, std::nullopt, rows_of(release), context_.threads);
        Try out{.k = k, .average = risk::reidentification(counted.classes).prosecutor.average};
        out.end =
            privacy::at_most(out.average, limit_.required()) ? Try::End::keeps : Try::End::above;
        out.loss = found->outcome.loss;
        if (problem_.objective == Objective::c_avg) {  // in units of the promised k
            out.loss *= static_cast<double>(k) / static_cast<double>(problem_.k);
        }
        out.found = std::move(found);
        return out;
    }

    /// True if labels of levels may be released in place of what the method would.
    [[nodiscard]] bool allows_levels() const {
        return !problem_.has_aggregates() && !problem_.patterns.given &&
               !problem_.cell_suppression_limit;
    }

    [[noreturn]] void refuse() const {
        if (any_timed_out_) {
            throw Error(ErrorCode::timed_out,
                        "no release with an " + limit_.describe() +
                            " was found within the time limit; allow more time or another method");
        }
        throw Error(
            ErrorCode::infeasible,
            fmt::format("no release was found that keeps an {}: the least that was reached is "
                        "{:.4g}, by {} of k tried; allow more suppression, more general labels, a "
                        "greater risk or another method",
                        limit_.describe(),
                        least_average_,
                        count_text(tried_.size(), "value")));
    }

    void take(Try best) {
        const std::uint64_t k = best.k;
        RunFacts& facts = result_.facts;
        result_.outcome = std::move(best.found->outcome);
        facts.method = best.found->facts.method;
        facts.method_why = best.found->facts.method_why;
        facts.proof_note = best.found->facts.proof_note;
        facts.tried = best.found->facts.tried;
        facts.recoding = best.found->facts.recoding;
        facts.seconds.solve = whole_.total();
        static_cast<void>(watch_.lap());
        if (tried_.size() == 1) {
            return;
        }
        facts.raised_k = RaisedK{.k = k, .tried = std::move(tried_)};
        // What smaller classes lose no release with the promise is below; the best by a larger k
        // need not be the best with it.
        result_.outcome.lower_bound = first_bound_;
        if (result_.outcome.ending == Ending::optimal) {
            result_.outcome.ending = Ending::feasible;
        }
    }

    Result& result_;
    const Problem& problem_;
    const PrivacyModel& limit_;
    const AnonymizeOptions& options_;
    const RunContext& context_;
    Stopwatch& watch_;
    Stopwatch whole_;
    std::optional<Try> best_;
    std::optional<double> first_bound_;
    double least_average_ = std::numeric_limits<double>::infinity();
    bool any_timed_out_ = false;
    std::vector<std::uint64_t> tried_;
};

bool limits_risk(const Problem& problem) {
    return std::ranges::any_of(problem.models,
                               [](const auto& model) { return model->name() == "risk"; });
}

/// A search of classes that keep the highest risk, which is a matter of k.
void search_by_k(Result& result,
                 const AnonymizeOptions& options,
                 const RunContext& context,
                 Stopwatch& watch) {
    const Problem& promised = *result.problem;
    search(with_larger_classes(promised, promised.k), result, options, context, watch);
}

}  // namespace

void solve(Result& result,
           const AnonymizeOptions& options,
           const RunContext& context,
           Stopwatch& watch) {
    const Problem& problem = *result.problem;
    if (const PrivacyModel* const average = first_of_average(problem.models)) {
        LargerClasses(result, *average, options, context, watch).run();
    } else if (limits_risk(problem)) {
        search_by_k(result, options, context, watch);
    } else {
        search(problem, result, options, context, watch);
    }
}

}  // namespace kanon::detail
