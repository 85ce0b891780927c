// SPDX-License-Identifier: Apache-2.0
// Any bytes as a saved recoding: parse_recoding refuses them with Error{bad_input}, or gives a
// recoding whose text reads back to the same text, and which a table takes or refuses with an
// Error.
#include "kanon/api/kanon.hpp"
#include "kanon/base/check.hpp"
#include "kanon/release/recoding_text.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::optional<kanon::SavedRecoding> parsed(std::string_view text) {
    try {
        return kanon::parse_recoding(text, "recoding");
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() == kanon::ErrorCode::bad_input);
        return std::nullopt;
    }
}

std::shared_ptr<const kanon::Column> column(const std::string& name,
                                            const std::vector<std::string>& cells) {
    kanon::DictionaryBuilder builder;
    std::vector<kanon::Code> codes;
    codes.reserve(cells.size());
    for (const std::string& cell : cells) {
        codes.push_back(cell.empty() ? builder.add_missing() : builder.add(cell));
    }
    auto built = builder.finish();
    auto out = std::make_shared<kanon::Column>();
    out->name = name;
    out->codes = kanon::CodeVector(codes.size(), built.dictionary.size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        out->codes.set(row, built.code_of_provisional[codes[row]]);
    }
    out->dictionary = std::make_shared<const kanon::Dictionary>(std::move(built.dictionary));
    return out;
}

/// A table and a policy for recodings of `age` and `zip`.
void apply_to_table(const std::string& text) {
    kanon::Table table({column("age", {"21", "22", "25", "34", "", "41"}),
                        column("zip", {"13053", "13068", "13053", "14850", "14853", "*"})},
                       6);
    kanon::Policy policy;
    for (const char* name : {"age", "zip"}) {
        policy.attribute(name).role = kanon::Role::quasi_identifying;
    }
    policy.privacy.push_back({.model = "k-anonymity", .parameter = 2, .attribute = "", .kind = ""});
    policy.suppression = kanon::SuppressionLimit::parse("100%");
    try {
        const auto result =
            kanon::apply_recoding(std::move(table), policy, text, "recoding", kanon::RunContext{});
        KANON_CHECK(result->audit.passed);
    } catch (const kanon::Error& error) {
        KANON_CHECK(error.code() != kanon::ErrorCode::audit_failed);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::optional<kanon::SavedRecoding> recoding = parsed(text);
    if (recoding) {
        const std::string once = kanon::recoding_text(*recoding);
        const std::optional<kanon::SavedRecoding> again = parsed(once);
        KANON_CHECK(again.has_value());
        KANON_CHECK(kanon::recoding_text(*again) == once);
        apply_to_table(text);
    }
    return 0;
}
