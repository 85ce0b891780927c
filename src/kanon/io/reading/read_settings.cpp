// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/read_settings.hpp"

#include "kanon/base/fraction.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace kanon {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw Error(ErrorCode::usage, message);
}

std::size_t place_of(std::string_view word, std::span<const std::string_view> known) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end()) {
        refuse("'" + std::string(word) + "' is not known" + suggestion(word, known));
    }
    return static_cast<std::size_t>(found - known.begin());
}

bool yes_or_no(std::string_view word) {
    return place_of(word, std::array<std::string_view, 2>{"false", "true"}) == 1;
}

char character_of(std::string_view text) {
    struct Named {
        std::string_view name;
        char character;
    };

    constexpr std::array kNamed{Named{.name = "tab", .character = '\t'},
                                Named{.name = "\\t", .character = '\t'},
                                Named{.name = "comma", .character = ','},
                                Named{.name = "semicolon", .character = ';'}};
    for (const Named& named : kNamed) {
        if (text == named.name) {
            return named.character;
        }
    }
    if (text.size() != 1) {
        refuse("one character is needed, or one of the words tab, comma, semicolon");
    }
    return text[0];
}

/// Bytes: a number, perhaps with K, M, G or T behind it.
std::uint64_t bytes_of(std::string_view text) {
    constexpr std::string_view kUnits = "KMGT";
    constexpr double kMost = 1e18;
    const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
    const bool has_unit = unit != std::string_view::npos;
    const std::optional<double> number =
        decimal_or_fraction(text.substr(0, text.size() - (has_unit ? 1 : 0)));
    const double bytes =
        std::ldexp(number.value_or(0), has_unit ? 10 * static_cast<int>(unit + 1) : 0);
    if (!(bytes >= 1 && bytes <= kMost)) {
        refuse("a number of bytes is needed, such as 20G");
    }
    return static_cast<std::uint64_t>(bytes);
}

/// `DD.MM.YYYY`, `m/d/yy`, `%Y-%m-%d %H:%M`, `dmy`: in which order day, month and year stand is
/// what matters; a time behind them is read however it is written.
Notation notation_of(std::string_view pattern) {
    pattern = pattern.substr(0, pattern.find_first_of(" T"));
    std::string order;
    for (const char c : pattern) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (std::string_view("dmy").find(small) != std::string_view::npos &&
            !order.ends_with(small)) {
            order += small;
        }
    }
    constexpr std::array<std::string_view, 3> kOrders{"ymd", "dmy", "mdy"};
    constexpr std::array<Notation, 3> kNotations{
        Notation::standard, Notation::day_first, Notation::month_first};
    const auto* const found = std::ranges::find(kOrders, order);
    if (found == kOrders.end() || pattern.find_first_not_of("dmyDMY./-%") != std::string::npos) {
        refuse("write DD.MM.YYYY, MM/DD/YYYY or YYYY-MM-DD, or COLUMN= before that");
    }
    return kNotations[static_cast<std::size_t>(found - kOrders.begin())];
}

void set_format(ReadOptions& options, std::string_view text) {
    options.format = static_cast<Format>(place_of(text, format_words()));
}

void set_labels(ReadOptions& options, std::string_view text) {
    constexpr std::array<std::string_view, 3> kWords{"auto", "labels", "values"};
    options.labels = static_cast<ValueLabels>(place_of(text, kWords));
}

void set_dates(ReadOptions& options, std::string_view text) {
    const std::size_t cut = text.rfind('=');
    if (cut == std::string_view::npos) {
        options.dates = notation_of(text);
    } else {
        options.dates_of[std::string(text.substr(0, cut))] = notation_of(text.substr(cut + 1));
    }
}

void refuse_both_marks(const ReadOptions& options) {
    if (options.decimal_comma && options.thousands) {
        refuse("a comma cannot be the decimal mark and part thousands as well; keep one");
    }
}

using Options = ReadOptions;
using Text = std::string_view;

