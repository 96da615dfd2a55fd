package gen

// Version is the version of tessera, as bundles and the program state it
// (semantic versioning).
const Version = "0.1.0"
