package site_test

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// inContainer is how the runner starts a container action.
var inContainer = []string{"GITHUB_WORKSPACE=/github/workspace"}

const containerAdvice = "in a container, this address is the container itself"

func TestLiveStartPageThatCannotBeRead(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page("other")})
	private := httptest.NewUnstartedServer(nil)
	private.Config.ErrorLog = log.New(io.Discard, "", 0)
	private.StartTLS()
	t.Cleanup(private.Close)
	s := livetest.Serve(t, livetest.Site{
		"/hang":     livetest.Hang,
		"/error":    livetest.Status(http.StatusInternalServerError),
		"/login":    livetest.Status(http.StatusUnauthorized),
		"/wall":     livetest.Status(http.StatusForbidden, "Cf-Mitigated", "challenge"),
		"/moved":    livetest.Redirect(http.StatusFound, other.URL+"/"),
		"/loop":     livetest.Redirect(http.StatusFound, "/loop"),
		"/reset":    livetest.Reset,
		"/data":     livetest.Typed("application/json", "{}"),
		"/download": livetest.Redirect(http.StatusFound, "mailto:me@example.invalid"),
	})
	for name, tt := range map[string]struct {
		start string
		says  []string
	}{
		"no answer":      {start: s.URL + "/hang", says: []string{"no answer within 200ms", "set wait"}},
		"refused":        {start: livetest.Refusing + "/", says: []string{"connection refused"}},
		"reset":          {start: s.URL + "/reset", says: []string{"connection reset", "set wait"}},
		"missing":        {start: s.URL + "/lost", says: []string{"status 404", "check the address"}},
		"error":          {start: s.URL + "/error", says: []string{"status 500", "set wait"}},
		"login":          {start: s.URL + "/login", says: []string{"asks for a login (unknown type, status 401)", `header: "`}},
		"wall":           {start: s.URL + "/wall", says: []string{"Cloudflare", "header"}},
		"another host":   {start: s.URL + "/moved", says: []string{"redirects to", other.URL + "/", "another site", "as the target"}},
		"redirect loop":  {start: s.URL + "/loop", says: []string{"loop"}},
		"another scheme": {start: s.URL + "/download", says: []string{"mailto:"}},
		"own authority":  {start: private.URL + "/", says: []string{"unknown authority", "set SSL_CERT_FILE"}},
		"no page":        {start: s.URL + "/data", says: []string{"no page was found"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := "--timeout=1m"
			if name == "no answer" {
				timeout = "--timeout=200ms"
			}
			r := livetest.Check(t, "--retries=0", timeout, "--allow-private", tt.start)
			r.Found(t, livetest.Incomplete, nil)
			r.Pages(t, 0)
			livetest.Says(t, r.Problems, append(tt.says, tt.start)...)
		})
	}
}

func TestLiveLoopbackInsideAContainer(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/error": livetest.Status(http.StatusInternalServerError)})
	refused := livetest.CheckIn(t.Context(), t, inContainer, "--retries=0", livetest.Refusing+"/")
	refused.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, refused.Problems, "connection refused", containerAdvice, "check the build directory instead", "172.17.0.1")
	// A server that answers is there: the container is not what is wrong.
	answered := livetest.CheckIn(t.Context(), t, inContainer, "--retries=0", s.URL+"/error")
	livetest.Says(t, answered.Problems, "status 500; check the address, or set wait: 60s to wait for the deployment")
}

func TestLiveWaitForAServerThatComesUp(t *testing.T) {
	t.Parallel()
	starting := livetest.Status(http.StatusServiceUnavailable)
	s := livetest.Serve(t, livetest.Site{"/": livetest.InTurn(starting, starting, livetest.Page(livetest.Links("/lost")))})
	hasty := livetest.Check(t, "--retries=0", s.URL+"/")
	hasty.Found(t, livetest.Incomplete, nil)
	patient := livetest.Check(t, "--retries=0", "--wait=1m", s.URL+"/")
	patient.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
}

func TestLiveWaitEnds(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, nil)
	s := livetest.Serve(t, livetest.Site{"/": livetest.Redirect(http.StatusFound, other.URL+"/")})
	// Time does not bring back a site that has moved.
	moved := livetest.Check(t, "--allow-private", "--wait=1h", s.URL+"/")
	moved.Found(t, livetest.Incomplete, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	interrupted := livetest.CheckIn(ctx, t, nil, "--retries=0", "--wait=1h", livetest.Refusing+"/")
	interrupted.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, interrupted.Problems, "the run ended early")
}

func TestMain(m *testing.M) { leaktest.Main(m) }

// commit is a page that names the commit it was built from, and links to a page that
// only this deployment lacks.
func commit(name, links string) string {
	return "<title>Docs</title><meta name=commit content=" + name + "><h1>Welcome to our home page</h1>" + links
}

func TestLiveExpectWaitsForTheRightDeployment(t *testing.T) {
	t.Parallel()
	older := livetest.Page(commit("0ld", livetest.Links("/older")))
	newer := livetest.Page(commit("abc123", livetest.Links("/lost")))
	s := livetest.Serve(t, livetest.Site{"/": livetest.Redirect(302, "/en/"), "/en/": livetest.InTurn(older, newer)})
	r := livetest.Check(t, "--wait=1m", "--expect=abc123", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	s.Never(t, "GET /older", "HEAD /older")
}

func TestLiveExpectShowsNoSecret(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(commit("0ld", ""))})
	r := livetest.Check(t, "--header=X-Preview: hunter2hunter2", "--expect=hunter2hunter2", s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	r.Keeps(t, "", "hunter2hunter2")
}
