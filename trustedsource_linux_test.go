package main

import (
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// oidcToken has the form of an OIDC token, and is none.
const oidcToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOm9jdG8vc2l0ZSJ9.c2lnbmF0dXJl"

// trusting is a deployment on Vercel that lets in whoever sends the token of a source that
// it trusts, GitHub's server of such tokens, and another site.
type trusting struct {
	preview, github, other *httptest.Server
	// trusted is the token that opens the preview.
	trusted string
	// tokens counts the requests for a token, and leaks the requests to the other site
	// that bore one.
	tokens, leaks atomic.Int64
	// answer is GitHub's answer; nil is a token.
	answer http.HandlerFunc
	// redirects is whether the preview sends visitors to the login of Vercel, instead of
	// showing it.
	redirects bool
	// expires is the path that is not open even with the token; empty for none.
	expires string
}

func newTrusting(t *testing.T) *trusting {
	t.Helper()
	s := &trusting{trusted: oidcToken}
	start := func(handle http.HandlerFunc) *httptest.Server {
		server := httptest.NewTLSServer(handle)
		t.Cleanup(server.Close)
		return server
	}
	s.other = start(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(fmt.Sprint(r.Header, r.URL), oidcToken) {
			s.leaks.Add(1)
		}
		page(w, "<p>Another site")
	})
	s.github = start(func(w http.ResponseWriter, r *http.Request) {
		s.tokens.Add(1)
		if r.Header.Get("Authorization") != "Bearer bearer-of-the-runner" {
			t.Errorf("the request for a token has the headers %v", r.Header)
		}
		if s.answer != nil {
			s.answer(w, r)
			return
		}
		fmt.Fprintf(w, `{"value":%q}`, oidcToken)
	})
	s.preview = start(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("x-vercel-trusted-oidc-idp-token"); s.trusted != "" && got != s.trusted || r.URL.Path == s.expires {
			if s.redirects {
				http.Redirect(w, r, "https://vercel.com/sso-api?url=https%3A%2F%2Fpreview.example%2F&nonce=abc", http.StatusFound)
				return
			}
			w.Header().Set("Set-Cookie", "_vercel_sso_nonce=abc; Path=/")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		switch r.URL.Path {
		case "/":
			page(w, `<h1>Welcome to our home page</h1><a href="/a">a</a> <a href="/b">b</a> <a href="/away">away</a> <a href="/lost?`+r.Header.Get("x-vercel-trusted-oidc-idp-token")+`">lost</a>`)
		case "/a", "/b":
			page(w, "<p>A page of the preview "+r.URL.Path)
		case "/away":
			http.Redirect(w, r, s.other.URL+"/", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	return s
}

// run checks the preview with the real program in a workflow run, and returns its exit
// status and all that it printed and wrote. args may name the target.
func (s *trusting) run(t *testing.T, env []string, args ...string) (status int, output string) {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, "ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.preview.Certificate().Raw})))
	put(t, dir, "target.yml", "target: "+s.preview.URL+"/\n")
	args = append([]string{"--report=json=report.json", "--report=html=report.html", "--retries=0", "--allow-private"}, args...)
	cmd := exec.CommandContext(t.Context(), "linkvet", args...)
	cmd.Dir = dir
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=summary.md", "SSL_CERT_FILE=ca.pem",
		"ACTIONS_ID_TOKEN_REQUEST_URL=" + s.github.URL + "/token?api-version=2.0", "ACTIONS_ID_TOKEN_REQUEST_TOKEN=bearer-of-the-runner",
	}, env...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text := string(out)
	for _, name := range []string{"report.json", "report.html", "summary.md"} {
		// A run that cannot start writes no report.
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		text += string(data)
	}
	masked := strings.ReplaceAll(text, "::add-mask::"+oidcToken+"\n", "")
	if strings.Contains(masked, oidcToken) || strings.Contains(text, "bearer-of-the-runner") {
		t.Errorf("the output shows a token:\n%s", text)
	}
	if s.leaks.Load() > 0 {
		t.Error("the token went to another site")
	}
	return cmd.ProcessState.ExitCode(), text
}

// TestTrustedSourceOpensAPreview runs in a job that may request an OIDC token, before a
// deployment on Vercel that trusts the repository.
func TestTrustedSourceOpensAPreview(t *testing.T) {
	t.Parallel()
	for name, redirects := range map[string]bool{"a page": false, "a redirect": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTrusting(t)
			s.redirects = redirects
			// The proxy keeps the redirect on this machine.
			status, output := s.run(t, []string{"HTTPS_PROXY=http://127.0.0.1:1"}, "--wait=1m", "--expect=our home page", s.preview.URL+"/")
			if status != 1 || !strings.Contains(output, "/lost?") || !strings.Contains(output, `"pages": 3`) {
				t.Errorf("exit status %d:\n%s", status, output)
			}
			if n := s.tokens.Load(); n != 1 {
				t.Errorf("GitHub was asked for %d tokens", n)
			}
			if mask := "::add-mask::" + oidcToken + "\n"; strings.Count(output, mask) != 1 {
				t.Errorf("the token is not masked:\n%s", output)
			}
		})
	}
}

// TestNoTokenIsRequestedWithoutNeed holds the token back where the preview is open, where
// another way in was given, and where a stranger may have chosen the target.
func TestNoTokenIsRequestedWithoutNeed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		trusted string
		env     []string
		args    func(s *trusting) []string
		status  int
		says    string
	}{
		"an open preview": {trusted: "", args: func(s *trusting) []string { return []string{s.preview.URL + "/"} }, status: 1, says: "/lost"},
		"a secret was given": {
			trusted: oidcToken, args: func(s *trusting) []string {
				return []string{"--header=x-vercel-protection-bypass: abc", s.preview.URL + "/"}
			},
			status: 3, says: "the header x-vercel-protection-bypass was refused",
		},
		"the settings file has the target": {
			trusted: oidcToken, args: func(*trusting) []string { return []string{"--config=target.yml"} }, status: 3, says: "asks for a login (Vercel, status 401)",
		},
		"outside of a workflow": {
			trusted: oidcToken, env: []string{"GITHUB_ACTIONS="}, args: func(s *trusting) []string { return []string{s.preview.URL + "/"} },
			status: 3, says: "add the repository to the project's Trusted Sources on Vercel and set permissions: id-token: write",
		},
		"without the permission": {
			trusted: oidcToken, env: []string{"ACTIONS_ID_TOKEN_REQUEST_URL="}, args: func(s *trusting) []string { return []string{s.preview.URL + "/"} },
			status: 3, says: "set permissions: id-token: write",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTrusting(t)
			s.trusted = tt.trusted
			status, output := s.run(t, tt.env, tt.args(s)...)
			if status != tt.status || !strings.Contains(output, tt.says) {
				t.Errorf("exit status %d, want %d and %q:\n%s", status, tt.status, tt.says, output)
			}
			if n := s.tokens.Load(); n != 0 {
				t.Errorf("GitHub was asked for %d tokens", n)
			}
		})
	}
}

