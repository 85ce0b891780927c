// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/run/verify_linked.hpp"

#include "kanon/base/error.hpp"
#include "kanon/linked/run/release_place.hpp"

#include <filesystem>

namespace kanon::linked {

ReadLinkedRelease read_linked_release(const LinkedVerifyJob& job) {
    namespace fs = std::filesystem;
    const ReleasePlace place = find_release(job.schema, job.release, job.write.format);
    const bool is_folder = fs::is_directory(job.release);
    if (is_folder == job.schema.is_household && !place.database) {
        throw Error(ErrorCode::bad_input,
                    is_folder ? "this is a folder; a release of households is one file"
                              : "this is no folder and no database; a release of linked tables "
                                "is one that has them all",
                    {.file = job.release});
    }
    ReadLinkedRelease out;
    out.tables = read_linked(job.schema, job.read, job.context);
    for (std::size_t t = 0; t < place.inputs.size(); ++t) {
        out.released.push_back(
            place.inputs[t].empty()
                ? Table()
                : read_released(out.tables.tables[t],
                                place.inputs[t],
                                reading_of(place, job.schema.tables[t], job.read_release),
                                job.context));
    }
    return out;
}

LinkedAudit verify_linked(const LinkedVerifyJob& job) {
    const ReadLinkedRelease read = read_linked_release(job);
    return audit_linked(read.tables, read.released, nullptr, job.options, job.context);
}

}  // namespace kanon::linked
