#!/usr/bin/env bash
# Write the golden files anew from what the program prints now; review the diff before committing.
set -euo pipefail
cd "$(dirname "$0")/.."
KANON_UPDATE_GOLDENS=1 build/bin/golden_tests
KANON_UPDATE_GOLDENS=1 build/bin/unit_report --gtest_filter='*AsReviewed'
git --no-pager diff --stat -- tests/golden
