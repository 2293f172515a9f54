package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
)

// The exit statuses that users rely on.
const (
	clean      = 0
	failed     = 1
	incomplete = 3
)

// site is what a server of a test answers, by path and query; anything else
// does not exist.
type site map[string]http.HandlerFunc

// server serves a site on a loopback port and records what it is asked.
type server struct {
	*httptest.Server
	conns atomic.Int64

	mu       sync.Mutex
	requests []*http.Request
}

func serve(t *testing.T, pages site) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		if answer := pages[r.RequestURI]; answer != nil {
			answer(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.conns.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// asked returns how often the server got each request, such as "GET /a".
func (s *server) asked() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := map[string]int{}
	for _, r := range s.requests {
		asked[r.Method+" "+r.RequestURI]++
	}
	return asked
}

// withHeader returns the requests that bore a header field.
func (s *server) withHeader(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []string
	for _, r := range s.requests {
		if r.Header.Get(name) != "" {
			found = append(found, r.Method+" "+r.RequestURI)
		}
	}
	return found
}

// page answers with an HTML document.
func page(body string) http.HandlerFunc { return typed("text/html; charset=utf-8", body) }

// typed answers with a body of a media type; "" sends no Content-Type at all.
func typed(mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if mediaType != "" {
			w.Header().Set("Content-Type", mediaType)
		}
		fmt.Fprint(w, body)
	}
}

// status answers with a status and header fields, name and value in turns.
func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

// redirect answers with a Location as it is written.
func redirect(code int, to string) http.HandlerFunc { return status(code, "Location", to) }

// inTurn gives one answer after the other, and the last one from then on.
func inTurn(answers ...http.HandlerFunc) http.HandlerFunc {
	var n atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		i := min(int(n.Add(1)), len(answers))
		answers[i-1](w, r)
	}
}

// hang answers nothing until the client gives up.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// links is a page body that links to each target.
func links(targets ...string) string {
	var b strings.Builder
	for _, target := range targets {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", target)
	}
	return b.String()
}

// result is what one run of the program came to.
type result struct {
	status int
	report link.Report
	// text is the report for people, json that for programs, as written.
	text, json string
	// notes and problems are those that the text shows.
	notes, problems []string
}

// check runs the program, outside of any workflow.
func check(t *testing.T, args ...string) result {
	t.Helper()
	return checkIn(t.Context(), t, nil, args...)
}

// checkIn runs the program within ctx and an environment.
func checkIn(ctx context.Context, t *testing.T, environ []string, args ...string) result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.json")
	var stdout, stderr bytes.Buffer
	r := result{status: cli.Run(ctx, cli.Process{
		Version: "test",
		Args:    append([]string{"--report=json=" + file}, args...),
		Environ: environ,
		Stdout:  &stdout,
		Stderr:  &stderr,
	})}
	if said := withoutProgress(stderr.String()); said != "" {
		t.Errorf("standard error: %s", said)
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.read(t, stdout.String(), src)
	return r
}

// withoutProgress returns what was said on standard error but for the signs of life,
// which a run gives every ten seconds on a machine that is busy.
func withoutProgress(said string) string {
	var rest strings.Builder
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "checking: ") {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

// read takes in both reports of a run, and holds them to what is true of all.
func (r *result) read(t *testing.T, text string, src []byte) {
	t.Helper()
	r.text, r.json = text, string(src)
	if err := json.Unmarshal(src, &r.report); err != nil {
		t.Fatalf("the JSON report is not valid: %v\n%s", err, src)
	}
	for line := range strings.Lines(text) {
		if note, ok := strings.CutPrefix(line, "note: "); ok {
			r.notes = append(r.notes, strings.TrimSpace(note))
		}
		if problem, ok := strings.CutPrefix(line, "problem: "); ok {
			r.problems = append(r.problems, strings.TrimSpace(problem))
		}
	}
	if r.report.Complete != (r.status != incomplete) || r.report.Complete != (len(r.problems) == 0) {
		t.Errorf("complete is %v with exit status %d and problems %q", r.report.Complete, r.status, r.problems)
	}
	if r.report.Complete && r.report.Failed != (r.status == failed) {
		t.Errorf("failed is %v with exit status %d", r.report.Failed, r.status)
	}
	s := r.report.Stats
	if sum := s.OK + s.Broken + s.Unverified + s.Redirected + s.Skipped; sum != s.Targets {
		t.Errorf("the verdicts add up to %d, not to the %d targets", sum, s.Targets)
	}
}

// reasons are the findings' reasons by their targets.
func (r *result) reasons() map[string]link.Reason {
	reasons := map[string]link.Reason{}
	for _, f := range r.report.Findings {
		reasons[f.Target] = f.Reason
	}
	return reasons
}

// finding returns the one finding about a target.
func (r *result) finding(t *testing.T, target string) link.Finding {
	t.Helper()
	i := slices.IndexFunc(r.report.Findings, func(f link.Finding) bool { return f.Target == target })
	if i < 0 {
		t.Fatalf("there is no finding about %q in\n%s", target, r.text)
	}
	return r.report.Findings[i]
}

// found fails the test unless the run ended with the status and exactly the
// findings that are wanted.
func (r *result) found(t *testing.T, status int, want map[string]link.Reason) {
	t.Helper()
	if want == nil {
		want = map[string]link.Reason{}
	}
	if diff := cmp.Diff(want, r.reasons()); diff != "" {
		t.Errorf("reasons by target (-want +got):\n%s", diff)
	}
	if r.status != status {
		t.Errorf("exit status %d, want %d:\n%s", r.status, status, r.text)
	}
}

// read fails the test unless that many pages were read.
func (r *result) pages(t *testing.T, want int) {
	t.Helper()
	if r.report.Stats.Pages != want {
		t.Errorf("%d pages were read, want %d:\n%s", r.report.Stats.Pages, want, r.text)
	}
}

// says fails the test unless one of the lines holds all of the words.
func says(t *testing.T, lines []string, words ...string) {
	t.Helper()
	for _, line := range lines {
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
			return
		}
	}
	t.Errorf("no line says %q: %q", words, lines)
}

// never fails the test when the server got one of the requests.
func (s *server) never(t *testing.T, requests ...string) {
	t.Helper()
	asked := s.asked()
	for _, request := range requests {
		if asked[request] > 0 {
			t.Errorf("%s was asked for %d times", request, asked[request])
		}
	}
}

// once fails the test unless the server got each request exactly once.
func (s *server) once(t *testing.T, requests ...string) {
	t.Helper()
	asked := s.asked()
	for _, request := range requests {
		if asked[request] != 1 {
			t.Errorf("%s was asked for %d times, want once", request, asked[request])
		}
	}
}
