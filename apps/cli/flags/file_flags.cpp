// SPDX-License-Identifier: Apache-2.0
#include "file_flags.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/read_settings.hpp"

#include "terminal/flags.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace kanon::cli {
namespace {

constexpr const char* kReading = "Reading";

Format format_of(std::string_view word, std::string_view flag) {
    return word.empty() ? Format::automatic
                        : static_cast<Format>(place_of(word, written_format_words(), flag));
}

/// Take a setting by the word of its flag. \throws Error{usage} that names the flag
void set_by_flag(const ReadSetting& setting,
                 std::string_view flag,
                 const std::string& text,
                 ReadOptions& options) {
    try {
        setting.set(options, text);
    } catch (const Error& fault) {
        refuse_flag(flag, fault.what());
    }
}

char character_of(const std::string& text, std::string_view flag) {
    ReadOptions options;
    set_by_flag(find_read_setting("delimiter"), flag, text, options);
    return *options.delimiter;
}

/// A setting that is yes or no.
void add_yes_or_no(CLI::App& app, const ReadSetting& setting, ReadFlags& flags) {
    const std::string name(setting.name);
    auto* yes =
        app.add_flag(std::string(setting.flag), flags.given[name], std::string(setting.meaning));
    yes->group(kReading);
    if (!setting.negation.empty()) {
        app.add_flag(std::string(setting.negation), flags.denied[name], "the first line is data")
            ->group(kReading)
            ->excludes(yes);
    }
}

void add_setting(CLI::App& app, const ReadSetting& setting, ReadFlags& flags) {
    if (setting.takes.empty()) {
        add_yes_or_no(app, setting, flags);
        return;
    }
    const std::string flag(setting.flag);
    const std::string meaning(setting.meaning);
    std::vector<std::string>& texts = flags.texts[std::string(setting.name)];
    CLI::Option* option = setting.takes.ends_with(",...")
                              ? add_list(app, flag, texts, meaning)
                              : app.add_option(flag, texts, meaning)->expected(1);
    option->type_name(std::string(setting.takes))->group(kReading);
}

}  // namespace

CLI::Option* add_input(CLI::App& app, std::string& target) {
    return app
        .add_option("INPUT",
                    target,
                    "table: a file, a pattern of several, - for a pipe, or in a database "
                    "odbc:DSN/table, postgresql://host/db/table, duckdb:file/table, "
                    "parquet:folder")
        ->required()
        ->type_name("");
}

void add_original_and_release(CLI::App& app,
                              std::string& original,
                              std::string& release,
                              const std::string& purpose) {
    app.add_option("ORIGINAL", original, "the table as it was: a file or an address")
        ->required()
        ->type_name("");
    app.add_option("RELEASE", release, purpose)->required()->type_name("");
}

void add_read_flags(CLI::App& app, ReadFlags& flags) {
    for (const ReadSetting& setting : read_settings()) {
        add_setting(app, setting, flags);
    }
    app.get_option("--thousands")->excludes(app.get_option("--decimal-comma"));
    app.add_flag("--show-values", flags.show_values, "messages may quote values of the table")
        ->group(kReading);
}

bool says_how_to_read(const ReadFlags& flags) {
    const auto is_said = [](const auto& flag) { return !flag.second.empty(); };
    const auto is_set = [](const auto& flag) { return flag.second; };
    return std::ranges::any_of(flags.texts, is_said) || std::ranges::any_of(flags.given, is_set) ||
           std::ranges::any_of(flags.denied, is_set);
}

ReadOptions make_read_options(const ReadFlags& flags) {
    ReadOptions out;
    for (const auto& [name, texts] : flags.texts) {
        const ReadSetting& setting = find_read_setting(name);
        for (const std::string& text : texts) {
            set_by_flag(setting, setting.flag, text, out);
        }
    }
    for (const auto& [name, given] : flags.given) {
        if (given) {
            find_read_setting(name).set(out, "true");
        }
    }
    for (const auto& [name, denied] : flags.denied) {
        if (denied) {
            find_read_setting(name).set(out, "false");
        }
    }
    out.show_values = flags.show_values;
    return out;
}

CLI::Option* add_read_words(CLI::App& app,
                            const std::string& name,
                            std::vector<std::string>& target,
                            const std::string& file) {
    return add_list(
               app, name, target, "how " + file + " is read: header=true, delimiter=semicolon, ...")
        ->type_name("NAME=VALUE,...");
}

ReadWords read_words(const std::vector<std::string>& texts, std::string_view flag) {
    ReadWords out;
    for (const std::string& text : texts) {
        const std::size_t cut = text.find('=');
        if (cut == std::string::npos || cut == 0) {
            refuse_flag(flag, "write NAME=VALUE, such as header=true");
        }
        out[text.substr(0, cut)].push_back(text.substr(cut + 1));
    }
    try {
        ReadOptions options;
        set_read_options(options, out);
    } catch (const Error& fault) {
        refuse_flag(flag, fault.what());
    }
    return out;
}

void add_release_read_flags(CLI::App& app, ReleaseReadFlags& flags) {
    app.add_option("--release-format", flags.format, "default: by the file's name")
        ->type_name(one_of(written_format_words()))
        ->group("Reading");
    app.add_option("--release-delimiter", flags.delimiter, "of the release; default: found")
        ->type_name("CHAR|tab")
        ->group("Reading");
}

ReadOptions make_read_options(const ReleaseReadFlags& flags, const ReadFlags& original) {
    ReadOptions out;
    out.format = format_of(flags.format, "--release-format");
    if (!flags.delimiter.empty()) {
        out.delimiter = character_of(flags.delimiter, "--release-delimiter");
    }
    out.show_values = original.show_values;
    return out;
}

void add_write_flags(CLI::App& app, WriteFlags& flags) {
    constexpr const char* kGroup = "Writing";
    app.add_option("--output-format", flags.format, "default: by the file's name")
        ->type_name(one_of(written_format_words()))
        ->group(kGroup);
    app.add_option("--output-delimiter", flags.delimiter, "of CSV; default: the input's, or comma")
        ->type_name("CHAR|tab")
        ->group(kGroup);
    app.add_option("--output-encoding",
                   flags.encoding,
                   "of CSV and TSV, such as utf-8; default: the input's, or UTF-8")
        ->type_name("NAME")
        ->group(kGroup);
    app.add_flag("--force", flags.force, "replace files that stand at the targets")->group(kGroup);
}

WriteOptions make_write_options(const WriteFlags& flags) {
    WriteOptions out;
    out.format = format_of(flags.format, "--output-format");
    if (!flags.delimiter.empty()) {
        out.delimiter = character_of(flags.delimiter, "--output-delimiter");
    }
    out.encoding = flags.encoding;
    out.force = flags.force;
    return out;
}

void check_target_leaves(const std::string& what,
                         const std::string& target,
                         const std::vector<std::string>& read) {
    const auto is_file = [](const std::string& path) { return !path.empty() && path != "-"; };
    for (const std::string& path : read) {
        if (is_file(target) && is_file(path)) {
            check_target(what, target, path);
        }
    }
}

}  // namespace kanon::cli
