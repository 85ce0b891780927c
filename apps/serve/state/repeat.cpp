// SPDX-License-Identifier: Apache-2.0
#include "state/repeat.hpp"

#include "kanon/api/read_settings.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kanon::serve {
namespace {

std::string read_flags(const ReadWords& words) {
    std::string out;
    for (const auto& [name, texts] : words) {
        const ReadSetting& setting = find_read_setting(name);
        for (const std::string& text : texts) {
            if (setting.takes.empty()) {
                const std::string_view flag = text == "true" ? setting.flag : setting.negation;
                out += flag.empty() ? "" : " " + std::string(flag);
            } else {
                out += " " + std::string(setting.flag) + " " + shell_word(text);
            }
        }
    }
    return out;
}

/// A text as Python writes one; JSON's escapes are Python's, too.
std::string python_text(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string python_value(const ReadSetting& setting, const std::vector<std::string>& texts) {
    if (setting.takes.empty()) {
        return texts.front() == "true" ? "True" : "False";
    }
    if (texts.size() == 1) {
        return python_text(texts.front());
    }
    std::string out = "[";
    for (const std::string& text : texts) {
        out += (out.size() > 1 ? ", " : "") + python_text(text);
    }
    return out + "]";
}

std::string python_read(const ReadWords& words) {
    std::string out;
    for (const auto& [name, texts] : words) {
        std::string key = name;
        std::replace(key.begin(), key.end(), '-', '_');
        out += (out.empty() ? "" : ", ") + python_text(key) + ": " +
               python_value(find_read_setting(name), texts);
    }
    return out.empty() ? "" : ",\n                         read={" + out + "}";
}

std::string python_files(const RepeatedRun& run) {
    std::string out;
    if (!run.summary.empty()) {
        out += "with open(" + python_text(run.summary) +
               ", \"w\", encoding=\"utf-8\") as file:\n    json.dump(result.summary, file, "
               "indent=2)\n";
    }
    if (!run.report.empty()) {
        out += "result.report(" + python_text(run.report) + ")\n";
    }
    if (!run.recoding.empty()) {
        out += "with open(" + python_text(run.recoding) +
               ", \"w\", encoding=\"utf-8\") as file:\n    file.write(result.recoding)\n";
    }
    return out;
}

}  // namespace

std::string shell_command(const RepeatedRun& run) {
    std::string out = "kanon anonymize " + shell_word(run.input) + " -p " + shell_word(run.policy) +
                      " -o " + shell_word(run.output) + read_flags(run.read);
    const auto add = [&out](const char* flag, const std::string& file) {
        out += file.empty() ? "" : std::string(" ") + flag + " " + shell_word(file);
    };
    add("--summary", run.summary);
    add("--report", run.report);
    add("--save-recoding", run.recoding);
    add("--ledger", run.ledger);
    return out + " --evaluate" + (run.shuffle ? " --shuffle" : "") + (run.force ? " --force" : "");
}

std::string python_lines(const RepeatedRun& run) {
    std::string out = run.summary.empty() ? "" : "import json\n";
    out += "import kanon\n\nresult = kanon.anonymize(" + python_text(run.input) + ", " +
           python_text(run.policy) +
           ",\n                         output=" + python_text(run.output) + ", evaluate=True";
    out += python_read(run.read);
    out +=
        run.ledger.empty() ? "" : ",\n                         ledger=" + python_text(run.ledger);
    out += run.shuffle ? ",\n                         shuffle=True" : "";
    out += run.force ? ",\n                         force=True" : "";
    return out + ")\n" + python_files(run);
}

}  // namespace kanon::serve
