// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "documents/writers.hpp"
#include "terminal/exit_status.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace kanon::cli {
namespace {

/// Text for roff: a backslash is no escape, a hyphen is one that can be copied, and a line does not
/// begin with what would be taken for a request.
std::string roff(std::string_view text) {
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string dashed(std::string words) {
    std::ranges::replace(words, ' ', '-');
    return words;
}

std::string upper(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// `Make a release.` as it stands behind a name: `make a release`.
std::string as_noun(std::string purpose) {
    if (purpose.ends_with('.')) {
        purpose.pop_back();
    }
    if (!purpose.empty()) {
        purpose[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(purpose[0])));
    }
    return purpose;
}

std::string tag(std::string_view head, std::string_view text) {
    return fmt::format(".TP\n{}\n{}\n", head, roff(text));
}

std::string flag_head(const CommandFlag& flag) {
    std::string out = "\\fB" + roff(flag.long_name) + "\\fR";
    if (!flag.short_name.empty()) {
        out = "\\fB" + roff(flag.short_name) + "\\fR, " + out;
    }
    return out + (flag.value.name.empty() ? "" : " \\fI" + roff(flag.value.name) + "\\fR");
}

std::string synopsis(const Command& command) {
    std::string out = ".SH SYNOPSIS\n\\fB" + roff(command.words) + "\\fR";
    out += command.verbs.empty() ? " [\\fIflags\\fR]" : " \\fIVERB\\fR ...";
    for (const CommandArgument& argument : command.arguments) {
        const std::string name =
            "\\fI" + roff(argument.value.name) + "\\fR" + (argument.repeats ? " ..." : "");
        out += argument.required ? " " + name : " [" + name + "]";
    }
    return out + "\n";
}

/// The flags under their headings, in the order in which these come first.
std::string flag_sections(const Command& command) {
    std::vector<std::string> groups;
    for (const CommandFlag& flag : command.flags) {
        if (std::ranges::find(groups, flag.group) == groups.end()) {
            groups.push_back(flag.group);
        }
    }
    std::string out = ".SH OPTIONS\n";
    for (const std::string& group : groups) {
        out += group == "Options" ? "" : ".SS \"" + roff(group) + "\"\n";
        for (const CommandFlag& flag : command.flags) {
            if (flag.group == group) {
                out += tag(flag_head(flag), flag.help + (flag.required ? " (required)" : ""));
            }
        }
    }
    return out;
}

std::string verb_section(const Command& command) {
    std::string out = ".SH VERBS\n";
    for (const Command& verb : command.verbs) {
        out += tag("\\fB" + roff(dashed(verb.words)) + "\\fR(1)", verb.purpose);
    }
    return out;
}

std::string example_section(const Command& command) {
    std::string out = ".SH EXAMPLES\n.nf\n";
    for (const std::string& example : command.examples) {
        out += roff(example) + "\n";
    }
    return out + ".fi\n";
}

std::string status_section() {
    std::string out = ".SH \"EXIT STATUS\"\n";
    for (const ExitStatus& line : exit_statuses()) {
        out += tag(fmt::format("\\fB{}\\fR", line.status), line.meaning);
    }
    return out;
}

std::string see_also(const Command& command, const Command* above) {
    std::string out;
    const auto add = [&out](const Command& other) {
        out += (out.empty() ? "" : ",\n") + fmt::format("\\fB{}\\fR(1)", roff(dashed(other.words)));
    };
    if (above != nullptr) {
        add(*above);
        for (const Command& beside : above->verbs) {
            if (beside.words != command.words) {
                add(beside);
            }
        }
    }
    return out.empty() ? "" : ".SH \"SEE ALSO\"\n" + out + "\n";
}

std::string page_text(const Command& command, const Command* above) {
    const std::string name = dashed(command.words);
    std::string out = fmt::format(
        ".\\\" Made from the flags of the program.\n.TH \"{}\" 1 \"\" \"kanon {}\" \"kanon\"\n"
        ".SH NAME\n{} \\- {}\n",
        roff(upper(name)),
        version(),
        roff(name),
        roff(as_noun(above == nullptr ? command.purpose.substr(command.purpose.find(':') + 2)
                                      : command.purpose)));
    out += synopsis(command);
    out += ".SH DESCRIPTION\n" + roff(command.purpose) + "\n";
    if (!command.verbs.empty()) {
        out += verb_section(command);
    }
    for (const CommandArgument& argument : command.arguments) {
        out += (&argument == &command.arguments.front() ? ".SH ARGUMENTS\n" : "") +
               tag("\\fI" + roff(argument.value.name) + "\\fR", argument.help);
    }
    out += flag_sections(command);
    out += command.examples.empty() ? "" : example_section(command);
    return out + status_section() + see_also(command, above);
}

void add_pages(std::vector<ManPage>& pages, const Command& command, const Command* above) {
    pages.push_back({.file = dashed(command.words) + ".1", .text = page_text(command, above)});
    for (const Command& verb : command.verbs) {
        add_pages(pages, verb, &command);
    }
}

}  // namespace

std::vector<ManPage> man_pages(const Command& program) {
    std::vector<ManPage> pages;
    add_pages(pages, program, nullptr);
    return pages;
}

}  // namespace kanon::cli
