package crawl

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

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
