package cli_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// inContainer is how the runner starts a container action.
var inContainer = []string{"GITHUB_WORKSPACE=/github/workspace"}

const containerAdvice = "in a container, this address is the container itself"

func TestLiveStartPageThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dead := serve(t, nil)
	dead.Close()
	other := serve(t, site{"/": page("other")})
	s := serve(t, site{
		"/hang":     hang,
		"/error":    status(http.StatusInternalServerError),
		"/login":    status(http.StatusUnauthorized),
		"/wall":     status(http.StatusForbidden, "Cf-Mitigated", "challenge"),
		"/moved":    redirect(http.StatusFound, other.URL+"/"),
		"/loop":     redirect(http.StatusFound, "/loop"),
		"/reset":    reset,
		"/data":     typed("application/json", "{}"),
		"/download": redirect(http.StatusFound, "mailto:me@example.invalid"),
	})
	for name, tt := range map[string]struct {
		start string
		says  []string
	}{
		"no answer":      {s.URL + "/hang", []string{"no answer within 1s", "set wait"}},
		"refused":        {dead.URL + "/", []string{"connection refused"}},
		"reset":          {s.URL + "/reset", []string{"connection reset", "set wait"}},
		"missing":        {s.URL + "/lost", []string{"status 404", "check the address"}},
		"error":          {s.URL + "/error", []string{"status 500", "set wait"}},
		"login":          {s.URL + "/login", []string{"asks for a login (unknown type, status 401)", `header: "`}},
		"wall":           {s.URL + "/wall", []string{"Cloudflare", "header"}},
		"another host":   {s.URL + "/moved", []string{"redirects to", other.URL + "/", "another site", "as the target"}},
		"redirect loop":  {s.URL + "/loop", []string{"loop"}},
		"another scheme": {s.URL + "/download", []string{"mailto:"}},
		"no page":        {s.URL + "/data", []string{"no page was found"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := "--timeout=1m"
			if name == "no answer" {
				timeout = "--timeout=1s"
			}
			r := check(t, "--retries=0", timeout, "--allow-private", tt.start)
			r.found(t, incomplete, nil)
			r.pages(t, 0)
			says(t, r.problems, append(tt.says, tt.start)...)
		})
	}
}

func TestLiveLoopbackInsideAContainer(t *testing.T) {
	t.Parallel()
	dead := serve(t, nil)
	dead.Close()
	s := serve(t, site{"/error": status(http.StatusInternalServerError)})
	refused := checkIn(t.Context(), t, inContainer, "--retries=0", dead.URL+"/")
	refused.found(t, incomplete, nil)
	says(t, refused.problems, "connection refused", containerAdvice, "check the build directory instead", "172.17.0.1")
	// A server that answers is there: the container is not what is wrong.
	answered := checkIn(t.Context(), t, inContainer, "--retries=0", s.URL+"/error")
	says(t, answered.problems, "status 500; check the address, or set wait: 60s to wait for the deployment")
}

func TestLiveWaitForAServerThatComesUp(t *testing.T) {
	t.Parallel()
	starting := status(http.StatusServiceUnavailable)
	s := serve(t, site{"/": inTurn(starting, starting, starting, page(links("/lost")))})
	hasty := check(t, "--retries=0", s.URL+"/")
	hasty.found(t, incomplete, nil)
	patient := check(t, "--retries=0", "--wait=1m", s.URL+"/")
	patient.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
}

func TestLiveWaitForAPortThatOpens(t *testing.T) {
	t.Parallel()
	// A listener finds the port; until the server opens it, it refuses.
	found, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := found.Addr().String()
	if err := found.Close(); err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Addr: address, Handler: page("late"), ReadHeaderTimeout: time.Minute}
	ended := make(chan error)
	opens := time.AfterFunc(700*time.Millisecond, func() { ended <- server.ListenAndServe() })
	t.Cleanup(func() {
		if opens.Stop() {
			return
		}
		_ = server.Close()
		<-ended
	})
	r := check(t, "--retries=0", "--wait=1m", "http://"+address+"/")
	r.found(t, clean, nil)
	r.pages(t, 1)
}

func TestLiveWaitEnds(t *testing.T) {
	t.Parallel()
	dead := serve(t, nil)
	dead.Close()
	other := serve(t, nil)
	s := serve(t, site{"/": redirect(http.StatusFound, other.URL+"/")})
	began := time.Now()
	r := check(t, "--retries=0", "--wait=400ms", dead.URL+"/")
	r.found(t, incomplete, nil)
	if took := time.Since(began); took < 400*time.Millisecond {
		t.Errorf("a wait of 400ms took %v", took)
	}
	// Time does not bring back a site that has moved.
	moved := check(t, "--allow-private", "--wait=1h", s.URL+"/")
	moved.found(t, incomplete, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	interrupted := checkIn(ctx, t, nil, "--retries=0", "--wait=1h", dead.URL+"/")
	interrupted.found(t, incomplete, nil)
	says(t, interrupted.problems, "the run ended early")
}
