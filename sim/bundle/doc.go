// Package bundle has no code but its tests: they take the bundles of "tessera gen -o" to the
// tools of other people, from a folder outside the repository, as those people would.
package bundle
