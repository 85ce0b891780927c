// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/verify_linked.hpp"

#include "kanon/base/error.hpp"
#include "kanon/linked/run/anonymize_linked.hpp"

#include <filesystem>

namespace kanon::linked {

ReadLinkedRelease read_linked_release(const LinkedVerifyJob& job) {
    namespace fs = std::filesystem;
    const bool is_folder = fs::is_directory(job.release);
    if (is_folder == job.schema.is_household) {
        throw Error(ErrorCode::bad_input,
                    is_folder ? "this is a folder; a release of households is one file"
                              : "this is no folder; a release of linked tables is a folder that "
                                "has them all",
                    {.file = job.release});
    }
    ReadLinkedRelease out;
    out.tables = read_linked(job.schema, job.read, job.context);
    const std::vector<std::string> files = files_of_release(job.schema, job.release, job.write);
    for (std::size_t t = 0; t < files.size(); ++t) {
        out.released.push_back(
            files[t].empty()
                ? Table()
                : read_released(out.tables.tables[t], files[t], job.read_release, job.context));
    }
    return out;
}

LinkedAudit verify_linked(const LinkedVerifyJob& job) {
    const ReadLinkedRelease read = read_linked_release(job);
    return audit_linked(read.tables, read.released, nullptr, job.options, job.context);
}

}  // namespace kanon::linked
