package target_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestNamesThatCannotBeLookedUp tells names that do not exist from a network that does not
// work.
func TestNamesThatCannotBeLookedUp(t *testing.T) {
	t.Parallel()
	noServer := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "udp", Err: syscall.ENETUNREACH}
	}}
	manyHosts := func(n int) (page string) {
		for i := range n {
			page += fmt.Sprintf("<a href=https://www.host%d.test/>x</a> <a href=https://www.host%d.test/2>x</a>", i, i)
		}
		return page
	}
	tests := map[string]struct {
		page    string
		names   *net.Resolver
		reason  link.Reason
		problem string
	}{
		"no name server":           {page: manyHosts(20), names: noServer, reason: link.DNSTemporary, problem: "40 external targets are not checked"},
		"no name exists":           {page: manyHosts(20), names: fewNames(t, false), reason: link.DNSTemporary, problem: "40 external targets are not checked"},
		"one name exists":          {page: manyHosts(20) + "<a href=http://" + upName + ":1/>x</a>", names: fewNames(t, true), reason: link.DNSNotFound},
		"no name of a few":         {page: manyHosts(2), names: fewNames(t, false), reason: link.DNSNotFound},
		"many names of one domain": {page: "<a href=https://a.x.test>x</a><a href=https://b.x.test>x</a><a href=https://c.x.test>x</a>", names: fewNames(t, false), reason: link.DNSNotFound},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := checkPage(t, "<!doctype html><title>x</title>"+test.page, test.names, nil)
			found := 0
			for _, f := range r.Findings {
				if strings.Contains(f.Target, upName) {
					continue
				}
				found++
				if f.Reason != test.reason || f.Verdict != link.VerdictOf(test.reason, false) {
					t.Errorf("%s is %s, %s (%s); want %s", f.Target, f.Verdict, f.Reason, f.Message, test.reason)
				}
			}
			if found == 0 || test.problem == "" != r.Complete || !strings.Contains(strings.Join(r.Problems, "\n"), test.problem) {
				t.Errorf("%d findings, complete %v, problems %q; want %q", found, r.Complete, r.Problems, test.problem)
			}
		})
	}
}

// TestLiveHostsThatRefuseAreWithinReach holds that hosts which refuse are no problem
// of the network, however many they are.
func TestLiveHostsThatRefuseAreWithinReach(t *testing.T) {
	t.Parallel()
	var dead []string
	want := map[string]link.Reason{}
	for i := range 8 {
		// Nothing listens at that port of this machine.
		dead = append(dead, fmt.Sprintf("http://127.0.1.%d:1/", i+1))
		want[dead[i]] = link.ConnectionRefused
	}
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(dead...))})
	r := livetest.Check(t, "--allow-private", "--retries=0", s.URL+"/")
	r.Found(t, livetest.Clean, want)
}

// lackingClient serves a start page, and lacks what it takes to ask for more.
type lackingClient struct{}

func (lackingClient) Requests() int64 { return 0 }

func (lackingClient) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	lacks := map[string]fetch.Resource{"a.test": fetch.OpenFiles, "b.test": fetch.OpenFiles, "c.test": fetch.Authorities}
	if resource := lacks[r.URL.Host]; resource != fetch.NoResource {
		return nil, &fetch.Error{Reason: link.ConnectionFailed, Message: "lacking", Lacks: resource}
	}
	if r.URL.Path != "/" {
		return &fetch.Response{Status: 404, URL: r.URL}, nil
	}
	return &fetch.Response{
		Status: 200, URL: r.URL, HTML: true, ContentType: "text/html",
		Body: []byte("<p>welcome</p>" + livetest.Links("https://a.test/", "https://b.test/", "https://c.test/")),
	}, nil
}

// What this machine lacks is no fault of a host: a run that could not check because of
// it does not pass.
func TestWhatThisMachineLacksIsAProblem(t *testing.T) {
	t.Parallel()
	job := checktest.NewJobWith(t, "retries: 0")
	job.Client = lackingClient{}
	r := crawlWith(t.Context(), t, job)
	want := []string{
		"this machine has no certificate authorities: 1 target is not checked; install ca-certificates, or set SSL_CERT_FILE to their file",
		"this machine ran out of open files: 2 targets are not checked; raise the limit (ulimit -n 1024), or lower concurrency",
	}
	if diff := cmp.Diff(want, r.Problems); diff != "" || r.Complete {
		t.Errorf("complete %v, problems (-want +got):\n%s", r.Complete, diff)
	}
}
