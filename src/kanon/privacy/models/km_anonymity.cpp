// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/km_anonymity.hpp"

#include "kanon/privacy/parameters.hpp"

#include <fmt/format.h>

#include <string>

namespace kanon {
namespace {

class KmAnonymity final : public PrivacyModel {
public:
    explicit KmAnonymity(const ListPromise& promise) : promise_(promise) {}

    [[nodiscard]] std::string_view name() const override { return "km-anonymity"; }

    [[nodiscard]] std::string describe() const override {
        std::string out = fmt::format("{}^{}-anonymity of lists", promise_.k, promise_.m);
        if (promise_.l > 1) {
            out += fmt::format(" with sensitive items in at most 1/{}", promise_.l);
        }
        return out;
    }

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return view.rows >= promise_.k;
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        return static_cast<double>(view.rows);
    }

    [[nodiscard]] double required() const override { return static_cast<double>(promise_.k); }

    [[nodiscard]] std::uint64_t least_rows() const override { return promise_.k; }

    [[nodiscard]] Monotony monotony() const override { return Monotony::superset; }

private:
    ListPromise promise_;
};

}  // namespace

ListPromise list_promise_of(const PrivacyRequirement& requirement) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    return {.k = parameters.whole("k"),
            .m = static_cast<std::size_t>(parameters.whole("m")),
            .l = parameters.whole("l")};
}

std::shared_ptr<const PrivacyModel> make_km_anonymity(
    const PrivacyRequirement& requirement, const std::optional<ModelContext>& /*tracked*/) {
    return std::make_shared<KmAnonymity>(list_promise_of(requirement));
}

}  // namespace kanon
