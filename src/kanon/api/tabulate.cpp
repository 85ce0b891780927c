// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/tabulate.hpp"

#include "kanon/base/text/suggest.hpp"
#include "kanon/source/input.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {
namespace {

/// \throws Error{usage} naming the first column that is not there, and the nearest
void require_columns(const std::vector<std::string>& needed,
                     const std::vector<std::string>& there) {
    const std::vector<std::string_view> known(there.begin(), there.end());
    for (const std::string& name : needed) {
        if (std::ranges::find(there, name) == there.end()) {
            throw Error(ErrorCode::usage,
                        "the table has no such column" + suggestion(name, known),
                        {.attribute = name});
        }
    }
}

Table needed_table(const TabulateJob& job) {
    ReadOptions read = job.read;
    if (job.input != "-") {
        const std::vector<std::string> needed = tabulate::needed_columns(job.options);
        read.skip = input_columns(job.input, read);
        require_columns(needed, read.skip);
        std::erase_if(read.skip, [&](const std::string& name) {
            return std::ranges::find(needed, name) != needed.end();
        });
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
