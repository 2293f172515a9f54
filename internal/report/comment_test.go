package report

import (
	"bytes"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/linkvet/linkvet/internal/link"
)

const (
	testCommit    = "0123456789abcdef0123456789abcdef01234567"
	testCommitURL = "https://github.test/o/r/commit/" + testCommit
	testRunURL    = "https://github.test/o/r/actions/runs/7"
)

// commentOf is the comment about a report, in at most limit bytes.
func commentOf(r *link.Report, limit int) string {
	return Comment(r, Options{Commit: testCommit, CommitURL: testCommitURL, RunURL: testRunURL, Limit: limit, Link: blob})
}

// safeComment fails the test when a comment contains, once it is rendered, anything that
// linkvet did not put there: elements, images, links, mentions or issue numbers.
func safeComment(t testing.TB, comment string) {
	t.Helper()
	wellFormed(t, comment)
	root := rendered(t, comment)
	open := 0
	for n := range root.Descendants() {
		switch n.Type {
		case nethtml.ElementNode:
			checkElement(t, n)
			if n.DataAtom == atom.Details {
				open++
			}
		case nethtml.TextNode:
			checkText(t, n)
		case nethtml.CommentNode:
			if n.Data != " linkvet:public " {
				t.Errorf("has the HTML comment %q", n.Data)
			}
		}
	}
	if want := strings.Count(comment, "<details>"); open != want {
		t.Errorf("has %d folds when rendered, want %d:\n%s", open, want, comment)
	}
}

// rendered is the tree of a comment as GitHub shows it, without what GitHub removes.
func rendered(t testing.TB, comment string) *nethtml.Node {
	t.Helper()
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(comment), &b); err != nil {
		t.Fatal(err)
	}
	root, err := nethtml.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func checkElement(t testing.TB, n *nethtml.Node) {
	t.Helper()
	switch n.DataAtom {
	case atom.Html, atom.Head, atom.Body, atom.H2, atom.H3, atom.P, atom.Ul, atom.Li, atom.Strong, atom.Code, atom.Br,
		atom.Details, atom.Summary, atom.Table, atom.Thead, atom.Tbody, atom.Tr, atom.Th, atom.Td:
		if len(n.Attr) > 0 && n.DataAtom != atom.Th && n.DataAtom != atom.Td {
			t.Errorf("has <%s> with the attributes %v", n.Data, n.Attr)
		}
	case atom.A:
		for _, a := range n.Attr {
			if u, err := url.Parse(a.Val); a.Key != "href" || err != nil || u.Scheme != "https" || u.Host != "github.test" {
				t.Errorf("has a link with %s=%q", a.Key, a.Val)
			}
		}
	default:
		t.Errorf("has the element <%s>", n.Data)
	}
}

// reference matches what GitHub turns into a mention, or a link to an issue, in text.
var reference = regexp.MustCompile(`(?i)(?:^|[^\w])@\w|#\d|\bgh-\d`)

func checkText(t testing.TB, n *nethtml.Node) {
	t.Helper()
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Code || p.DataAtom == atom.A {
			return // GitHub looks for none there
		}
	}
	if found := reference.FindString(n.Data); found != "" {
		t.Errorf("%q is a reference in %q", found, n.Data)
	}
}

func FuzzComment(f *testing.F) {
	f.Add("</details>", "<img src=x>|`", "@user GH-1 #1", 2000)
	f.Add("--><script>", "| a | b |\n| --- | --- |", "![x](https://x.test/y.png)", 900)
	f.Add("</code></summary>", "1. a", "\n\n</details>\n# x", 0)
	f.Fuzz(func(t *testing.T, a, b, c string, limit int) {
		r := hostileWith(a, b, c)
		r.Findings[1].Known = true
		out := commentOf(r, limit)
		if limit > 0 && len(out) > limit {
			t.Errorf("got %d bytes, more than %d", len(out), limit)
		}
		if limit == 0 || limit > 500 {
			safeComment(t, out)
		}
	})
}

