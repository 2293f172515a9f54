package target_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// lackingClient serves a start page, and lacks what it takes to ask for more.
type lackingClient struct{}

func (lackingClient) Requests() int64 { return 0 }

func (lackingClient) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	lacks := map[string]transport.Resource{"a.test": transport.OpenFiles, "b.test": transport.OpenFiles, "c.test": transport.Authorities, "d.test": transport.Memory}
	if resource := lacks[u.Host]; resource != transport.NoResource {
		return nil, &fetch.Error{Reason: link.ConnectionFailed, Message: "lacking", Lacks: resource}
	}
	return &fetch.Response{
		Status: 200, URL: u, HTML: true, ContentType: "text/html",
		Body: []byte(`<p>welcome</p><a href="https://a.test/">a</a><a href="https://b.test/">b</a><a href="https://c.test/">c</a><a href="https://d.test/">d</a>`),
	}, nil
}

// What this machine lacks is no fault of a host: a run that could not check because of
// it does not pass.
func TestWhatThisMachineLacksIsAProblem(t *testing.T) {
	t.Parallel()
	job := checktest.NewJobWith(t, "retries: 0")
	job.Client = lackingClient{}
	home := checktest.MustParse(t, checktest.Home)
	first, err := job.Client.Do(t.Context(), fetch.Request{URL: home, Want: fetch.Document})
	if err != nil {
		t.Fatal(err)
	}
	r := crawl.Check(t.Context(), job, home, first)
	want := []string{
		"this machine has no certificate authorities: 1 target is not checked; install ca-certificates, or set SSL_CERT_FILE to their file",
		"this machine ran out of memory for connections: 1 target is not checked; add memory, or lower concurrency",
		"this machine ran out of open files: 2 targets are not checked; raise the limit (ulimit -n 1024), or lower concurrency",
	}
	if diff := cmp.Diff(want, r.Problems); diff != "" || r.Complete {
		t.Errorf("complete %v, problems (-want +got):\n%s", r.Complete, diff)
	}
}
