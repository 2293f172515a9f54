package actions

import (
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzEvent reads whatever an event's payload may be: an address is http or https and
// stands in the payload, and an error is one plain line.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{"deployment_status": {"state": "success", "environment_url": "https://p.test/x"}}`,
		`{"deployment_status": {"state": "x\n::error::y\u001b[2J", "environment_url": 1}}`,
		`{"action": "vercel.deployment.success", "client_payload": {"url": "https://u:p@P.test:8443/?a#b"}}`,
		`{"action": "vercel.deployment.\u202e", "client_payload": []}`,
		`{"pull_request": {"base": {"sha": "--output=x"}, "head": {"sha": "0123456789abcdef0123456789abcdef01234567"}}, "repository": {"default_branch": "a\nb"}}`,
		`[`, `null`, strings.Repeat(`{"action":`, 100),
	} {
		f.Add([]byte(seed))
	}
	file := filepath.Join(f.TempDir(), "event.json")
	f.Fuzz(func(t *testing.T, payload []byte) {
		if err := os.WriteFile(file, payload, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"deployment_status", "repository_dispatch", "pull_request", "push"} {
			w := New(env("GITHUB_EVENT_NAME", name, "GITHUB_EVENT_PATH", file), io.Discard)
			address, ok, err := w.DeploymentURL()
			switch {
			case err != nil:
				if line := err.Error(); !ok || address != "" || len(line) > 4096 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
					t.Errorf("%s of %q: the error is %q", name, payload, line)
				}
			case address != "":
				u, err := url.Parse(address)
				if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !inPayload(payload, address) {
					t.Errorf("%s of %q: the address is %q", name, payload, address)
				}
			}
			if sha := w.commit(); strings.Trim(sha, "0123456789abcdefABCDEF") != "" {
				t.Errorf("%s of %q: the commit is %q", name, payload, sha)
			}
			base, head := w.PullRequest()
			if (base != "" || head != "") && name != "pull_request" || !inPayload(payload, base) || !inPayload(payload, head) || !inPayload(payload, w.DefaultBranch()) {
				t.Errorf("%s of %q: %q, %q and %q", name, payload, base, head, w.DefaultBranch())
			}
		}
	})
}

// inPayload reports whether a string is empty or one of a payload in JSON.
func inPayload(payload []byte, sought string) bool {
	var value any
	if sought == "" || !utf8.Valid(payload) {
		return true
	}
	if err := json.Unmarshal(payload, &value); err != nil {
		return false
	}
	// Of a key that stands there twice only the last is in value, but both are read.
	return holds(value, sought) || strings.Contains(string(payload), sought)
}

// holds reports whether a value of JSON is or has a string.
func holds(value any, sought string) bool {
	switch v := value.(type) {
	case string:
		return v == sought
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
