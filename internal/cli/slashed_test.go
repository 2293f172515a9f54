package cli

import "testing"

// A path of Windows is shown with slashes, and the prefix for long paths makes no other
// path of it.
func TestSlashed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		`docs\public`:           "docs/public",
		`C:\site`:               "C:/site",
		`\\server\share\site`:   "//server/share/site",
		`\\?\C:\site`:           "C:/site",
		`\\?\UNC\server\share\`: "//server/share/",
		`\\?\Volume{1}\site`:    `\\?\Volume{1}\site`,
		`\\.\pipe\report`:       "//./pipe/report",
	} {
		if got := slashed(name); got != want {
			t.Errorf("slashed(%q) = %q, want %q", name, got, want)
		}
	}
}
