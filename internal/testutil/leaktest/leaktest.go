// Package leaktest is for tests alone: it holds a package to leaving no goroutine
// behind, on a machine under any load.
package leaktest

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// patience is how often goroutines are looked for that are still there. Each look
// waits about half a second for them to end: on a busy machine those of a closed
// connection may take several.
const patience = 60

// Main runs the tests of a package, and fails when goroutines are left behind
// though all tests have passed. It does not return.
func Main(m *testing.M) {
	status := m.Run()
	if status == 0 {
		if err := find(goleak.Find); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

// find looks for goroutines until there are none, or for too long.
func find(look func(...goleak.Option) error) (err error) {
	for range patience {
		if err = look(); err == nil {
			return nil
		}
	}
	return err
}
