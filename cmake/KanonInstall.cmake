# Filled in with install rules and the exported package.
