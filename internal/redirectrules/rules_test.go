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

// list reads moves: an old URL and a new one, "gone", or "?" for one that is not known.
func list(lines ...string) (moves []redirectrules.Move) {
	for _, line := range lines {
		from, to, _ := strings.Cut(line, " ")
		switch to {
		case "gone":
			moves = append(moves, redirectrules.Move{From: from, Gone: true})
		case "?":
			moves = append(moves, redirectrules.Move{From: from})
		default:
			moves = append(moves, redirectrules.Move{From: from, To: to})
		}
	}
	return moves
}

// TestFormats compares the files of each format with testdata/FORMAT.golden.
func TestFormats(t *testing.T) {
	t.Parallel()
	moves := list(
		"/guide/install/ /docs/install/", "/guide/linux/setup.html /docs/linux/setup.html", "/guide/ /docs/",
		"/about.html /company/#history", "/a%20b/ /company/?x=1", `/it's "new"/ /company/`,
		"/blog/ https://blog.example/", "/first/ /second/", "/second/ /company/", "/sold/ gone", "/lost/ ?", "/manual.pdf /docs/manual.pdf",
		"/docs/ /company/", "/nowhere/ /missing/",
	)
	_, site := newSite("/docs/", "/docs/install/", "/docs/linux/setup.html", "/docs/manual.pdf", "/company/")
	site.Base = "/base/"
	for _, name := range redirectrules.Formats() {
		format, ok := redirectrules.Named(name)
		if !ok || format.String() != name {
			t.Fatalf("the format %q is %v", name, format)
		}
		out := redirectrules.Write(format, site, moves)
		var b strings.Builder
		for _, file := range out.Files {
			fmt.Fprintf(&b, "-- %s --\n%s", file.Name, file.Text)
		}
		fmt.Fprintf(&b, "-- not written --\n")
		for _, u := range out.Unwritten {
			fmt.Fprintf(&b, "%s %s: %s\n", u.Move.From, u.Move.To, u.Reason)
		}
		golden := "testdata/" + name + ".golden"
		want, err := os.ReadFile(golden)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" && *update {
			err = os.WriteFile(golden, []byte(b.String()), 0o644)
		} else if diff != "" {
			t.Errorf("%s (-want +got):\n%s", golden, diff)
			err = nil
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFolders moves the pages /new/a/, /new/b/ and /new/c/d.html to where they are.
func TestFolders(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, want   string
		moves, pages []string
	}{
		{name: "whole folder", moves: []string{"/old/a/ /new/a/", "/old/c/d.html /new/c/d.html"}, want: "/old/* /new/:splat 301\n"},
		{name: "with its own page", moves: []string{"/old/ /new/", "/old/a/ /new/a/"}, pages: []string{"/new/"}, want: "/old/* /new/:splat 301\n"},
		{name: "one page only", moves: []string{"/old/a/ /new/a/"}, want: "/old/a/ /new/a/ 301\n"},
		{name: "one page went elsewhere", moves: []string{"/old/a/ /new/a/", "/old/b/ /new/b/", "/old/x/ /new/a/"}, want: "/old/a/ /new/a/ 301\n/old/b/ /new/b/ 301\n/old/x/ /new/a/ 301\n"},
		{name: "one page is lost", moves: []string{"/old/a/ /new/a/", "/old/b/ /new/b/", "/old/x/ ?"}, want: "/old/a/ /new/a/ 301\n/old/b/ /new/b/ 301\n"},
		{name: "one page is gone", moves: []string{"/old/a/ /new/a/", "/old/b/ /new/b/", "/old/x/ gone"}, want: "/old/a/ /new/a/ 301\n/old/b/ /new/b/ 301\n/old/x/ /404.html 410\n"},
		{name: "one page stayed", moves: []string{"/old/a/ /new/a/", "/old/b/ /new/b/"}, pages: []string{"/old/x/"}, want: "/old/a/ /new/a/ 301\n/old/b/ /new/b/ 301\n"},
		{
			name: "a folder of the folder", moves: []string{"/old/c/d.html /new/c/d.html", "/old/c/e.html /new/c/e.html", "/old/x/ /new/a/"}, pages: []string{"/new/c/e.html"},
			want: "/old/x/ /new/a/ 301\n/old/c/* /new/c/:splat 301\n",
		},
		{name: "into itself", moves: []string{"/a/ /new/a/", "/b/ /new/b/"}, want: "/a/ /new/a/ 301\n/b/ /new/b/ 301\n"},
		{name: "from where another one leads", moves: []string{"/old/a/ /mid/a/", "/old/b/ /mid/b/", "/mid/a/ /new/a/", "/mid/b/ /new/b/"}, want: "/mid/* /new/:splat 301\n/old/* /new/:splat 301\n"},
		{name: "to where a rule is for another page", moves: []string{"/old/a/ /new/a/", "/old/b/ /new/b/", "/new/x/ /new/a/"}, want: "/new/x/ /new/a/ 301\n/old/a/ /new/a/ 301\n/old/b/ /new/b/ 301\n"},
		{name: "to another site", moves: []string{"/old/a/ https://a.example/x/a/", "/old/b/ https://a.example/x/b/"}, want: "/old/* https://a.example/x/:splat 301\n"},
		{name: "to two sites", moves: []string{"/old/a/ https://a.example/a/", "/old/b/ https://b.example/b/"}, want: "/old/a/ https://a.example/a/ 301\n/old/b/ https://b.example/b/ 301\n"},
		{name: "a circle", moves: []string{"/old/a/ /old/b/", "/old/b/ /old/a/", "/old/c/ /old/a/", "/old/d/ /old/d"}},
		{name: "no page", moves: []string{"/old/a/ /new/x/", "/old/b/ /old/a/"}},
	} {
		_, site := newSite(append(test.pages, "/new/a/", "/new/b/", "/new/c/d.html", "/404.html")...)
		out := redirectrules.Write(redirectrules.Netlify, site, list(test.moves...))
		got := ""
		for _, file := range out.Files {
			got += file.Text
		}
		if diff := cmp.Diff(test.want, got); diff != "" || out.Rules != strings.Count(got, "\n") {
			t.Errorf("%s: %d rules (-want +got):\n%s%+v", test.name, out.Rules, diff, out.Unwritten)
		}
	}
}

// TestFolderNeedsToBeKnown expects no rule for a folder whose pages are not known.
func TestFolderNeedsToBeKnown(t *testing.T) {
	t.Parallel()
	_, site := newSite("/new/a/", "/new/b/")
	site.HasBelow = nil
	out := redirectrules.Write(redirectrules.Cloudflare, site, list("/old/a/ /new/a/", "/old/b/ /new/b/"))
	if out.Rules != 2 || out.Written != 2 {
		t.Errorf("%+v", out)
	}
}

// TestLimits has more moves than hosts read: the first ones have rules.
func TestLimits(t *testing.T) {
	t.Parallel()
	var moves []redirectrules.Move
	pages := []string{"/new/"}
	for i := range 2500 {
		moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/old%d/page.html", 2499-i), To: "/new/"})
	}
	for i := range 120 {
		for _, page := range []string{"a/", "b/"} {
			to := fmt.Sprintf("/to%d/%s", i, page)
			moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/folder%d/%s", i, page), To: to})
			pages = append(pages, to)
		}
	}
	tree, site := newSite(pages...)
	site.Exists = func(path string) bool { return tree.IsFile(strings.TrimPrefix(path, "/") + "index.html") }
	for format, want := range map[redirectrules.Format]int{
		redirectrules.Cloudflare: 2000 + 200, // Of the folders, 20 would need rules for their pages.
		redirectrules.Vercel:     2048,
		redirectrules.Netlify:    2740,
	} {
		out := redirectrules.Write(format, site, moves)
		if out.Written != want || len(out.Unwritten) != len(moves)-want {
			t.Errorf("%s: %d moves are written, want %d; %d are not", format, out.Written, want, len(out.Unwritten))
		}
		profile := hosting.New(hosts[format], deploy(tree, out.Files))
		if len(profile.Faults()) > 0 || len(profile.Rules()) != out.Rules {
			t.Errorf("%s: of %d rules, the host reads %d: %+v", format, out.Rules, len(profile.Rules()), profile.Faults())
		}
		if len(out.Unwritten) > 0 && !strings.Contains(out.Unwritten[0].Reason, "may have at most") {
			t.Errorf("%s: the reason is %q", format, out.Unwritten[0].Reason)
		}
	}
	for _, name := range []string{hosting.Netlify, hosting.CloudflarePages, hosting.Vercel} {
		if redirectrules.ForHosting(name).String() != name {
			t.Errorf("the format for %s is %s", name, redirectrules.ForHosting(name))
		}
	}
	if redirectrules.ForHosting("plain") != redirectrules.Netlify {
		t.Errorf("the format for plain is %s", redirectrules.ForHosting("plain"))
	}
}

// TestWorkIsLinear counts how often the site is asked. Circles and chains are followed once.
func TestWorkIsLinear(t *testing.T) {
	t.Parallel()
	work := func(n int) (asked int) {
		var moves []redirectrules.Move
		for i := range n {
			moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/chain/%d/", i), To: fmt.Sprintf("/chain/%d/", i+1)})
			moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/circle/%d/", i), To: fmt.Sprintf("/circle/%d/", (i+1)%n)})
			moves = append(moves, redirectrules.Move{From: fmt.Sprintf("/old/%d/x.html", i), To: fmt.Sprintf("/new/%d/x.html", i)})
		}
		site := redirectrules.Site{
			Exists: func(path string) bool {
				asked++
				return strings.HasPrefix(path, "/new/") || path == fmt.Sprintf("/chain/%d/", n)
			},
			HasBelow: func(folder string) bool { asked++; return strings.HasPrefix("/new/", folder) },
		}
		out := redirectrules.Write(redirectrules.Nginx, site, moves)
		if out.Written != 2*n || len(out.Unwritten) != n || out.Rules != n+1 {
			t.Errorf("%d written, %d not, %d rules", out.Written, len(out.Unwritten), out.Rules)
		}
		return asked
	}
	if small, large := work(100), work(1000); large > 11*small {
		t.Errorf("100 moves ask %d times, and 1000 ask %d times", small, large)
	}
}

// TestLongPaths has paths that would make a server refuse its settings, or that no file can have.
func TestLongPaths(t *testing.T) {
	t.Parallel()
	_, site := newSite("/new/")
	for format, want := range map[redirectrules.Format]string{
		redirectrules.Nginx: "at most 4 kB", redirectrules.Vercel: "at most 4096", redirectrules.Cloudflare: "at most 1000",
	} {
		out := redirectrules.Write(format, site, list("/"+strings.Repeat("x", 5000)+"/ /new/", "/old/ /new/"))
		if len(out.Unwritten) != 1 || out.Written != 1 || !strings.Contains(out.Unwritten[0].Reason, want) {
			t.Errorf("%s: %+v, want %q", format, out.Unwritten, want)
		}
	}
}

// TestUnusableMoves have no rule in any format.
func TestUnusableMoves(t *testing.T) {
	t.Parallel()
	_, site := newSite("/new/")
	for line, want := range map[string]string{
		"old/ /new/":              "not a path from the root",
		"//old/ /new/":            "not a path from the root",
		"/ /new/":                 "the new site needs a start page",
		"/old/?a=b /new/":         "query or a fragment",
		"/old/%2F/ /new/":         "encoded slash",
		"/old/%00/ /new/":         "characters that rules cannot contain",
		"/old/%0d%0aX:%20/ /new/": "characters that rules cannot contain",
		"/old/%FF/ /new/":         "characters that rules cannot contain",
		"/old/%zz/ /new/":         "characters that rules cannot contain",
		"/old/../ /new/":          "segment that browsers resolve",
		"/old//a/ /new/":          "empty segment",
		"/old/ new/":              "neither a path nor an address",
		"/old/ javascript:x":      "neither a path nor an address",
		"/old/ https://u:p@a.b/":  "neither a path nor an address",
		"/old/ https://ä.example": "neither a path nor an address",
		"/old/ /new/%0a":          "characters that rules cannot contain",
		"/new/ /new/":             "the new site has a page there",
	} {
		for _, name := range redirectrules.Formats() {
			format, _ := redirectrules.Named(name)
			out := redirectrules.Write(format, site, list(line))
			if len(out.Unwritten) != 1 || len(out.Files) != 0 || !strings.Contains(out.Unwritten[0].Reason, want) {
				t.Errorf("%s: %q: %+v, want %q", name, line, out, want)
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
	out := redirectrules.Write(redirectrules.Vercel, site, moves)
	profile := hosting.New(hosting.Vercel, deploy(tree, out.Files))
	arrivals(t, profile, tree, want)
	for _, path := range []string{"/e", "/f.html/", "/gx"} {
		if answer := profile.Answer(hosting.Request{Path: path}); answer.Kind == hosting.Redirect {
			t.Errorf("%s leads to %s", path, answer.Location)
		}
	}
	text := redirectrules.Write(redirectrules.Nginx, site, moves).Files[0].Text
	for _, part := range []string{
		`location = "/a/" {`, `location = "/a" {`, `location = "/b" {`, `location = "/b/" {`, `location = "/c" { return 301 "/other/`,
		`location = "/c/" { return 301 "/new/`, `location = "/e/" {`, `location = "/f.html" {`, `location ^~ "/g/" {`, `location = "/g" {`,
	} {
		if strings.Count(text, part) != 1 {
			t.Errorf("want %s once in\n%s", part, text)
		}
	}
}

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
		moves := []redirectrules.Move{{From: from, To: to}}
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
			if host := hosts[format]; host != "" {
				profile := hosting.New(host, deploy(hostingtest.Tree{}, out.Files))
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
