// SPDX-License-Identifier: Apache-2.0
#include "kanon/task/recoding_loss.hpp"

#include "kanon/base/check.hpp"
#include "kanon/quality/cell_loss.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/task/field_loss_sum.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// The rows that are released as one tuple of values.
struct CountedClass {
    std::uint64_t rows = 0;
    std::map<Code, std::uint64_t> labels;  ///< rows of each class label
};

/// The values of a released tuple; none: suppressed rows.
using Values = std::vector<std::uint32_t>;

class ClassCounter {
public:
    ClassCounter(const Task& task, const RecodingView& recoding) : task_(task), view_(recoding) {}

    /// By the values that they show, so that classes released alike are one.
    [[nodiscard]] std::map<Values, CountedClass> run() {
        const RowTypes& types = task_.row_types();
        std::vector<bool> is_shared(types.size());
        for (const Share& share : view_.shares) {
            is_shared[share.type] = true;
            add(share.type, share.tuple, share.rows, share.of_class);
        }
        for (std::uint32_t type = 0; type < types.size(); ++type) {
            const auto counts = types.tuple_counts(type);
            for (std::uint32_t tuple = 0; !is_shared[type] && tuple < counts.size(); ++tuple) {
                add(type, tuple, counts[tuple], view_.tuple_of_type[type]);
            }
        }
        if (!starred_.empty() && classes_.size() == 1 && !suppresses_) {
            auto all = classes_.extract(classes_.begin());  // a fully generalized table is a class
            all.key() = starred_;
            classes_.insert(std::move(all));
        }
        return std::move(classes_);
    }

private:
    void add(std::uint32_t type, std::uint32_t tuple, std::uint32_t rows, std::uint32_t released) {
        CountedClass& one = classes_[values_of(released)];
        one.rows += rows;
        if (task_.class_place) {
            one.labels[task_.row_types().tuple_value(type, tuple, *task_.class_place)] += rows;
        }
    }

    [[nodiscard]] Values values_of(std::uint32_t released) {
        suppresses_ = suppresses_ || released == kNoValue;
        Values out;
        bool starred = true;
        for (std::size_t j = 0; released != kNoValue && j < view_.domains.size(); ++j) {
            out.push_back(view_.value_of_tuple[j][released]);
            starred = starred && is_star(j, out.back());
        }
        if (!starred || view_.star_class) {
            return out;
        }
        starred_ = std::move(out);
        return {};
    }

    [[nodiscard]] bool is_star(std::size_t j, std::uint32_t value) const {
        const ReleasedValue& released = view_.domains[j]->values[value];
        const Hierarchy& hierarchy = task_.quasi_identifiers[j].hierarchy;
        return released.kind == ReleasedValue::Kind::star ||
               (released.kind == ReleasedValue::Kind::label &&
                hierarchy.text(static_cast<Level>(released.second), released.first) == kStar);
    }

    const Task& task_;
    const RecodingView& view_;
    std::map<Values, CountedClass> classes_;
    Values starred_;           ///< some tuple starred throughout; empty if there is none
    bool suppresses_ = false;  ///< some rows have no tuple
};

/// What a row of each class loses, in the mean of its cells.
class RowLoss {
public:
    RowLoss(const Task& task, const RecodingView& recoding, CellLoss measured)
        : task_(task), view_(recoding), measured_(measured) {
        for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
            weights_ += attribute.weight;
        }
    }

    [[nodiscard]] double of(const Values& values) const {
        double loss = 0;
        for (std::size_t j = 0; j < view_.domains.size(); ++j) {
            const QuasiIdentifier& attribute = task_.quasi_identifiers[j];
            loss +=
                attribute.weight * (values.empty() ? star_loss(measured_, attribute.hierarchy)
                                                   : cell_loss(measured_,
                                                               view_.domains[j]->values[values[j]],
                                                               *view_.domains[j],
                                                               attribute.dictionary(),
                                                               &attribute.hierarchy));
        }
        return loss / weights_;
    }

private:
    const Task& task_;
    const RecodingView& view_;
    CellLoss measured_;
    double weights_ = 0;
};

std::uint64_t minority_of(const CountedClass& one) {
    std::uint64_t most = 0;
    for (const auto& label : one.labels) {
        most = std::max(most, label.second);
    }
    return one.rows - most;
}

}  // namespace

LossFacts loss_facts(const Task& task, const RecodingView& recoding) {
    KANON_CHECK(recoding.local);
    const RowLoss ncp(task, recoding, CellLoss::ncp);
    const RowLoss lm(task, recoding, CellLoss::lm);
    const auto rows = static_cast<double>(task.row_types().row_count());
    FieldLossSum field(task, recoding);
    LossFacts out;
    out.rows = task.row_types().row_count();
    out.k = task.k;
    out.attributes = static_cast<double>(task.quasi_identifiers.size());
    out.minority_rows = task.class_place ? std::optional<std::uint64_t>(0) : std::nullopt;
    for (const auto& [values, one] : ClassCounter(task, recoding).run()) {
        const auto size = static_cast<double>(one.rows);
        out.gcp += size * ncp.of(values) / rows;
        out.lm += size * lm.of(values) / rows;
        field.add(values, one.rows);
        if (values.empty()) {
            out.suppressed_rows += one.rows;
            continue;
        }
        ++out.classes;
        out.squared_sizes += size * size;
        if (out.minority_rows) {
            *out.minority_rows += minority_of(one);
        }
    }
    out.field = field.losses();
    return out;
}

}  // namespace kanon
