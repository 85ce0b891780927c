// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/tabulate.hpp"

#include "kanon/base/text/suggest.hpp"
#include "kanon/source/input.hpp"
#include "kanon/tabulate/run/counted_table.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

/// \throws Error{usage} naming the first column that is not there, and the nearest
void require_columns(const std::vector<std::string>& needed,
                     const std::vector<std::string_view>& there) {
    for (const std::string& name : needed) {
        if (std::ranges::find(there, name) == there.end()) {
            throw Error(ErrorCode::usage,
                        "the table has no such column" + suggestion(name, there),
                        {.attribute = name});
        }
    }
}

Table needed_table(const TabulateJob& job) {
    ReadOptions read = job.read;
    if (job.input != "-") {
        read.skip = input_columns(job.input, read);
        const std::vector<std::string_view> there(read.skip.begin(), read.skip.end());
        const std::vector<std::string> needed = tabulate::needed_columns(job.options, there);
        require_columns(needed, there);
        std::erase_if(read.skip, [&](const std::string& name) {
            return std::ranges::find(needed, name) != needed.end();
        });
    }
    const Policy& policy = job.options.policy;
    read.missing_marks.insert(
        read.missing_marks.end(), policy.missing_marks.begin(), policy.missing_marks.end());
    for (const AttributePolicy& attribute : policy.attributes) {
        if (attribute.type) {
            read.types.emplace(attribute.name, *attribute.type);
        }
    }
    return read_input(job.input, read, job.context).table;
}

}  // namespace

tabulate::Tabulation run_job(const TabulateJob& job) {
    const Table table = needed_table(job);
    if (job.check.empty()) {
        return tabulate::make_tables(table, job.options, job.context);
    }
    const Table published = read_input(job.check, job.read_check, job.context).table;
    return tabulate::check_tables(table, published, job.options, job.context);
}

}  // namespace kanon
