package redirectrules_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// FuzzWrite moves one page to another: the move has a reason, or it arrives, and no line of a
// file is one that the paths made up.
func FuzzWrite(f *testing.F) {
	for _, path := range []string{"/old/", "/a%20b/", "/$1/:x/*", "/%22;%7D", "/a.b.c", "/%C3%A4%0a"} {
		f.Add(path, path+"new?a#b", "")
		f.Add(path, "https://a.example"+path, "/base/")
	}
	f.Fuzz(func(t *testing.T, from, to, base string) {
		if strings.ContainsFunc(base, func(r rune) bool { return r < 'a' || r > 'z' }) {
			base = "/base/"
		}
		plain, err := url.PathUnescape(from)
		moves := []redirectrules.Move{{From: from, To: to, Source: "docs/page.md"}}
		site := redirectrules.Site{
			Exists:   func(path string) bool { return path != plain && strings.Trim(path, "/") != strings.Trim(plain, "/") },
			HasBelow: func(string) bool { return true },
			Base:     base,
		}
		for _, name := range redirectrules.Formats() {
			format, _ := redirectrules.Named(name)
			out := redirectrules.Write(format, site, moves)
			if len(out.Unwritten)+out.Written != 1 && to != "" || len(out.Files) != out.Rules {
				t.Fatalf("%s: %+v", format, out)
			}
			if out.Rules == 0 {
				continue
			}
			if err != nil {
				t.Fatalf("%s: the path %q is not valid", format, from)
			}
			file := out.Files[0]
			if strings.HasSuffix(file.Name, ".json") && !json.Valid([]byte(file.Text)) {
				t.Errorf("%s: no JSON: %s", format, file.Text)
			}
			if lines := strings.Count(file.Text, "\n"); lines > 10 || strings.ContainsAny(file.Text, "\r\x00") {
				t.Errorf("%s: %d lines: %q", format, lines, file.Text)
			}
			if readers := hosts[format]; format != redirectrules.Stubs && readers != nil {
				profile := readers[0](deploy(hostingtest.Tree{}, out.Files))
				if faults := profile.Faults(); len(faults) > 0 {
					t.Errorf("%s: %+v: %s", format, faults, file.Text)
				}
				answer := profile.Answer(hosting.Request{Path: plain})
				if answer.Kind != hosting.Redirect || len(answer.Or) > 0 || answer.Rule == nil {
					t.Errorf("%s: %s: %s: %s", format, from, hostingtest.Describe(answer), file.Text)
				}
			}
		}
	})
}
