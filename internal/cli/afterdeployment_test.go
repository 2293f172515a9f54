package cli

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
)

func TestIsAfterDeployment(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		cfg  config.Config
		env  []string
		want bool
	}{
		"a call":                    {},
		"a push":                    {env: []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=push"}},
		"a wait":                    {cfg: config.Config{Wait: time.Second}, want: true},
		"an expected text":          {cfg: config.Config{Expect: "abc123"}, want: true},
		"the event of a deployment": {env: []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=deployment_status"}, want: true},
		"a commit status":           {env: []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=status"}, want: true},
		"outside of a workflow":     {env: []string{"GITHUB_EVENT_NAME=deployment_status"}},
	} {
		p := Process{Environ: tt.env}
		s := &session{process: p, cfg: tt.cfg, workflow: actions.New(p.getenv, io.Discard)}
		if got := s.isAfterDeployment(); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestSettlingLastsNoLongerThanTheWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for wait, want := range map[time.Duration]time.Duration{10 * time.Second: 10 * time.Second, time.Hour: time.Minute} {
			s := &session{cfg: config.Config{Wait: wait}}
			if s.noteReady(); time.Until(s.settled) != want {
				t.Errorf("with a wait of %v: %v", wait, time.Until(s.settled))
			}
		}
	})
}
