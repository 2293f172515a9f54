package target_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

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

// jobAs is a copy of a job, whose requests are answered by a transport.
func jobAs(j *check.Job, send http.RoundTripper) *check.Job {
	job := *j
	job.Client, job.Progress = fetch.New(fetch.Options{HostConcurrency: job.Config.HostConcurrency, Transport: send}), &check.Progress{}
	return &job
}

// newChecker returns the checker of a merge.
func newChecker(j *check.Job) *target.Checker {
	return target.New(j, new(check.Steps), check.NewBounds(j), check.NewPageBudget(1))
}

// answerShare asks for one share of the hosts, and returns the facts of that.
func answerShare(t *testing.T, job *check.Job, from target.Recorded) *facts.File {
	t.Helper()
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

// reportOf is the end of a merge.
func reportOf(t *testing.T, job *check.Job, from target.Recorded) *link.Report {
	t.Helper()
	job = job.ForRun()
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

// TestRecordedLinksAreJudgedAsInOneRun has two runs each ask for their share of the hosts.
func TestRecordedLinksAreJudgedAsInOneRun(t *testing.T) {
	t.Parallel()
	hosts := fetchtest.Hosts{}
	var links []string
	for i := range 4 {
		host := fmt.Sprintf("host%d.test", i)
		hosts[host] = livetest.Site{
			"/":      livetest.Page(`<h1 id="install">a</h1><p id="b">`),
			"/moved": livetest.Redirect(http.StatusMovedPermanently, "/"),
			"/gone":  livetest.Status(http.StatusGone),
			"/shut":  livetest.Status(http.StatusForbidden),
			"/plain": livetest.Typed("text/plain", "text"),
		}.Answer
		for _, path := range []string{"/", "/#b", "/#Install", "/#missing", "/moved", "/moved#b", "/gone", "/lost#x", "/shut", "/plain#L1", "/lost"} {
			links = append(links, "http://"+host+path)
		}
	}
	var mu sync.Mutex
	asked := map[string]int{}
	count := func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		asked[r.URL.Host]++
		mu.Unlock()
		return hosts.RoundTrip(r)
	}
	j, site, files := writeLinks(t, links, 2)
	*j = *jobAs(j, fetchtest.RoundTrip(count))
	want := site()
	inOneRun := asked
	asked = map[string]int{}
	const shares = 2
	var answers []*facts.File
	for i := range shares {
		answers = append(answers, answerShare(t, jobAs(j, fetchtest.RoundTrip(count)), target.Recorded{Links: files, Shard: i + 1, Shards: shares}))
	}
	if diff := cmp.Diff(inOneRun, asked); diff != "" {
		t.Errorf("requests by host (-one run +shares):\n%s", diff)
	}
	for name, from := range map[string]target.Recorded{
		"all answered":  {Links: files, Answers: answers},
		"some answered": {Links: files, Answers: answers[:1]},
	} {
		asked = map[string]int{}
		got := reportOf(t, jobAs(j, fetchtest.RoundTrip(count)), from)
		if diff := cmp.Diff(want.Findings, got.Findings); diff != "" {
			t.Errorf("%s: findings (-one run +merged):\n%s", name, diff)
		}
		if want.Stats.Targets != got.Stats.Targets || want.Stats.OK != got.Stats.OK {
			t.Errorf("%s: merged %+v, one run %+v", name, got.Stats, want.Stats)
		}
		if name == "all answered" && len(asked) > 0 {
			t.Errorf("a merge with all answers sent requests: %v", asked)
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
		job := jobAs(j, fetchtest.Hosts{})
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
