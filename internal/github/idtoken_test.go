package github

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// idToken has the form of a token, and is none.
const idToken = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOm9jdG8vc2l0ZSJ9.c2lnbmF0dXJl-_"

// requesting returns a workflow that may request a token at a URL.
func requesting(url string, transport http.RoundTripper) *Workflow {
	variables := map[string]string{"GITHUB_ACTIONS": "true", idTokenURL: url, idTokenBearer: "bearer-of-the-runner"}
	w := NewWorkflow(func(name string) string { return variables[name] }, io.Discard)
	w.transport = transport
	return w
}

func TestIDToken(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("Authorization") != "Bearer bearer-of-the-runner" || r.URL.Query().Has("audience"):
			t.Errorf("%s %v", r.URL, r.Header)
		case r.URL.Path == "/token":
			fmt.Fprintf(w, `{"count":1,"value":%q}`, idToken)
		case r.URL.Path == "/moved":
			http.Redirect(w, r, "/token", http.StatusFound)
		case r.URL.Path == "/large":
			fmt.Fprintf(w, `{"value":"%s"}`, strings.Repeat("a", 1<<20))
		case r.URL.Path == "/refused":
			http.Error(w, "bearer-of-the-runner lacks a permission", http.StatusForbidden)
		case r.URL.Path == "/cut":
			panic(http.ErrAbortHandler)
		default:
			fmt.Fprint(w, strings.TrimPrefix(r.URL.Path, "/json/"))
		}
	}))
	t.Cleanup(server.Close)
	for path, want := range map[string]string{
		"/token?api-version=2.0":           "",
		"/moved":                           "it answered with status 302",
		"/large":                           "its answer cannot be read",
		"/refused":                         "it answered with status 403",
		"/cut":                             "EOF",
		`/json/{"value":"a.b"}`:            "its answer has no token",
		`/json/{"value":"a.b.c%0d%0aX:y"}`: "its answer cannot be read",
		`/json/{"value":"a.b.c d"}`:        "its answer has no token",
		`/json/{"value":3}`:                "its answer cannot be read",
	} {
		token, err := requesting(server.URL+path, server.Client().Transport).IDToken(t.Context())
		switch {
		case want == "" && (err != nil || token != idToken):
			t.Errorf("%s: got %q, %v", path, token, err)
		case want != "" && (err == nil || err.Error() != want || token != ""):
			t.Errorf("%s: got %q, %v, want %q", path, token, err, want)
		}
	}
}

func TestIDTokenIsRequestedOverHTTPSOnly(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://127.0.0.1:1/token", "file:///etc/passwd", "//host/token", "https://", "%"} {
		_, err := requesting(url, nil).IDToken(t.Context())
		if err == nil || err.Error() != "ACTIONS_ID_TOKEN_REQUEST_URL is not an https URL" {
			t.Errorf("%s: got %v", url, err)
		}
	}
	for _, w := range []*Workflow{requesting("", nil), NewWorkflow(func(string) string { return "" }, io.Discard)} {
		if _, err := w.IDToken(t.Context()); err == nil || w.MayRequestIDToken() {
			t.Errorf("got %v, and may request: %v", err, w.MayRequestIDToken())
		}
	}
}

// silent answers nothing until the caller gives up.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestIDTokenDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		_, err := requesting("https://token.example/", silent{}).IDToken(t.Context())
		if took := time.Since(began); err == nil || err.Error() != "no answer within 10s" || took != 10*time.Second {
			t.Errorf("got %v after %v", err, took)
		}
	})
}
