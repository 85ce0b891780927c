// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/views.hpp"

#include "kanon/io/files/text_file.hpp"
#include "kanon/source/input.hpp"

#include <set>
#include <string_view>

namespace kanon {
namespace {

constexpr std::size_t kLargestViews = std::size_t{1} << 20U;

/// The columns of a file that views do not name. \throws Error{bad_policy} if it lacks one
std::vector<std::string> not_named(const ViewSet& views, std::vector<std::string> columns) {
    const std::vector<std::string_view> known(columns.begin(), columns.end());
    const std::set<std::string> named = check_view_columns(views, known);
    std::erase_if(columns, [&](const std::string& name) { return named.contains(name); });
    return columns;
}

}  // namespace

JudgedViews run_job(const ViewsJob& job) {
    JudgedViews out;
    out.views = parse_views(
        read_text_file(job.views, "views", ErrorCode::bad_policy, kLargestViews, job.context),
        job.views,
        job.context);
    out.views.k = job.k.value_or(out.views.k);
    ReadOptions read = job.read;
    if (job.input != "-") {
        read.skip = not_named(out.views, input_columns(job.input, read));
    }
    out.table = read_input(job.input, read, job.context).table;
    out.findings = judge_views(out.views, out.table, job.context);
    return out;
}

}  // namespace kanon
