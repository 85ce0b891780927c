// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/table_reader.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/files/file_hash.hpp"
#include "kanon/io/foreign/foreign_reader.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/io/reading/folder_columns.hpp"
#include "kanon/io/reading/source_files.hpp"
#include "kanon/io/reading/source_layout.hpp"
#include "kanon/io/reading/stream_table.hpp"
#include "kanon/io/reading/table_reading.hpp"
#include "kanon/io/text/json_numbers.hpp"
#include "kanon/io/text/text_source.hpp"

#include <algorithm>
#include <future>
#include <utility>

namespace kanon {
namespace {

/// Packed files are checked on the side: the fault of a cut one is not DuckDB's last word.
class PackedCheck {
public:
    PackedCheck(const io::SourceFiles& source, const RunContext& context) {
        if (source.compression != Compression::none) {
            // Without a thread to spare the check is done when it is waited for.
            const auto check = [seen = source.seen,
                                names = source.names,
                                compression = source.compression,
                                &context] {
                for (std::size_t index = 0; index < seen.size(); ++index) {
                    io::check_packed_file(seen[index].path, names[index], compression, context);
                }
            };
            checks_ = std::async(std::launch::async | std::launch::deferred, check);
        }
    }

    /// \throws Error{bad_input} if a file is cut short or damaged.
    void wait() {
        if (checks_.valid()) {
            checks_.get();
        }
    }

private:
    std::future<void> checks_;
};

/// What is said of the file besides its values.
void say_of_layout(const io::SourceLayout& layout, const ReadOptions& options, ReadTable& result) {
    result.skipped = io::skipped_columns(layout.names, options);
    result.folder_columns = layout.folder_columns;
    result.delimiter = layout.dialect.delimiter;
    result.said.insert(result.said.begin(), layout.said.begin(), layout.said.end());
    for (const std::string& name : layout.folder_columns) {
        result.said.push_back("column '" + name + "' is from the names of folders");
    }
}

ReadTable read_layout(const io::SourceFiles& source,
                      const io::SourceLayout& layout,
                      const ReadOptions& options,
                      io::Database& database) {
    io::check_asked_names(layout.names, options, source.names[0]);
    bool is_read_again = false;  // a database knows its first encoder
    const auto pass = [&](const io::ReadingPass& by) {
        if (!std::exchange(is_read_again, true)) {
            return io::read_by_database(source, layout, options, by, database);
        }
        const RunContext& context = database.context();
        io::Database another(context.threads, context);
        return io::read_by_database(source, layout, options, by, another);
    };
    const auto read = [&](const io::MarksOf& marks) {
        using enum io::BlankRows;
        io::FoundTable found = pass({marks, options.keep_blank_rows ? kept : by_columns});
        // What is blank but for columns that are not loaded is a row: they are looked at as well.
        if (found.blank_rows > 0 && io::skips_own_columns(layout, options)) {
            found = pass({marks, by_others});
        }
        io::check_kept_rows(found, source.names[0]);
        return found;
    };
    ReadTable result = io::read_with_marks(read, options);
    result.format = source.format;
    say_of_layout(layout, options, result);
    return result;
}

/// Options for what stands in the files after blanks were left out: marks without them.
ReadOptions options_for(const io::SourceFiles& source, const ReadOptions& options) {
    ReadOptions out = options;
    for (std::string& mark : out.missing_marks) {
        mark.erase(0, source.trimmed ? mark.find_first_not_of(' ') : 0);
    }
    return out;
}

bool has_folder_columns(const io::SourceFiles& source) {
    return std::ranges::any_of(
        source.seen, [](const io::SeenFile& file) { return !io::folder_keys(file.path).empty(); });
}

/// Do what reads the files: where they changed meanwhile, that is the fault.
template <class Do>
void unless_changed(const io::SourceFiles& source, const Do& what) {
    try {
        what();
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::cancelled) {
            io::check_unchanged(source);
        }
        throw;
    }
}

/// Look at the files that DuckDB reads and hand them to `use`. \throws what is wrong with them
template <class Use>
void use_files(const io::SourceFiles& source,
               const ReadOptions& options,
               const RunContext& context,
               PackedCheck& packed,
               const Use& use) {
    io::SourceLayout layout;
    try {
        io::Database database(context.threads, context);
        layout = io::find_layout(database, source, options);
        use(layout, database);
        io::check_unchanged(source);
    } catch (const io::DatabaseFault& fault) {
        io::check_unchanged(source);
        packed.wait();
        io::refuse_source(source, layout, fault, context);
    } catch (const Error& fault) {
        if (fault.code() != ErrorCode::cancelled) {
            io::check_unchanged(source);
            packed.wait();
        }
        throw;
    }
}

/// The same, and once more where the files were in an encoding that nobody named.
template <class Use>
void use_decoded_files(io::SourceFiles& source,
                       const ReadOptions& options,
                       const RunContext& context,
                       const Use& use) {
    PackedCheck packed(source, context);
    unless_changed(source, [&] {
        io::prepare_text(source, options, context);
        io::keep_json_numbers(source, context);
    });
    const ReadOptions here = options_for(source, options);
    const auto attempt = [&] {
        use_files(source, here, context, packed, [&](const auto& layout, io::Database& database) {
            use(layout, database, here, packed);
        });
    };
    try {
        attempt();
    } catch (const Error& fault) {
        bool decoded = false;
        if (fault.code() == ErrorCode::bad_input) {
            unless_changed(source, [&] { decoded = io::decode_by_guess(source, here, context); });
        }
        if (!decoded) {
            throw;
        }
        attempt();
    }
}

}  // namespace

ReadTable read_table(const std::string& path,
                     const ReadOptions& options,
                     const RunContext& context) {
    if (options.open_stream) {
        return io::read_stream(options, context);
    }
    io::SourceFiles source = io::find_source_files(path, options, context);
    io::SourceHashes hashes(source, options.hash_files, context);
    ReadTable result;
    if (is_foreign(source.format)) {
        unless_changed(source, [&] { result = io::read_foreign(source, options, context); });
    } else {
        const auto read = [&](const io::SourceLayout& layout,
                              io::Database& database,
                              const ReadOptions& here,
                              PackedCheck& packed) {
            result = read_layout(source, layout, here, database);
            packed.wait();
            io::check_narrow(source, layout, context);
        };
        use_decoded_files(source, options, context, read);
    }
    result.encoding = source.encoding;
    result.byte_order_mark = source.byte_order_mark;
    unless_changed(source, [&] { result.sha256 = hashes.get(); });
    io::check_unchanged(source);
    result.said.insert(result.said.begin(), source.said.begin(), source.said.end());
    if (!options.folder_columns && has_folder_columns(source)) {
        result.said.emplace_back(
            "folders named key=value stand on the way to the file and are not read as columns; "
            "--folder-columns reads them");
    }
    return result;
}

std::vector<std::string> column_names(const std::string& path, const ReadOptions& options) {
    const RunContext context;
    io::SourceFiles source = io::find_source_files(path, options, context);
    if (is_foreign(source.format)) {
        return io::foreign_names(source, options, context);
    }
    std::vector<std::string> names;
    use_decoded_files(
        source, options, context, [&names](const io::SourceLayout& layout, auto&&...) {
            names = layout.names;
        });
    return names;
}

}  // namespace kanon
