package redirectrules_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hosts are the readers of the files that have one.
var hosts = map[redirectrules.Format]string{
	redirectrules.Netlify:    hosting.Netlify,
	redirectrules.Cloudflare: hosting.CloudflarePages,
	redirectrules.Vercel:     hosting.Vercel,
}

// newSite returns a site with these pages, which are folders with an index.html or files.
func newSite(pages ...string) (hostingtest.Tree, redirectrules.Site) {
	tree, folders := hostingtest.Tree{"404.html": ""}, map[string]bool{}
	for _, page := range pages {
		name := strings.TrimPrefix(page, "/")
		if strings.HasSuffix(page, "/") {
			name += "index.html"
		}
		tree[name] = ""
		for i := range page {
			if page[i] == '/' {
				folders[page[:i+1]] = true
			}
		}
	}
	return tree, redirectrules.Site{
		Exists:   func(path string) bool { return finds(hosting.New(hosting.Plain, tree.Deployment(nil)), path) },
		HasBelow: func(folder string) bool { return folders[folder] },
	}
}

// finds reports whether a host without rules has a page at a path.
func finds(profile hosting.Profile, path string) bool {
	kind := profile.Answer(hosting.Request{Path: path}).Kind
	return kind == hosting.File || kind == hosting.Redirect
}

// servedBy has a site answer as a host does.
func servedBy(site redirectrules.Site, tree hostingtest.Tree, host string) redirectrules.Site {
	site.Exists = func(path string) bool { return finds(hosting.New(host, tree.Deployment(nil)), path) }
	return site
}

