//go:build !windows

package openfile

// openPatiently opens a file by a function. Only Windows refuses that for a moment.
func openPatiently(open func() error) error { return open() }

// replacePatiently replaces a file by a function. Only Windows refuses that for a moment.
func replacePatiently(replace func() error) error { return replace() }
