// SPDX-License-Identifier: Apache-2.0
#include "kanon/run/saved_recoding.hpp"

#include "kanon/io/files/text_file.hpp"
#include "kanon/release/recoding/save_recoding.hpp"
#include "kanon/run/table_content.hpp"
#include "kanon/task/class_checker.hpp"

#include <memory>

namespace kanon::detail {
namespace {

/// The most that a recoding file may hold: some millions of classes.
constexpr std::size_t kMostBytes = std::size_t{512} << 20U;

}  // namespace

TableFacts facts_of(const Problem& problem) {
    TableFacts facts;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        facts.attributes.push_back({.name = attribute.name,
                                    .dictionary = &attribute.dictionary(),
                                    .hierarchy = &attribute.hierarchy,
                                    .least_level = attribute.least_level,
                                    .greatest_level = attribute.greatest_level});
    }
    facts.columns = problem.table.names();
    facts.types = &problem.row_types();
    facts.least_class_rows = problem.least_class_rows();
    facts.star_class_rows = problem.star_class_rows();
    facts.keeps_suppressed = keeps_suppressed(problem.suppressed);
    facts.holds = [checker = std::make_shared<ClassChecker>(problem)](
                      std::uint64_t rows, std::span<const std::uint32_t> types) {
        return checker->holds(rows, std::span(&types, 1));
    };
    facts.content = [&problem] { return content_of(problem); };
    facts.promises = promises_of(problem);
    return facts;
}

void refuse_more_than_classes(const Problem& problem, std::string_view flag) {
    if (const PrivacyModel* model = first_beyond_classes(problem.models)) {
        throw Error(ErrorCode::bad_policy,
                    std::string(model->name()) +
                        " is judged by more than the classes, which is all that a carried recoding "
                        "is held against; leave " +
                        std::string(flag) + " out");
    }
}

void require_savable(const Problem& problem) {
    refuse_more_than_classes(problem, "--save-recoding");
    if (problem.list) {
        throw Error(ErrorCode::bad_policy,
                    "a recoding of lists cannot be saved: which items are left out of which list "
                    "hangs on these rows; leave --save-recoding out");
    }
    if (problem.promises_candidates()) {
        throw Error(ErrorCode::bad_policy,
                    "a freeform recoding cannot be saved: it is of these rows alone, and to draw "
                    "from it a second time would give away what the first release hides; leave "
                    "--save-recoding out");
    }
    if (problem.has_aggregates()) {
        throw Error(ErrorCode::bad_policy,
                    "a recoding by aggregates cannot be saved: means, medians and modes are of the "
                    "rows they were computed from, and say nothing of others; leave "
                    "--save-recoding out");
    }
}

SavedRecoding save_recoding(const Problem& problem, const Recoding& recoding) {
    require_savable(problem);
    SavedRecoding out = kanon::save_recoding(facts_of(problem), view_of(recoding));
    for (const AttributePolicy& attribute : problem.policy.attributes) {
        if (!attribute.coding.empty()) {
            out.codings.push_back({.column = attribute.name, .coding = attribute.coding});
        }
    }
    return out;
}

SavedRecoding read_recoding(const std::string& path, const RunContext& context) {
    return parse_recoding(
        read_text_file(path, "recoding", ErrorCode::bad_input, kMostBytes, context), path);
}

}  // namespace kanon::detail
