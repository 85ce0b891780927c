// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/workload.hpp"

#include <optional>
#include <string>

namespace kanon::bench {

/// The folder of shared data where none is named: `shared` here, else beside this folder.
[[nodiscard]] std::string default_shared_folder();

/// The folder where tables are made, releases written and summaries read: private and temporary,
/// or one to keep.
class Workplace {
public:
    /// `keep`: a folder made if need be, whose tables are used again; "": a temporary one, removed
    /// at the end. `shared`: the folder of shared data, which need not be there.
    /// `program`: kanon, which makes tables and need not be there before one is made.
    /// \throws Error{bad_output}
    Workplace(const std::string& keep, std::string shared, const std::string& program);
    ~Workplace();
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    Workplace(Workplace&&) = delete;
    Workplace& operator=(Workplace&&) = delete;

    /// "", or that a file of the shared folder which the table needs is not there.
    [[nodiscard]] std::string missing(const DataSource& data) const;

    /// Make a table, unless it is the one made last or kept; the one before is removed unless
    /// kept. Returns its path. \throws Error
    [[nodiscard]] std::string make_table(const DataSource& data);

    /// The text of a policy for a table, its `${shared}` replaced; "": the generator's own, with no
    /// promise but k-anonymity.
    [[nodiscard]] std::string policy_for(const DataSource& data, const std::string& policy) const;

    /// The policy of a workload as a file; returns its path.
    [[nodiscard]] std::string write_policy(const Workload& workload) const;

    /// The path of kanon. \throws Error{bad_input} if no program is there.
    [[nodiscard]] const std::string& program() const;

    /// The path of a file of that name.
    [[nodiscard]] std::string path(const std::string& name) const;

private:
    void make(const DataSource& data, const std::string& target) const;
    void drop_table();

    std::string folder_;
    std::string shared_;
    std::string program_;
    bool keeps_ = false;
    std::optional<DataSource> made_;
    std::string table_;
};

}  // namespace kanon::bench
