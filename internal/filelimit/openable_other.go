//go:build !linux && !darwin

package filelimit

// Openable is not known here.
func Openable() (n int, known bool) { return 0, false }
