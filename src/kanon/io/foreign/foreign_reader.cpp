// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/foreign_reader.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/io/foreign/foreign_file.hpp"
#include "kanon/io/foreign/foreign_table.hpp"
#include "kanon/io/foreign/sqlite_table.hpp"
#include "kanon/io/foreign/statistics_file.hpp"
#include "kanon/io/foreign/workbook.hpp"
#include "kanon/io/reading/folder_columns.hpp"
#include "kanon/io/reading/table_reading.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>
#include <utility>

namespace kanon::io {
namespace {

/// Refuse a flag that is for another kind of file.
void refuse_for(const std::string& value, const char* flag, const SourceFiles& source) {
    if (!value.empty()) {
        throw Error(ErrorCode::usage,
                    std::string(flag) + " means nothing for " +
                        std::string(name_of_format(source.format)) + "; leave it out",
                    {.file = source.names[0]});
    }
}

std::unique_ptr<ForeignTable> open_foreign(const SourceFiles& source,
                                           std::size_t index,
                                           const ReadOptions& options,
                                           const RunContext& context) {
    std::error_code none;
    const ForeignFile file{.path = source.paths[index],
                           .name = source.names[index],
                           .options = options,
                           .context = context,
                           .packed_bytes = std::filesystem::file_size(source.paths[index], none)};
    KANON_CHECK(is_foreign(source.format));
    if (source.format == Format::xlsx) {
        return open_workbook(file);
    }
    return source.format == Format::sqlite ? open_sqlite(file)
                                           : open_statistics_file(file, source.format);
}

/// Reads all files into one sink.
class ForeignReading {
public:
    ForeignReading(const SourceFiles& source, const ReadOptions& options, const RunContext& context)
        : source_(source), options_(options), context_(context) {
        check_flags();
        for (std::size_t index = 0; index < source.paths.size(); ++index) {
            tables_.push_back(open_foreign(source, index, options, context));
            check_columns(index);
        }
        columns_ = tables_[0]->columns();
        check_column_count(columns_.size(), source.names[0]);
        check_column_names(names(), source.names[0]);
        if (options.folder_columns) {
            add_folders();
        }
    }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> out;
        std::ranges::transform(
            columns_, std::back_inserter(out), [](const ForeignColumn& one) { return one.name; });
        return out;
    }

    ReadTable run() {
        check_asked_names(names(), options_, source_.names[0]);
        ReadTable out =
            read_with_marks([this](const MarksOf& marks) { return read(marks); }, options_);
        out.format = source_.format;
        out.skipped = skipped_columns(names(), options_);
        for (const FolderColumn& folder : folders_) {
            out.folder_columns.push_back(folder.name);
            said_.push_back("column '" + folder.name + "' is from the names of folders");
        }
        out.said.insert(out.said.begin(), said_.begin(), said_.end());
        return out;
    }

private:
    void check_flags() const {
        if (source_.format != Format::xlsx) {
            refuse_for(options_.sheet, "--sheet", source_);
        }
        if (source_.format != Format::sqlite) {
            refuse_for(options_.database_table, "--table", source_);
        }
        if (source_.format == Format::xlsx || source_.format == Format::sqlite) {
            refuse_for(options_.encoding, "--encoding", source_);
        }
    }

    void check_columns(std::size_t index) const {
        const std::vector<ForeignColumn>& first = tables_[0]->columns();
        const std::vector<ForeignColumn>& here = tables_[index]->columns();
        const bool same =
            std::ranges::equal(first, here, [](const ForeignColumn& a, const ForeignColumn& b) {
                return a.name == b.name && a.labels == b.labels;
            });
        if (!same) {
            throw Error(ErrorCode::bad_input,
                        "has other columns, or other labels of values, than " + source_.names[0] +
                            "; files of one pattern must have the same columns in the same order",
                        {.file = source_.names[index]});
        }
    }

    void add_folders() {
        folders_ = find_folder_columns(source_);
        for (const FolderColumn& folder : folders_) {
            if (names_column(names(), folder.name)) {
                throw Error(ErrorCode::bad_input,
                            "has a column '" + folder.name +
                                "', and so have the folders on the way to it; rename one of them",
                            {.file = source_.names[0]});
            }
            columns_.push_back({.name = folder.name});
        }
    }

    FoundTable read(const MarksOf& marks) {
        RowSink sink(columns_, options_, marks, context_, source_.names[0]);
        const std::size_t own = columns_.size() - folders_.size();
        said_.clear();
        for (std::size_t index = 0; index < tables_.size() && sink.wants_more(); ++index) {
            for (std::size_t j = 0; j < folders_.size(); ++j) {
                sink.fix(own + j, folders_[j].values[index].value_or(""));
            }
            tables_[index]->read(sink);
            const std::vector<std::string> more = tables_[index]->said();
            said_.insert(said_.end(), more.begin(), more.end());
        }
        FoundTable found = sink.finish();
        said_.insert(said_.end(), sink.said().begin(), sink.said().end());
        return found;
    }

    const SourceFiles& source_;
    const ReadOptions& options_;
    const RunContext& context_;
    std::vector<std::unique_ptr<ForeignTable>> tables_;
    std::vector<ForeignColumn> columns_;
    std::vector<FolderColumn> folders_;
    std::vector<std::string> said_;
};

}  // namespace

ReadTable read_foreign(const SourceFiles& source,
                       const ReadOptions& options,
                       const RunContext& context) {
    return ForeignReading(source, options, context).run();
}

std::vector<std::string> foreign_names(const SourceFiles& source,
                                       const ReadOptions& options,
                                       const RunContext& context) {
    return ForeignReading(source, options, context).names();
}

}  // namespace kanon::io