func TestNotAllIsWell(t *testing.T) {
	t.Parallel()
	incomplete, problem, passes := clean(), clean(), three()
	incomplete.Complete = false
	problem.Problems = []string{"could not read a page"}
	passes.Failed, passes.FailOn, passes.Findings[0].Fails = false, "none", false
	for name, r := range map[string]*link.Report{
		"incomplete": incomplete, "a problem": problem, "broken, and the run passes": passes,
		"failed": three(), "nothing was read": silent(), "early end": ended(),
	} {
		if got := commentOf(r, 0); IsAllWell(r) || strings.Count(got, "\n") < 3 {
			t.Errorf("%s: all is well:\n%s", name, got)
		}
	}
	fixed := known()
	fixed.Fixed = 2
	const want = "✅ Passed: 1 known broken, 1 unverified, 1 redirected in `public`, fixed: 2 places of the baseline · Commit "
	if got := commentOf(fixed, 0); !IsAllWell(fixed) || !strings.Contains(got, want) || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q", got)
	}
}

// What the pull request does not cause comes between what is new and what is known.
func TestCommentFoldsWhatIsNotCaused(t *testing.T) {
	t.Parallel()
	r := many(9)
	for i := range 9 {
		r.Findings[i].Known, r.Findings[i].NotCaused = i%3 == 1, i%3 == 2
	}
	got := commentOf(r, 0)
	safeComment(t, got)
	at := -1
	for _, title := range []string{
		"### Broken: 3 targets", "<summary>Unverified: ", "<summary>Broken, not caused by this pull request: 3 targets</summary>", "<summary>Known broken: 3 targets</summary>",
	} {
		if next := strings.Index(got, title); next <= at {
			t.Errorf("%q is not in order:\n%s", title, got)
		} else {
			at = next
		}
	}
	if strings.Contains(got, "not caused, ") {
		t.Errorf("rows repeat their title:\n%s", got)
	}
}

// A comment shows some findings of each cause, the first of them unfolded.
func TestCommentOfManyFindings(t *testing.T) {
	t.Parallel()
	r := many(200)
	for i := range 120 {
		f := &r.Findings[i]
		f.Reason, f.Target, f.Internal = link.FragmentNotFound, f.Target+"#a", true
		f.Target = "/guide/#" + f.Target[len(f.Target)-6:]
	}
	got := commentOf(r, 0)
	safeComment(t, got)
	open, folded, ok := strings.Cut(got, "<details><summary>More</summary>\n\n- ")
	if rows := strings.Count(open, "\n- `") + strings.Count(open, "\n  - `"); !ok || rows < 20 || rows > 60 {
		t.Errorf("%d rows are open", rows)
	}
	if !strings.Contains(got, "**120 missing anchors of** `/guide/`") || strings.Count(got, "  - `/guide/#") != maxInGroup || !strings.Contains(got, "\n  - and 100 like these\n") {
		t.Errorf("does not list 20 of 120 anchors:\n%s", got)
	}
	broken, _, _ := strings.Cut(folded, "<details><summary>Unverified: ")
	if !strings.Contains(broken, "\n… add --report json=links.json for the full list; the summary of [this run](") {
		t.Errorf("does not say where all are listed:\n%s", broken)
	}
}

// TestFoldedPatchOfManyMarks takes no longer for a line of marks, of which the fence would need
// one more: it is too long for a comment anyway.
func TestFoldedPatchOfManyMarks(t *testing.T) {
	t.Parallel()
	patch := strings.Repeat("`", 4<<20)
	if got := FoldedPatch(patch, 20_000); !strings.Contains(got, "too long") {
		t.Errorf("got %.100q", got)
	}
	if got := FoldedPatch("````\n", 20_000); !strings.Contains(got, "\n`````diff\n````\n`````\n") {
		t.Errorf("got %q", got)
	}
}
