// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/dialect/cut_names.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>

namespace kanon::engine {
namespace {

/// A view of the session alone, gone when this is.
class OwnView {
public:
    OwnView(Connection& connection, const std::string& sql) : connection_(connection) {
        connection_.execute("CREATE TEMP VIEW kanon_names AS " + sql);
    }

    ~OwnView() {
        try {
            connection_.execute("DROP VIEW temp.kanon_names");
        } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it ends with the session
        }
    }

    OwnView(const OwnView&) = delete;
    OwnView& operator=(const OwnView&) = delete;

private:
    Connection& connection_;
};

/// True for `a:1`: in a view, the second of two columns named `a`.
bool is_numbered(const std::string& name, const std::string& plain) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return name.size() > plain.size() + 1 && name.starts_with(plain) && name[plain.size()] == ':' &&
           std::all_of(
               name.begin() + static_cast<std::ptrdiff_t>(plain.size()) + 1, name.end(), is_digit);
}

}  // namespace

std::vector<std::string> whole_names(Connection& connection,
                                     const std::string& sql,
                                     const std::vector<std::string>& cut) {
    const OwnView view(connection, sql);
    std::vector<std::string> out;
    connection.query(
        "SELECT name FROM pragma_table_info('kanon_names', 'temp') ORDER BY cid",
        [&out](std::span<const Cell> cells) { out.emplace_back(cells[0].value_or("")); });
    KANON_CHECK(out.size() == cut.size());
    for (std::size_t j = 0; j < out.size(); ++j) {
        if (is_numbered(out[j], cut[j])) {
            out[j] = cut[j];
        }
    }
    return out;
}

}  // namespace kanon::engine
