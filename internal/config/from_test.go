package config

import (
	"slices"
	"testing"
)

// Each setting either has no effect on an earlier report, or is listed here.
func TestSettingsWithFrom(t *testing.T) {
	t.Parallel()
	effective := []string{
		"config", "fail-on", "max-broken", "changed", "baseline", "min-pages", "publish", "token", "from",
		"report", "format", "quiet", "verbose", "annotations", "summary",
	}
	for _, s := range Settings() {
		if slices.Contains(effective, s.Name) == slices.Contains(notWithFrom, s.Name) {
			t.Errorf("add %s to notWithFrom, or to this list", s.Name)
		}
	}
}
