// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/columns.hpp"

#include <numeric>
#include <type_traits>
#include <utility>

namespace kanon::auditing {

std::shared_ptr<const Column> gather(const Column& column,
                                     std::string name,
                                     const std::vector<std::uint32_t>& rows) {
    auto out = std::make_shared<Column>();
    out->name = std::move(name);
    out->dictionary = column.dictionary;
    out->codes = CodeVector(rows.size(), column.dictionary->size());
    column.codes.visit([&](const auto from) {
        out->codes.visit_mutable([&](const auto to) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                to[i] = static_cast<std::remove_cvref_t<decltype(to[0])>>(from[rows[i]]);
            }
        });
    });
    return out;
}

std::vector<std::size_t> places(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> out(end - begin);
    std::iota(out.begin(), out.end(), begin);
    return out;
}

}  // namespace kanon::auditing
