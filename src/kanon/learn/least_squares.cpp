// SPDX-License-Identifier: Apache-2.0
#include "kanon/learn/least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::learn {
namespace {

/// A column of which less than this share is new is taken for given by those before it.
constexpr double kLeastNewShare = 1e-9;

/// A square matrix, row after row.
class Square {
public:
    explicit Square(std::size_t size) : size_(size), values_(size * size) {}

    double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// Sweep on the diagonal's place `k`.
    void sweep(std::size_t k) {
        const double pivot = at(k, k);
        for (std::size_t column = 0; column < size_; ++column) {
            at(k, column) /= pivot;
        }
        for (std::size_t row = 0; row < size_; ++row) {
            if (row == k) {
                continue;
            }
            const double factor = at(row, k);
            for (std::size_t column = 0; column < size_; ++column) {
                at(row, column) -= factor * at(k, column);
            }
            at(row, k) = -factor / pivot;
        }
        at(k, k) = 1 / pivot;
    }

private:
    std::size_t size_;
    std::vector<double> values_;
};

/// The products of constant, columns and target, summed over the rows.
Square products_of(const Samples& samples, std::span<const double> target) {
    const std::size_t size = samples.columns + 2;
    Square out(size);
    std::vector<double> row(size);
    for (std::size_t i = 0; i < target.size(); ++i) {
        const std::span<const float> values = samples.row(i);
        row[0] = 1;
        std::ranges::copy(values, row.begin() + 1);
        row.back() = target[i];
        for (std::size_t a = 0; a < size; ++a) {
            if (row[a] == 0) {
                continue;
            }
            for (std::size_t b = a; b < size; ++b) {
                out.at(a, b) += row[a] * row[b];
            }
        }
    }
    for (std::size_t a = 0; a < size; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            out.at(a, b) = out.at(b, a);
        }
    }
    return out;
}

}  // namespace

std::optional<LinearFit> fit_least_squares(const Samples& samples, std::span<const double> target) {
    Square matrix = products_of(samples, target);
    const std::size_t last = matrix.size() - 1;
    std::vector<bool> taken(last);
    double around_mean = 0;
    std::size_t used = 0;
    for (std::size_t k = 0; k < last; ++k) {
        double whole = 0;
        for (std::size_t i = 0; k > 0 && i < target.size(); ++i) {
            const auto value = static_cast<double>(samples.row(i)[k - 1]);
            whole += value * value;
        }
        taken[k] = k == 0 ? !target.empty() : matrix.at(k, k) > kLeastNewShare * whole;
        if (taken[k]) {
            matrix.sweep(k);
            ++used;
        }
        if (k == 0) {
            around_mean = matrix.at(last, last);
        }
    }
    if (target.size() <= used) {
        return std::nullopt;
    }
    const double left = std::max(0.0, matrix.at(last, last));
    const double variance = left / static_cast<double>(target.size() - used);
    LinearFit out{.coefficients = {}, .r_squared = 0, .rows = target.size()};
    out.r_squared = around_mean > 0 ? 1 - left / around_mean : 0;
    out.coefficients.reserve(last);
    for (std::size_t k = 0; k < last; ++k) {
        out.coefficients.push_back(
            taken[k] ? std::optional(Coefficient{
                           .value = matrix.at(k, last),
                           .error = std::sqrt(std::max(0.0, matrix.at(k, k) * variance))})
                     : std::nullopt);
    }
    return out;
}

}  // namespace kanon::learn
