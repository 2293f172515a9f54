package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	nethtml "golang.org/x/net/html"
)

// messages is the golden file of all messages of the program. A line that names a Go file
// is a heading; every other line is one message of that file.
const messages = "testdata/messages.golden"

// placeholder stands for code, an address or a value in the text of a passage.
const placeholder = "\uFFFC"

// passage is a text without markup that stands on its own: a paragraph, a heading, a table
// cell or a message.
type passage struct {
	file  string
	text  string // with a line feed where the source has <br>
	lines []lineStart

	fragments bool // it is a table cell or a message, which may be several clauses
}

// lineStart says which line of the file the text comes from, from an offset on.
type lineStart struct{ offset, line int }

// at returns the file and line of an offset in the text, for failures.
func (p passage) at(offset int) string {
	line := 0
	for _, start := range p.lines {
		if start.offset > offset {
			break
		}
		line = start.line
	}
	return fmt.Sprintf("%s:%d", p.file, line)
}

// passageWriter collects the text of one passage.
type passageWriter struct {
	file  string
	src   []byte
	text  strings.Builder
	lines []lineStart
}

// add appends text that comes from an offset in the source.
func (w *passageWriter) add(s string, offset int) {
	line := bytes.Count(w.src[:offset], []byte("\n")) + 1
	w.lines = append(w.lines, lineStart{w.text.Len(), line})
	w.text.WriteString(s)
}

// passage returns what was collected.
func (w *passageWriter) passage(fragments bool) passage {
	return passage{w.file, w.text.String(), w.lines, fragments}
}

// document is a Markdown file and its syntax tree.
type document struct {
	name string
	src  []byte
	root ast.Node
}

// newDocument parses Markdown as GitHub does.
func newDocument(name string, src []byte) document {
	return document{name, src, goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))}
}

// documents are the Markdown files that users and contributors read.
var documents = sync.OnceValues(func() ([]document, error) {
	names := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"}
	err := filepath.WalkDir("docs", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []document
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, newDocument(name, src))
	}
	return all, nil
})

// loadDocuments returns the documents.
func loadDocuments(t *testing.T) []document {
	t.Helper()
	all, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// loadPassages returns the passages of all documents and messages.
func loadPassages(t *testing.T) []passage {
	t.Helper()
	var all []passage
	for _, p := range loadDocuments(t) {
		all = append(all, p.passages()...)
	}
	src, err := os.ReadFile(messages)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return append(all, messagePassages(messages, src)...)
}

// passages returns the texts of a document. Code, addresses and comments are left out.
func (d document) passages() []passage {
	var found []passage
	_ = ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
			w := passageWriter{file: d.name, src: d.src}
			w.inlines(n)
			_, cell := n.(*extast.TableCell)
			found = append(found, w.passage(cell))
			return ast.WalkSkipChildren, nil
		case *ast.HTMLBlock:
			found = append(found, d.htmlPassage(n))
		}
		return ast.WalkContinue, nil
	})
	return slices.DeleteFunc(found, func(p passage) bool { return strings.TrimSpace(p.text) == "" })
}

// inlines adds the text of a node's children.
func (w *passageWriter) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			plain := util.UnescapePunctuations(n.Value(w.src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				plain = append(bytes.Clone(plain), ' ')
			}
			w.add(html.UnescapeString(string(plain)), n.Segment.Start)
		case *ast.CodeSpan:
			w.add(placeholder, n.FirstChild().(*ast.Text).Segment.Start)
		case *ast.AutoLink:
			// The parser takes punctuation after an address for a part of it.
			label := n.Label(w.src)
			w.text.WriteString(placeholder)
			w.text.Write(label[len(bytes.TrimRight(label, ").,:;!?")):])
		case *ast.RawHTML:
			if bytes.HasPrefix(n.Segments.Value(w.src), []byte("<br")) {
				w.text.WriteString("\n")
			}
		default:
			w.inlines(n)
		}
	}
}

