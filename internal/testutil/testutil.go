// Package testutil is for tests alone. Its folders hold the servers, the stand-in for GitHub's
// API and the checks that tests of several packages share.
package testutil

import (
	"os"
	"testing"
)

// Nightly skips a test that is too slow for each change, unless the environment variable
// LINKVET_NIGHTLY is set.
func Nightly(t testing.TB) {
	t.Helper()
	if os.Getenv("LINKVET_NIGHTLY") == "" {
		t.Skip("runs nightly: set LINKVET_NIGHTLY=1")
	}
}
