package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/report"
)

const (
	repository = "octo/site"
	commit     = "0123456789abcdef0123456789abcdef01234567"
)

// api is as much of GitHub as linkvet needs to publish. It has an earlier comment, as a run
// without findings creates none.
type api struct {
	server *httptest.Server
	target string

	mu                      sync.Mutex
	comment, title, summary string
}

func newAPI(target string) *api {
	a := &api{target: target}
	a.server = httptest.NewServer(a)
	return a
}

func (a *api) close() { a.server.Close() }

// environ is that of a workflow run.
func (a *api) environ() []string {
	return []string{
		"GITHUB_ACTIONS=true", "GITHUB_API_URL=" + a.server.URL, "GITHUB_TOKEN=0123456789abcdef", "GITHUB_SERVER_URL=https://github.com",
		"GITHUB_REPOSITORY=" + repository, "GITHUB_SHA=" + commit, "GITHUB_RUN_ID=42", "GITHUB_EVENT_NAME=push", "GITHUB_EVENT_PATH=event.json",
	}
}

// ServeHTTP answers a request, and keeps what it publishes.
func (a *api) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var sent struct {
		Body   string
		Output struct{ Title, Summary string }
	}
	_ = json.NewDecoder(req.Body).Decode(&sent) // a GET has no body
	var answer any
	switch path := req.URL.Path; {
	case strings.HasSuffix(path, "/pulls"):
		answer = []any{map[string]any{"number": 7, "state": "open", "head": map[string]any{"sha": commit}}}
	case req.Method == http.MethodGet && strings.HasSuffix(path, "/issues/7/comments"):
		answer = []any{map[string]any{"id": 1, "body": report.Marker(a.target) + "\nearlier", "user": map[string]any{"login": "github-actions[bot]", "type": "Bot"}}}
	case strings.Contains(path, "/issues/comments/"):
		a.comment = sent.Body
		answer = map[string]any{"id": 1, "body": sent.Body}
	default:
		a.title, a.summary = sent.Output.Title, sent.Output.Summary
		answer = map[string]any{"id": 2}
	}
	_ = json.NewEncoder(w).Encode(answer)
}
