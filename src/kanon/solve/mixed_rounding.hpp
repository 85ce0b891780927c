// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace kanon {

/// A continuous column is at most `factor` times a column of 0 or 1; column -1: there is none such.
struct VariableBound {
    int column = -1;
    double factor = 0;
};

/// The columns of a model, and the point that a cut is to cut off: one of each per column. Only
/// sums whose whole columns are of 0 or 1, or fixed, give cuts.
struct RoundingPoint {
    std::span<const double> lower;
    std::span<const double> upper;
    std::span<const double> values;
    std::span<const char> whole;
    std::span<const VariableBound> bounds;
};

/// A row of a model: the sum of its entries is within the bounds, either of which may be infinite.
struct RoundingRow {
    std::span<const int> columns;
    std::span<const double> values;
    double lower = 0;
    double upper = 0;
    double activity = 0;  ///< the sum at the point
};

/// The sum of values[i] * columns[i] is at most `upper`.
struct CutRow {
    std::vector<int> columns;
    std::vector<double> values;
    double upper = 0;
};

/// Complemented mixed-integer rounding (Marchand, Wolsey, Oper. Res. 49(3), 2001): from a weighted
/// sum of rows, an inequality that all whole points keep and the point at hand breaks.
///
/// Continuous columns are put as what is left to the nearer of their bounds (a variable bound, or
/// the lower one), whole columns are complemented if they are nearer to 1; then the sum is divided
/// by the coefficients of the columns that are not whole at the point, and by what is between, and
/// rounded down; the divisor and the complements that break the point most, for the length of the
/// inequality, are kept. On the programs of cell suppression, such cuts close most of the gap that
/// Cgl's generators leave, and are shorter: that is why they are here. Differs: no lifting, no
/// bounds other than those of the model.
///
/// Borrows the point, and rows until clear(). Cost of a cut: the entries of the rows, and the
/// square of the number of whole columns at worst. Deterministic.
class MixedRounding {
public:
    explicit MixedRounding(const RoundingPoint& point);

    /// Start anew.
    void clear();

    /// Add a row as often as this; less than nothing turns it over.
    void add(const RoundingRow& row, double weight);

    /// The columns that were added, each once; their sums may have come to nothing.
    [[nodiscard]] std::span<const int> columns() const { return columns_; }

    [[nodiscard]] double sum_of(int column) const { return sums_[at(column)]; }

    /// The inequality of the sum; of the sum turned over if `negated`. None is found if the point
    /// keeps all, or if the numbers are not safe to round.
    [[nodiscard]] std::optional<CutRow> cut(bool negated);

private:
    struct Whole {
        int column = 0;
        double coefficient = 0;
        double value = 0;  ///< at the point
        bool complemented = false;

        [[nodiscard]] double signed_coefficient() const {
            return complemented ? -coefficient : coefficient;
        }

        [[nodiscard]] double distance() const { return complemented ? 1 - value : value; }
    };

    /// What stays of a continuous column or of a row's slack: never above 0.
    struct Rest {
        enum class Kind { column, variable_bound, slack };
        Kind kind = Kind::column;
        int index = 0;
        double coefficient = 0;
    };

    struct Used {
        RoundingRow row;
        double weight = 0;
        bool at_upper = true;  ///< the side that it is taken at
    };

    /// The sum divided and rounded.
    struct Rounded {
        double divisor = 0;
        double fraction = 0;  ///< of the right side
        double right = 0;
        double efficacy = 0;  ///< how far off the point is
    };

    [[nodiscard]] static std::size_t at(int column) { return static_cast<std::size_t>(column); }

    void add_sum(int column, double value);
    [[nodiscard]] bool substitute(double sign);
    [[nodiscard]] bool take_continuous(int column, double coefficient);
    void take_slacks(double sign);
    [[nodiscard]] bool take_whole();
    void add_rest(Rest rest, double amount);
    [[nodiscard]] Rounded divided_by(double divisor) const;
    [[nodiscard]] double complemented_right() const;
    [[nodiscard]] std::vector<double> divisors() const;
    [[nodiscard]] Rounded best();
    void flip(Rounded& best);
    [[nodiscard]] CutRow build(const Rounded& rounded);
    void add_rest_to_cut(const Rest& rest, double scale, double& right);
    void add_to_cut(int column, double value);
    [[nodiscard]] CutRow collect(double right);

    RoundingPoint point_;
    std::vector<double> sums_;  ///< per column
    std::vector<char> added_;   ///< per column: in columns_
    std::vector<int> columns_;
    std::vector<Used> used_;
    double right_ = 0;
    double rest_ = 0;  ///< what the rests come to at the point, at least 0
    std::vector<double> whole_sums_;
    std::vector<int> whole_columns_;
    std::vector<Whole> wholes_;
    std::vector<Rest> rests_;
    std::vector<double> cut_sums_;
    std::vector<int> cut_columns_;
};

}  // namespace kanon
