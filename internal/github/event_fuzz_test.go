package github

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
)

// FuzzEvent reads payloads of any content: a URL is http or https and is in the
// payload, a commit is in hexadecimal digits, and an error is one plain line.
func FuzzEvent(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		seed, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	for _, seed := range []string{
		`{"deployment_status": {"state": "x\n::error::y\u001b[2J", "environment_url": 1}}`,
		`{"action": "vercel.deployment.success", "client_payload": {"url": "https://u:p@P.test:8443/?a#b"}}`,
		`{"action": "vercel.deployment.\u202e", "client_payload": []}`,
		`{"pull_request": {"base": {"sha": "--output=x"}, "head": {"sha": "0123456789abcdef0123456789abcdef01234567"}}, "repository": {"default_branch": "a\nb"}}`,
		`{"state": "success", "context": "docs/readthedocs.org:\u001b", "target_url": "https://a--1.org.readthedocs.build/"}`,
		`{"state": "success", "context": "\uf5e0\u200d\u2028", "target_url": "https://a.test/"}`,
		`[`, `null`, strings.Repeat(`{"action":`, 100),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		for name := range readers {
			e := newEvent(payload, nil, variables(name))
			for _, pattern := range []config.NamePattern{"", "*", "Preview*"} {
				checkSite(t, &e, payload, pattern)
			}
			if strings.Trim(e.Commit+e.Base, "0123456789abcdefABCDEF") != "" || e.PullRequest < 0 {
				t.Errorf("%s of %q: the commit is %q, the base %q and the number %d", name, payload, e.Commit, e.Base, e.PullRequest)
			}
			if e.Commit != ofRun && !inPayload(payload, e.Commit) || !inPayload(payload, e.Base) || !inPayload(payload, e.DefaultBranch) || !inPayload(payload, e.HeadRepository) {
				t.Errorf("%s of %q: got %+v", name, payload, e)
			}
		}
	})
}

// checkSite checks the URL of an event, or the error.
func checkSite(t *testing.T, e *Event, payload []byte, pattern config.NamePattern) {
	t.Helper()
	address, ok, err := e.Site(pattern)
	switch {
	case err != nil:
		if line := err.Error(); !ok || address != "" || len(line) > 4096 || line != report.Clean(line, 0) {
			t.Errorf("%s of %q: the error is %q", e.Name, payload, line)
		}
	case address != "":
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !inPayload(payload, address) {
			t.Errorf("%s of %q: the URL is %q", e.Name, payload, address)
		}
	}
}

// inPayload reports whether a string is empty or part of a string of a payload in JSON.
func inPayload(payload []byte, sought string) bool {
	var value any
	if sought == "" || !utf8.Valid(payload) {
		return true
	}
	if err := json.Unmarshal(payload, &value); err != nil {
		return false
	}
	// Of a key that is there twice only the last is in value, but both are read.
	return holds(value, sought) || strings.Contains(string(payload), sought)
}

// holds reports whether a value of JSON is or has a string with another in it.
func holds(value any, sought string) bool {
	switch v := value.(type) {
	case string:
		return strings.Contains(v, sought)
	case []any:
		for _, item := range v {
			if holds(item, sought) {
				return true
			}
		}
	case map[string]any:
		for _, item := range v {
			if holds(item, sought) {
				return true
			}
		}
	}
	return false
}
