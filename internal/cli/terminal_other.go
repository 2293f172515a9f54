//go:build !windows

package cli

// understandsSequences reports whether a terminal understands escape sequences: all do.
func understandsSequences(uintptr) bool { return true }
