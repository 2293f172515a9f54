package source

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// internal is a finding about a page of the site.
func internal(target string, on ...link.Occurrence) link.Finding {
	return link.Finding{Verdict: link.Broken, Target: target, Internal: true, Occurrences: on}
}

func anchor(page, href, text string) link.Occurrence {
	return link.Occurrence{Page: page, Element: "a", Attribute: "href", Link: href, Text: text}
}

// told is what was said of each occurrence: its source, or its candidates.
func told(dir string, r *link.Report) []string {
	show := func(s link.Source) string {
		name, err := filepath.Abs(s.File)
		if err == nil {
			name, err = filepath.Rel(dir, name)
		}
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s:%d", filepath.ToSlash(name), s.Line)
	}
	var all []string
	for _, f := range r.Findings {
		for _, o := range f.Occurrences {
			switch {
			case o.Source != nil:
				all = append(all, show(*o.Source))
			case len(o.Candidates) == 0:
				all = append(all, "none")
			default:
				var names []string
				for _, c := range o.Candidates {
					names = append(names, show(c))
				}
				all = append(all, "? "+strings.Join(names, " "))
			}
		}
	}
	return all
}

func TestMap(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		files   map[string]string
		siteURL string
		finding link.Finding
		want    []string
	}{
		{
			name:    "the page's own file",
			files:   map[string]string{"content/a.md": "[x](/no/)\n", "content/b.md": "[x](/no/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", "x"), anchor("/b/", "/no/", "x")),
			want:    []string{"content/a.md:1", "content/b.md:1"},
		},
		{
			name:    "a page without a file shows what two pages hold",
			files:   map[string]string{"content/b.md": "[x](/no/)\n", "content/c.md": "[x](/no/)\n"},
			finding: internal("/no/", anchor("/list/", "/no/", "x")),
			want:    []string{"? content/b.md:1 content/c.md:1"},
		},
		{
			name:    "a link of another page whose text is not known",
			files:   map[string]string{"content/b.md": "[](/no/)\n"},
			finding: internal("/no/", anchor("/list/", "/no/", "x")),
			want:    []string{"none"},
		},
		{
			name:    "MyST shows the path of a file that does not exist",
			files:   map[string]string{"content/a.md": "[](gone.md)\n"},
			finding: internal("/a/#gone.md", anchor("/a/", "#gone.md", "gone.md")),
			want:    []string{"content/a.md:1"},
		},
		{
			name:    "a link of a picture is not that with a text",
			files:   map[string]string{"content/a.md": "[![](logo.png)](/no/)\n", "layouts/m.html": "<a href=\"/no/\">{{ .T }}</a>\n"},
			finding: internal("/no/", anchor("/a/", "/no/", ""), anchor("/a/", "/no/", "Docs")),
			want:    []string{"content/a.md:1", "layouts/m.html:1"},
		},
		{
			name:    "the text decides",
			files:   map[string]string{"content/a.md": "[one](/no/)\n\n[two](/no/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", "Two"), anchor("/a/", "/no/", "“One”")),
			want:    []string{"content/a.md:3", "content/a.md:1"},
		},
		{
			name:    "the order decides",
			files:   map[string]string{"content/a.md": "[x](/no/)\n\n[x](/no/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", "x"), anchor("/a/", "/no/", "x")),
			want:    []string{"content/a.md:1", "content/a.md:3"},
		},
		{
			name:    "a slug",
			files:   map[string]string{"content/x.md": "---\nslug: a\n---\n[x](/no/)\n", "content/b.md": "[x](/no/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", "x")),
			want:    []string{"content/x.md:4"},
		},
		{
			name:    "a name of the sources",
			files:   map[string]string{"docs/a/b.md": "[x](../c.md#d)\n"},
			finding: internal("/c/#d", anchor("/a/b/", "../../c/#d", "x")),
			want:    []string{"docs/a/b.md:1"},
		},
		{
			name:    "another fragment",
			files:   map[string]string{"docs/a.md": "[x](c.md#e)\n"},
			finding: internal("/c/#d", anchor("/a/", "../c/#d", "x")),
			want:    []string{"none"},
		},
		{
			name:    "the base path",
			files:   map[string]string{"docs/a.md": "[x](/no)\n"},
			siteURL: "https://example.org/base/",
			finding: internal("/no", anchor("/a/", "/base/no", "x")),
			want:    []string{"docs/a.md:1"},
		},
		{
			name:    "the whole URL",
			files:   map[string]string{"docs/a.md": "[x](https://example.org/base/no)\n"},
			siteURL: "https://example.org/base/",
			finding: internal("/no", anchor("/a/", "/base/no", "x")),
			want:    []string{"docs/a.md:1"},
		},
		{
			name:    "another site",
			files:   map[string]string{"a.md": "[x](HTTPS://Gone.example)\n"},
			finding: link.Finding{Target: "https://gone.example/", Occurrences: []link.Occurrence{anchor("/a/", "https://gone.example", "x")}},
			want:    []string{"a.md:1"},
		},
		{
			name:    "another escape",
			files:   map[string]string{"a.md": "[x](/n%6f/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", "x")),
			want:    []string{"a.md:1"},
		},
		{
			name:    "a text that is cut",
			files:   map[string]string{"a.md": "[x](/no/) [" + strings.Repeat("word ", 40) + "](/no/)\n"},
			finding: internal("/no/", anchor("/a/", "/no/", strings.Repeat("word ", 24))),
			want:    []string{"a.md:1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := sourcetest.Write(t, tt.files)
			r := &link.Report{SiteURL: tt.siteURL, Findings: []link.Finding{tt.finding}}
			if err := Map(t.Context(), r, Options{Dir: dir, Jobs: 2}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, told(dir, r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMapOfACleanReportOpensNothing(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	if err := Map(t.Context(), &link.Report{}, Options{Dir: missing}); err != nil {
		t.Errorf("sources were looked for: %v", err)
	}
	r := &link.Report{Findings: []link.Finding{internal("/no/", anchor("/a/", "/no/", "x"))}}
	if err := Map(t.Context(), r, Options{Dir: missing}); err == nil {
		t.Error("no error for sources that are not there")
	}
}

func TestMapOfPagesThatAreTheirOwnSources(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{"a/index.html": "<a href=/no/>x</a>", "a.md": "[x](/no/)\n", "linkvet.json": `{"schema": "linkvet.report/1", "link": "/no/"}`})
	for _, built := range []string{dir, filepath.Dir(dir), filepath.Join(dir, "a")} {
		r := &link.Report{Mode: link.Directory, Findings: []link.Finding{internal("/no/", anchor("/a/", "/no/", "x"))}}
		if err := Map(t.Context(), r, Options{Dir: dir, Built: built, Made: []string{filepath.Join(dir, "c.md")}}); err != nil {
			t.Fatal(err)
		}
		want := []string{"none"}
		if built == filepath.Join(dir, "a") {
			want = []string{"a.md:1"}
		}
		if diff := cmp.Diff(want, told(dir, r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", built, diff)
		}
	}
}

func TestMapOfNewFiles(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{
		"content/a.md": "text\n", "content/new.md": "\n[x](/no/)\n",
		"old-site/new/index.html": "<!doctype html><a href=\"/no/\">x</a>", "old-site/b/index.html": "<!doctype html>",
	})
	sourcetest.Git(t, dir, "init", "-q")
	sourcetest.Git(t, dir, "add", "content/a.md")
	r := &link.Report{Findings: []link.Finding{internal("/no/", anchor("/new/", "/no/", "x"))}}
	if err := Map(t.Context(), r, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"content/new.md:2"}, told(dir, r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAMistakeOfOursCostsOneFinding maps findings of which one makes the mapping fail.
func TestAMistakeOfOursCostsOneFinding(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{"content/a.md": "[x](/no/)\n[y](/nope/)\n[z](/never/)\n", "content/bad.md": "[y](/nope/)\n"})
	r := &link.Report{Mode: link.Live, Findings: []link.Finding{
		internal("/never/", anchor("/a/", "/never/", "z")),
		internal("/no/", anchor("/a/", "/no/", "x")),
		internal("/nope/", anchor("/bad/", "/nope/", "y"), anchor("/a/", "/nope/", "y")),
	}}
	read := func(page string) []byte {
		if page == "/bad/" {
			panic("a mistake of ours")
		}
		return nil
	}
	var problems []string
	opt := Options{Dir: dir, Read: read, Problem: func(problem string) { problems = append(problems, problem) }}
	if err := Map(t.Context(), r, opt); err != nil {
		t.Fatal(err)
	}
	want := []string{"content/a.md:3", "content/a.md:1"}
	if diff := cmp.Diff(want, told(dir, r)[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], `could not find the source of links to "/nope/": internal error`) {
		t.Errorf("the problems are %q", problems)
	}
}
