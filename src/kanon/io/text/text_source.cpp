// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/text_source.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/files/temporary_copy.hpp"
#include "kanon/io/text/blank_trim.hpp"
#include "kanon/io/text/csv_dialect.hpp"
#include "kanon/io/text/text_encoding.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

using Write = std::function<void(std::string_view)>;

constexpr std::size_t kCopyBlock = std::size_t{1} << 18U;

bool is_text(Format format) {
    return has_lines(format) || format == Format::json;
}

/// Feed the unpacked bytes of one of the files.
void feed_bytes(const SourceFiles& source,
                std::size_t index,
                const RunContext& context,
                const Write& eat) {
    ByteSource bytes(source.paths[index]);
    std::string buffer(kCopyBlock, '\0');
    while (const std::size_t got = bytes.read(buffer)) {
        throw_if_cancelled(context);
        eat(std::string_view(buffer).substr(0, got));
    }
    if (bytes.broken()) {
        throw Error(ErrorCode::bad_input,
                    "the packed file is cut short or damaged; fetch it again",
                    {.file = source.names[index]});
    }
}

/// Read all files through copies in UTF-8; "" stands for UTF-8.
void decode_files(SourceFiles& source,
                  const std::vector<std::string>& encodings,
                  const RunContext& context) {
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        const std::string& name = source.names[index];
        source.read_through(index, temporary_copy(name, [&](const Write& write) {
                                if (encodings[index].empty()) {
                                    feed_bytes(source, index, context, write);
                                    return;
                                }
                                Decoder decoder(encodings[index], name, write);
                                feed_bytes(
                                    source, index, context, [&decoder](std::string_view bytes) {
                                        decoder.eat(bytes);
                                    });
                                decoder.finish();
                            }));
    }
    source.compression = Compression::none;
    source.decoded = true;
    source.encoding = encodings.front();
}

void say_encoding(SourceFiles& source, std::size_t index, const std::string& encoding) {
    source.said.push_back("the text of " + source.names[index] + " is read as " + encoding +
                          ", judging by its bytes; --encoding overrides this");
}

void decode_by_start(SourceFiles& source, const RunContext& context) {
    constexpr std::size_t kLook = 4096;
    std::vector<std::string> encodings;
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        const StartEncoding found = encoding_of_start(start_of_text(source.paths[index], kLook));
        encodings.push_back(found.name);
        source.byte_order_mark = source.byte_order_mark || (index == 0 && found.marked);
        if (!found.name.empty() && !found.marked) {
            say_encoding(source, index, found.name);
        }
    }
    if (std::ranges::any_of(encodings, [](const std::string& name) { return !name.empty(); })) {
        decode_files(source, encodings, context);
    }
}

/// Take the blanks behind delimiters out of text tables that have them.
void trim_blanks(SourceFiles& source, const ReadOptions& options, const RunContext& context) {
    constexpr std::size_t kLook = std::size_t{1} << 16U;
    CsvHints hints{.delimiter = options.delimiter, .quote = options.quote, .header = {}};
    if (source.format == Format::tsv && !hints.delimiter) {
        hints.delimiter = '\t';
    }
    const std::optional<Delimiting> found =
        find_blanks(start_of_text(source.paths[0], kLook), hints);
    if (!found) {
        return;
    }
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        source.read_through(index, temporary_copy(source.names[index], [&](const Write& write) {
                                BlankTrimmer trimmer(found->delimiter, found->quote, write);
                                feed_bytes(
                                    source, index, context, [&trimmer](std::string_view bytes) {
                                        trimmer.eat(bytes);
                                    });
                            }));
    }
    source.compression = Compression::none;
    source.trimmed = true;
    source.said.emplace_back("blanks behind the delimiters are left out");
}

}  // namespace

void prepare_text(SourceFiles& source, const ReadOptions& options, const RunContext& context) {
    if (!is_text(source.format)) {
        return;
    }
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    source.byte_order_mark = start_of_text(source.paths[0], kMark.size()) == kMark;
    if (options.encoding.empty()) {
        decode_by_start(source, context);
    } else if (!is_utf8_name(options.encoding)) {
        decode_files(
            source, std::vector<std::string>(source.paths.size(), options.encoding), context);
    }
    if (source.format != Format::json && options.find_values) {
        trim_blanks(source, options, context);
    }
}

bool decode_by_guess(SourceFiles& source, const ReadOptions& options, const RunContext& context) {
    if (!is_text(source.format) || source.decoded || !options.encoding.empty()) {
        return false;
    }
    const std::string other =
        options.other_encoding.empty() ? "WINDOWS-1252" : options.other_encoding;
    std::vector<std::string> encodings;
    bool any = false;
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        EncodingScan scan;
        feed_bytes(source, index, context, [&scan](std::string_view bytes) { scan.eat(bytes); });
        scan.finish();
        const bool is_known = scan.is_utf8() || !options.other_encoding.empty();
        if (!is_known && !scan.reads_as_windows_1252()) {
            return false;
        }
        encodings.push_back(scan.is_utf8() ? "" : other);
        any = any || !scan.is_utf8();
    }
    if (!any) {
        return false;
    }
    for (std::size_t index = 0; index < source.paths.size(); ++index) {
        if (!encodings[index].empty()) {
            say_encoding(source, index, other == "WINDOWS-1252" ? "Windows-1252" : other);
        }
    }
    decode_files(source, encodings, context);
    return true;
}

}  // namespace kanon::io
