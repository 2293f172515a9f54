package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBroken(t *testing.T) {
	t.Parallel()
	at := site{dir: "/srv/site"}
	tests := []struct {
		name   string
		read   func([]byte, site) ([]string, error)
		output string
		want   []string
	}{
		{
			name: "hyperlink", read: brokenOfHyperlink,
			output: "/srv/site/a.html\n  error: bad link /b.html#c%20d\n  error: bad link /e.html\n\n/srv/site/f.html\n  error: bad link /e.html\n  error: bad link /g\n  error: bad link /g/index.html\n\nFound 5 bad links\n",
			want:   []string{"/b.html#c d", "/e.html", "/g"},
		},
		{
			name: "lychee, after a warning", read: brokenOfLychee,
			output: "[WARN] {odd}\n{\n\"errors\": 2, \"error_map\": {\"/srv/site/a.html\": [{\"url\": \"file:///srv/site/b.html#c\"}, {\"url\": \"file:///else\"}]}}\n[WARN] after\n",
			want:   []string{"/b.html#c", "file:///else"},
		},
		{
			name: "lychee, alone", read: brokenOfLychee,
			output: "{\n\"error_map\": {}}\n", want: nil,
		},
		{
			name: "htmltest", read: brokenOfHtmltest,
			output: "htmltest started at 10:36:58 on /srv/site\n=====\nx/a.html\n\x1b[31m  target does not exist --- x/a.html --> ../b.html\n\x1b[0m" +
				"\x1b[31m  hash does not exist --- x/a.html --> #here\n\x1b[0m  script content missing / no src attribute --- x/a.html --> \n\x1b[31m  hash does not exist --- x/a.html --> /c.html#there\n\x1b[0m",
			want: []string{"/b.html", "/c.html#there", "/x/a.html#here"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := test.read([]byte(test.output), at)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	own := []string{"/gone.html", "/here.html#part"}
	theirs := withoutFragments([]string{"/gone.html#a", "/gone.html#b", "/odd|name.html"}, own)
	if diff := cmp.Diff([]string{"/gone.html", "/odd|name.html"}, theirs); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	got := differences([]result{{
		site: site{name: "site"}, names: []string{linkvetName, "peer", "same"},
		broken: map[string][]string{linkvetName: own, "peer": theirs, "same": own},
	}})
	want := "| site | peer | 1 | 1 | 1 | +`/odd%7Cname.html` −`/here.html#part` |\n"
	if !strings.HasSuffix(got, want) || strings.Contains(got, "same") {
		t.Errorf("got %s", got)
	}
}

func TestFloorReadsEveryPage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	made, err := makeSite(dir, 120, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	if made.pages != 120 || made.bytes == 0 || !made.made {
		t.Errorf("got %+v", made)
	}
	var stderr bytes.Buffer
	if status := floor(made.dir, 2, &stderr); status != 0 {
		t.Errorf("status %d: %s", status, &stderr)
	}
	if status := floor(filepath.Join(dir, "none"), 2, &stderr); status != 1 {
		t.Errorf("status %d for a directory that is not there", status)
	}
	// A site that is there is not made again.
	page := filepath.Join(made.dir, "index.html")
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	if made, err = makeSite(dir, 120, &bytes.Buffer{}); err != nil || made.pages != 119 {
		t.Errorf("%d pages, %v", made.pages, err)
	}
}
