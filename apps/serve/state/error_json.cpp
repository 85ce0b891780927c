// SPDX-License-Identifier: Apache-2.0
#include "state/error_json.hpp"

#include "terminal/output.hpp"

#include <new>

namespace kanon::serve {
namespace {

Json fault_json(std::string_view code, const std::string& message, const std::string& attribute) {
    return {{"code", code}, {"message", cli::one_line(message)}, {"attribute", attribute}};
}

}  // namespace

Json error_json(const std::exception_ptr& fault) {
    try {
        std::rethrow_exception(fault);
    } catch (const Error& error) {
        return fault_json(to_string(error.code()), error.what(), error.where().attribute);
    } catch (const Json::exception&) {
        return fault_json("usage", "this is not what was to be sent", "");
    } catch (const std::bad_alloc&) {
        return fault_json("bad_input", "there is not enough memory for this", "");
    } catch (const std::exception& error) {
        return fault_json("usage", error.what(), "");
    }
}

}  // namespace kanon::serve
