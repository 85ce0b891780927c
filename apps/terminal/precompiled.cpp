// SPDX-License-Identifier: Apache-2.0
// Nothing: a source to compile the precompiled headers of the programs with.
