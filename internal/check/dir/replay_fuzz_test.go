package dir_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// replayHeader is that of the facts of these tests.
var replayHeader = facts.Header{Version: "1", Mode: link.Directory, Target: "site", Build: "b", Shard: 1, Shards: 1}

// replaySite has links of all kinds that facts keep, as one shard of two reads it.
var replaySite = map[string]string{
	"index.html": `<a href="a.html#x">a</a><a href="b.html#y">b</a><a href="gone.html">g</a><a href="stub.html#x">s</a><a href="mailto:a@b.c">m</a><a href="http://[">i</a><img src="c.png" usemap="#m"><a href="https://example.com/x#f">e</a>`,
	"a.html":     `<h1 id="x"><a href="#none">n</a><a href="b.html#y">b</a><a href="index.html#z">i</a><a href="/away">r</a>`,
	"b.html":     `<title>B</title><h1 id="y"><a href="a.html#x">a</a><a href="a">a</a><link rel="stylesheet" href="style">`,
	"stub.html":  `<meta http-equiv="refresh" content="0; url=a.html">`,
	"style":      `a { background: url(none.png) }`,
	"_redirects": "/away https://example.com/ 301\n/old /gone 301\n",
	"shell.html": `<div id="app"></div><script src="x.js"></script>`,
}

type replayRecord struct {
	section    facts.Section
	key, value []byte
}

// writeReplayFacts writes a file of facts with these records.
func writeReplayFacts(t testing.TB, path string, add func(*facts.Writer)) {
	t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, replayHeader, "")
	if err != nil {
		t.Fatal(err)
	}
	add(w)
	if err := w.Close(); err != nil {
		t.Skip(err) // a record that no file can have
	}
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// replayRecords are the records of a shard of replaySite.
func replayRecords(t *testing.T) (job *check.Job, records []replayRecord) {
	t.Helper()
	job, site := checktest.OpenPages(t, replaySite, "--external=false")
	site.Host("netlify")
	path := filepath.Join(t.TempDir(), "1.facts")
	writeReplayFacts(t, path, func(w *facts.Writer) {
		recorded := *job
		recorded.Facts, recorded.Config.Shard = w, config.Shard{Index: 1, Count: 2}
		dir.Check(t.Context(), &recorded, site)
	})
	file, err := facts.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for section := range facts.Section(0x70) {
		for r, err := range file.Records(section) {
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, replayRecord{section, bytes.Clone(r.Key), bytes.Clone(r.Value)})
		}
	}
	return job, records
}

// replayed is the report of the records.
func replayed(t *testing.T, job *check.Job, records []replayRecord) (*link.Report, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "1.facts")
	writeReplayFacts(t, path, func(w *facts.Writer) {
		for _, r := range records {
			w.Add(r.section, r.key, r.value)
		}
	})
	set, err := facts.OpenSet([]string{path})
	if err != nil {
		return nil, err
	}
	defer set.Close()
	merged, err := dir.OpenRecorded(set.Parts, []string{""}, "netlify")
	if err != nil {
		return nil, err
	}
	again := *job
	again.Started = time.Now()
	return merged.Check(t.Context(), &again, nil), nil
}

// TestForgedRecordsAreProblems cuts and changes each record in turn: none may end the run by
// a panic, and what cannot be read is a problem that names the file.
func TestForgedRecordsAreProblems(t *testing.T) {
	t.Parallel()
	job, records := replayRecords(t)
	sections := map[facts.Section]int{}
	for i, r := range records {
		if sections[r.section]++; sections[r.section] > 3 {
			continue
		}
		for _, value := range [][]byte{r.value[:len(r.value)/2], bytes.Repeat([]byte{0xff}, 12)} {
			forged := append([]replayRecord(nil), records...)
			forged[i].value = value
			report, err := replayed(t, job, forged)
			if err != nil {
				continue
			}
			for _, problem := range report.Problems {
				if strings.Contains(problem, "internal error") {
					t.Errorf("section %#x, key %q, value %q: %s", r.section, r.key, value, problem)
				}
			}
			// The names of files are shorter then, and else nothing is.
			if isName := r.section == 0x11; report.Complete && !isName && len(r.value) > 1 && len(value) < len(r.value) {
				t.Errorf("section %#x, key %q, value %q instead of %q: the report is complete", r.section, r.key, value, r.value)
			}
		}
	}
	if len(sections) < 11 {
		t.Errorf("the facts have %d sections only", len(sections))
	}
}

// FuzzReplay merges facts with a record that anybody may have written.
func FuzzReplay(f *testing.F) {
	var job *check.Job
	var records []replayRecord
	f.Add(byte(0x10), []byte(nil), []byte("{}"))
	f.Add(byte(0x12), []byte{0, 0, 0, 0}, []byte("\x00\x00\x02\x00\x00"))
	f.Add(byte(0x1b), []byte{0, 0, 0, 1}, []byte("\x00\x01x\x00\x00\x01\x01\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, section byte, key, value []byte) {
		if records == nil {
			job, records = replayRecords(t)
		}
		if section == 0 || len(key) > facts.MaxKey || len(value) > 1<<16 {
			t.Skip()
		}
		report, err := replayed(t, job, append(records[:len(records):len(records)], replayRecord{facts.Section(section), key, value}))
		if err != nil {
			return
		}
		for _, problem := range report.Problems {
			if strings.Contains(problem, "internal error") {
				t.Error(problem)
			}
		}
	})
}
