// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

// Version is the version of tessera: the program, the Python package, bundles, the FuseSoC core,
// CITATION.cff and CHANGELOG.md state it (semantic versioning).
const Version = "0.1.0"
