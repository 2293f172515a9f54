package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStatusOfADeployment has runs for deployments of a repository with several projects.
func TestStatusOfADeployment(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		page(w, `<a href="/lost">a</a>`)
	}))
	t.Cleanup(site.Close)
	const name = "linkvet (Preview – docs)"
	tests := map[string]struct {
		state, environment string // of the deployment; the setting
		exit               int
		want               []string
		check              string
	}{
		"ready": {
			state: "success", exit: 1, check: "failure",
			want: []string{name + ": pending: checking the links", name + ": failure: 1 broken in 1 page"},
		},
		"in progress":         {state: "in_progress"},
		"another environment": {state: "success", environment: "Production"},
		"failed": {
			state: "failure", exit: 2, check: "failure",
			want: []string{name + ": error: linkvet could not start: "},
		},
	}
	for test, c := range tests {
		t.Run(test, func(t *testing.T) {
			t.Parallel()
			p := publishing(t, 0, "--publish=status\ncheck")
			p.Args = p.Args[:len(p.Args)-1]
			if c.environment != "" {
				p.Args = append(p.Args, "--environment="+c.environment)
			}
			p.fill(t, "event.json", fmt.Sprintf(`{"deployment":{"sha":%q,"environment":"Preview – docs"},
				"deployment_status":{"state":%q,"environment":"Preview – docs","environment_url":%q}}`, head, c.state, site.URL))
			// The commit of the run is another one.
			p.Env = append(p.Env, "GITHUB_EVENT_NAME=deployment_status", "GITHUB_EVENT_PATH="+p.file("event.json"), "GITHUB_SHA="+strings.Repeat("f", 40))
			if got := p.end(t); got != c.exit {
				t.Errorf("exit status %d, want %d", got, c.exit)
			}
			got := p.states()
			if c.exit == 2 && len(got) == 1 {
				got[0] = got[0][:min(len(got[0]), len(c.want[0]))]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("statuses (-want +got):\n%s", diff)
			}
			if runs := p.server.CheckRuns(head); c.check == "" && len(runs) > 0 || c.check != "" && (len(runs) != 1 || runs[0].Name != name || runs[0].Conclusion != c.check) {
				t.Errorf("check runs: %+v", runs)
			}
			if t.Failed() {
				t.Log(p.out.String())
			}
		})
	}
}
