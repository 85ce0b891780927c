// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace kanon {

/// A table of a made-up hospital.
struct HospitalTable {
    std::string_view name;
    Table table;
};

/// Make up a hospital's tables: realistic, and about nobody. In this order, each linked to one
/// before it:
///
/// - `persons`: pid, name, age, sex, zip, nationality, insurance;
/// - `stays`: stay, pid, admission_date, department, diagnosis, length_of_stay, charges; a person
///   has one and more, some five on average and more with age, a few very many;
/// - `labs`: stay, test, result; most stays have the tests of their department;
/// - `prescriptions`: stay, drug, days; none to three a stay.
///
/// Person i with all rows depends on the seed and i alone. Cost O(rows of all tables). Uses seed
/// and cancel of the context. \throws Error{usage} for no person, or more rows than a table can
/// hold; Error{cancelled}
[[nodiscard]] std::vector<HospitalTable> generate_hospital(std::uint64_t persons,
                                                           const RunContext& context);

/// A policy with the schema of these tables, in the files `NAME.csv` beside it; k = 5.
[[nodiscard]] std::string_view hospital_policy();

}  // namespace kanon
