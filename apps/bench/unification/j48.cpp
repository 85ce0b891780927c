// SPDX-License-Identifier: Apache-2.0
#include "unification/j48.hpp"

#include "data/members.hpp"
#include "measuring/process.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <string_view>
#include <system_error>

namespace kanon::bench {
namespace {

constexpr std::string_view kUnknown = "?";

std::string text_at(const Column& column, std::size_t row) {
    const Code code = column.codes[row];
    const bool missing = column.dictionary->missing() == code;
    const std::string_view text = column.dictionary->text(code);
    return std::string(missing || text == "*" || text.empty() ? kUnknown : text);
}

std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '_');
    return "'" + text + "'";
}

std::string joined(const std::vector<std::string>& values) {
    std::string out;
    for (const std::string& value : values) {
        out.append(out.empty() ? "" : ",").append(value == kUnknown ? value : quoted(value));
    }
    return out;
}

}  // namespace

std::optional<std::string> find_weka() {
    const std::string jar = "/usr/share/java/weka.jar";
    if (!std::filesystem::exists(jar)) {
        return std::nullopt;
    }
    try {
        if (run_child({.words = {"java", "-version"}}).status != 0) {
            return std::nullopt;
        }
    } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) {
            throw;
        }
        return std::nullopt;
    }
    return jar;
}

Instances Instances::of(const Table& table, const std::vector<std::string>& columns) {
    Instances out;
    out.rows.resize(table.row_count());
    for (const std::string& name : columns) {
        const Column& column = table.column(table.find(name).value());
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            out.rows[row].push_back(text_at(column, row));
        }
    }
    return out;
}

Instances Instances::distinct() const {
    const std::set<std::vector<std::string>> once(rows.begin(), rows.end());
    return {.rows = {once.begin(), once.end()}};
}

Instances Instances::sample(std::uint64_t count, std::uint64_t seed) const {
    std::mt19937_64 random(seed);  // the same everywhere, unlike the distributions
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    count = std::min<std::uint64_t>(count, rows.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::swap(order[i], order[i + random() % (order.size() - i)]);
    }
    std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    Instances out;
    for (std::size_t i = 0; i < count; ++i) {
        out.rows.push_back(rows[order[i]]);
    }
    return out;
}

std::vector<std::vector<std::string>> domains_of(const std::vector<const Instances*>& all) {
    std::vector<std::set<std::string>> domains;
    for (const Instances* instances : all) {
        for (const std::vector<std::string>& row : instances->rows) {
            domains.resize(row.size());
            for (std::size_t j = 0; j < row.size(); ++j) {
                domains[j].insert(row[j]);
            }
        }
    }
    std::vector<std::vector<std::string>> out;
    for (std::set<std::string>& domain : domains) {
        domain.erase(std::string(kUnknown));
        out.emplace_back(domain.begin(), domain.end());
    }
    return out;
}

void write_arff(const std::string& file,
                const Instances& instances,
                const std::vector<std::vector<std::string>>& domains) {
    std::ofstream out(file, std::ios::binary);
    out << "@relation table\n";
    for (std::size_t j = 0; j < domains.size(); ++j) {
        out << "@attribute a" << j << " {" << joined(domains[j]) << "}\n";
    }
    out << "@data\n";
    for (const std::vector<std::string>& row : instances.rows) {
        out << joined(row) << '\n';
    }
    if (!out.flush()) {
        throw Error(ErrorCode::bad_output, "the instances cannot be written", {.file = file});
    }
}

double j48_accuracy(const std::string& weka,
                    const std::string& train,
                    const std::string& test,
                    const std::string& output) {
    const ChildRun run = run_child(
        {.words =
             {"java", "-cp", weka, "weka.classifiers.trees.J48", "-t", train, "-T", test, "-o"},
         .output = output});
    const std::string text = run.status == 0 ? text_of(output) : "";
    // Of the training data first, then of the test data.
    const std::size_t line = text.rfind("Correctly Classified Instances");
    const std::size_t end = text.find('%', std::min(line, text.size()));
    double percent = 0;
    if (end == std::string::npos) {
        throw Error(ErrorCode::bad_input, "J48 of Weka gave no figure", {.file = output});
    }
    const std::size_t last = text.find_last_not_of(' ', end - 1);
    const std::size_t begin = text.find_last_of(' ', last) + 1;
    const auto read = std::from_chars(text.data() + begin, text.data() + last + 1, percent);
    if (read.ec != std::errc{}) {
        throw Error(ErrorCode::bad_input, "J48 of Weka gave no figure", {.file = output});
    }
    return percent;
}

}  // namespace kanon::bench
