package target_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// hostWatch counts what the hosts of a test are asked, and by which run, which is the
// User-Agent.
type hostWatch struct {
	mu    sync.Mutex
	asked map[string]map[string]int // by run, the requests of each host
	now   map[string]int            // requests that are being answered, by host
	most  int
}

// serve serves a site that the watch looks at.
func (w *hostWatch) serve(t *testing.T, pages livetest.Site) string {
	t.Helper()
	watched := livetest.Site{}
	for path, answer := range pages {
		watched[path] = func(rw http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			if w.asked[r.UserAgent()] == nil {
				w.asked[r.UserAgent()] = map[string]int{}
			}
			w.asked[r.UserAgent()][r.Host]++
			w.now[r.Host]++
			w.most = max(w.most, w.now[r.Host])
			w.mu.Unlock()
			answer(rw, r)
			w.mu.Lock()
			w.now[r.Host]--
			w.mu.Unlock()
		}
	}
	return livetest.Serve(t, watched).URL
}

// manyHosts are servers with good, bad and strange answers, and the links to them.
func manyHosts(t *testing.T, w *hostWatch) (links []string) {
	t.Helper()
	for range 4 {
		host := w.serve(t, livetest.Site{
			"/":      livetest.Page(`<h1 id="install">a</h1><p id="b">`),
			"/moved": livetest.Redirect(http.StatusMovedPermanently, "/"),
			"/gone":  livetest.Status(http.StatusGone),
			"/lost":  livetest.Status(http.StatusNotFound),
			"/shut":  livetest.Status(http.StatusForbidden),
			"/plain": livetest.Typed("text/plain", "text"),
		})
		for _, path := range []string{"/", "/#b", "/#Install", "/#missing", "/moved", "/moved#b", "/gone", "/lost#x", "/shut", "/plain#L1", "/lost"} {
			links = append(links, host+path)
		}
	}
	return links
}

// writeLinks writes one page a link, and returns the same links as facts of several shards.
func writeLinks(t *testing.T, links []string, shards int) (job *check.Job, site func() *link.Report, files []*facts.File) {
	t.Helper()
	pages := map[string]string{}
	for i, to := range links {
		// Two places a target, in different shards.
		pages[fmt.Sprintf("p%d.html", i)] = fmt.Sprintf("<p>\n<a href=%q>to</a>\n<a href=%q>again</a>", to, links[(i+1)%len(links)])
	}
	j, d := checktest.OpenPages(t, pages, "--allow-private", "--fragments=all", "--retries=0")
	for shard := range shards {
		var at []link.Occurrence
		for i, to := range links {
			if i%shards != shard {
				continue
			}
			page := fmt.Sprintf("/p%d.html", i)
			place := link.Occurrence{Page: page, File: path.Dir(d.File(0)) + page, Line: 2, Column: 10, Element: "a", Attribute: "href", Link: to, Text: "to"}
			again := place
			again.Line, again.Link, again.Text = 3, links[(i+1)%len(links)], "again"
			at = append(at, place, again)
		}
		files = append(files, factsFile(t, shard+1, shards, func(w *facts.Writer) {
			for i := range at {
				u := checktest.MustParse(t, at[i].Link)
				target.RecordLink(w, u.Document(), strings.TrimPrefix(u.Fragment, "#"), &at[i])
			}
		}))
	}
	return j, func() *link.Report { return dir.Check(t.Context(), j, d) }, files
}

