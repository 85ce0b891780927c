// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/anonymize.hpp"

#include "kanon/base/stopwatch.hpp"
#include "kanon/release/recoding/recoding_text.hpp"
#include "kanon/run/disclosure.hpp"
#include "kanon/run/finish.hpp"
#include "kanon/run/protected_search.hpp"
#include "kanon/run/release_and_prove.hpp"
#include "kanon/run/search.hpp"
#include "kanon/source/item_rows.hpp"
#include "kanon/source/reading.hpp"

#include <functional>
#include <utility>

namespace kanon {
namespace {

std::unique_ptr<Result> run(Table table,
                            const Policy& policy,
                            const BindOptions& circumstances,
                            const RunContext& context,
                            const AnonymizeOptions& options,
                            const std::function<void(Result&, Stopwatch&)>& decide) {
    Stopwatch watch;
    auto result = std::make_unique<Result>();
    result->policy = policy;
    result->problem = std::make_unique<const Problem>(
        kanon::bind(detail::with_item_rows(std::move(table), policy, context),
                    policy,
                    read_policy_files(policy, context),
                    circumstances,
                    context));
    result->facts.seconds.bind = watch.lap();
    decide(*result, watch);
    detail::release_and_prove(*result, options.secret_seed, context, watch);
    detail::check_release(*result, options);
    if (options.evaluate) {
        detail::evaluate_result(*result, context, watch);
    }
    detail::fill_facts(*result, context, watch);
    return result;
}

}  // namespace

std::unique_ptr<Result> anonymize(Table table,
                                  const Policy& policy,
                                  const RunContext& context,
                                  const AnonymizeOptions& options) {
    BindOptions circumstances = detail::bind_options_of(policy);
    circumstances.counts = options.counts;
    if (options.rows_elsewhere) {
        circumstances.row_order = RowOrder::elsewhere;
    }
    detail::protect_by(options, policy, circumstances);
    const auto decide = [&](Result& result, Stopwatch& watch) {
        detail::check_warnings(result, options);
        detail::solve_protected(result, options, context, watch);
    };
    return run(std::move(table), policy, circumstances, context, options, decide);
}

std::unique_ptr<Result> apply_recoding(Table table,
                                       const Policy& policy,
                                       std::string_view text,
                                       const std::string& file,
                                       const RunContext& context) {
    const SavedRecoding saved = parse_recoding(text, file);
    const BindOptions circumstances{.codings = saved.codings};
    const auto decide = [&](Result& result, Stopwatch& watch) {
        detail::solve_by(saved, file, result, context, watch);
    };
    return run(std::move(table), policy, circumstances, context, {}, decide);
}

}  // namespace kanon
