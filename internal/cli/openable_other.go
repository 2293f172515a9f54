//go:build !linux && !darwin

package cli

// openable is not known here.
func openable() (n int, known bool) { return 0, false }
