package actions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEventThatIsTooLarge holds that no more of an event is read than GitHub sends.
func TestEventThatIsTooLarge(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(name, []byte(`{"repository":{"default_branch":"main"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, maxEvent+1); err != nil {
		t.Fatal(err)
	}
	w := &Workflow{active: true, getenv: env("GITHUB_EVENT_PATH", name)}
	var event struct{}
	if err := w.event(&event); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}
