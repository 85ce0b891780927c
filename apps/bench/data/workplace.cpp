// SPDX-License-Identifier: Apache-2.0
#include "data/workplace.hpp"

#include "kanon/api/generate.hpp"
#include "kanon/api/kanon.hpp"

#include "measuring/process.hpp"
#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not of <cstdlib>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace kanon::bench {
namespace {

namespace fs = std::filesystem;

std::string temporary_folder() {
    std::string name = (fs::temp_directory_path() / "kanon-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw Error(ErrorCode::bad_output,
                    std::string("no temporary folder can be made: ") + std::strerror(errno),
                    {.file = name});
    }
    return name;
}

std::string kept_folder(const std::string& name) {
    std::error_code fault;
    fs::create_directories(name, fault);
    if (!fs::is_directory(name)) {
        throw Error(ErrorCode::bad_output, "the folder cannot be made", {.file = name});
    }
    return name;
}

std::string table_name(const DataSource& data) {
    if (data.rows == 0) {
        std::string name =
            fs::path(data.file.empty() ? data.script : data.file).stem().stem().string();
        for (const std::string& more : data.more_files) {
            name += "-and-" + fs::path(more).stem().string();
        }
        for (const std::uint64_t column : data.numbered) {
            name += "-n" + std::to_string(column);
        }
        name += data.binned.column > 0 ? fmt::format("-b{}", data.binned.column) : "";
        name += data.first_lines > 0 ? fmt::format("-first{}", data.first_lines) : "";
        return name + (data.tidy ? "-tidy" : "") + data.extension();
    }
    std::string name = fmt::format("stays-{}-{}", data.rows, data.seed);
    for (const std::string& column : data.leave_out) {
        name += "-no-" + column;
    }
    return name + data.extension();
}

void replace_all(std::string& text, const std::string& word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
}

/// The generator's own policy with no promise but k-anonymity.
std::string plain_stays_policy(const DataSource& data) {
    Policy policy = stays_policy(data.leave_out);
    std::erase_if(policy.privacy, [](const PrivacyRequirement& requirement) {
        return requirement.model != "k-anonymity";
    });
    return policy_text(policy);
}

/// What awk does to the column; "" for none.
std::string binning(const BinnedColumn& binned) {
    if (binned.column == 0) {
        return "";
    }
    return fmt::format(
        R"awk(x = ${0} + 0; w = int(x / {1}) * {1}; ${0} = x < {2} ? "low-{3}" : x >= {4} ? "high-{4}" : "[" w "-" w + {1} ")"; )awk",
        binned.column,
        binned.width,
        binned.from,
        binned.from - std::min<std::uint64_t>(binned.from, 1),
        binned.to);
}

/// A shell command that unpacks and joins its arguments; those that are not packed come as they
/// are.
std::string unpacking(const DataSource& data) {
    std::string command = "xzcat --force -- \"$@\"";
    if (data.tidy) {
        command += R"( | sed -e '/^|/d' -e '/^ *$/d' -e 's/, */,/g' -e 's/\.$//')";
    }
    if (data.first_lines > 0) {
        command += fmt::format(" | sed -n '1,{}p'", data.first_lines);
    }
    std::string numbering = binning(data.binned);
    for (const std::uint64_t column : data.numbered) {
        numbering += fmt::format(
            R"(if (${0} != "?") {{ if (!((${0}) in v{0})) v{0}[${0}] = ++n{0}; ${0} = v{0}[${0}] }}; )",
            column);
    }
    return numbering.empty()
               ? command
               : command + " | awk 'BEGIN { FS = OFS = \",\" } NF > 0 { " + numbering + "print }'";
}

std::string join(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ",") + word;
    }
    return out;
}

}  // namespace

std::string default_shared_folder() {
    return fs::is_directory("shared") || !fs::is_directory("../shared") ? "shared" : "../shared";
}

Workplace::Workplace(const std::string& keep, std::string shared, const std::string& program)
    : folder_(keep.empty() ? temporary_folder() : kept_folder(keep)),
      shared_(std::move(shared)),
      program_(fs::absolute(program).string()),
      keeps_(!keep.empty()) {}

Workplace::~Workplace() {
    if (!keeps_) {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
}

std::string Workplace::missing(const DataSource& data) const {
    if (data.rows > 0) {
        return "";
    }
    std::vector<std::string> needed{data.file.empty() ? data.script : data.file};
    needed.insert(needed.end(), data.more_files.begin(), data.more_files.end());
    for (const std::string& name : needed) {
        const fs::path path = fs::path(shared_) / name;
        if (!fs::is_regular_file(path)) {
            return path.string() + " is not there (--shared names the folder of shared data)";
        }
    }
    return "";
}

std::string Workplace::make_table(const DataSource& data) {
    if (made_ != data) {
        drop_table();
        table_ = path(table_name(data));
        if (!fs::exists(table_)) {
            // Under another name first: what stands under its own is whole. The extension stays,
            // formats go by it.
            const std::string unfinished = path("unfinished-" + table_name(data));
            make(data, unfinished);
            fs::rename(unfinished, table_);
        }
        made_ = data;
    }
    return table_;
}

void Workplace::make(const DataSource& data, const std::string& target) const {
    Command command;
    if (data.rows > 0) {
        command.words = {program(),
                         "generate",
                         "--rows",
                         std::to_string(data.rows),
                         "--seed",
                         std::to_string(data.seed),
                         "--output",
                         target,
                         "--force",
                         "--quiet"};
        if (!data.leave_out.empty()) {
            command.words.insert(command.words.end(), {"--leave-out", join(data.leave_out)});
        }
    } else if (!data.script.empty()) {
        command.words = {"python3", (fs::path(shared_) / data.script).string(), target};
    } else {
        command.output = target;
        command.words = {
            "sh", "-c", unpacking(data), "sh", (fs::path(shared_) / data.file).string()};
        for (const std::string& more : data.more_files) {
            command.words.push_back((fs::path(shared_) / more).string());
        }
    }
    const ChildRun run = run_child(command);
    if (run.status != 0) {
        throw Error(
            ErrorCode::bad_input,
            fmt::format(
                "the table cannot be made: {} ended with status {}", command.words[0], run.status),
            {.file = target});
    }
}

void Workplace::drop_table() {
    if (made_ && !keeps_) {
        fs::remove(table_);
    }
    made_.reset();
}

std::string Workplace::policy_for(const DataSource& data, const std::string& policy) const {
    std::string text = policy.empty() ? plain_stays_policy(data) : policy;
    replace_all(text, "${shared}", fs::absolute(shared_).string());
    return text;
}

std::string Workplace::write_policy(const Workload& workload) const {
    std::string file = path(workload.name + ".yaml");
    std::ofstream out(file, std::ios::binary);
    out << policy_for(workload.data, workload.policy);
    if (!out.flush()) {
        throw Error(ErrorCode::bad_output, "the policy cannot be written", {.file = file});
    }
    return file;
}

const std::string& Workplace::program() const {
    if (!fs::is_regular_file(program_)) {
        throw Error(ErrorCode::bad_input,
                    "the program kanon is not there; build it, or name it with --program",
                    {.file = program_});
    }
    return program_;
}

std::string Workplace::path(const std::string& name) const {
    return (fs::path(folder_) / name).string();
}

}  // namespace kanon::bench
