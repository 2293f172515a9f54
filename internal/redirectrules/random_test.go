package redirectrules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

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
		for format, readers := range hosts {
			site := servedBy(site, tree, readers)
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
			if format == redirectrules.Stubs {
				stubsArrive(t, deploy(tree, out.Files), readers, final(format, out, moves))
			} else {
				arrivals(t, readers[0](deploy(tree, out.Files)), tree, final(format, out, moves))
			}
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
		switch format {
		case redirectrules.Netlify, redirectrules.NetlifyTOML, redirectrules.Firebase, redirectrules.Stubs:
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

// stubsArrive follows the pages that send readers on.
func stubsArrive(t *testing.T, d hosting.Deployment, readers []func(hosting.Deployment) hosting.Profile, moves map[string]string) {
	t.Helper()
	for _, read := range readers {
		profile := read(d)
		for from, to := range moves {
			answer := profile.Answer(hosting.Request{Path: from})
			if answer.Kind == hosting.Redirect {
				answer = profile.Answer(hosting.Request{Path: answer.Location})
			}
			if answer.Kind != hosting.File {
				t.Errorf("%s: %s: %s", profile.Name(), from, hostingtest.Describe(answer))
				continue
			}
			got := follow(t, answer.File, d.Deployed(answer.File))
			if got != to {
				t.Errorf("%s: the page at %s leads to %s, want %s", profile.Name(), from, got, to)
			}
		}
	}
}
