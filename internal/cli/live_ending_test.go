package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestADirectoryEndsEarlyWithAReport ends the check of a directory in its middle.
func TestADirectoryEndsEarlyWithAReport(t *testing.T) {
	t.Parallel()
	endsEarlyAt(t, map[string]string{"public/index.html": repeat(20_000, `<a href="lost-%d.html">number %[1]d</a>`)}, 10*time.Millisecond, 100*time.Millisecond)
}

// TestADirectoryEndsEarlyInEachStep ends checks of directories that take long, each
// for another step, at several moments: the report is there, says what it lacks, and
// comes in time.
func TestADirectoryEndsEarlyInEachStep(t *testing.T) {
	testutil.Nightly(t)
	for name, files := range map[string]map[string]string{
		"many pages":       manyPages(3000),
		"many findings":    {"public/index.html": repeat(60_000, `<a href="lost-%d.html">number %[1]d</a>`)},
		"many fragments":   {"public/index.html": repeat(60_000, `<p id="a%d"><a href="#b%[1]d">x</a>`)},
		"many suggestions": manyNames(4000),
		"many sources": {
			"public/index.html": repeat(8000, `<a href="/lost">number %d</a>`),
			"content/index.md":  repeat(8000, "[number %d](/lost)\n"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			endsEarlyAt(t, files, 10*time.Millisecond, 100*time.Millisecond, 300*time.Millisecond, time.Second, 3*time.Second)
		})
	}
}

// endsEarlyAt checks a directory several times, and ends each check at one of the moments.
func endsEarlyAt(t *testing.T, files map[string]string, moments ...time.Duration) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "report.json")
	for _, after := range moments {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		status := cli.Run(ctx, cli.Process{
			Args:   []string{"--config=none", "--external=false", "--report=json=" + file, filepath.Join(dir, "public")},
			Stdout: io.Discard, Stderr: io.Discard,
		})
		cancel()
		text, err := os.ReadFile(file)
		var r link.Report
		if err := errors.Join(err, json.Unmarshal(text, &r), os.Remove(file)); err != nil {
			t.Fatalf("after %v: %v", after, err)
		}
		switch {
		case r.Complete && status == livetest.Failed:
			return // all was known, and being written
		case r.Complete, status != livetest.Incomplete, len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the run ended early"):
			t.Errorf("after %v the status is %d, complete %v, and the problems are %q", after, status, r.Complete, r.Problems)
		}
	}
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// manyPages is a site of so many pages that link to each other and to nothing.
func manyPages(n int) map[string]string {
	files := map[string]string{"public/index.html": "<p>"}
	for i := range n {
		files[fmt.Sprintf("public/%d/%d.html", i%50, i)] = fmt.Sprintf(`<p id=a><a href="%d.html#b">x</a><a href="lost.html">x</a>`, (i+50)%n) + repeat(40, `<a href="/%d/">x</a>`)
	}
	return files
}

// manyNames is a site of pages with long names, and links that misspell each.
func manyNames(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("public/word%d-of-the-page.html", i)] = ""
	}
	files["public/index.html"] = repeat(n, `<a href="wrod%d-off-teh-page.html">x</a>`)
	return files
}

// TestLiveRunEndsEarlyWithAReport ends a crawl while pages are requested that never come.
func TestLiveRunEndsEarlyWithAReport(t *testing.T) {
	t.Parallel()
	// An invalid link is known to be broken once its page was
	// read, however long the others take.
	const invalid = "http://[/"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	content := livetest.Site{"/": livetest.Page(livetest.Links("/list"))}
	list := livetest.Links(invalid)
	for i := range 100 {
		slow := fmt.Sprintf("/slow/%d", i)
		list += livetest.Links(slow, slow+"#here")
		content[slow] = func(w http.ResponseWriter, r *http.Request) {
			cancel()
			livetest.Hang(w, r)
		}
	}
	content["/list"] = livetest.Page(list)
	s := livetest.Serve(t, content)
	// Had the run not ended by that, the pages would be timeouts.
	r := livetest.CheckIn(ctx, t, nil, "--timeout=10m", s.URL+"/")
	if r.Status != livetest.Incomplete {
		t.Errorf("exit status %d:\n%s", r.Status, r.Text)
	}
	r.Pages(t, 2)
	livetest.Says(t, r.Problems, "the run ended early", "the report is incomplete")
	stats := r.Report.Stats
	if stats.Broken != 1 || r.Finding(t, invalid).Reason != link.InvalidURL {
		t.Errorf("what was known is not reported: %+v", stats)
	}
	if stats.Unverified != 100 || r.Finding(t, "/slow/99").Reason != link.NotReached {
		t.Errorf("what was not reached is not reported: %+v", stats)
	}
}
