package source

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/weburl"
)

// wild stands for an expression of a template in a destination.
const wild = "\x00"

// form is how a destination is written, as far as that says what kind of link it makes.
type form uint8

const (
	// plainForm is a value of data, code, or a definition: it may make any kind of link.
	plainForm form = iota
	// linkForm is a link of a text or of an element <a>, and imageForm an image.
	linkForm
	imageForm
	// headForm is an element of the head of a page, styleForm a URL of a style sheet, and
	// otherForm an attribute of another element, such as a form.
	headForm
	styleForm
	otherForm
)

// region is a part of a page.
type region uint8

const (
	anyRegion region = iota
	textRegion
	navRegion
	headRegion
)

// place is a token of a source file that may be the wanted destination.
type place struct {
	file                    int32
	line, column, endColumn int
	// text is the destination, with wild in place of expressions.
	text string
	form form
	// element and attribute are those of HTML; key is that of data.
	element, key string
	// label is what the link reads. hasLabel is false where that is not known: then near
	// has the words around.
	label, near string
	hasLabel    bool
	// isPattern is true for a label with expressions: near has the rest of it.
	isPattern bool
	region    region
	// inFront is true in front matter, and inComment in the documentation of programs.
	inFront, inComment bool
	// dest is text, taken apart, from what it leads to in the sources, and pattern what it matches
	// with its expressions; the last two are nil until they are needed.
	dest    destination
	from    *inSources
	pattern *regexp.Regexp
}

// maxToken bounds a destination in bytes, and maxAround what is read around it: longer ones
// are no links. maxPlaces bounds how often one file may hold wanted words.
const (
	maxToken  = 1000
	maxAround = 240
	maxPlaces = 5000
)

// words are the hashes of the words of which one is in each wanted destination, and the keys of
// these.
type words struct {
	hashes map[uint64]struct{}
	keys   map[string]bool
}

// isWordByte reports whether a byte is part of a word.
func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// hash adds a byte to the hash of a word, without its case.
func hash(h uint64, c byte) uint64 {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return (h ^ uint64(c)) * 1099511628211
}

const noHash = 14695981039346656037

// add adds the longest word of a name.
func (w words) add(name string) {
	best, most, h, n := uint64(0), 0, uint64(noHash), 0
	for i := 0; i <= len(name) && (i == 0 || !stops[name[i-1]] || most == 0); i++ {
		if i < len(name) && isWordByte(name[i]) {
			h, n = hash(h, name[i]), n+1
			continue
		}
		if n > most {
			best, most = h, n
		}
		h, n = noHash, 0
	}
	if most > 0 {
		w.hashes[best] = struct{}{}
	}
}

// has reports whether a token has one of the words.
func (w words) has(token []byte) bool {
	if bytes.IndexByte(token, '%') >= 0 {
		token = []byte(weburl.Unescape(string(token)))
	}
	h, in := uint64(noHash), false
	for _, c := range token {
		if isWordByte(c) {
			h, in = hash(h, c), true
			continue
		}
		if in {
			if _, ok := w.hashes[h]; ok {
				return true
			}
		}
		h, in = noHash, false
	}
	_, ok := w.hashes[h]
	return in && ok
}

// want reports whether the destination of a place has the last name, or the fragment, of a wanted
// link.
func (w words) want(p *place) bool {
	if n := len(p.dest.segments); n > 0 && strings.Contains(p.dest.segments[n-1], wild) || w.keys["="+key(p.text)] {
		return true
	}
	for _, k := range p.dest.keys() {
		if w.keys[k] {
			return true
		}
	}
	return false
}

// stops are the bytes that end a destination.
var stops = func() (is [256]bool) {
	for _, c := range []byte(" \t\r\n\"'`<>()[]{}|,;\\^") {
		is[c] = true
	}
	return is
}()

// reader reads the places of one file, line by line.
type reader struct {
	f      *file
	number int32
	src    []byte
	words  words
	// line is the number of the line from start to end; at and column are a byte and its column
	// that are known.
	line, start, end int
	at, column       int
	// fence is the mark that closes a fenced block, and closing the one of a comment; empty
	// for none.
	fence, closing string
	// regions are the open elements that say the part of the page.
	regions []region
	// blank is true below an empty line or indented code, where indented lines are code.
	blank bool
	// inDoc is true in a comment or string that documents a program.
	inDoc, inStyle, inList, isText bool
	// directives is how many directives of MyST are open, which look like code.
	directives int
	// tried is how many tokens were looked at closely.
	tried int
}

