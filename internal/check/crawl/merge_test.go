package crawl

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// variedPages is more than a share reads of others.
const variedPages = 300

// varied is a site with all that a crawl records, of pages that link to each other. The sitemap
// lists some of them.
func varied(r *http.Request) string {
	switch r.URL.Host + r.URL.Path {
	case "site.test/":
		return "<title>Home</title><h1>Home</h1>" + anchorsTo("/page/0", "/page/5")
	case "site.test/sitemap.xml":
		list := "<?xml version='1.0'?><urlset><url><loc>http://elsewhere.test/</loc></url>"
		for i := range 100 {
			list += fmt.Sprintf("<url><loc>/page/%d</loc></url>", i)
		}
		return list + "</urlset>"
	case "site.test/style.css":
		return "type text/css\na { background: url(bg.png) } @import 'lost.css';"
	case "site.test/sprite.svg":
		return `type image/svg+xml` + "\n" + `<svg xmlns="http://www.w3.org/2000/svg"><g id="there"/><a href="/page/3#gone"/></svg>`
	case "site.test/bg.png", "site.test/doc.pdf", "site.test/img/0.png":
		return "type application/octet-stream\n"
	case "site.test/old":
		return "redirect /page/7"
	case "site.test/away":
		return "redirect http://other.test/"
	case "site.test/refresh":
		return `<meta http-equiv="refresh" content="0; url=/page/9">`
	case "site.test/login":
		return `<title>Log in</title><form><input type="password"></form>`
	case "site.test/shut":
		return "denied"
	case "other.test/":
		return `<p id="here">`
	}
	var i int
	if _, err := fmt.Sscanf(r.URL.Path, "/page/%d", &i); err != nil || i >= variedPages {
		return ""
	}
	text := fmt.Sprintf(`<title>Page %d</title><h1 id="Top">page %[1]d</h1><p id="p%[1]d"><a href="/old#p8">old</a>`, i)
	for _, to := range []int{2*i + 1, 2*i + 2, i + 1} {
		text += fmt.Sprintf("<a href='/page/%d#p%[1]d'>x</a>", to%variedPages)
	}
	if i%25 > 0 {
		return text
	}
	return text + `<link rel="stylesheet" href="/style.css"><map name="m"></map>` +
		fmt.Sprintf(`<img usemap="#m" src="/img/%d.png"><img usemap="#none"><a href="mailto:x@example.com">m</a><a href="http://[">b</a>`, i%3) +
		`<svg><use href="/sprite.svg#there"/><use href="/sprite.svg#lost"/></svg>` +
		anchorsTo(fmt.Sprintf("/page/%d#no-%d", (i+1)%variedPages, i), fmt.Sprintf("/page/%d?q=%d#top", (i+1)%variedPages, i%2),
			"/old#p7", "/away", "/refresh#p9", "/refresh#none", "/login", "/shut", "/doc.pdf#page=2", "/missing", "/page/777",
			"http://other.test/#here", "http://other.test/#not-here", "http://other.test/lost")
}

// TestSharesOfALiveSiteMergeToOneRun lets three runs read their shares of a site, and each read
// on from what all of them know, until their facts are those of one run.
func TestSharesOfALiveSiteMergeToOneRun(t *testing.T) {
	t.Parallel()
	g, args := &generated{quick: true, answer: varied}, []string{"--fragments=all", "--redirects=all", "--exclude=/missing", "--exclude-pages=/page/3*"}
	job, start, first := g.job(t, args...)
	want := Check(t.Context(), job, start, first)
	before, got := (*Recorded)(nil), (*link.Report)(nil)
	rounds := 0
	for ; rounds < 8; rounds++ {
		next := &Recorded{}
		for i := range 3 {
			share := Share{Index: i + 1, Count: 3}
			next.Files = append(next.Files, factsOf(t, share, func(w *facts.Writer) {
				job, start, first := g.job(t, args...)
				job.Facts, job.Served = w, &check.Served{}
				if before == nil {
					CheckShare(t.Context(), job, start, first, share)
				} else {
					Continue(t.Context(), job, start, first, before, share)
				}
			}))
		}
		job, _, _ := g.job(t, args...)
		before, got = next, Merge(t.Context(), job, next)
		if !slices.ContainsFunc(got.Problems, func(problem string) bool { return strings.Contains(problem, "read by no run") }) {
			break
		}
	}
	options := cmp.Options{cmpopts.IgnoreFields(link.Report{}, "Started", "DurationMS"), cmpopts.IgnoreFields(link.Stats{}, "Requests"), cmpopts.EquateEmpty()}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Errorf("reports (-one run +merged):\n%s", diff)
	}
	if rounds == 0 || len(want.Findings) < 10 {
		t.Errorf("only %d findings, after %d more rounds", len(want.Findings), rounds)
	}
}

