package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

func TestBroken(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		tool, output string
		want         []string
	}{
		"hyperlink": {
			tool:   "hyperlink",
			output: "/srv/site/a.html\n  error: bad link /b.html#c%20d\n  error: bad link /e.html\n\n/srv/site/f.html\n  error: bad link /e.html\n  error: bad link /g\n  error: bad link /g/index.html\n\nFound 5 bad links\n",
			want:   []string{"/b.html#c d", "/e.html", "/g"},
		},
		"lychee, after a warning": {
			tool:   "lychee",
			output: "[WARN] {odd}\n{\n\"errors\": 2, \"error_map\": {\"/srv/site/a.html\": [{\"url\": \"file:///srv/site/b.html#c\"}, {\"url\": \"file:///else\"}]}}\n[WARN] after\n",
			want:   []string{"/b.html#c", "file:///else"},
		},
		"lychee, alone": {tool: "lychee", output: "{\n\"error_map\": {}}\n", want: nil},
		"htmltest": {
			tool: "htmltest",
			output: "htmltest started at 10:36:58 on /srv/site\n=====\nx/a.html\n\x1b[31m  target does not exist --- x/a.html --> ../b.html\n\x1b[0m" +
				"\x1b[31m  hash does not exist --- x/a.html --> #here\n\x1b[0m  script content missing / no src attribute --- x/a.html --> \n\x1b[31m  hash does not exist --- x/a.html --> /c.html#there\n\x1b[0m",
			want: []string{"/b.html", "/c.html#there", "/x/a.html#here"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := brokenOf[test.tool]([]byte(test.output), "/srv/site")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, distinct(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	own := []string{"/gone.html", "/here.html#part"}
	theirs := withoutFragments([]string{"/gone.html#a", "/gone.html#b", "/odd|name.html"}, own)
	got := differences([]result{{
		Result: compare.Result{Site: "site", Tools: []string{compare.Linkvet, "peer", "same"}},
		broken: map[string][]string{compare.Linkvet: own, "peer": theirs, "same": own},
	}})
	want := "| site | peer | 1 | 1 | 1 | +`/odd%7Cname.html` −`/here.html#part` |\n"
	if !strings.HasSuffix(got, want) || strings.Contains(got, "same") {
		t.Errorf("got %s", got)
	}
}

func TestMadeSiteIsReadAndKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, err := makeSite(dir, 120, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := readPages(made.Dir, 2); err != nil {
		t.Error(err)
	}
	if err := readPages(filepath.Join(dir, "none"), 2); err == nil {
		t.Error("no error for a directory that does not exist")
	}
	if err := os.Remove(filepath.Join(made.Dir, "index.html")); err != nil {
		t.Fatal(err)
	}
	if made, err = makeSite(dir, 120, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got, err := inspect(made); err != nil || got.pages != 119 || got.bytes == 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}