constexpr std::array<ReadSetting, 15> kSettings{{
    {.name = "format",
     .flag = "--input-format",
     .negation = "",
     .takes = "FORMAT",  // the table of formats has them
     .meaning = "default: by the file's content, then its name",
     .set = set_format},
    {.name = "encoding",
     .flag = "--encoding",
     .negation = "",
     .takes = "NAME",
     .meaning = "of text, such as windows-1252; default: found",
     .set = [](Options& options, Text text) { options.encoding = text; }},
    {.name = "delimiter",
     .flag = "--delimiter",
     .negation = "",
     .takes = "CHAR|tab",
     .meaning = "of CSV; default: found by a look at the file",
     .set = [](Options& options, Text text) { options.delimiter = character_of(text); }},
    {.name = "quote",
     .flag = "--quote",
     .negation = "",
     .takes = "CHAR",
     .meaning = "quoting character of CSV; default: found",
     .set = [](Options& options, Text text) { options.quote = character_of(text); }},
    {.name = "header",
     .flag = "--header",
     .negation = "--no-header",
     .takes = "",
     .meaning = "the first line names the columns",
     .set = [](Options& options, Text text) { options.header = yes_or_no(text); }},
    {.name = "member",
     .flag = "--member",
     .negation = "",
     .takes = "NAME",
     .meaning = "the file of a .zip archive that is read",
     .set = [](Options& options, Text text) { options.member = text; }},
    {.name = "sheet",
     .flag = "--sheet",
     .negation = "",
     .takes = "NAME",
     .meaning = "the sheet of a workbook that is read",
     .set = [](Options& options, Text text) { options.sheet = text; }},
    {.name = "table",
     .flag = "--table",
     .negation = "",
     .takes = "NAME",
     .meaning = "the table or view of a database that is read",
     .set = [](Options& options, Text text) { options.database_table = text; }},
    {.name = "value-labels",
     .flag = "--value-labels",
     .negation = "",
     .takes = "auto|labels|values",
     .meaning = "SPSS, Stata: read labels or values; default: labels where each value has one",
     .set = set_labels},
    {.name = "unpack-limit",
     .flag = "--unpack-limit",
     .negation = "",
     .takes = "BYTES[K|M|G|T]",
     .meaning = "bytes that a packed file may unpack to; default: 1G, or 200 times its size",
     .set = [](Options& options, Text text) { options.unpack_limit = bytes_of(text); }},
    {.name = "folder-columns",
     .flag = "--folder-columns",
     .negation = "",
     .takes = "",
     .meaning = "folders named key=value on the way to a file are columns of its rows",
     .set = [](Options& options, Text text) { options.folder_columns = yes_or_no(text); }},
    {.name = "decimal-comma",
     .flag = "--decimal-comma",
     .negation = "",
     .takes = "",
     .meaning = "numbers are written as 1.234,5",
     .set =
         [](Options& options, Text text) {
             options.decimal_comma = yes_or_no(text);
             refuse_both_marks(options);
         }},
    {.name = "thousands",
     .flag = "--thousands",
     .negation = "",
     .takes = "",
     .meaning = "numbers are written as 1,234.5",
     .set =
         [](Options& options, Text text) {
             options.thousands = yes_or_no(text);
             refuse_both_marks(options);
         }},
    {.name = "date-format",
     .flag = "--date-format",
     .negation = "",
     .takes = "[COLUMN=]DD.MM.YYYY,...",
     .meaning = "how dates are written; default: found",
     .set = set_dates},
    {.name = "keep-blank-rows",
     .flag = "--keep-blank-rows",
     .negation = "",
     .takes = "",
     .meaning = "rows without any value count as people; default: they are left out, and said",
     .set = [](Options& options, Text text) { options.keep_blank_rows = yes_or_no(text); }},
}};

/// With the words that there are.
std::span<const ReadSetting> settings() {
    static const std::string words = one_of(format_words());
    static const std::array<ReadSetting, kSettings.size()> all = [] {
        std::array<ReadSetting, kSettings.size()> out = kSettings;
        out.front().takes = words;
        return out;
    }();
    return all;
}

bool is_of_a_flag(char c) {
    return (c >= 'a' && c <= 'z') || c == '-';
}

/// What a policy has in place of a flag; "" for a flag of something else.
std::string word_of(std::string_view flag, std::string_view is) {
    for (const ReadSetting& setting : settings()) {
        if (flag == setting.flag) {
            return "`" + std::string(setting.name) +
                   (setting.takes.empty() ? std::string(is) + "true`" : "`");
        }
        if (flag == setting.negation) {
            return "`" + std::string(setting.name) + std::string(is) + "false`";
        }
    }
    return "";
}

std::string with_settings(std::string_view message, std::string_view place, std::string_view is) {
    std::string out;
    bool changed = false;
    while (!message.empty()) {
        const std::size_t start = std::min(message.find("--"), message.size());
        out += message.substr(0, start);
        message.remove_prefix(start);
        const auto* const stop = std::ranges::find_if_not(message, is_of_a_flag);
        const std::string_view flag =
            message.substr(0, static_cast<std::size_t>(stop - message.begin()));
        const std::string word = word_of(flag, is);
        changed = changed || !word.empty();
        out += word.empty() ? std::string(flag) : word;
        message.remove_prefix(flag.size());
    }
    return changed ? out + " (" + std::string(place) + ")" : out;
}

}  // namespace

std::span<const ReadSetting> read_settings() {
    return settings();
}

const ReadSetting& find_read_setting(std::string_view name) {
    std::vector<std::string_view> names;
    for (const ReadSetting& setting : settings()) {
        if (setting.name == name) {
            return setting;
        }
        names.push_back(setting.name);
    }
    refuse("'" + std::string(name) + "' is not known" + suggestion(name, names));
}

void set_read_options(ReadOptions& options, const ReadWords& words) {
    for (const auto& [name, texts] : words) {
        const ReadSetting& setting = find_read_setting(name);
        for (const std::string& text : texts) {
            try {
                setting.set(options, text);
            } catch (const Error& fault) {
                refuse(name + ": " + fault.what());
            }
        }
    }
}

void rethrow_with_settings(const Error& fault, std::string_view place, std::string_view is) {
    const std::string before = fault.where().text();
    const std::string_view message =
        std::string_view(fault.what()).substr(before.empty() ? 0 : before.size() + 2);
    throw Error(fault.code(), with_settings(message, place, is), fault.where());
}

}  // namespace kanon
