// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/covers/approx_cover.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <charconv>
#include <string>

namespace kanon::cell_suppression {
namespace {

class ApproxCover final : public Method {
public:
    ApproxCover(std::string_view name, CoverRules rules) : name_(name), rules_(rules) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        require_plain_problem(name_, task);
        StarSearch search(task, TieOrder::last, context);
        const Slots slots(task);
        const Cover cover = cover_by_cells(search, slots, rules_);
        search.count("sets", cover.size());
        if (context.should_stop()) {  // the cover may be partial
            return search.stopped();
        }
        const std::size_t rows = slots.type_of_slot.size();
        const auto sets = convert(cover, rows, task.least_class_rows());
        return finish_sets(search, slots, sets);
    }

private:
    std::string_view name_;
    CoverRules rules_;
};

}  // namespace

std::unique_ptr<Method> make_approx_cf(const OptionMap& options) {
    return std::make_unique<ApproxCover>(
        "approx-cf", CoverRules{.closed_only = true, .beta = number_option(options, kBetaOption)});
}

std::unique_ptr<Method> make_approx_fq(const OptionMap& options) {
    return std::make_unique<ApproxCover>(
        "approx-fq", CoverRules{.closed_only = false, .beta = number_option(options, kBetaOption)});
}

}  // namespace kanon::cell_suppression
