// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/known_values.hpp"

#include "kanon/base/subsets.hpp"
#include "kanon/table/histogram_sum.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace kanon::auditing {
namespace {

class SharedValues {
public:
    SharedValues(const Evidence& evidence,
                 const PrivacyModel& model,
                 std::span<const Histograms> histograms)
        : classes_(*evidence.classes),
          model_(model),
          histograms_(histograms),
          views_(histograms.size()) {
        for (std::uint32_t index = 0; index < classes_.size(); ++index) {
            if (!classes_.is_suppressed(index)) {
                order_.push_back(index);
            }
        }
    }

    KnownFindings judge() {
        const std::span<const std::size_t> named = model_.known_attributes();
        if (!named.empty()) {
            judge_sharing(released_of(named));
            return std::move(out_);
        }
        const std::size_t attributes = classes_.attributes().size();
        const std::size_t known = std::min(model_.known_values(), attributes);
        for_each_subset(
            attributes, known, [&](const std::vector<std::size_t>& of) { judge_sharing(of); });
        return std::move(out_);
    }

private:
    /// Those of the attributes at these places that the release has: nobody knows the others.
    [[nodiscard]] std::vector<std::size_t> released_of(std::span<const std::size_t> places) const {
        std::vector<std::size_t> out;
        for (std::size_t j = 0; j < classes_.attributes().size(); ++j) {
            if (std::ranges::find(places, classes_.attributes()[j].place) != places.end()) {
                out.push_back(j);
            }
        }
        return out;
    }

    /// Judge the rows that share their values in these attributes.
    void judge_sharing(const std::vector<std::size_t>& of) {
        const auto compare = [&](std::uint32_t a, std::uint32_t b) {
            const auto differing = std::ranges::find_if(of, [&](std::size_t attribute) {
                return classes_.codes(attribute)[a] != classes_.codes(attribute)[b];
            });
            return differing != of.end() &&
                   classes_.codes(*differing)[a] < classes_.codes(*differing)[b];
        };
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return compare(a, b) || (!compare(b, a) && a < b);
        });
        for (std::size_t begin = 0; begin < order_.size();) {
            std::size_t end = begin + 1;
            while (end < order_.size() && !compare(order_[begin], order_[end])) {
                ++end;
            }
            judge_rows(std::span(order_).subspan(begin, end - begin), of);
            begin = end;
        }
    }

    void judge_rows(std::span<const std::uint32_t> sharing, const std::vector<std::size_t>& of) {
        const ClassView view = counted(sharing);
        const double figure = model_.achieved(view);
        const bool is_worse =
            !out_.worst || (model_.more_is_better() ? figure < *out_.worst : figure > *out_.worst);
        out_.worst = is_worse ? figure : out_.worst;
        if (model_.holds(view)) {
            return;
        }
        if (out_.broken++ == 0) {
            out_.achieved = figure;
            out_.released_class = sharing.front();
            for (const std::size_t attribute : of) {
                out_.attributes += out_.attributes.empty() ? "" : ", ";
                out_.attributes += classes_.attributes()[attribute].released->name;
            }
        }
    }

    ClassView counted(std::span<const std::uint32_t> sharing) {
        std::uint64_t rows = 0;
        const std::optional<std::size_t> place = model_.tracked();
        if (place) {
            sum_.begin(histograms_[*place].domain_size);
        }
        for (const std::uint32_t index : sharing) {
            rows += classes_.rows()[index];
            if (place) {
                sum_.add(histograms_[*place], index);
            }
        }
        if (place) {
            const HistogramSum::View sum = sum_.end();
            views_[*place] = {.values = sum.values, .counts = sum.counts};
        }
        return {.rows = rows, .histograms = views_};
    }

    const ReleasedClasses& classes_;
    const PrivacyModel& model_;
    std::span<const Histograms> histograms_;
    std::vector<HistogramView> views_;
    std::vector<std::uint32_t> order_;  ///< classes
    HistogramSum sum_;
    KnownFindings out_;
};

}  // namespace

KnownFindings judge_known_values(const Evidence& evidence,
                                 const PrivacyModel& model,
                                 std::span<const Histograms> histograms) {
    return SharedValues(evidence, model, histograms).judge();
}

}  // namespace kanon::auditing
