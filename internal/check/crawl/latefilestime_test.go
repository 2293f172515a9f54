package crawl

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// deploying is a Client for virtual time: a site whose one script arrives late, and of
// which one page takes long.
type deploying struct {
	arrives time.Time
	slow    time.Duration

	mu    sync.Mutex
	asked map[string]int
}

func (d *deploying) Requests() int64 { return 0 }

func (d *deploying) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	d.mu.Lock()
	d.asked[r.URL.Path]++
	d.mu.Unlock()
	return d.answer(r.URL), nil
}

func (d *deploying) answer(u weburl.URL) *fetch.Response {
	page := func(body string) *fetch.Response {
		return &fetch.Response{Status: 200, URL: u, HTML: true, ContentType: "text/html", Body: []byte("<h1>Welcome to our home page</h1>" + body)}
	}
	switch u.Path {
	case "/":
		return page(`<script src="/late.js"></script><a href="/slow">slow</a>`)
	case "/slow":
		time.Sleep(d.slow)
		return page("")
	case "/late.js":
		if !time.Now().Before(d.arrives) {
			return &fetch.Response{Status: 200, URL: u, ContentType: "text/javascript"}
		}
	}
	return &fetch.Response{Status: 404, URL: u}
}

func TestLateFilesEarlyInADeployment(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		// arrives is when the script does, slow how long a page takes, settled when the
		// deployment should be complete; each from the start of the crawl on.
		arrives, slow, settled time.Duration
		afterDeployment        bool
		takes                  time.Duration
		asked                  int
		broken                 bool
	}{
		"no deployment is known":               {arrives: 30 * time.Second, slow: 40 * time.Second, takes: 40 * time.Second, asked: 2},
		"no deployment is known, and too late": {arrives: 30 * time.Second, slow: 61 * time.Second, takes: 61 * time.Second, asked: 1, broken: true},
		"a deployment that was seen to begin":  {arrives: 30 * time.Second, settled: time.Minute, afterDeployment: true, takes: time.Minute, asked: 2},
		"one that never gets complete":         {arrives: time.Hour, settled: time.Minute, afterDeployment: true, takes: time.Minute, asked: 2, broken: true},
		"a crawl that outlasts the settling":   {arrives: 90 * time.Second, slow: 2 * time.Minute, settled: time.Minute, afterDeployment: true, takes: 2 * time.Minute, asked: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				client := &deploying{arrives: began.Add(tt.arrives), slow: tt.slow, asked: map[string]int{}}
				job := checktest.NewJob(t)
				job.Client, job.AfterDeployment = client, tt.afterDeployment
				if tt.settled > 0 {
					job.Settled = began.Add(tt.settled)
				}
				start := checktest.MustParse(t, checktest.Home)
				r := Check(t.Context(), job, start, client.answer(start))
				if took := time.Since(began); took != tt.takes {
					t.Errorf("it took %v, want %v", took, tt.takes)
				}
				isBroken := len(r.Findings) == 1 && r.Findings[0].Reason == link.NotFound
				if client.asked["/late.js"] != tt.asked || isBroken != tt.broken || !r.Complete {
					t.Errorf("asked %d times, %+v, problems %q", client.asked["/late.js"], r.Findings, r.Problems)
				}
				if hasNote := strings.Contains(strings.Join(r.Notes, " "), "found by a second request"); hasNote != (tt.asked == 2 && !tt.broken) {
					t.Errorf("notes %q", r.Notes)
				}
			})
		})
	}
}

func TestLateFilesEndWithTheRun(t *testing.T) {
	t.Parallel()
	start := checktest.MustParse(t, checktest.Home)
	for name, tt := range map[string]struct {
		// limit is the time limit of the run; cancel is when something else ends it.
		limit, cancel, takes time.Duration
		asked                int
		complete             bool
	}{
		// There is no time to wait: the file is requested at once.
		"the time limit": {limit: 10 * time.Second, takes: 0, asked: 2, complete: true},
		"a signal":       {cancel: 10 * time.Second, takes: 10 * time.Second, asked: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				client := &deploying{arrives: began.Add(30 * time.Second), asked: map[string]int{}}
				job := checktest.NewJob(t)
				job.Client, job.AfterDeployment, job.Settled = client, true, began.Add(time.Minute)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tt.limit > 0 {
					ctx, cancel = context.WithTimeout(ctx, tt.limit)
					defer cancel()
				} else {
					time.AfterFunc(tt.cancel, cancel)
				}
				r := Check(ctx, job, start, client.answer(start))
				took := time.Since(began)
				if took < tt.takes || took > tt.takes+check.Grace || len(r.Findings) != 1 || r.Complete != tt.complete || client.asked["/late.js"] != tt.asked {
					t.Errorf("%v, asked %d times, %+v, problems %q", took, client.asked["/late.js"], r.Findings, r.Problems)
				}
			})
		})
	}
}

func TestLateFilesAreBounded(t *testing.T) {
	t.Parallel()
	c := newCrawl(&check.Job{Progress: &check.Progress{}, Client: &deploying{asked: map[string]int{}}, AfterDeployment: true, Config: checktest.NewJob(t).Config, Scope: checktest.NewJob(t).Scope})
	start := checktest.MustParse(t, checktest.Home)
	var body strings.Builder
	for i := range maxLateFiles + 1 {
		fmt.Fprintf(&body, `<img src="/%d.png">`, i)
	}
	r, _ := c.run(t.Context(), start, &fetch.Response{Status: 200, URL: start, HTML: true, Body: []byte(body.String())}, time.Now())
	client := c.job.Client.(*deploying)
	for path, n := range client.asked {
		if n != 1 && strings.HasSuffix(path, ".png") {
			t.Fatalf("%s was requested %d times", path, n)
		}
	}
	if len(r.Findings) != maxLateFiles+1 {
		t.Errorf("%d findings", len(r.Findings))
	}
}
