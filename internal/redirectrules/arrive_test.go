package redirectrules_test

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/azure"
	"github.com/linkvet/linkvet/internal/hosting/cloudflare"
	"github.com/linkvet/linkvet/internal/hosting/firebase"
	"github.com/linkvet/linkvet/internal/hosting/githubpages"
	"github.com/linkvet/linkvet/internal/hosting/netlify"
	"github.com/linkvet/linkvet/internal/hosting/plain"
	"github.com/linkvet/linkvet/internal/hosting/vercel"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hosts are the readers of the files that have one.
var hosts = map[redirectrules.Format][]func(hosting.Deployment) hosting.Profile{
	redirectrules.Netlify:     {netlify.New},
	redirectrules.NetlifyTOML: {netlify.New},
	redirectrules.Cloudflare:  {cloudflare.New},
	redirectrules.Vercel:      {vercel.New},
	redirectrules.Firebase:    {firebase.New},
	redirectrules.Azure:       {azure.New},
	redirectrules.Stubs:       {plain.New, githubpages.New},
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
		Exists:   func(path string) bool { return finds(plain.New(tree.Deployment(nil)), path) },
		HasBelow: func(folder string) bool { return folders[folder] },
	}
}

// finds reports whether a host without rules has a page at a path.
func finds(profile hosting.Profile, path string) bool {
	kind := profile.Answer(hosting.Request{Path: path}).Kind
	return kind == hosting.File || kind == hosting.Redirect
}

// servedBy has a site answer as all of these hosts do.
func servedBy(site redirectrules.Site, tree hostingtest.Tree, readers []func(hosting.Deployment) hosting.Profile) redirectrules.Site {
	site.Exists = func(path string) bool {
		return slices.ContainsFunc(readers, func(read func(hosting.Deployment) hosting.Profile) bool {
			return finds(read(tree.Deployment(nil)), path)
		})
	}
	return site
}

// deploy puts the files of the rules where the host reads them.
func deploy(pages hostingtest.Tree, files []redirectrules.File) hosting.Deployment {
	public, repository := hostingtest.Tree{}, hostingtest.Tree{}
	for name := range pages {
		public[name] = ""
	}
	for _, file := range files {
		switch file.Name {
		case "netlify.toml", "vercel.json", "firebase.json":
			repository[file.Name] = file.Text
		default:
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
			arrived := profile.Answer(hosting.Request{Path: hosting.SitePath(answer.Location)})
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
		redirectrules.Netlify: 10, redirectrules.NetlifyTOML: 8, redirectrules.Cloudflare: 5, redirectrules.Vercel: 2,
		redirectrules.Firebase: 8, redirectrules.Azure: 2,
	}
	for format, readers := range hosts {
		if format == redirectrules.Stubs {
			continue
		}
		t.Run(format.String(), func(t *testing.T) {
			t.Parallel()
			out := redirectrules.Write(format, site, moves)
			if got := len(out.Unwritten); got != unwritten[format] || out.Written != len(moves)-got {
				t.Errorf("%d moves are not written, want %d, and %d are, of %d: %+v", got, unwritten[format], out.Written, len(moves), out.Unwritten)
			}
			want := written(out, moves)
			want["/first/"] = want["/second/"]
			for _, read := range readers {
				arrivals(t, read(deploy(tree, out.Files)), tree, want)
			}
		})
	}
}
