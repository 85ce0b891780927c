// SPDX-License-Identifier: Apache-2.0
#include "policies.hpp"

#include "kanon/api/policy_settings.hpp"

#include "running.hpp"
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace kanon::python {
namespace {

/// What a plain scalar is in Python: a whole number or one with a point as long as it is spelled
/// back alike, a truth value, None; else a text.
py::object plain_scalar(const std::string& text) {
    if (text.empty() || text == "~" || text == "null") {
        return py::none();
    }
    if (text == "true" || text == "false") {
        return py::bool_(text == "true");
    }
    py::str spelled(text);
    const bool number = text.find_first_not_of("0123456789.-") == std::string::npos &&
                        text.find_first_of("0123456789") != std::string::npos;
    if (number) {
        const char* type = text.find('.') == std::string::npos ? "int" : "float";
        try {
            py::object value = py::module_::import("builtins").attr(type)(spelled);
            if (py::str(value).equal(spelled)) {
                return value;
            }
        } catch (const py::error_already_set&) {
            return spelled;
        }
    }
    return spelled;
}

/// \pre the document was read as a policy, which is not deep
py::object python_of(const YAML::Node& node) {
    if (node.IsMap()) {
        py::dict out;
        for (const auto& item : node) {
            out[py::str(item.first.Scalar())] = python_of(item.second);
        }
        return out;
    }
    if (node.IsSequence()) {
        py::list out;
        for (const auto& item : node) {
            out.append(python_of(item));
        }
        return out;
    }
    if (!node.IsScalar()) {
        return py::none();
    }
    return node.Tag() == "!" ? py::object(py::str(node.Scalar())) : plain_scalar(node.Scalar());
}

/// Forget where a text that nobody wrote had its parts.
void forget_places(Policy& policy) {
    policy.file.clear();
    for (AttributePolicy& attribute : policy.attributes) {
        attribute.line = attribute.column = 0;
    }
    policy.population.line = policy.population.column = 0;
    if (policy.patterns) {
        policy.patterns->line = policy.patterns->column = 0;
    }
}

/// A column, the word that gave its role over the policy, and the role that the policy had, or "".
using GivenRole = std::tuple<std::string, std::string, std::string>;

void set_role_sources(Policy& policy, const std::vector<GivenRole>& roles) {
    for (const auto& [name, word, before] : roles) {
        RoleSource& source = policy.attribute(name).role_source;
        source.given_by = word;
        for (const Role role : kRoles) {
            if (to_string(role) == before) {
                source.before = role;
            }
        }
    }
}

/// A policy from a text. `like`: a policy out of a file, whose name and folder are taken; `roles`:
/// those that words gave.
PolicyHandle parse(const std::string& text,
                   const std::string& name,
                   const PolicyHandle* like,
                   const std::vector<GivenRole>& roles) {
    Policy policy = parse_policy(text, name, UnnamedColumns::suggested);
    forget_places(policy);
    set_role_sources(policy, roles);
    if (like != nullptr) {
        policy.file = like->policy.file;
        policy.sha256 = like->policy.sha256;
    }
    return {std::move(policy)};
}

PolicyHandle read(const std::string& path) {
    return result_of(Watch{}, RunContext{}, [&](const RunContext& context) {
        return PolicyHandle{read_policy_file(path, context)};
    });
}

}  // namespace

void bind_policies(py::module_& module) {
    py::class_<PolicyHandle>(module, "PolicyHandle")
        .def("text", [](const PolicyHandle& handle) { return policy_text(handle.policy); })
        .def_property_readonly("file",
                               [](const PolicyHandle& handle) { return handle.policy.file; });
    module.def("read_policy", &read);
    module.def("parse_policy",
               &parse,
               py::arg("text"),
               py::arg("name"),
               py::arg("like") = nullptr,
               py::arg("roles") = std::vector<GivenRole>());
    module.def("policy_keys", [] {
        std::vector<std::string_view> out;
        for (const PolicySetting& setting : policy_settings()) {
            out.push_back(setting.key);
        }
        return out;
    });
    module.def("python_of_yaml",
               [](const std::string& text) { return python_of(YAML::Load(text)); });
}

}  // namespace kanon::python
