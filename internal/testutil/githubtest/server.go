// Package githubtest is a part of GitHub's REST API on loopback, for tests. It compares
// each request with GitHub's published OpenAPI description, refuses what the API refuses,
// and keeps statuses, check runs, comments and issues, so that a second run finds those of
// the first.
package githubtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	// Token is what the server accepts.
	Token = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"
	// Owner and Name are those of the only repository, whose full name is Repository.
	Owner, Name = "octo", "site"
	Repository  = Owner + "/" + Name
)

// Server is the API. Its methods may be called from several goroutines.
type Server struct {
	// URL is the value for GITHUB_API_URL; empty unless Start made the server.
	URL string

	t           testing.TB
	description *description
	prefix      string

	mu          sync.Mutex
	permissions map[string]string
	withoutApp  bool
	account     User
	faults      []*fault
	requests    []string
	rejected    []string
	nextID      int64

	commits  map[string]bool
	pulls    []Pull
	statuses []Status
	checks   []*CheckRun
	comments []*Comment
	// others answer further operations, by their ids in GitHub's description: see serve.
	others map[string]func(*call) answer
}

// New returns a server without a network, for Transport. Its token may write everything.
// The test fails when a request is refused because it is wrong, unless Rejected returns
// the refusal.
func New(t testing.TB) *Server {
	t.Helper()
	d, err := readDescription()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		t: t, description: d, commits: map[string]bool{}, nextID: 1, account: User{Login: "github-actions[bot]", Type: "Bot"},
		permissions: map[string]string{"statuses": "write", "checks": "write", "issues": "write", "pull_requests": "write", "actions": "write", "contents": "read", "metadata": "read"},
	}
	t.Cleanup(func() {
		for _, refusal := range s.Rejected() {
			t.Errorf("GitHub refused a request: %s", refusal)
		}
	})
	return s
}

// Start returns a server on loopback, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := New(t)
	listener := httptest.NewServer(s)
	t.Cleanup(listener.Close)
	s.URL = listener.URL
	return s
}

// Below moves the API to a path, such as the "/api/v3" of an Enterprise server.
func (s *Server) Below(prefix string) {
	s.prefix = prefix
	if s.URL != "" {
		s.URL += prefix
	}
}

// Environ returns the variables by which a run finds the server.
func (s *Server) Environ() []string {
	return []string{"GITHUB_API_URL=" + s.URL, "GITHUB_TOKEN=" + Token, "GITHUB_REPOSITORY=" + Repository, "GITHUB_SERVER_URL=https://github.com"}
}

// Permit sets what the token may do with statuses, checks, issues, pull_requests or
// actions: "write", "read" or "none".
func (s *Server) Permit(permission, access string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.permissions[permission] = access
}

// WithoutApp makes the token one of a person, who must not write check runs.
func (s *Server) WithoutApp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.withoutApp = true
}

// Requests returns the operations that were requested, in order, each with its path:
// "repos/create-commit-status /repos/octo/site/statuses/…".
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Rejected returns the requests that were refused as wrong since the last call.
func (s *Server) Rejected() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.rejected
	s.rejected = nil
	return all
}

// Transport returns a transport to the server without a network.
func (s *Server) Transport() http.RoundTripper { return direct{s} }

type direct struct{ server *Server }

// RoundTrip answers a request.
func (d direct) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body == nil {
		req.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.server.ServeHTTP(w, req)
	resp := w.Result()
	resp.Request = req
	return resp, nil
}

// call is one request.
type call struct {
	*http.Request
	operation *operation
	params    map[string]string
	body      []byte
}

// into reads the body.
func (c *call) into(v any) error { return json.Unmarshal(c.body, v) }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.answer(&call{Request: req, body: body})
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(a.status)
	switch body := a.body.(type) {
	case nil:
	case string:
		_, _ = io.WriteString(w, body)
	default:
		_ = json.NewEncoder(w).Encode(body)
	}
}

// answer decides on a request, in the order in which GitHub does.
func (s *Server) answer(c *call) answer {
	path, below := strings.CutPrefix(c.URL.Path, s.prefix)
	switch {
	case s.isGraphQL(c.Request):
		c.operation = &operation{id: graphql}
	case below:
		c.operation, c.params = s.description.find(c.Method, path)
	}
	if c.operation == nil {
		s.t.Errorf("%s %s is not in GitHub's description", c.Method, c.URL.Path)
		return fail(http.StatusNotFound, "Not Found")
	}
	s.requests = append(s.requests, c.operation.id+" "+path)
	if a, ok := s.fault(c); ok {
		return a
	}
	switch {
	case c.Header.Get("User-Agent") == "":
		return fail(http.StatusForbidden, "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.")
	case c.Header.Get("Authorization") != "Bearer "+Token && c.Header.Get("Authorization") != "token "+Token: // gh sends the latter
		return fail(http.StatusUnauthorized, "Bad credentials")
	case c.operation.id == graphql:
		return s.viewer(c)
	case c.params["owner"] != Owner || c.params["repo"] != Name:
		return fail(http.StatusNotFound, "Not Found")
	}
	if a, ok := s.forbidden(c); ok {
		return a
	}
	if err := c.operation.check(c); err != nil {
		return s.invalid(c, err.Error())
	}
	if other := s.others[c.operation.id]; other != nil {
		return other(c)
	}
	handle := handlers()[c.operation.id]
	if handle == nil {
		s.t.Errorf("the test server has no %s yet", c.operation.id)
		return fail(http.StatusNotFound, "Not Found")
	}
	return handle(s, c)
}

// handlers are the operations with an answer.
func handlers() map[string]func(*Server, *call) answer {
	return map[string]func(*Server, *call) answer{
		"repos/create-commit-status":                      (*Server).createStatus,
		"repos/list-commit-statuses-for-ref":              (*Server).listStatuses,
		"repos/list-pull-requests-associated-with-commit": (*Server).listPulls,
		"pulls/list":            (*Server).listAllPulls,
		"checks/create":         (*Server).createCheck,
		"checks/update":         (*Server).updateCheck,
		"checks/list-for-ref":   (*Server).listChecks,
		"issues/list-comments":  (*Server).listComments,
		"issues/create-comment": (*Server).createComment,
		"issues/update-comment": (*Server).updateComment,
		"issues/delete-comment": (*Server).deleteComment,
	}
}

// invalid refuses a request that is wrong, and remembers why.
func (s *Server) invalid(c *call, why string) answer {
	s.rejected = append(s.rejected, fmt.Sprintf("%s: %s", c.operation.id, why))
	a := fail(http.StatusUnprocessableEntity, "Validation Failed")
	a.body.(map[string]any)["errors"] = []map[string]any{{"message": why, "code": "custom"}}
	return a
}

// id returns a new number.
func (s *Server) id() int64 {
	s.nextID++
	return s.nextID
}

// serve lets the server answer further operations, by their ids in GitHub's description.
func (s *Server) serve(operations map[string]func(*call) answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.others == nil {
		s.others = map[string]func(*call) answer{}
	}
	maps.Copy(s.others, operations)
}
