package githubpages

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestAnswers compares a site for each way in which it may be published.
func TestAnswers(t *testing.T) {
	t.Parallel()
	files := hostingtest.Tree{
		"index.html": "", "page.html": "", "both.html": "", "both/index.html": "", "dir/index.html": "",
		"_hidden/a.html": "", "notes.md": "", "folder/README.md": "", "guide/index.md": "",
	}
	for name, test := range map[string]struct {
		place string
		more  hostingtest.Tree
		want  map[string]string
	}{
		"as it stands": {
			more: hostingtest.Tree{".nojekyll": ""},
			want: map[string]string{
				"/":                "200 index.html",
				"/page":            "200 page.html",
				"/page.html":       "200 page.html",
				"/page/":           "404",
				"/both":            "200 both.html",
				"/both/":           "200 both/index.html",
				"/dir":             "301 /dir/",
				"/dir?a=b":         "301 /dir/?a=b",
				"/dir/index.html":  "200 dir/index.html",
				"/_hidden/a.html":  "200 _hidden/a.html",
				"/notes":           "404",
				"/folder/":         "404",
				"/guide/":          "404",
				"/missing":         "404",
				"/missing/a.html/": "404",
			},
		},
		"by Jekyll": {
			place: "docs",
			want: map[string]string{
				"/":               "200 index.html",
				"/page":           "200 page.html",
				"/_hidden/a.html": "404",
				"/_hidden/a":      "404",
				"/notes":          "unknown",
				"/notes.html":     "unknown",
				"/notes/":         "404",
				"/folder":         "301 /folder/",
				"/folder/":        "unknown",
				"/guide/":         "unknown",
			},
		},
		"perhaps by Jekyll": {
			place: "public",
			want: map[string]string{
				"/":               "200 index.html",
				"/_hidden/a.html": "200 _hidden/a.html",
				"/notes":          "unknown",
				"/folder/":        "unknown",
				"/missing":        "404",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := hostingtest.Tree{}
			for _, some := range []hostingtest.Tree{files, test.more} {
				for file := range some {
					all[file] = ""
				}
			}
			d := all.Deployment(nil)
			d.BuildPath = test.place
			p := New(d)
			hostingtest.CheckAnswers(t, p, test.want)
			if len(p.Rules())+len(p.Faults()) > 0 {
				t.Errorf("rules %v, faults %v", p.Rules(), p.Faults())
			}
		})
	}
}

func TestURLPath(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"index.html": "", "page.html": "", "dir/index.html": "", ".nojekyll": ""}.Deployment(nil))
	hostingtest.CheckURLPaths(t, p, map[string]string{"index.html": "", "page.html": "page.html", "dir/index.html": "dir/"})
}

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

func BenchmarkLinearFiles(b *testing.B) {
	hostingtest.BenchmarkFiles(b, hostingtest.HostFile{Name: "_config.yml", New: New})
}