// TestTokenThatOpensNothing names what became of the token in the message about the login.
func TestTokenThatOpensNothing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(s *trusting)
		says   string
	}{
		"refused by Vercel": {
			change: func(s *trusting) { s.trusted = "another" },
			says:   "asks for a login (Vercel, status 401); the header x-vercel-trusted-oidc-idp-token was refused: add this repository to the project's Trusted Sources on Vercel",
		},
		"refused by GitHub": {
			change: func(s *trusting) { s.answer = answering(http.StatusForbidden) },
			says:   "asks for a login (Vercel, status 401), and GitHub gave no OIDC token: it answered with status 403; to give linkvet access, set header",
		},
		"a redirect of GitHub": {
			change: func(s *trusting) { s.answer = answering(http.StatusFound, "Location", s.other.URL+"/") },
			says:   "GitHub gave no OIDC token: it answered with status 302",
		},
		"expired during the check": {
			change: func(s *trusting) { s.expires = "/b" },
			says:   `Vercel asked for a login at 1 URL of the site, such as "/b": the OIDC token of GitHub has expired`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTrusting(t)
			tt.change(s)
			status, output := s.run(t, nil, s.preview.URL+"/")
			if status != 3 || !strings.Contains(strings.ReplaceAll(output, `\"`, `"`), tt.says) || s.tokens.Load() != 1 {
				t.Errorf("exit status %d, %d tokens, want %q:\n%s", status, s.tokens.Load(), tt.says, output)
			}
		})
	}
}

// TestPrivateCertificateAuthority checks a site whose certificate is of an authority that
// only SSL_CERT_FILE knows.
func TestPrivateCertificateAuthority(t *testing.T) {
	t.Parallel()
	s := newTrusting(t)
	s.trusted = ""
	status, output := s.run(t, nil, s.preview.URL+"/")
	if status != 1 || !strings.Contains(output, `"pages": 3`) || !strings.Contains(output, `"complete": true`) {
		t.Errorf("exit status %d:\n%s", status, output)
	}
	status, output = s.run(t, []string{"SSL_CERT_FILE="}, s.preview.URL+"/")
	if status != 3 || !strings.Contains(output, "certificate") {
		t.Errorf("without SSL_CERT_FILE: exit status %d:\n%s", status, output)
	}
}
