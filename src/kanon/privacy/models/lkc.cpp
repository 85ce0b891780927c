// SPDX-License-Identifier: Apache-2.0
#include "kanon/privacy/models/lkc.hpp"

#include "kanon/privacy/column_model.hpp"
#include "kanon/privacy/parameters.hpp"
#include "kanon/privacy/shares.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace kanon {
namespace {

class Lkc final : public privacy::ColumnModel {
public:
    /// `only`: the one value that is protected; none: all are.
    Lkc(const privacy::Parameters& parameters,
        std::string describe,
        std::optional<Code> only,
        const ModelContext& context)
        : ColumnModel("lkc",
                      std::move(describe),
                      privacy::ClassValues(context, privacy::MissingIs::a_value)),
          known_(parameters.whole("l")),
          rows_(parameters.whole("k")),
          share_(parameters.decimal("c")),
          only_(only) {}

    [[nodiscard]] bool holds(const ClassView& view) const override {
        return view.rows >= rows_ && privacy::at_most(share(view), share_);
    }

    [[nodiscard]] double achieved(const ClassView& view) const override {
        if (counts_rows()) {
            return static_cast<double>(view.rows);
        }
        return view.rows < rows_ ? 1 : privacy::settled(share(view), share_);
    }

    [[nodiscard]] double required() const override {
        return counts_rows() ? static_cast<double>(rows_) : share_;
    }

    [[nodiscard]] bool more_is_better() const override { return counts_rows(); }

    [[nodiscard]] std::optional<std::size_t> tracked() const override {
        return counts_rows() ? std::nullopt : ColumnModel::tracked();
    }

    [[nodiscard]] std::size_t known_values() const override { return known_; }

    [[nodiscard]] std::uint64_t least_sharing_rows() const override { return rows_; }

    /// The share of a value in a union lies between those in its parts.
    [[nodiscard]] Monotony monotony() const override { return Monotony::merge; }

private:
    [[nodiscard]] bool counts_rows() const { return share_ == 1; }

    [[nodiscard]] double share(const ClassView& view) const {
        return counts_rows() ? 1 : privacy::greatest_share(values(), view, only_);
    }

    std::uint64_t known_;
    std::uint64_t rows_;
    double share_;
    std::optional<Code> only_;
};

}  // namespace

std::shared_ptr<const PrivacyModel> make_lkc(const PrivacyRequirement& requirement,
                                             const std::optional<ModelContext>& tracked) {
    const privacy::Parameters parameters = privacy::check_parameters(requirement);
    const ModelContext& context = privacy::column_of(requirement, tracked);
    return std::make_shared<Lkc>(parameters,
                                 fmt::format("({}, {}, {})-privacy of {}{}",
                                             parameters.whole("l"),
                                             parameters.whole("k"),
                                             parameters.decimal("c"),
                                             requirement.value.empty() ? "" : "one value of ",
                                             requirement.attribute),
                                 privacy::protected_value(requirement, context),
                                 context);
}

}  // namespace kanon
