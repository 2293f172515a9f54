// Package markdown renders a Markdown file of a repository as GitHub shows it: as a page of HTML
// that is read like any other.
package markdown

import (
	"bytes"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/linkvet/linkvet/internal/weburl"
)

// dialect is GitHub's: it has tables, autolinks, struck text and footnotes. Alerts are block quotes.
// The box of a task stays text, since goldmark takes a link with the text x for one.
var dialect = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote),
		goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(autolinks{extension.NewLinkifyParser()}, 999))),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(nodes{}, 100))),
	)
})

// frontMatter matches the YAML at the top of a file, which GitHub shows as a table of plain text.
var frontMatter = regexp.MustCompile(`(?ms)\A---\r?\n.*?^---[ \t\r]*$`)

var (
	rawHeading = regexp.MustCompile(`(?is)<h[1-6]\b[^>]*>(.*?)</h[1-6]>`)
	tag        = regexp.MustCompile(`<[^>]*>`)
)

// Render returns the page that GitHub shows for a Markdown file, without its code.
func Render(source []byte) []byte {
	source = source[len(frontMatter.Find(source)):]
	document := dialect().Parser().Parse(text.NewReader(source))
	ids, page := slugger{}, bytes.Buffer{}
	page.Grow(len(source) + len(source)/4)
	page.WriteString("<!doctype html>\n")
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Heading:
			n.SetAttributeString("id", []byte(ids.unique(textOf(n, source))))
		case *ast.HTMLBlock: // its headings have IDs, too
			if n.HTMLBlockType == ast.HTMLBlockType2 {
				break // a comment
			}
			for _, heading := range rawHeading.FindAllSubmatch(n.Lines().Value(source), -1) {
				reads := strings.TrimSpace(string(util.ResolveEntityNames(tag.ReplaceAll(heading[1], nil))))
				page.WriteString("<a id=\"" + ids.unique(reads) + "\"></a>\n")
			}
		case *ast.Text:
			addUndefined(n, source)
		}
		return ast.WalkContinue, nil
	})
	// A buffer takes everything, and no renderer here fails.
	_ = dialect().Renderer().Render(&page, source, document)
	return page.Bytes()
}

// autolinks finds URLs in text. It has the extension of goldmark look at those alone, which would look
// at each word, a sixth of all work, to find addresses of mail, too.
type autolinks struct{ parser.InlineParser }

// Trigger is what stands behind the first word of a URL.
func (autolinks) Trigger() []byte { return []byte{':', '.'} }

// Parse reads a URL whose first word was read as text.
func (a autolinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before, ok := parent.LastChild().(*ast.Text)
	if !ok {
		return nil
	}
	number, rest := block.Position()
	word := block.Source()[before.Segment.Start:rest.Start]
	word = word[max(0, len(word)-len(" https")):]
	word = word[bytes.LastIndexAny(word, " \t*_~(")+1:]
	switch string(word) {
	case "http", "https", "ftp", "www":
	default:
		return nil
	}
	begin := rest.Start - len(word)
	block.SetPosition(number, rest.WithStart(begin))
	link := a.InlineParser.Parse(parent, block, pc)
	if link != nil {
		before.Segment = before.Segment.WithStop(begin)
	}
	return link
}

// textOf returns what a heading reads: the text of links and code, without pictures and tags.
func textOf(node ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			value := n.Value(source)
			if n.Parent().Kind() != ast.KindCodeSpan {
				value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
			}
			b.Write(value)
		case *ast.AutoLink:
			b.Write(n.Label(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// slugger makes the IDs of one page's headings, each of which is used once: the number of a
// repeated one is counted for its first form.
type slugger map[string]int

func (s slugger) unique(heading string) string {
	id := Slug(heading)
	for first := id; ; id = first + "-" + strconv.Itoa(s[first]) {
		if _, used := s[id]; !used {
			s[id] = 0
			return id
		}
		s[first]++
	}
}

// Slug returns the ID that GitHub makes of a heading when no other one has it: lower-case letters,
// digits, marks, hyphens and underscores, and a hyphen for each space.
func Slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic):
			return r
		}
		return -1
	}, strings.ToLower(heading))
}

// Fragment returns the fragment that is looked up on a page: GitHub ignores its case, and the prefix
// that it gives to the IDs of a page.
func Fragment(fragment string) string {
	return strings.ToLower(strings.TrimPrefix(weburl.Unescape(fragment), "user-content-"))
}

// undefined matches a link by a reference, with text that reads as such: no "a[i][j]" of a program.
var undefined = regexp.MustCompile(`(?:^|[\s(>*_])(\[[^\[\]\n]*\pL{2}[^\[\]\n]*\]\[[^\[\]\n]*\pL{2}[^\[\]\n]*\])(?:$|[^\[(:])`)

// addUndefined adds a link for each reference without a definition, whose brackets GitHub shows as
// they are. It leads to a file of that name, which does not exist. t is the first of the texts that
// follow each other in the source.
func addUndefined(t *ast.Text, source []byte) {
	if before, ok := t.PreviousSibling().(*ast.Text); ok && before.Segment.Stop == t.Segment.Start {
		return
	}
	last := t
	for {
		next, ok := last.NextSibling().(*ast.Text)
		if !ok || next.Segment.Start != last.Segment.Stop {
			break
		}
		last = next
	}
	shown := source[t.Segment.Start:last.Segment.Stop]
	if !bytes.Contains(shown, []byte("][")) {
		return
	}
	var after ast.Node = last
	for _, m := range undefined.FindAllSubmatch(shown, -1) {
		link := ast.NewLink()
		link.Destination = []byte(url.PathEscape(string(m[1])))
		link.AppendChild(link, ast.NewString(m[1]))
		after.Parent().InsertAfter(after.Parent(), after, link)
		after = link
	}
}

// nodes writes the HTML of a file, as far as GitHub lets it through, and no code.
type nodes struct{}

// RegisterFuncs says which nodes it writes.
func (nodes) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	skip := func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkSkipChildren, nil }
	register.Register(ast.KindCodeBlock, skip)
	register.Register(ast.KindFencedCodeBlock, skip)
	register.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			write(w, node.(*ast.RawHTML).Segments.Value(source))
		}
		return ast.WalkSkipChildren, nil
	})
	register.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if block := node.(*ast.HTMLBlock); entering {
			html := block.Lines().Value(source)
			if block.HasClosure() {
				html = append(html, block.ClosureLine.Value(source)...)
			}
			if block.HTMLBlockType == ast.HTMLBlockType2 { // a comment, and what follows it in the line
				_, html, _ = bytes.Cut(html, []byte("-->"))
			}
			write(w, html)
		}
		return ast.WalkContinue, nil
	})
}

// rewritten matches the tags that GitHub takes out, or shows as text, that could hold a link or hide
// what follows, and the attributes that name an anchor, which GitHub finds in any case.
// See https://github.github.com/gfm/#disallowed-raw-html-extension-
var rewritten = regexp.MustCompile(`(?i)</?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|link|meta|base|object|embed|form|template|noscript|` +
	`svg|math|select|button|input)\b|\s(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)`)

func write(w util.BufWriter, html []byte) {
	html = rewritten.ReplaceAllFunc(html, func(found []byte) []byte {
		if found[0] == '<' {
			return append([]byte("&lt;"), found[1:]...)
		}
		return bytes.ToLower(found)
	})
	_, _ = w.Write(html) // its errors are those of a buffer
}
