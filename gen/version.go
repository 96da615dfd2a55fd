package gen

// Version is the version of tessera, as bundles state it
// (semantic versioning).
const Version = "0.1.0"
