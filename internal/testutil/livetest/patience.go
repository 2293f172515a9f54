package livetest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Timeout returns an argument for settings in which the targets of a pattern time out after
// some time, and no others do: a machine under load may take longer for those that answer.
func Timeout(t *testing.T, pattern string, after time.Duration) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.yml")
	rule := fmt.Sprintf("rules: [{match: %q, timeout: %v}]\n", pattern, after)
	if err := os.WriteFile(file, []byte(rule), 0o600); err != nil {
		t.Fatal(err)
	}
	return "--config=" + file
}

// Within runs a check with a time limit that is doubled until the check was in time: what a
// machine under load cannot do within a second says nothing of the program. The test fails
// when it is late with a minute as well.
func Within(t *testing.T, limit time.Duration, check func(limit time.Duration) (inTime bool)) {
	t.Helper()
	for ; !check(limit); limit *= 2 {
		if limit >= time.Minute {
			t.Fatalf("not in time within %v", limit)
		}
	}
}
