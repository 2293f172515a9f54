package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/github"
)

// startedBy returns a session in a run that an event started.
func startedBy(t *testing.T, cfg config.Config, name, payload string) *session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(path, []byte(payload), 0o600); err != nil {
		t.Fatal(err)
	}
	p := Process{Environ: []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + name, "GITHUB_EVENT_PATH=" + path}}
	return &session{process: p, cfg: cfg, workflow: github.NewWorkflow(p.getenv, io.Discard)}
}

// TestSettlingBeginsWhenADeploymentIsReady counts from the first answer of a site that the
// run had to wait for, or else from the time that the event gives.
func TestSettlingBeginsWhenADeploymentIsReady(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		wait      time.Duration
		hasWaited bool
		// reported is how long ago the host reported the deployment; 0 when it did not.
		reported time.Duration
		// want is for how long files may still arrive; 0 when that is over.
		want time.Duration
	}{
		"after a wait":              {wait: time.Hour, hasWaited: true, want: time.Minute},
		"reported before the wait":  {wait: time.Hour, hasWaited: true, reported: 30 * time.Second, want: time.Minute},
		"reported a moment ago":     {wait: time.Hour, reported: 25 * time.Second, want: 35 * time.Second},
		"reported long ago":         {wait: time.Hour, reported: 10 * time.Minute},
		"reported by a clock ahead": {wait: time.Hour, reported: -time.Hour, want: time.Minute},
		"without a wait":            {reported: 25 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			payload := "{}"
			if tt.reported != 0 {
				payload = fmt.Sprintf(`{"deployment_status": {"created_at": %q}}`, time.Now().Add(-tt.reported).Format(time.RFC3339))
			}
			s := startedBy(t, config.Config{Wait: tt.wait}, "deployment_status", payload)
			s.noteReady(tt.hasWaited)
			if got := max(time.Until(s.job.Settled), 0); got != tt.want {
				t.Errorf("%s: got %v, want %v", name, got, tt.want)
			}
		})
	}
}