// htmlPassage returns the text of a block of HTML, such as a summary, with the
// alternative texts of its images.
func (d document) htmlPassage(block *ast.HTMLBlock) passage {
	w := passageWriter{file: d.name, src: d.src}
	if block.Lines().Len() == 0 {
		return w.passage(false)
	}
	from, to := block.Lines().At(0).Start, block.Lines().At(block.Lines().Len()-1).Stop
	tokens := nethtml.NewTokenizer(bytes.NewReader(d.src[from:to]))
	for code := false; ; {
		kind := tokens.Next()
		token, offset := tokens.Token(), from
		from += len(tokens.Raw())
		switch {
		case kind == nethtml.ErrorToken:
			return w.passage(false)
		case token.Data == "br":
			w.text.WriteString("\n")
		case token.Data == "code" || token.Data == "pre":
			code = kind == nethtml.StartTagToken
			if code {
				w.add(placeholder, offset)
			}
		case kind == nethtml.TextToken && !code:
			for line := range strings.Lines(string(tokens.Raw())) {
				w.add(html.UnescapeString(strings.TrimRight(line, "\n")+" "), offset)
				offset += len(line)
			}
		case token.Data == "img":
			for _, a := range token.Attr {
				if a.Key == "alt" {
					w.add(" "+a.Val+". ", offset)
				}
			}
		}
	}
}

// messageHeading matches a heading in the golden file of messages, and messageValue what
// is no prose in a message: code, an expression, a flag, or the verb for a value.
var (
	messageHeading = regexp.MustCompile(`^\S+\.go$`)
	messageValue   = regexp.MustCompile("`[^`]*`|\\{\\{[^{}]*\\}\\}|\\{[^{}]*\\}|<[^<>]*>|\\B--?[a-z][a-z-]*|%%|%[-+#0-9.]*[a-zA-Z]")
	messageEscape  = regexp.MustCompile(`\\[nt"]`)
)

// messagePassages returns each message in the golden file.
func messagePassages(name string, src []byte) []passage {
	var found []passage
	for i, line := range strings.Split(string(src), "\n") {
		if strings.TrimSpace(line) == "" || messageHeading.MatchString(line) {
			continue
		}
		prose := messageEscape.ReplaceAllString(messageValue.ReplaceAllString(line, placeholder), " ")
		found = append(found, passage{name, prose, []lineStart{{0, i + 1}}, true})
	}
	return found
}

// TestPassages shows what counts as prose, and the lines that it comes from.
func TestPassages(t *testing.T) {
	t.Parallel()
	src := strings.Join([]string{
		"# A *bold*ness",
		"",
		"Read `go doc`, [the page](https://x.example/colour)",
		"and <https://y.example/>: a \\* b &amp; c.",
		"",
		"- one",
		"  two <!-- inkline -->&lt;<br>three",
		"",
		"```sh",
		"codde",
		"```",
		"",
		"| head | `x` |",
		"| --- | --- |",
		"| cell | a `b\\|c` |",
		"",
		"<!-- commment",
		"over lines -->",
		"",
		"<details>",
		"<summary>Why <code>ls</code>",
		"so</summary><img src=\"x.svg\" alt=\"A picture\">",
		"</details>",
	}, "\n")
	var got []string
	for _, p := range newDocument("x.md", []byte(src)).passages() {
		last := len(strings.TrimSpace(p.text)) - 1
		got = append(got, fmt.Sprintf("%s %s %s", p.at(0), p.at(last), strings.Join(strings.Fields(p.text), " ")))
	}
	want := []string{
		"x.md:1 x.md:1 A boldness",
		"x.md:3 x.md:4 Read \uFFFC, the page and \uFFFC: a * b & c.",
		"x.md:6 x.md:7 one two < three",
		"x.md:13 x.md:13 head",
		"x.md:13 x.md:13 \uFFFC",
		"x.md:15 x.md:15 cell",
		"x.md:15 x.md:15 a \uFFFC",
		"x.md:20 x.md:22 Why \uFFFC so A picture.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("passages (-want +got):\n%s", diff)
	}
}

// TestMessagePassages shows what counts as prose in the golden file of messages.
func TestMessagePassages(t *testing.T) {
	t.Parallel()
	src := strings.Join([]string{
		"internal/cli/run.go",
		"\tcould not read %q: %v; use --max-unread, or `max-unread`",
		"\t100%% of the pages",
		"",
		"main.go",
		"\t{Count(n, \"page\")} {Plural(n, \"is\", \"are\")} up-to-date, ${{ secrets.TOKEN }}: <b>A</b>\\nB",
	}, "\n")
	got := messagePassages("m", []byte(src))
	want := []string{
		"\tcould not read \uFFFC: \uFFFC; use \uFFFC, or \uFFFC",
		"\t100\uFFFC of the pages",
		"\t\uFFFC \uFFFC up-to-date, $\uFFFC: \uFFFCA\uFFFC B",
	}
	var texts []string
	for _, p := range got {
		texts = append(texts, p.text)
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Fatalf("messages (-want +got):\n%s", diff)
	}
	if at := got[2].at(1); at != "m:6" {
		t.Errorf("at = %s, want m:6", at)
	}
}
