package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChangedOfAPreview checks a live site in a run for its deployment, whose payload does
// not name the base of the pull request.
func TestChangedOfAPreview(t *testing.T) {
	t.Parallel()
	p := newPullRequest(t, changedBase, fileTree{
		"content/new.md": "# New\n\n[nothing](/nothing/)\n", "content/index.md": changedBase["content/index.md"] + "\n[new](/new/) [logo](/logo/)\n",
		"content/guide.md": "# Guide\n\n[about us](/about/)\n",
	})
	build(t, p.dir)
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(p.dir, "public"))))
	t.Cleanup(server.Close)
	got := p.clone().check([]string{"GITHUB_EVENT_NAME=deployment_status"}, "--sources=.", server.URL)
	if diff := cmp.Diff([][]string{{"/guide/#by-hand", "/nothing/"}, changedOthers}, [][]string{got.failing, got.others}); diff != "" || got.status != 1 {
		t.Errorf("exit status %d, failing and others (-want +got):\n%s%s", got.status, diff, got.out)
	}
}

// TestChangedWithABaseline leaves out what either of both settings leaves out, and what is
// left is what max-broken counts.
func TestChangedWithABaseline(t *testing.T) {
	t.Parallel()
	p := newPullRequest(t, changedBase, fileTree{"content/guide.md": changedBase["content/guide.md"] + "\n[never](/never/) [nothing](/nothing/)\n"})
	build(t, p.dir)
	known := filepath.Join(p.dir, "known.txt")
	p.check([]string{"GITHUB_EVENT_NAME=push"}, "--report=baseline="+known, "public")
	for _, tt := range []struct {
		name            string
		args            []string
		status          int
		failing, others []string
	}{
		{name: "changed alone", status: 1, failing: []string{"/never/", "/nothing/"}, others: []string{"/gone-footer/"}},
		{name: "both", args: []string{"--baseline=" + known}, status: 0},
		{name: "as many as tolerated", args: []string{"--max-broken=2"}, status: 0, failing: []string{"/never/", "/nothing/"}, others: []string{"/gone-footer/"}},
		{name: "more than tolerated", args: []string{"--max-broken=1"}, status: 1, failing: []string{"/never/", "/nothing/"}, others: []string{"/gone-footer/"}},
	} {
		got := p.check(nil, append(tt.args, "public")...)
		if diff := cmp.Diff([][]string{tt.failing, tt.others}, [][]string{got.failing, got.others}); diff != "" || got.status != tt.status || got.failed != (tt.status == 1) {
			t.Errorf("%s: exit status %d, failing and others (-want +got):\n%s%s", tt.name, got.status, diff, got.out)
		}
	}
}
