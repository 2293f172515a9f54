package redirectrules_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

var update = flag.Bool("update", false, "write the golden files")

// list reads moves: an old path and a new one, or "?" for one that is not known.
func list(lines ...string) (moves []redirectrules.Move) {
	for _, line := range lines {
		from, to, _ := strings.Cut(line, " ")
		moves = append(moves, redirectrules.Move{From: from, To: strings.TrimPrefix(to, "?")})
	}
	return moves
}

// TestSyntaxes compares the rules in each syntax with testdata/NAME.golden.
func TestSyntaxes(t *testing.T) {
	t.Parallel()
	moves := list(
		"/guide/install/ /docs/install/", "/guide/linux/setup.html /docs/linux/setup.html", "/guide/ /docs/",
		"/about.html /company/", "/a%20b/ /company/", `/it's-"new"/ /company/`, "/lost/ ?", "/manual.pdf /docs/manual.pdf",
		"/docs/ /company/", "/nowhere/ /missing/",
	)
	_, site := newSite("/docs/", "/docs/install/", "/docs/linux/setup.html", "/docs/manual.pdf", "/company/")
	site.Base = "/base/"
	for name, syntax := range map[string]string{
		"list": hosting.Plain, "cloudflare-pages": hosting.CloudflarePages, "vercel": hosting.Vercel, "nginx": redirectrules.Nginx,
	} {
		out := redirectrules.Write(syntax, site, moves)
		got := out.Text + "-- not written --\n" + strings.Join(out.Unwritten, "\n") + "\n"
		golden := "testdata/" + name + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", golden, diff)
		}
	}
}

// TestWorkIsLinear counts how often the site is asked.
func TestWorkIsLinear(t *testing.T) {
	t.Parallel()
	work := func(n int) (asked int) {
		var moves []redirectrules.Move
		for i := range n {
			moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/old/%d/x.html", i), To: fmt.Sprintf("/new/%d/x.html", i)})
		}
		out := redirectrules.Write(redirectrules.Nginx, redirectrules.Site{
			Exists: func(path string) bool { asked++; return strings.HasPrefix(path, "/new/") },
		}, moves)
		if out.Rules != n {
			t.Errorf("%d rules", out.Rules)
		}
		return asked
	}
	if small, large := work(100), work(1000); large > 11*small {
		t.Errorf("100 moves ask %d times, and 1000 ask %d times", small, large)
	}
}

// TestUnusableMoves have no rule in any syntax.
func TestUnusableMoves(t *testing.T) {
	t.Parallel()
	_, site := newSite("/new/")
	for line, want := range map[string]string{
		"/ /new/":                 "the new site has a page there",
		"/old/%2F/ /new/":         "characters that rules cannot contain",
		"/old/%00/ /new/":         "characters that rules cannot contain",
		"/old/%0d%0aX:%20/ /new/": "characters that rules cannot contain",
		"/old/%FF/ /new/":         "characters that rules cannot contain",
		"/old/%zz/ /new/":         "characters that rules cannot contain",
		"/old/../ /new/":          "characters that rules cannot contain",
		"/old//a/ /new/":          "characters that rules cannot contain",
		"/old/ javascript:x":      "characters that rules cannot contain",
		"/old/ /new/%0a":          "characters that rules cannot contain",
		"/new/ /new/":             "the new site has a page there",
		"/old/ /other/":           "the new site has no page at",
		"/" + strings.Repeat("x", 5000) + " /new/": "characters that rules cannot contain",
	} {
		for _, syntax := range append(hosts, redirectrules.Nginx) {
			out := redirectrules.Write(syntax, site, list(line))
			if len(out.Unwritten) != 1 || out.Text != "" || !strings.Contains(out.Unwritten[0], want) {
				t.Errorf("%s: %q: %+v, want %q", syntax, line, out, want)
			}
		}
	}
}

// TestSlashAtTheEnd asks for old pages with and without a slash at the end, as readers do, where
// no other page or move is there.
func TestSlashAtTheEnd(t *testing.T) {
	t.Parallel()
	moves := list("/a/ /new/", "/b /new/", "/c/ /new/", "/c /other/", "/e/ /new/", "/f.html /new/", "/g/ /to/", "/g/x/ /to/x/")
	tree, site := newSite("/new/", "/other/", "/e.html", "/to/", "/to/x/")
	site.Exists = func(path string) bool {
		return path == "/e" || tree.IsFile(strings.TrimPrefix(path, "/")+"index.html")
	}
	want := map[string]string{
		"/a": "/new/", "/a/": "/new/", "/b": "/new/", "/b/": "/new/", "/c": "/other/", "/c/": "/new/", "/e/": "/new/",
		"/f.html": "/new/", "/g": "/to/", "/g/": "/to/", "/g/x/": "/to/x/",
	}
	out := redirectrules.Write(hosting.Vercel, site, moves)
	profile := deploy(hosting.Vercel, tree, out.Text)
	arrivals(t, profile, tree, want)
	for _, path := range []string{"/e", "/f.html/", "/gx"} {
		if answer := profile.Answer(hosting.Request{Path: path}); answer.Kind == hosting.Redirect {
			t.Errorf("%s leads to %s", path, answer.Location)
		}
	}
	text := redirectrules.Write(redirectrules.Nginx, site, moves).Text
	for _, part := range []string{`"^/a/?$" "/new/"`, `"^/b/?$"`, `"^/c$" "/other/"`, `"^/c/$" "/new/"`, `"^/e/$"`, `"^/f\\.html$"`, `"^/g/?$"`} {
		if strings.Count(text, part) != 1 {
			t.Errorf("want %s once in\n%s", part, text)
		}
	}
}

// FuzzWrite moves one page to another: the move has a reason, or it arrives, and no line of a
// file is one that the paths made up.
func FuzzWrite(f *testing.F) {
	for _, path := range []string{"/old/", "/a%20b/", "/$1/:x/*", "/%22;%7D", "/a.b.c", "/%C3%A4%0a"} {
		f.Add(path, path+"new")
	}
	f.Fuzz(func(t *testing.T, from, to string) {
		plain, err := url.PathUnescape(from)
		site := redirectrules.Site{
			Exists: func(path string) bool { return path != plain && strings.Trim(path, "/") != strings.Trim(plain, "/") },
			Base:   "/base/",
		}
		for _, syntax := range append(hosts, redirectrules.Nginx) {
			out := redirectrules.Write(syntax, site, []redirectrules.Move{{From: from, To: to}})
			if len(out.Unwritten)+out.Rules != 1 && to != "" {
				t.Fatalf("%s: %+v", syntax, out)
			}
			if out.Rules == 0 {
				continue
			}
			if err != nil {
				t.Fatalf("%s: the path %q is not valid", syntax, from)
			}
			if syntax == hosting.Vercel && !json.Valid([]byte(out.Text)) {
				t.Errorf("no JSON: %s", out.Text)
			}
			if lines := strings.Count(out.Text, "\n"); lines > 10 || strings.ContainsAny(out.Text, "\r\x00") {
				t.Errorf("%s: %d lines: %q", syntax, lines, out.Text)
			}
			if syntax != redirectrules.Nginx {
				profile := deploy(syntax, hostingtest.Tree{}, out.Text)
				answer := profile.Answer(hosting.Request{Path: plain})
				if faults := profile.Faults(); len(faults) > 0 || answer.Kind != hosting.Redirect || len(answer.Or) > 0 || answer.Rule == nil {
					t.Errorf("%s: %s: %s: %+v: %s", syntax, from, hostingtest.Describe(answer), faults, out.Text)
				}
			}
		}
	})
}