// A site may repeat what it is sent, such as the header that opens it.
func TestFactsOfALiveSiteHoldNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-value"
	g := &generated{quick: true, answer: func(r *http.Request) string {
		switch r.URL.Host + r.URL.Path {
		case "site.test/":
			return `<base href="/x-` + secret + `/"><p id="` + secret + `">` + anchorsTo("/"+secret, "/gone?"+secret, "http://other.test/"+secret, "/to", "/#"+secret)
		case "site.test/" + secret:
			return `<form action="/login"><input type="password">`
		case "site.test/to":
			return "redirect /" + secret + "?" + secret
		case "site.test/sitemap.xml":
			return "<?xml version='1.0'?><urlset><url><loc>http://127.0.0.1/" + secret + "</loc></url></urlset>"
		}
		return ""
	}}
	args := []string{"--fragments=all", "--redirects=all"}
	var one *link.Report
	f := factsOf(t, Share{Index: 1, Count: 1}, func(w *facts.Writer) {
		job, start, first := g.job(t, args...)
		job.Facts, job.Redact = w, func(text string) string { return strings.ReplaceAll(text, secret, "***") }
		one = Check(t.Context(), job, start, first)
	})
	n := 0
	for _, r := range recordsIn(t, f) {
		if text := r.key + string(r.value); strings.Contains(text, secret) {
			t.Errorf("section %#x: %q", r.section, text)
		} else {
			n += strings.Count(text, "***")
		}
	}
	if n < 8 {
		t.Errorf("only %d places are without the secret", n)
	}
	job, _, _ := g.job(t, args...)
	if r := Merge(t.Context(), job, &Recorded{Files: []*facts.File{f}}); len(r.Problems) != len(one.Problems) {
		t.Errorf("the merge has the problems %q, and the run %q", r.Problems, one.Problems)
	}
}

// fact is one record of a file.
type fact struct {
	section facts.Section
	key     string
	value   []byte
}

// factsOf returns a file of facts of a share with the records that write adds.
func factsOf(t testing.TB, share Share, write func(*facts.Writer)) *facts.File {
	t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, facts.Header{Schema: facts.Schema, Mode: link.Live, Build: "b", Shard: share.Index, Shards: share.Count}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "site.facts")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := facts.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mergeOf merges a file with these records.
func mergeOf(t *testing.T, records []fact) *link.Report {
	t.Helper()
	f := factsOf(t, Share{Index: 1, Count: 2}, func(w *facts.Writer) {
		for _, r := range records {
			w.Add(r.section, []byte(r.key), r.value)
		}
	})
	defer f.Close()
	job := checktest.NewJob(t, "--retries=0", "--external=false")
	job.Client = checktest.NewSimulated(1, 1)
	return Merge(t.Context(), job, &Recorded{Files: []*facts.File{f}})
}

// recordsOf are those that a run on a small site writes.
func recordsOf(t testing.TB) []fact {
	t.Helper()
	f := factsOf(t, Share{Index: 1, Count: 2}, func(w *facts.Writer) {
		job := checktest.NewJob(t, "--retries=0", "--external=false")
		client := checktest.NewSimulated(20, 1)
		client.Latency = func() time.Duration { return 0 }
		job.Facts, job.Client = w, client
		c, start := newCrawl(job), checktest.MustParse(t, checktest.Home)
		c.read(t.Context(), start, client.Answer(start))
		c.checker.JudgePending()
		c.recordEnd(t.Context())
	})
	defer f.Close()
	return recordsIn(t, f)
}

// recordsIn are the records of a file.
func recordsIn(t testing.TB, f *facts.File) (records []fact) {
	t.Helper()
	for _, section := range []facts.Section{facts.LiveSite, facts.LiveAnchors, facts.LiveTargets, facts.LiveDocuments, facts.Answers} {
		for r, err := range f.Records(section) {
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, fact{section, string(r.Key), bytes.Clone(r.Value)})
		}
	}
	return records
}

// Each record of a run is cut, made longer and changed. No merge may pass as complete with
// fewer pages and no word of it, and none may fail in another way than by a problem.
func TestDamagedRecordsOfALiveSite(t *testing.T) {
	t.Parallel()
	records := recordsOf(t)
	if r := mergeOf(t, records); !r.Complete || r.Stats.Pages < 10 {
		t.Fatalf("the undamaged facts: %d pages, %q", r.Stats.Pages, r.Problems)
	}
	// One of each section is enough.
	seen := map[facts.Section]int{}
	for i, r := range records {
		if seen[r.section]++; seen[r.section] > 1 && r.section != facts.LiveSite {
			continue
		}
		for name, value := range map[string][]byte{
			"cut":    r.value[:len(r.value)/2],
			"empty":  nil,
			"longer": append(slices.Clone(r.value), 0),
			"large":  append([]byte{0xff, 0xff, 0xff, 0xff, 0x7f}, r.value...),
		} {
			damaged := slices.Clone(records)
			damaged[i].value = value
			report := mergeOf(t, damaged)
			if !slices.ContainsFunc(report.Problems, func(p string) bool { return strings.Contains(p, "site.facts") }) {
				t.Errorf("section %#x, key %q, %s: complete %v, problems %q", r.section, r.key, name, report.Complete, report.Problems)
			}
		}
		if r.section == facts.LiveDocuments || r.section == facts.LiveAnchors {
			damaged := slices.Clone(records)
			damaged[i].key = "x"
			if report := mergeOf(t, damaged); report.Complete {
				t.Errorf("section %#x: a key without a number passes", r.section)
			}
		}
	}
	without := slices.DeleteFunc(slices.Clone(records), func(r fact) bool { return r.section == facts.LiveSite })
	if r := mergeOf(t, without); r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "do not name the start page") {
		t.Errorf("facts without a site: %q", r.Problems)
	}
}

// FuzzLiveRecords changes one record of a run.
func FuzzLiveRecords(f *testing.F) {
	records := recordsOf(f)
	for i, r := range records {
		if i < 40 {
			f.Add(i, r.key, r.value)
		}
	}
	f.Fuzz(func(t *testing.T, i int, key string, value []byte) {
		if len(key) > facts.MaxKey || len(value) > facts.MaxValue || i < 0 {
			return
		}
		damaged := slices.Clone(records)
		at := &damaged[i%len(records)]
		at.key, at.value = key, value
		for _, problem := range mergeOf(t, damaged).Problems {
			if strings.Contains(problem, "linkvet itself") {
				t.Error(problem)
			}
		}
	})
}
