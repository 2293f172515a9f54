package markdown_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// markdownPieces are what fuzzed documents are made of, by their letters: what both
// readers take for Markdown, and what generators add to it in no way.
var markdownPieces = []string{
	"word ", "*em*", " ", "\n", "\n\n", "> ", "- ", "1. ", "    ", "```\n", "~~~\n", "`", "``", "\\", "# ",
	"[text](/a)", "[t", "](/b)", "![alt](c.png)", "](<d e>)", "](/f \"title\")", "[", "]", "(", ")", "!",
	"[ref]", "[ref][]", "[x][ref]", "\n\n[ref]: /g\n\n", "\n\n[x]: <h> 't'\n\n", "<https://i.example/>", "---\n", "* ", "  ", "](/j\n", "'k')", "](/l(m))", "\\]", "\\[",
}

// markdownOf is the document that some letters stand for.
func markdownOf(letters []byte) string {
	var b strings.Builder
	for _, c := range letters {
		b.WriteString(markdownPieces[int(c)%len(markdownPieces)])
	}
	return b.String()
}

// indentedFence matches a code fence that is indented like code. Inside a paragraph it
// is text to CommonMark, but Python-Markdown indents the contents of admonitions, and
// so our reader opens it.
var indentedFence = regexp.MustCompile("(?m)^[> ]* {4}[-*0-9.> ]*(```|~~~)")

// admonition matches what begins one in Python-Markdown. CommonMark has none, so that what
// is indented below is code.
var admonition = regexp.MustCompile(`(?m)^[-*0-9.> ]*!!! `)

// emptyItem matches a list item that holds nothing but an empty one, which an empty line
// closes. goldmark closes the outer one, too.
var emptyItem = regexp.MustCompile(`(?m)(- |\* |1\. )[ >]*(- |\* |1\. ) *$`)

// isComparable reports whether goldmark follows CommonMark in a document, and our reader
// should: goldmark takes destinations whose parentheses are not balanced.
func isComparable(src string, destinations []string) bool {
	return !indentedFence.MatchString(src) && !admonition.MatchString(src) && !emptyItem.MatchString(src) && !slices.ContainsFunc(destinations, func(s string) bool {
		return strings.Count(s, "(") != strings.Count(s, ")")
	})
}

// goldmarkLinks are the destinations in a document by goldmark, sorted.
func goldmarkLinks(t *testing.T, src string) []string {
	t.Helper()
	var all []string
	root := goldmark.DefaultParser().Parse(text.NewReader([]byte(src)))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			all = append(all, string(n.Destination))
		case *ast.Image:
			all = append(all, string(n.Destination))
		case *ast.AutoLink:
			all = append(all, string(n.URL([]byte(src))))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, destination := range all {
		// goldmark leaves escapes to its renderer.
		all[i] = string(util.UnescapePunctuations([]byte(destination)))
	}
	// An empty destination leads nowhere else, and so is kept by no reader of ours.
	all = slices.DeleteFunc(all, func(destination string) bool { return destination == "" })
	slices.Sort(all)
	return all
}

// FuzzMarkdown compares the destinations of links in Markdown with those that goldmark
// finds.
func FuzzMarkdown(f *testing.F) {
	for i := range markdownPieces {
		f.Add([]byte{0, byte(i), 2, 15, 4, 15})
		f.Add([]byte{byte(i), 15, 3, byte(i), 18})
	}
	f.Fuzz(func(t *testing.T, letters []byte) {
		if len(letters) > 12 {
			t.Skip("long documents say no more than short ones")
		}
		src := markdownOf(letters)
		read := markuptest.Read("a.md", src)
		if read.Front.Present {
			return
		}
		var got []string
		for _, r := range read.Links {
			if !r.Bare {
				got = append(got, r.Raw)
			}
		}
		slices.Sort(got)
		want := goldmarkLinks(t, src)
		if !isComparable(src, want) || len(want)+len(got) == 0 {
			return
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-goldmark +ours):\n%s", src, diff)
		}
	})
}
