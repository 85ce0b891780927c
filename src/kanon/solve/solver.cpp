// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/solver.hpp"

namespace kanon {

std::string_view to_string(SolveStatus status) {
    switch (status) {
        case SolveStatus::optimal:
            return "optimal";
        case SolveStatus::feasible:
            return "feasible";
        case SolveStatus::infeasible:
            return "infeasible";
        case SolveStatus::unbounded:
            return "unbounded";
        case SolveStatus::stopped:
            return "stopped";
        case SolveStatus::failed:
            return "failed";
    }
    return "";
}

Solution MipSolver::relax(const Model& model, const RunContext& context) const {
    return open(model)->relax(context);
}

const MipSolver* find_mip_solver() {
    const std::span<const MipBackend> found = mip_backends();
    return found.empty() ? nullptr : &found.front().solver();
}

std::string mip_missing() {
    return "this build has no solver of integer programs; install COIN-OR Cbc "
           "(Debian: coinor-libcbc-dev) and build anew";
}

}  // namespace kanon