// factsFile writes facts, and opens them.
func factsFile(t *testing.T, shard, shards int, write func(*facts.Writer)) *facts.File {
	t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, facts.Header{Schema: facts.Schema, Mode: link.Directory, Build: "b", Shard: shard, Shards: shards}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.facts", shard))
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := facts.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// jobAs is a copy of a job, whose requests say which run they are from.
func jobAs(t *testing.T, j *check.Job, run string) *check.Job {
	t.Helper()
	job := *j
	client := fetch.New(fetch.Options{AllowPrivate: true, HostConcurrency: job.Config.HostConcurrency, Timeout: 20 * time.Second, UserAgent: run})
	t.Cleanup(client.Close)
	job.Client, job.Progress = client, &check.Progress{}
	return &job
}

// newChecker returns the checker of a merge.
func newChecker(j *check.Job) *target.Checker {
	return target.New(j, new(check.Steps), check.NewBounds(j), check.NewPageBudget(1))
}

// answerShare asks for one share of the hosts, and returns the facts of that.
func answerShare(t *testing.T, j *check.Job, from target.Recorded) *facts.File {
	t.Helper()
	job := jobAs(t, j, fmt.Sprintf("share %d", from.Shard))
	return factsFile(t, from.Shard, from.Shards, func(w *facts.Writer) {
		job.Facts = w
		checker := newChecker(job)
		if err := checker.AskRecorded(t.Context(), from); err != nil {
			t.Fatal(err)
		}
		checker.JudgePending()
		checker.KeepAnswers(w)
	})
}

// judgeRecorded is the end of a merge.
func judgeRecorded(t *testing.T, j *check.Job, from target.Recorded) *link.Report {
	t.Helper()
	return reportOf(t, jobAs(t, j, "merge"), from)
}

// reportOf is the end of a merge, with the client of a job.
func reportOf(t *testing.T, j *check.Job, from target.Recorded) *link.Report {
	t.Helper()
	job := j.ForRun()
	checker := newChecker(job)
	if err := checker.AskRecorded(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	if err := checker.JudgeRecorded(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	r := job.NewReport(link.Directory)
	b := check.Builder{Job: job, Report: r, ListBudget: check.NewListBudget(t.Context())}
	checker.JudgePending()
	checker.Report(&b)
	b.Finish(t.Context())
	return r
}

func TestRecordedLinksAreJudgedAsInOneRun(t *testing.T) {
	t.Parallel()
	w := &hostWatch{asked: map[string]map[string]int{}, now: map[string]int{}}
	links := manyHosts(t, w)
	j, check1, files := writeLinks(t, links, 2)
	*j = *jobAs(t, j, "one run")
	want := check1()
	const shares = 4
	var answers []*facts.File
	for i := range shares {
		answers = append(answers, answerShare(t, j, target.Recorded{Links: files, Shard: i + 1, Shards: shares}))
	}
	for name, from := range map[string]target.Recorded{
		"all answered":  {Links: files, Answers: answers},
		"some answered": {Links: files, Answers: answers[:1]},
		"none answered": {Links: files},
	} {
		w.asked["merge"] = nil
		got := judgeRecorded(t, j, from)
		if diff := cmp.Diff(want.Findings, got.Findings); diff != "" {
			t.Errorf("%s: findings (-one run +merged):\n%s", name, diff)
		}
		wantStats, gotStats := want.Stats, got.Stats
		for _, s := range []*link.Stats{&wantStats, &gotStats} {
			s.Pages, s.Links, s.Bytes, s.Requests = 0, 0, 0, 0
		}
		if diff := cmp.Diff(wantStats, gotStats); diff != "" {
			t.Errorf("%s: counts (-one run +merged):\n%s", name, diff)
		}
		if name == "all answered" && w.asked["merge"] != nil {
			t.Errorf("a merge with all answers sent requests: %v", w.asked["merge"])
		}
	}
	askers := map[string][]string{}
	for _, run := range slices.Sorted(maps.Keys(w.asked)) {
		if strings.HasPrefix(run, "share") {
			for host, n := range w.asked[run] {
				askers[host] = append(askers[host], run)
				if one := w.asked["one run"][host]; n != one {
					t.Errorf("%s got %d requests in %s, and %d in one run", host, n, run, one)
				}
			}
		}
	}
	for host, runs := range askers {
		if len(runs) != 1 {
			t.Errorf("%s was asked in %v", host, runs)
		}
	}
	if len(askers) != 4 || w.most > j.Config.HostConcurrency {
		t.Errorf("%d hosts were asked, with at most %d requests at once", len(askers), w.most)
	}
}

// A fragment that the run before did not look up is one that its answer does not serve.
func TestAnswersServeOnlyWhatWasAsked(t *testing.T) {
	t.Parallel()
	w := &hostWatch{asked: map[string]map[string]int{}, now: map[string]int{}}
	host := w.serve(t, livetest.Site{"/": livetest.Page(`<p id="b"><p id="c">`), "/plain": livetest.Typed("text/plain", "text")})
	j, _, first := writeLinks(t, []string{host + "/#b", host + "/plain"}, 1)
	answers := []*facts.File{answerShare(t, j, target.Recorded{Links: first, Shard: 1, Shards: 1})}
	for _, c := range []struct {
		links  []string
		asked  int
		reason link.Reason
	}{
		{links: []string{host + "/#b", host + "/", host + "/plain#any"}, asked: 0},
		{links: []string{host + "/#b", host + "/#c"}, asked: 1},
		{links: []string{host + "/#lost"}, asked: 1, reason: link.FragmentNotFound},
	} {
		w.asked["merge"] = nil
		_, _, files := writeLinks(t, c.links, 1)
		r := judgeRecorded(t, j, target.Recorded{Links: files, Answers: answers})
		n := 0
		for _, asked := range w.asked["merge"] {
			n += asked
		}
		reason := link.Reason("")
		if len(r.Findings) > 0 {
			reason = r.Findings[0].Reason
		}
		if n != c.asked || reason != c.reason {
			t.Errorf("%v: %d requests, %q; want %d, %q", c.links, n, reason, c.asked, c.reason)
		}
	}
}

func TestBadRecordsNameTheirFile(t *testing.T) {
	t.Parallel()
	j, _, _ := writeLinks(t, []string{"http://127.0.0.1/"}, 1)
	place := &link.Occurrence{Page: "/", Line: 1, Column: 1}
	good := func(w *facts.Writer) { target.RecordLink(w, checktest.MustParse(t, "http://127.0.0.1:1/"), "", place) }
	for name, write := range map[string]func(w *facts.Writer){
		"no URL":             func(w *facts.Writer) { w.Add(facts.External, []byte("a"), []byte{0, 0}) },
		"another scheme":     func(w *facts.Writer) { w.Add(facts.External, []byte("file:///etc/passwd"), []byte{0, 0}) },
		"not as written":     func(w *facts.Writer) { w.Add(facts.External, []byte("HTTP://127.0.0.1/"), []byte{0, 0}) },
		"nothing":            func(w *facts.Writer) { w.Add(facts.External, []byte("http://127.0.0.1/"), nil) },
		"no place":           func(w *facts.Writer) { good(w); w.Add(facts.External, []byte("http://127.0.0.1:1/"), []byte{0, 0}) },
		"an answer of none":  func(w *facts.Writer) { good(w); w.Add(facts.Answers, []byte("http://127.0.0.1:1/"), []byte{0}) },
		"a network of none":  func(w *facts.Writer) { good(w); w.Add(facts.Answers, nil, []byte{1}) },
		"a network too much": func(w *facts.Writer) { good(w); w.Add(facts.Answers, nil, []byte{0, 0, 0, 0}) },
	} {
		f := factsFile(t, 1, 1, write)
		job := jobAs(t, j, "merge")
		job.Config.External = false
		checker := newChecker(job)
		from := target.Recorded{Links: []*facts.File{f}, Answers: []*facts.File{f}}
		err := checker.AskRecorded(t.Context(), from)
		if err == nil {
			err = checker.JudgeRecorded(t.Context(), from)
		}
		if err == nil || !strings.Contains(err.Error(), f.Name()) || !strings.Contains(err.Error(), "run this shard again") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