// deploy puts the files of the rules where the host reads them.
func deploy(pages hostingtest.Tree, files []redirectrules.File) hosting.Deployment {
	public, repository := hostingtest.Tree{}, hostingtest.Tree{}
	for name := range pages {
		public[name] = ""
	}
	for _, file := range files {
		if file.Name == "vercel.json" {
			repository[file.Name] = file.Text
		} else {
			public[file.Name] = file.Text
		}
	}
	return public.Deployment(repository)
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
		if to == "" {
			if answer.Kind != hosting.NotFound || answer.Status != 410 {
				t.Errorf("%s: %s: %s, want 410", profile.Name(), from, hostingtest.Describe(answer))
			}
			continue
		}
		if answer.Kind != hosting.Redirect || answer.Status != 301 && answer.Status != 308 || answer.Rule == nil || len(answer.Or) > 0 {
			t.Errorf("%s: %s: %s, want a redirect to %s", profile.Name(), from, hostingtest.Describe(answer), to)
			continue
		}
		if decoded(t, answer.Location) != decoded(t, to) {
			t.Errorf("%s: %s leads to %s, want %s", profile.Name(), from, answer.Location, to)
			continue
		}
		if strings.HasPrefix(answer.Location, "/") {
			path, _, _ := strings.Cut(answer.Location, "#")
			path, _, _ = strings.Cut(path, "?")
			arrived := profile.Answer(hosting.Request{Path: decoded(t, path)})
			if arrived.Kind != hosting.File && (arrived.Kind != hosting.Redirect || arrived.Rule != nil) {
				t.Errorf("%s: %s: behind %s is %s", profile.Name(), from, answer.Location, hostingtest.Describe(arrived))
			}
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

// written returns the moves that have a rule, by their old paths.
func written(out redirectrules.Output, moves []redirectrules.Move) map[string]string {
	unwritten := map[redirectrules.Move]bool{}
	for _, u := range out.Unwritten {
		unwritten[u.Move] = true
	}
	arrive := map[string]string{}
	for _, m := range moves {
		if !unwritten[m] && (m.To != "" || m.Gone) {
			arrive[m.From] = m.To
		}
	}
	return arrive
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
		m := redirectrules.Move{From: from, To: to}
		if to == "gone" {
			m = redirectrules.Move{From: from, Gone: true}
		} else if u, err := url.Parse(to); err != nil {
			t.Fatal(err)
		} else if u.Host == "" && to != "/second/" {
			pages = append(pages, u.Path)
		}
		moves = append(moves, m)
	}
	return moves, pages
}

// TestOddMovesArrive moves paths that mean something in the syntax of a host. Each one arrives,
// or is not written for a reason.
func TestOddMovesArrive(t *testing.T) {
	t.Parallel()
	moves, pages := readMoves(t)
	tree, site := newSite(pages...)
	unwritten := map[redirectrules.Format]int{
		redirectrules.Netlify: 10, redirectrules.Cloudflare: 5, redirectrules.Vercel: 2,
	}
	for format, host := range hosts {
		t.Run(format.String(), func(t *testing.T) {
			t.Parallel()
			out := redirectrules.Write(format, site, moves)
			if got := len(out.Unwritten); got != unwritten[format] || out.Written != len(moves)-got {
				t.Errorf("%d moves are not written, want %d, and %d are, of %d: %+v", got, unwritten[format], out.Written, len(moves), out.Unwritten)
			}
			want := written(out, moves)
			want["/first/"] = want["/second/"]
			arrivals(t, hosting.New(host, deploy(tree, out.Files)), tree, want)
		})
	}
}

// randomPath is a path of few short names, so that many are the same, or below each other.
func randomPath(random *rand.Rand) string {
	var b strings.Builder
	for range 1 + random.IntN(3) {
		b.WriteString("/" + string("abcd"[random.IntN(4)]))
	}
	return b.String() + []string{"/", "/", ".html", ""}[random.IntN(4)]
}

// randomMoves returns moves and pages without order: a page may also have moved, moves lead to
// each other, and folders moved as a whole.
func randomMoves(random *rand.Rand) (pages []string, moves []redirectrules.Move) {
	for range random.IntN(8) {
		if page := randomPath(random); strings.HasSuffix(page, "/") || strings.HasSuffix(page, ".html") {
			pages = append(pages, page)
		}
	}
	for range random.IntN(10) {
		m := redirectrules.Move{From: randomPath(random), To: randomPath(random)}
		switch random.IntN(12) {
		case 0:
			m.To = "https://other.example" + m.To
		case 1:
			m.To, m.Gone = "", true
		case 2:
			m.To = ""
		}
		moves = append(moves, m)
	}
	for n := range random.IntN(4) {
		from, to := randomPath(random), randomPath(random)
		if !strings.HasSuffix(from, "/") || !strings.HasSuffix(to, "/") {
			continue
		}
		for i := range 2 + random.IntN(3) {
			name := fmt.Sprintf("page-%d-%d/", n, i)
			moves = append(moves, redirectrules.Move{From: from + name, To: to + name})
			if random.IntN(8) > 0 {
				pages = append(pages, to+name)
			}
		}
	}
	return pages, moves
}

// TestRandomMoves holds for random moves: all that are written arrive at a page by one redirect,
// so that there is no chain and no circle; no rule is for a page; and a move that is not written
// leads nowhere, or is for a page.
func TestRandomMoves(t *testing.T) {
	t.Parallel()
	folders := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		pages, moves := randomMoves(random)
		tree, site := newSite(pages...)
		for format, host := range hosts {
			site := servedBy(site, tree, host)
			out := redirectrules.Write(format, site, moves)
			if diff := cmp.Diff(out, redirectrules.Write(format, site, moves)); diff != "" {
				t.Fatalf("seed %d: not the same twice: %s", seed, diff)
			}
			for _, file := range out.Files {
				folders += strings.Count(file.Text, "rest") + strings.Count(file.Text, "splat")
				if _, ok := tree[file.Name]; ok {
					t.Errorf("seed %d: %s takes the place of %s", seed, format, file.Name)
				}
			}
			arrivals(t, hosting.New(host, deploy(tree, out.Files)), tree, final(format, out, moves))
			if t.Failed() {
				t.Fatalf("seed %d: %s\npages %q\nmoves %+v\nout %+v", seed, format, pages, moves, out)
			}
		}
	}
	if folders < 10 {
		t.Errorf("only %d rules for folders", folders)
	}
}

// final returns where the written moves have to lead when each is followed to its end.
func final(format redirectrules.Format, out redirectrules.Output, moves []redirectrules.Move) map[string]string {
	key := func(path string) string {
		if format == redirectrules.Netlify {
			return strings.TrimSuffix(path, "/") // a rule is for both
		}
		return path
	}
	direct := written(out, moves)
	first := map[string]redirectrules.Move{}
	for _, m := range slices.Backward(moves) {
		if to, ok := direct[m.From]; ok && to == m.To && (m.To != "" || m.Gone) {
			first[key(m.From)] = m
		}
	}
	ends := map[string]string{}
	for from := range direct {
		m := first[key(from)]
		for range moves {
			if next, ok := first[key(m.To)]; ok && m.To != "" {
				m = next
			}
		}
		ends[from] = m.To
	}
	return ends
}
