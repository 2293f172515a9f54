package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// TestPublishedWhenAReportCannotBeCorrected has a token that may not create a check run. The
// note about that cannot be added to a report, so the run is incomplete.
func TestPublishedWhenAReportCannotBeCorrected(t *testing.T) {
	t.Parallel()
	p := publishing(t, 0, "--publish=comment\ncheck\nstatus", "--report=json=out.json", "--report=json=other.json")
	p.server.Permit("checks", "read")
	p.server.AddComment(7, "github-actions[bot]", "<!-- linkvet:site -->\nan earlier one")
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/check-runs") {
			if err := os.Remove(p.file("out.json")); err != nil {
				t.Error(err)
			}
			if err := os.Mkdir(p.file("out.json"), 0o755); err != nil {
				t.Error(err)
			}
		}
		p.server.ServeHTTP(w, r)
	}))
	t.Cleanup(api.Close)
	p.Env = append(p.Env, "GITHUB_API_URL="+api.URL)
	if got := p.end(t); got != 3 {
		t.Errorf("exit status %d", got)
	}
	const failure = "out.json"
	comments := p.server.Comments(7)
	if body := comments[0].Body; len(comments) != 1 || strings.Contains(body, "✅") || !strings.Contains(body, failure) {
		t.Errorf("comments: %+v", comments)
	}
	states := p.states()
	if last := states[len(states)-1]; !strings.HasPrefix(last, "linkvet: error: ") {
		t.Errorf("statuses: %q", states)
	}
	if report := p.read("other.json"); !strings.Contains(report, `"complete": false`) {
		t.Errorf("the other report: %s", report)
	}
	if n := strings.Count(p.out.String(), `linkvet: could not write the report "out.json"`); n != 1 {
		t.Errorf("%d lines about the report", n)
	}
	if t.Failed() {
		t.Log(p.out.String())
	}
}
