package redirectrules_test

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hosts are the readers of the files that have one.
var hosts = []string{hosting.Netlify, hosting.CloudflarePages, hosting.Vercel}

// newSite returns a site with these pages, which are folders with an index.html or files.
func newSite(pages ...string) (hostingtest.Tree, redirectrules.Site) {
	tree := hostingtest.Tree{"404.html": ""}
	for _, page := range pages {
		name := strings.TrimPrefix(page, "/")
		if strings.HasSuffix(page, "/") {
			name += "index.html"
		}
		tree[name] = ""
	}
	return tree, redirectrules.Site{
		Exists: func(path string) bool { return finds(hosting.New(hosting.Plain, tree.Deployment(nil)), path) },
	}
}

// finds reports whether a host without rules has a page at a path.
func finds(profile hosting.Profile, path string) bool {
	kind := profile.Answer(hosting.Request{Path: path}).Kind
	return kind == hosting.File || kind == hosting.Redirect
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
func readMoves(t *testing.T) (moves []redirectrules.Move, pages []string) {
	t.Helper()
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
		moves = append(moves, redirectrules.Move{From: from, To: to})
	}
	return moves, pages
}

// TestOddMovesArrive moves paths that mean something in the syntax of a host. Each one arrives,
// or is not written for a reason.
func TestOddMovesArrive(t *testing.T) {
	t.Parallel()
	moves, pages := readMoves(t)
	tree, site := newSite(pages...)
	unwritten := map[string]int{hosting.Netlify: 12, hosting.CloudflarePages: 5}
	for _, host := range hosts {
		out := redirectrules.Write(host, site, moves)
		if got := len(out.Unwritten); got != unwritten[host] || out.Rules != len(moves)-got {
			t.Errorf("%s: %d moves are not written, want %d, and %d are, of %d: %q", host, got, unwritten[host], out.Rules, len(moves), out.Unwritten)
		}
		want := map[string]string{}
		for _, m := range moves {
			name := fmt.Sprintf("%q ", decoded(t, m.From))
			if !slices.ContainsFunc(out.Unwritten, func(reason string) bool { return strings.HasPrefix(reason, name) }) {
				want[m.From] = m.To
			}
		}
		arrivals(t, deploy(host, tree, out.Text), tree, want)
	}
}