// readPlaces reads a file: its front matter, what it is, and the places with wanted words.
func (f *file) readPlaces(number int32, src []byte, w words) {
	if bytes.Contains(src[:min(len(src), 256)], []byte(`"linkvet.report/`)) || bytes.IndexByte(src[:min(len(src), 8000)], 0) >= 0 {
		return
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	if f.kind == content || f.kind == markup && path.Ext(f.name) != ".astro" {
		f.front = readFront(src)
	}
	f.isPage = f.kind == content && !isNavigation(f.name) || f.kind == markup && f.isWholePage(src)
	f.hasElements = (f.kind == script || strings.HasSuffix(f.name, "sx")) && bytes.Contains(src, []byte("</"))
	f.showsCode = f.kind == content && showsCode(src)
	if f.untracked && f.kind == markup && f.isPage && f.front.end == 0 {
		f.kind = noKind // probably built
		return
	}
	r := &reader{f: f, number: number, src: src, words: w, blank: true}
	lineFeed := -1
	for r.start < len(src) && len(f.places) < maxPlaces {
		r.line++
		if lineFeed < r.start {
			if lineFeed = bytes.IndexByte(src[r.start:], '\n') + r.start; lineFeed < r.start {
				lineFeed = len(src)
			}
		}
		r.end = lineFeed
		if i := bytes.IndexByte(src[r.start:r.end], '\r'); i >= 0 && r.start+i+1 < r.end {
			r.end = r.start + i
		}
		r.at, r.column = r.start, 1
		r.readLine()
		r.start = r.end + 1
	}
}

// isWholePage reports whether HTML is a complete page and no part: it has front matter, or is
// a whole document without expressions.
func (f *file) isWholePage(src []byte) bool {
	head := bytes.ToLower(src[:min(len(src), 1024)])
	isWhole := f.front.end > 0 || bytes.Contains(head, []byte("<!doctype")) || bytes.Contains(head, []byte("<html"))
	switch {
	case isPart(f.name) || !isWhole:
		return false
	case slices.Contains([]string{".astro", ".vue", ".svelte", ".tsx", ".jsx"}, path.Ext(f.name)):
		base := strings.ToLower(path.Base(f.name))
		return !strings.HasPrefix(base, "_") && !strings.Contains(base, "layout") &&
			(strings.Contains("/"+f.name, "/pages/") || strings.Contains("/"+f.name, "/routes/"))
	}
	return f.front.end > 0 || !slices.ContainsFunc(expressionMarks, func(mark string) bool { return bytes.Contains(src, []byte(mark)) })
}

// expressionMarks are in templates, and not in pages.
var expressionMarks = []string{"{{", "{%", "<%", "%sveltekit.", "$relpath", "$projectname"}

// showsCode reports whether a text asks for the documentation of programs: directives of
// Sphinx, and "::: name" of mkdocstrings, also inside an admonition.
func showsCode(src []byte) bool { return codeDirective.Match(src) }

// codeDirective is one that shows the documentation of programs.
var codeDirective = regexp.MustCompile(`(?:auto(?:module|class|function|summary|method|data|exception)|doxygen\w+)(?:::|\})|automodapi|(?m:^\s*::: \w+(?:\.\w+)+\s*$)`)

// trimmed returns the line without the white space around it, and how far it is indented.
func (r *reader) trimmed() (line []byte, indent int) {
	raw := r.src[r.start:r.end]
	line = bytes.TrimLeft(raw, " \t")
	indent = len(raw) - len(line)
	if indent > 0 && raw[0] == '\t' {
		indent = 4 * indent
	}
	return bytes.TrimRight(line, " \t\r"), indent
}

// readLine reads a line, unless it is code.
func (r *reader) readLine() {
	line, indent := r.trimmed()
	isCode := false
	if r.f.kind == content && r.start >= r.f.front.end && r.closing == "" {
		isCode = r.skipsText(line, indent)
	}
	if !isCode {
		r.scan()
	}
	r.blank = len(line) == 0 || isCode && r.fence == "" && r.blank
}

// skipsText reports whether a line of a text is part of a code block.
func (r *reader) skipsText(line []byte, indent int) bool {
	ext := path.Ext(r.f.name)
	isMarkdown := ext != ".rst" && ext != ".rest" && ext != ".adoc" && ext != ".asciidoc" && ext != ".asc" && ext != ".org"
	if r.fence != "" {
		if bytes.HasPrefix(line, []byte(r.fence)) && len(bytes.Trim(line, r.fence[:1])) == 0 {
			r.fence = ""
		}
		return true
	}
	if len(line) == 0 {
		return false
	}
	switch c := line[0]; {
	case isMarkdown && (c == '`' || c == '~') && len(line) >= 3 && line[1] == c && line[2] == c:
		mark := line[:len(line)-len(bytes.TrimLeft(line, string(c)))]
		info := bytes.TrimLeft(line[len(mark):], " ")
		// A directive of MyST is no code, but for code-block and its kind.
		isDirective := bytes.HasPrefix(info, []byte("{")) && bytes.IndexByte(info, '}') > 0 && !bytes.Contains(info, []byte("code"))
		switch {
		case isDirective:
			r.directives++
		case len(info) == 0 && r.directives > 0:
			r.directives--
		case bytes.IndexByte(info, '`') < 0:
			r.fence = string(mark)
			return true
		}
		return false
	case ext == ".adoc" && (bytes.Equal(line, []byte("----")) || bytes.Equal(line, []byte("....")) || bytes.Equal(line, []byte("////"))):
		r.fence = string(line)
		return true
	case ext == ".org" && bytes.HasPrefix(bytes.ToLower(line[:min(len(line), 11)]), []byte("#+begin_src")):
		r.closing = "#+end_src"
		return true
	case bytes.HasPrefix(line, []byte("import ")) && bytes.Contains(line, []byte(" from ")):
		return true // of a component
	}
	c := line[0]
	isItem := (c == '-' || c == '*' || c == '+') && len(line) > 1 && line[1] == ' ' || '0' <= c && c <= '9'
	for _, mark := range [...]string{"!!!", "===", "???", "[^", ":::"} {
		isItem = isItem || bytes.HasPrefix(line, []byte(mark))
	}
	if indent == 0 {
		r.inList = isItem || r.inList && !r.blank
	}
	return isMarkdown && ext != ".mdx" && ext != ".mdoc" && indent >= 4 && r.blank && !r.inList && !isItem && c != '<' && c != ':'
}

// scan goes through a line: comments, elements that say the region, and tokens.
func (r *reader) scan() {
	src, kind := r.src, r.f.kind
	code := -1 // the end of an inline code span
	for i := r.start; i < r.end; {
		rest := src[i:r.end]
		if r.closing != "" {
			if !bytes.HasPrefix(rest, []byte(r.closing)) {
				if r.inDoc && !stops[rest[0]] {
					i = r.token(i)
				} else {
					i++
				}
				continue
			}
			i += len(r.closing)
			r.closing, r.inDoc = "", false
			continue
		}
		c := rest[0]
		if closing, n := r.comment(rest, i); n > 0 {
			r.closing = closing
			if closing == "\n" {
				r.closing = ""
				if !r.inDoc {
					return
				}
				for i += n; i < r.end; {
					if stops[src[i]] {
						i++
					} else {
						i = r.token(i)
					}
				}
				r.inDoc = false
				return
			}
			i += n
			continue
		}
		switch {
		case c == '`' && kind == content && i >= code && i >= r.f.front.end:
			code = r.codeSpan(i)
			for i < r.end && src[i] == '`' {
				i++
			}
		case c == '`' && kind == content && i < code:
			i = code
			code = -1
		case c == '<' && (kind == content || kind == markup):
			r.tag(rest)
			i++
		case stops[c] && !r.isEscaped(i), kind == program:
			i++
		default:
			i = r.token(i)
		}
		if code >= 0 && i < code && kind == content && r.isMarkdownCode() {
			i = code
			code = -1
		}
	}
}

// isMarkdownCode reports whether backticks mark code, as they do in Markdown; a link of
// reStructuredText is between backticks.
func (r *reader) isMarkdownCode() bool {
	return !strings.HasSuffix(r.f.name, ".rst") && !strings.HasSuffix(r.f.name, ".rest")
}

// codeSpan returns the end of the code span that begins at i; -1 for none.
func (r *reader) codeSpan(i int) int {
	n := 0
	for i+n < r.end && r.src[i+n] == '`' {
		n++
	}
	mark := r.src[i : i+n]
	limit := min(i+n+maxToken, r.end)
	for at := i + n; at < limit; {
		k := bytes.Index(r.src[at:limit], mark)
		if k < 0 {
			return -1
		}
		end := at + k + n
		for end < r.end && r.src[end] == '`' {
			end++
		}
		if end == at+k+n {
			return end
		}
		at = end
	}
	return -1
}

// comment returns what closes a comment or a documenting string that begins here, and how long
// its mark is; "\n" for one up to the end of the line.
func (r *reader) comment(rest []byte, at int) (closing string, n int) {
	starts := func(mark string) bool { return bytes.HasPrefix(rest, []byte(mark)) }
	switch kind := r.f.kind; kind {
	case content, markup:
		switch c := rest[0]; {
		case c == '<' && starts("<!--"):
			return "-->", 4
		case c == '{' && starts("{/*"):
			return "*/}", 3
		case c == '{' && starts("{{/*"):
			return "*/}}", 4
		case c == '{' && starts("{#") && kind == markup:
			return "#}", 2
		case c == '/' && starts("/*") && kind == markup && (at == r.start || stops[r.src[at-1]]):
			return "*/", 2
		case c == '/' && starts("// ") && kind == markup && len(bytes.TrimSpace(r.src[r.start:at])) == 0:
			return "\n", 2
		case c == '{' && starts("{% comment"), c == '{' && starts("{%- comment"):
			return "endcomment", 10
		}
	case data:
		if rest[0] == '#' && (at == r.start || r.src[at-1] == ' ' || r.src[at-1] == '\t') && !strings.HasSuffix(r.f.name, ".json") {
			return "\n", 1
		}
	case python:
		switch {
		case starts(`"""`), starts("'''"):
			r.inDoc = true
			r.isText = strings.Contains(path.Base(r.f.name), "conf")
			return string(rest[:3]), 3
		case starts("#:"):
			r.inDoc = true
			return "\n", 2
		case rest[0] == '#' && (at == r.start || r.src[at-1] == ' '):
			return "\n", 1
		}
	case script, program, style:
		switch {
		case starts("/*"):
			r.inDoc = kind != style
			return "*/", 2
		case starts("//") && (at == r.start || r.src[at-1] != ':') && (kind != style || at > r.start && r.src[at-1] == ' ' || at == r.start):
			r.inDoc = kind == program
			return "\n", 2
		case kind == program && starts("#[doc"):
			r.inDoc = true
			return "\n", 5
		}
	}
	return "", 0
}

// regionElements say which part of a page is in them.
var regionElements = map[string]region{
	"nav": navRegion, "header": navRegion, "footer": navRegion, "aside": navRegion, "main": textRegion, "article": textRegion, "head": headRegion,
}

// tag notes the elements that say the region.
func (r *reader) tag(rest []byte) {
	rest = rest[1:]
	closes := len(rest) > 0 && rest[0] == '/'
	if closes {
		rest = rest[1:]
	}
	n := 0
	for n < len(rest) && n < 10 && isWordByte(rest[n]) {
		n++
	}
	name := strings.ToLower(string(rest[:n]))
	if name == "style" {
		r.inStyle = !closes
	}
	if of, ok := regionElements[name]; ok && name != "" {
		switch {
		case !closes && len(r.regions) < 100:
			r.regions = append(r.regions, of)
		case len(r.regions) > 0 && r.regions[len(r.regions)-1] == of:
			r.regions = r.regions[:len(r.regions)-1]
		}
	}
}

// isEscaped reports whether a slash is escaped, as JSON may.
func (r *reader) isEscaped(at int) bool {
	return r.src[at] == '\\' && at+1 < r.end && r.src[at+1] == '/' && r.f.kind == data
}

// token reads the token at i, and returns its end.
func (r *reader) token(i int) int {
	end := i
	query := false
	for end < r.end && (!stops[r.src[end]] || r.isEscaped(end)) && (r.src[end] != '=' || query) {
		query = query || r.src[end] == '?'
		end++
	}
	if end == i {
		return i + 1
	}
	if end-i <= maxToken && r.tried < maxPlaces && r.words.has(r.src[i:end]) {
		return r.add(i, end)
	}
	return end
}

// add adds the place of a token, and returns where the destination ends.
func (r *reader) add(from, to int) int {
	src := r.src
	if !r.f.kind.isData() && from > r.start+1 && src[from-1] == ' ' && src[from-2] != ':' && !bytes.ContainsAny(src[from:to], "/.#") && from >= r.f.front.end && (to == r.end || src[to] == ' ' || src[to] == '.') {
		return to // a word of a sentence
	}
	if from > r.start && src[from] == '/' && src[from-1] == '<' && r.f.kind == markup {
		return to // the end of an element
	}
	// A destination in quotes or in angle brackets ends with them. One of Markdown may hold spaces.
	if from > r.start {
		closing := byte(0)
		switch q := src[from-1]; q {
		case '"', '\'', '`':
			closing = q
		case '<':
			closing = '>'
		}
		if closing != 0 && to < r.end && src[to] != closing && src[to] != '{' && src[to] != '$' {
			limit := min(to+maxToken, r.end)
			if k := bytes.IndexByte(src[to:limit], closing); k >= 0 && (!bytes.ContainsAny(src[to:to+k], " \t<>{}\\") || closing == '>' && from > r.start+1 && src[from-2] == '(') {
				to += k
			}
		}
	}
	start, end := r.extend(from, to)
	text := anyExpression.ReplaceAllString(string(src[start:end]), wild)
	p := &place{file: r.number, inComment: r.inDoc && !r.isText, inFront: start < r.f.front.end, region: anyRegion}
	if len(r.regions) > 0 {
		p.region = r.regions[len(r.regions)-1]
	}
	// Marks that end a sentence, and the marks of other syntaxes before a URL.
	cut := strings.TrimRight(text, ".:*!?")
	if len(cut) < len(text) && end == to {
		end -= len(text) - len(cut)
		text = cut
	}
	for _, name := range [...]string{"%sveltekit.assets%", "%PUBLIC_URL%", "$relpath^"} {
		text = strings.ReplaceAll(text, name, wild)
	}
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(text, prefix); ok && start == from {
			start += len(prefix)
			text = rest
			if prefix == "image::" || prefix == "image:" {
				p.form = imageForm
			}
			break
		}
	}
	if text == "" {
		return max(to, from+1)
	}
	if r.f.kind == data {
		text = strings.ReplaceAll(text, `\/`, "/")
	}
	if strings.Contains(text, "&") {
		text = html.UnescapeString(text)
	}
	if p.text, p.dest = text, take(text); !r.words.want(p) {
		return max(to, end)
	}
	r.tried++
	r.describe(p, start, end)
	isKey := end < r.end && src[end] == ':' || end+1 < r.end && src[end+1] == ':' && (src[end] == '"' || src[end] == '\'')
	if isKey && p.form == plainForm && r.f.kind != program && !strings.HasPrefix(string(src[end:min(r.end, end+3)]), "://") {
		return max(to, end)
	}
	isAlone := true
	if led := bytes.TrimRight(src[r.start:start], " \"'`"); len(led) > 0 {
		isAlone = strings.IndexByte(":-[,=({", led[len(led)-1]) >= 0
	}
	if p.form == plainForm && p.element == "" && !strings.ContainsAny(p.text, "/.#") && (!isAlone || !r.f.kind.isData() && !p.inFront || !isLinkKey(strings.TrimLeft(p.key, "- "))) {
		return max(to, end) // a word, which is no link
	}
	p.line, p.column = r.line, r.columnOf(start)
	p.endColumn = p.column + utf8.RuneCount(src[start:end])
	r.f.places = append(r.f.places, p)
	return max(to, end)
}

