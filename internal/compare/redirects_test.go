package compare_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

var update = flag.Bool("update", false, "write the golden files")

// list reads moves: an old path and a new one.
func list(lines ...string) map[string]string {
	moves := map[string]string{}
	for _, line := range lines {
		from, to, _ := strings.Cut(line, " ")
		moves[from] = to
	}
	return moves
}

// TestSyntaxes compares the rules in each syntax with testdata/NAME.golden.
func TestSyntaxes(t *testing.T) {
	t.Parallel()
	moves := list(
		"/guide/install/ /docs/install/", "/guide/linux/setup.html /docs/linux/setup.html", "/guide/ /docs/",
		"/about.html /company/", "/a%20b/ /company/", `/it's-"new"/ /company/`, "/manual.pdf /docs/manual.pdf",
	)
	for name, syntax := range map[string]string{
		"list": hosting.Plain, "cloudflare-pages": hosting.CloudflarePages, "vercel": hosting.Vercel, "nginx": compare.Nginx,
	} {
		text, _, unwritten := compare.Redirects(syntax, "/base/", moves)
		got := text + "-- not written --\n" + strings.Join(unwritten, "\n") + "\n"
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

// TestUnusableMoves have no rule in any syntax.
func TestUnusableMoves(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"/old/%2F/ /new/", "/old/%00/ /new/", "/old/%0d%0aX:%20/ /new/", "/old/%FF/ /new/", "/old/%zz/ /new/", "/old/../ /new/",
		"/old//a/ /new/", "/old/ javascript:x", "/old/ /new/%0a", "/" + strings.Repeat("x", 5000) + " /new/",
	} {
		for _, syntax := range append(hosts, compare.Nginx) {
			if text, _, unwritten := compare.Redirects(syntax, "", list(line)); len(unwritten) != 1 || text != "" {
				t.Errorf("%s: %q: %q, %q", syntax, line, text, unwritten)
			}
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
		for _, syntax := range append(hosts, compare.Nginx) {
			text, n, unwritten := compare.Redirects(syntax, "/base/", map[string]string{from: to})
			if len(unwritten)+n != 1 {
				t.Fatalf("%s: %d rules: %q", syntax, n, unwritten)
			}
			if n == 0 {
				continue
			}
			if err != nil {
				t.Fatalf("%s: the path %q is not valid", syntax, from)
			}
			if syntax == hosting.Vercel && !json.Valid([]byte(text)) {
				t.Errorf("no JSON: %s", text)
			}
			if lines := strings.Count(text, "\n"); lines > 10 || strings.ContainsAny(text, "\r\x00") {
				t.Errorf("%s: %d lines: %q", syntax, lines, text)
			}
			if syntax != compare.Nginx {
				profile := deploy(syntax, hostingtest.Tree{}, text)
				answer := profile.Answer(hosting.Request{Path: plain})
				if faults := profile.Faults(); len(faults) > 0 || answer.Kind != hosting.Redirect || len(answer.Or) > 0 || answer.Rule == nil {
					t.Errorf("%s: %s: %s: %+v: %s", syntax, from, hostingtest.Describe(answer), faults, text)
				}
			}
		}
	})
}

// hosts are the readers of the files that have one.
var hosts = []string{hosting.Netlify, hosting.CloudflarePages, hosting.Vercel}

// newTree returns a site with these pages, which are folders with an index.html or files.
func newTree(pages ...string) hostingtest.Tree {
	tree := hostingtest.Tree{"404.html": ""}
	for _, page := range pages {
		name := strings.TrimPrefix(page, "/")
		if strings.HasSuffix(page, "/") {
			name += "index.html"
		}
		tree[name] = ""
	}
	return tree
}

// deploy puts the rules where the host reads them.
func deploy(host string, pages hostingtest.Tree, text string) hosting.Profile {
	public, repository := maps.Clone(pages), hostingtest.Tree{}
	if host == hosting.Vercel {
		repository["vercel.json"] = text
	} else {
		public["_redirects"] = text
	}
	return hosting.New(host, public.Deployment(repository))
}

// arrivals expects every written move to arrive at its page by one redirect, and no page of the
// site to be redirected by a rule.
func arrivals(t *testing.T, profile hosting.Profile, pages hostingtest.Tree, moves map[string]string) {
	t.Helper()
	for _, fault := range profile.Faults() {
		t.Errorf("%s: line %d: %s", profile.Name(), fault.Line, fault.Message)
	}
	for from, to := range moves {
		path, err := url.PathUnescape(from)
		if err != nil {
			t.Fatal(err)
		}
		answer := profile.Answer(hosting.Request{Path: path})
		if answer.Kind != hosting.Redirect || answer.Status != 301 && answer.Status != 308 || answer.Rule == nil || len(answer.Or) > 0 {
			t.Errorf("%s: %s: %s, want a redirect to %s", profile.Name(), from, hostingtest.Describe(answer), to)
			continue
		}
		if decoded(t, answer.Location) != decoded(t, to) {
			t.Errorf("%s: %s leads to %s, want %s", profile.Name(), from, answer.Location, to)
			continue
		}
		arrived := profile.Answer(hosting.Request{Path: decoded(t, answer.Location)})
		if arrived.Kind != hosting.File && (arrived.Kind != hosting.Redirect || arrived.Rule != nil) {
			t.Errorf("%s: %s: behind %s is %s", profile.Name(), from, answer.Location, hostingtest.Describe(arrived))
		}
	}
	for page := range pages {
		if answer := profile.Answer(hosting.Request{Path: "/" + hosting.WithoutIndex(page)}); answer.Rule != nil {
			t.Errorf("%s: the page %s has the rule %+v", profile.Name(), page, answer.Rule)
		}
	}
}

func decoded(t *testing.T, location string) string {
	t.Helper()
	text, err := url.PathUnescape(location)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readMoves reads testdata/moves.txt, and returns the pages to which it leads.
func readMoves(t *testing.T) (moves map[string]string, pages []string) {
	t.Helper()
	moves = map[string]string{}
	text, err := os.ReadFile("testdata/moves.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		from, to, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || from == "#" {
			continue
		}
		pages = append(pages, decoded(t, to))
		moves[from] = to
	}
	return moves, pages
}

// TestOddMovesArrive moves paths that mean something in the syntax of a host. Each one arrives,
// or is not written for a reason.
func TestOddMovesArrive(t *testing.T) {
	t.Parallel()
	moves, pages := readMoves(t)
	tree := newTree(pages...)
	left := map[string]int{hosting.Netlify: 12, hosting.CloudflarePages: 5}
	for _, host := range hosts {
		text, n, unwritten := compare.Redirects(host, "", moves)
		if got := len(unwritten); got != left[host] || n != len(moves)-got {
			t.Errorf("%s: %d moves are not written, want %d, and %d are, of %d: %q", host, got, left[host], n, len(moves), unwritten)
		}
		want := map[string]string{}
		for from, to := range moves {
			name := fmt.Sprintf("%q ", decoded(t, from))
			if !slices.ContainsFunc(unwritten, func(reason string) bool { return strings.HasPrefix(reason, name) }) {
				want[from] = to
			}
		}
		arrivals(t, deploy(host, tree, text), tree, want)
	}
}
