// Package pattern matches the paths that rules of hosts are for: globs as minimatch
// reads them, paths with parameters as path-to-regexp reads them, and regular
// expressions in JavaScript's syntax. Each match has a cost, which a request's
// [hosting.Effort] bounds. It knows no host and reads no file.
package pattern
