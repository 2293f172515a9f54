// Package markdown renders a Markdown file of a repository as GitHub shows it: as a page of HTML
// that is read like any other.
package markdown

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Renderer renders the files of one repository. It may be used from several goroutines.
type Renderer struct {
	root    string
	dialect goldmark.Markdown
}

// New returns the renderer of a repository. root is the URL path at which its root is served, such
// as "/": links that begin with a slash lead below it.
func New(root string) *Renderer {
	root = strings.TrimSuffix(root, "/")
	// GitHub's dialect has tables, autolinks, task lists, struck text and footnotes. Alerts are block
	// quotes.
	return &Renderer{root: root, dialect: goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(rawHTML{root}, 100))),
	)}
}

// Render returns the page that GitHub shows for a Markdown file.
func (r *Renderer) Render(source []byte) []byte {
	source = withoutFrontMatter(source)
	document := r.dialect.Parser().Parse(text.NewReader(source))
	ids := slugger{}
	title := ""
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.Heading:
			name := textOf(n, source)
			n.SetAttributeString("id", []byte(ids.unique(name)))
			if title == "" {
				title = name
			}
		case *ast.Link:
			n.Destination = below(n.Destination, r.root)
		case *ast.Image:
			n.Destination = below(n.Destination, r.root)
		}
		return ast.WalkContinue, nil
	})
	addUndefined(document, source)
	var page bytes.Buffer
	page.WriteString("<!doctype html>\n<title>" + string(util.EscapeHTML([]byte(title))) + "</title>\n")
	// A buffer takes everything, and no renderer here fails.
	_ = r.dialect.Renderer().Render(&page, source, document)
	return page.Bytes()
}

// below returns a destination from the root of the repository as one from the root of the site.
func below(destination []byte, root string) []byte {
	if len(destination) > 1 && destination[0] == '/' && destination[1] == '/' || !bytes.HasPrefix(destination, []byte("/")) {
		return destination
	}
	return append([]byte(root), destination...)
}

// withoutFrontMatter blanks the YAML at the top of a file, which GitHub shows as a table of plain
// text. Its line ends stay, so that positions do.
func withoutFrontMatter(source []byte) []byte {
	if !bytes.HasPrefix(source, []byte("---\n")) && !bytes.HasPrefix(source, []byte("---\r\n")) {
		return source
	}
	for at := bytes.IndexByte(source, '\n') + 1; at < len(source); {
		line, _, _ := bytes.Cut(source[at:], []byte("\n"))
		end := at + len(line)
		if string(bytes.TrimRight(line, " \t\r")) == "---" {
			blank := bytes.Map(func(r rune) rune {
				if r == '\n' {
					return r
				}
				return ' '
			}, source[:end])
			return append(blank, source[end:]...)
		}
		at = end + 1
	}
	return source
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
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
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
	first := id
	for {
		if _, used := s[id]; !used {
			break
		}
		s[first]++
		id = first + "-" + strconv.Itoa(s[first])
	}
	s[id] = 0
	return id
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

// undefined matches a link by a reference, with text that reads as such: no "a[i][j]" of a program.
var undefined = regexp.MustCompile(`(?:^|[\s(>*_])\[([^\[\]\n]*\pL{2}[^\[\]\n]*)\]\[([^\[\]\n]*\pL{2}[^\[\]\n]*)\](?:$|[^\[(:])`)

// addUndefined adds a link for each reference that has no definition, whose brackets GitHub shows
// as they are. It leads to a file of that name, which does not exist.
func addUndefined(document ast.Node, source []byte) {
	type missing struct {
		after ast.Node
		name  string
	}
	var all []missing
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || node.FirstChild() == nil || node.Kind() == ast.KindCodeSpan {
			return ast.WalkContinue, nil
		}
		// Text that belongs together is in one piece of the source.
		start := -1
		for child := node.FirstChild(); child != nil; child = child.NextSibling() {
			t, ok := child.(*ast.Text)
			if !ok {
				start = -1
				continue
			}
			if start < 0 {
				start = t.Segment.Start
			}
			next, ok := child.NextSibling().(*ast.Text)
			if ok && next.Segment.Start == t.Segment.Stop {
				continue
			}
			if shown := source[start:t.Segment.Stop]; bytes.Contains(shown, []byte("][")) {
				for _, m := range undefined.FindAllSubmatch(shown, -1) {
					all = append(all, missing{child, "[" + string(m[1]) + "][" + string(m[2]) + "]"})
				}
			}
			start = -1
		}
		return ast.WalkContinue, nil
	})
	for _, m := range all {
		link := ast.NewLink()
		link.Destination = []byte(strings.NewReplacer("[", "%5B", "]", "%5D", " ", "%20", "/", "%2F", "#", "%23", "?", "%3F").Replace(m.name))
		link.AppendChild(link, ast.NewString([]byte(m.name)))
		m.after.Parent().InsertAfter(m.after.Parent(), m.after, link)
	}
}

// IsUndefined reports whether a link stands for a reference that has no definition.
func IsUndefined(link string) bool {
	return strings.HasPrefix(link, "%5B") && strings.Contains(link, "%5D%5B") && strings.HasSuffix(link, "%5D")
}

// rawHTML writes the HTML of a file, with the tags that GitHub does not let through as text.
type rawHTML struct{ root string }

// refused matches the tags that GitHub takes out, or shows as text, that could hold a link or hide
// what follows. See https://github.github.com/gfm/#disallowed-raw-html-extension-
var refused = regexp.MustCompile(`(?i)<(/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|link|meta|base|object|embed|form|template|noscript|svg|math|select|button|input)\b)`)

// RegisterFuncs says which nodes it writes.
func (r rawHTML) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindRawHTML, r.inline)
	register.Register(ast.KindHTMLBlock, r.block)
}

func (r rawHTML) inline(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		r.write(w, node.(*ast.RawHTML).Segments.Value(source))
	}
	return ast.WalkSkipChildren, nil
}

func (r rawHTML) block(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	block := node.(*ast.HTMLBlock)
	if entering {
		r.write(w, block.Lines().Value(source))
	} else if block.HasClosure() {
		r.write(w, block.ClosureLine.Value(source))
	}
	return ast.WalkContinue, nil
}

// anchor matches the attributes that name an anchor: GitHub finds those in any case.
var anchor = regexp.MustCompile(`(?i)\s(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)`)

// rooted matches a link from the root of the repository, up to what follows the slash.
var rooted = regexp.MustCompile(`(?i)(\s(?:href|src)\s*=\s*["']?)/([^/])`)

func (r rawHTML) write(w util.BufWriter, html []byte) {
	html = refused.ReplaceAll(html, []byte("&lt;$1"))
	html = rooted.ReplaceAll(html, []byte("${1}"+r.root+"/${2}"))
	_, _ = w.Write(anchor.ReplaceAllFunc(html, bytes.ToLower)) // its errors are those of a buffer
}
