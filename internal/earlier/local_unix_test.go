//go:build unix

package earlier

import "testing"

// On Windows what follows a colon is a stream of the file.
func TestColonIsPartOfAName(t *testing.T) {
	t.Parallel()
	if got := local("a:b.md"); got != "a:b.md" {
		t.Errorf("local = %q", got)
	}
}
