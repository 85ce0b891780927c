// SPDX-License-Identifier: Apache-2.0
#include "bench_workload.hpp"

#include "kanon/api/kanon.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace kanon::cli::bench {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
    throw Error(ErrorCode::bad_input, "workload: " + what, {.file = file});
}

std::string text_of(const std::string& path) {
    const std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path)) {
        refuse(path, "cannot be read");
    }
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

/// The members of a JSON object, taken by name; what nobody took is refused at the end.
class Members {
public:
    Members(const Json& object, std::string file, std::string path = "")
        : object_(object), file_(std::move(file)), path_(std::move(path)) {
        if (!object.is_object()) {
            refuse(file_, path_ + " must be an object");
        }
    }

    void take(const char* name, std::string& target) {
        if (const Json* value = find(name)) {
            need(value->is_string(), name, "a text");
            target = value->get<std::string>();
        }
    }

    void take(const char* name, std::optional<double>& target) {
        if (const Json* value = find(name)) {
            need(value->is_number() && value->get<double>() >= 0, name, "a number, 0 or more");
            target = value->get<double>();
        }
    }

    void take(const char* name, std::optional<std::uint64_t>& target) {
        if (const Json* value = find(name)) {
            need(value->is_number_unsigned(), name, "a whole number");
            target = value->get<std::uint64_t>();
        }
    }

    void take(const char* name, std::uint64_t& target) {
        std::optional<std::uint64_t> value;
        take(name, value);
        target = value.value_or(target);
    }

    void take(const char* name, std::vector<std::string>& target) {
        const Json* value = find(name);
        if (value == nullptr) {
            return;
        }
        need(value->is_array(), name, "a list of texts");
        for (const Json& item : *value) {
            need(item.is_string(), name, "a list of texts");
            target.push_back(item.get<std::string>());
        }
    }

    /// The members of the object below `name`, or of an empty one.
    [[nodiscard]] Members below(const char* name) {
        static const Json empty = Json::object();
        const Json* value = find(name);
        return {value == nullptr ? empty : *value, file_, path_ + name + "."};
    }

    void finish() const {
        for (const auto& member : object_.items()) {
            if (std::find(taken_.begin(), taken_.end(), member.key()) == taken_.end()) {
                refuse(file_,
                       "unknown key '" + path_ + member.key() + "'" +
                           suggestion(member.key(), taken_));
            }
        }
    }

private:
    const Json* find(const char* name) {
        taken_.emplace_back(name);
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }

    void need(bool good, const char* name, const char* what) const {
        if (!good) {
            refuse(file_, "'" + path_ + name + "' must be " + what);
        }
    }

    const Json& object_;
    std::string file_;
    std::string path_;
    std::vector<std::string_view> taken_;
};

DataSource read_data(Members members, const std::string& file) {
    DataSource data;
    Members generate = members.below("generate");
    generate.take("rows", data.rows);
    generate.take("seed", data.seed);
    generate.take("format", data.format);
    generate.take("leave_out", data.leave_out);
    generate.finish();
    members.take("file", data.file);
    members.take("script", data.script);
    members.finish();
    const int sources =
        (data.rows > 0 ? 1 : 0) + (data.file.empty() ? 0 : 1) + (data.script.empty() ? 0 : 1);
    if (sources != 1) {
        refuse(file, "'data' needs one of generate.rows, file and script");
    }
    return data;
}

ExpectedAnswer read_expected(Members members) {
    ExpectedAnswer expected;
    members.take("loss", expected.loss);
    members.take("classes", expected.classes);
    members.take("suppressed_rows", expected.suppressed_rows);
    std::optional<double> tolerance;
    members.take("tolerance", tolerance);
    members.finish();
    expected.tolerance = tolerance.value_or(expected.tolerance);
    return expected;
}

Target read_target(Members members) {
    Target target;
    members.take("solve_seconds", target.solve_seconds);
    members.take("total_seconds", target.total_seconds);
    members.take("peak_rss_mb", target.peak_rss_mb);
    members.finish();
    return target;
}

/// A policy is YAML itself if it has more than one line or a map in it, else a file beside.
std::string read_policy(const std::string& words, const std::string& file) {
    if (words.empty() || words.find_first_of("\n:") != std::string::npos) {
        return words;
    }
    return text_of((fs::path(file).parent_path() / words).string());
}

Workload read_workload(const std::string& file) {
    const Json tree = Json::parse(text_of(file), nullptr, false);
    if (tree.is_discarded()) {
        refuse(file, "is no JSON");
    }
    Members members(tree, file);
    Workload workload;
    members.take("name", workload.name);
    members.take("about", workload.about);
    members.take("policy", workload.policy);
    members.take("method", workload.method);
    members.take("objective", workload.objective);
    members.take("k", workload.k);
    members.take("suppression", workload.suppression);
    members.take("runs", workload.runs);
    workload.data = read_data(members.below("data"), file);
    workload.expected = read_expected(members.below("expected"));
    workload.target = read_target(members.below("target"));
    members.finish();
    if (workload.name != fs::path(file).stem().string()) {
        refuse(file, "'name' must be the name of the file");
    }
    if (workload.runs == 0U) {
        refuse(file, "'runs' must be 1 or more");
    }
    workload.policy = read_policy(workload.policy, file);
    if (workload.policy.empty() && workload.data.rows == 0) {
        refuse(file, "'policy' is missing; only generated tables come with one");
    }
    return workload;
}

std::vector<std::string> names_in(const std::string& folder) {
    if (!fs::is_directory(folder)) {
        refuse(folder, "this folder is not there; name it with --dir");
    }
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            names.push_back(entry.path().stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

[[noreturn]] void refuse_name(const std::string& name,
                              const std::string& folder,
                              const std::vector<std::string_view>& known) {
    throw Error(ErrorCode::usage,
                "workload '" + name + "' is not in " + folder + suggestion(name, known));
}

}  // namespace

std::string DataSource::extension() const {
    if (rows > 0) {
        return "." + format;
    }
    fs::path path = file.empty() ? "table.csv" : file;
    return (path.extension() == ".xz" ? path.stem() : path).extension().string();
}

std::string DataSource::text() const {
    if (rows > 0) {
        return fmt::format("{} generated rows, {}", rows, format);
    }
    return file.empty() ? script : file;
}

std::vector<Workload> read_workloads(const std::string& folder,
                                     const std::vector<std::string>& names) {
    const std::vector<std::string> there = names_in(folder);
    const std::vector<std::string_view> known(there.begin(), there.end());
    std::vector<Workload> workloads;
    for (const std::string& name : names.empty() ? there : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            refuse_name(name, folder, known);
        }
        workloads.push_back(
            read_workload((fs::path(folder) / fs::path(name).concat(".json")).string()));
    }
    return workloads;
}

}  // namespace kanon::cli::bench
