// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package bundle has only tests. They take the bundles of "tessera gen -o" to the tools of other
// people, from a folder outside the repository, as these people would.
package bundle