// prefixes are marks of other syntaxes directly before a destination.
var prefixes = []string{"xref:", "link:", "image::", "image:", "icon:", "video::", "audio::", "file:", "url:", "pathname://"}

// columnOf returns the column of a byte of the line. Places come in order, so that each byte is
// counted once.
func (r *reader) columnOf(at int) int {
	if at >= r.at {
		r.column += utf8.RuneCount(r.src[r.at:at])
	} else {
		r.column -= utf8.RuneCount(r.src[at:r.at])
	}
	r.at = at
	return r.column
}

// expression is one of a template, and part what a destination has beside it.
const (
	expression = `(?:\{{2,3}[^{}]*\}{2,3}|\{%[^{}]*%\}|[$#]\{[^{}]*\}|<%[^<>]*%>|\{[^{} ="']*\}|%\([^()]*\)s)`
	part       = "[^ \t\r\n\"'`<>()\\[\\]{}|,;\\\\^=]*"
)

// leftExpressions and rightExpressions are the expressions directly before and behind a token,
// with what is beside them.
var (
	anyExpression    = regexp.MustCompile(expression)
	leftExpressions  = regexp.MustCompile(part + "(?:" + expression + part + ")+$")
	rightExpressions = regexp.MustCompile("^(?:" + expression + part + ")+")
)

// extend returns where a destination begins and ends with the expressions directly around a token.
func (r *reader) extend(start, end int) (from, to int) {
	low, high := max(r.start, start-maxAround), min(r.end, end+maxAround)
	if at := leftExpressions.FindIndex(r.src[low:start]); at != nil {
		start = low + at[0]
	}
	bare := end
	if r.src[end-1] == '$' {
		bare--
	}
	if at := rightExpressions.FindIndex(r.src[bare:high]); at != nil {
		end = bare + at[1]
	}
	return start, end
}
