package source

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/position"
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
	// element is the name of an element of HTML, and key that of its attribute, or of a value of
	// data.
	element, key string
	// label is what the link reads. hasLabel is false where that is not known: then near
	// has the words around.
	label, near string
	hasLabel    bool
	region      region
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

// words are those of which one is in each wanted destination, and the keys of these.
type words struct {
	all, keys map[string]bool
}

// isWordByte reports whether a byte is part of a word.
func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// maxWord bounds a word in bytes: of longer ones the beginning counts.
const maxWord = 48

// add adds the longest word of a name, of the part that a token has.
func (w words) add(name string) {
	longest := ""
	for part := range strings.FieldsFuncSeq(name, func(c rune) bool { return c < utf8.RuneSelf && stops[c] }) {
		for word := range strings.FieldsFuncSeq(part, func(c rune) bool { return c < utf8.RuneSelf && !isWordByte(byte(c)) }) {
			if len(word) > len(longest) {
				longest = word
			}
		}
		if longest != "" {
			word := strings.Map(lower, longest)
			w.all[word[:min(len(word), maxWord)]] = true
			return
		}
	}
}

// lower makes a letter of ASCII a small one.
func lower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// has reports whether a token has one of the words.
func (w words) has(token []byte) bool {
	if bytes.IndexByte(token, '%') >= 0 {
		token = []byte(weburl.Unescape(string(token)))
	}
	var word [maxWord]byte
	n := 0
	for _, c := range token {
		switch {
		case isWordByte(c):
			if n < maxWord {
				word[n] = byte(lower(rune(c)))
				n++
			}
		case n > 0:
			if w.all[string(word[:n])] {
				return true
			}
			n = 0
		}
	}
	return n > 0 && w.all[string(word[:n])]
}

// want reports whether the destination of a place has the last name, or the fragment, of a wanted
// link.
func (w words) want(p *place) bool {
	n := len(p.dest.segments)
	return n > 0 && strings.Contains(p.dest.segments[n-1], wild) || w.keys["="+key(p.text)] ||
		slices.ContainsFunc(p.dest.keys(), func(k string) bool { return w.keys[k] })
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
	// start and end are those of the line.
	start, end int
	positions  *position.Lines
	// syntax is that of a text, by its extension: Markdown where it is no other one.
	syntax string
	// fence is the mark that closes a fenced block, and closing the one of a comment; empty
	// for none.
	fence, closing string
	// regions are the open elements that say the part of the page.
	regions []region
	// blank is true below an empty line or indented code, where indented lines are code.
	blank bool
	// inDoc is true in a comment or string that documents a program.
	inDoc, inStyle, inList bool
	// directives is how many directives of MyST are open, which look like code.
	directives int
	// tried is how many tokens were looked at closely.
	tried int
}

// readPlaces reads a file: its front matter, what it is, and the places with wanted words.
func (f *file) readPlaces(number int32, src []byte, w words) {
	if f.kind == noKind || bytes.Contains(src[:min(len(src), 256)], []byte(`"linkvet.report/`)) || bytes.IndexByte(src[:min(len(src), 8000)], 0) >= 0 {
		return
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	ext := path.Ext(f.name)
	if f.kind == content || f.kind == markup && ext != ".astro" {
		f.front = readFront(src)
	}
	f.isPage = f.kind == content && !isNavigation(f.name) || f.kind == markup && f.isWholePage(src)
	f.hasElements = (f.kind == script || strings.HasSuffix(f.name, "sx")) && bytes.Contains(src, []byte("</"))
	f.showsCode = f.kind == content && (hasAny(src, codeMarks) && codeDirective().Match(src) || codeBlock().Match(src))
	if f.untracked && f.kind == markup && f.isPage && f.front.end == 0 {
		f.kind = noKind // probably built
		return
	}
	r := &reader{f: f, number: number, src: src, words: w, positions: position.NewLines(src), blank: true, syntax: "markdown"}
	switch ext {
	case ".rst", ".rest", ".adoc", ".org":
		r.syntax = ext
	case ".asciidoc", ".asc":
		r.syntax = ".adoc"
	}
	for r.start < len(src) && len(f.places) < maxPlaces {
		r.end = len(src)
		if i := bytes.IndexAny(src[r.start:], "\r\n"); i >= 0 {
			r.end = r.start + i
		}
		r.readLine()
		r.start = r.end + 1
		if bytes.HasPrefix(src[min(r.end, len(src)):], []byte("\r\n")) {
			r.start++
		}
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
		return !strings.Contains(strings.ToLower(path.Base(f.name)), "layout")
	}
	return f.front.end > 0 || !slices.ContainsFunc(expressionMarks, func(mark string) bool { return bytes.Contains(src, []byte(mark)) })
}

// expressionMarks are in templates, and not in pages.
var expressionMarks = []string{"{{", "{%", "<%", "%sveltekit.", "$relpath", "$projectname"}

// codeDirective is a directive of Sphinx that shows the documentation of programs, and codeMarks
// are in texts with one. codeBlock is "::: name" of mkdocstrings, also inside an admonition; one of a
// single word has options.
var (
	codeMarks     = strings.Fields("automod autoc autof autosumm autometh autod autoe doxygen")
	codeDirective = lazy(`(?:auto(?:module|class|function|summary|method|data|exception)|doxygen\w+)(?:::|\})|automodapi`)
	codeBlock     = lazy(`::: \w+(?:(?:\.\w+)+\s*(?:\n|$)|\s*\n\s+(?:options|handler):)`)
)

// readLine reads a line, unless it is code.
func (r *reader) readLine() {
	raw := r.src[r.start:r.end]
	line := bytes.TrimLeft(raw, " \t")
	indent := len(raw) - len(line)
	if indent > 0 && raw[0] == '\t' {
		indent *= 4
	}
	line = bytes.TrimRight(line, " \t")
	if r.closing == "\n" {
		r.closing, r.inDoc = "", false
	}
	isCode := r.f.kind == content && r.start >= r.f.front.end && r.closing == "" && r.isCode(line, indent)
	if !isCode {
		r.scan()
	}
	r.blank = len(line) == 0 || isCode && r.fence == "" && r.blank
}

// isCode reports whether a line of a text is part of a code block.
func (r *reader) isCode(line []byte, indent int) bool {
	if r.fence != "" {
		if bytes.HasPrefix(line, []byte(r.fence)) && len(bytes.Trim(line, r.fence[:1])) == 0 {
			r.fence = ""
		}
		return true
	}
	if len(line) == 0 {
		return false
	}
	c := line[0]
	if r.syntax != "markdown" {
		if text := string(line); r.syntax == ".adoc" && (text == "----" || text == "...." || text == "////") {
			r.fence = text
		}
		return r.fence != ""
	}
	if mark := line[:len(line)-len(bytes.TrimLeft(line, "`~"))]; len(mark) >= 3 {
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
	}
	isItem := listItem().Match(line)
	if indent == 0 {
		r.inList = isItem || r.inList && !r.blank
	}
	ext := path.Ext(r.f.name)
	return indent >= 4 && ext != ".mdx" && ext != ".mdoc" && r.blank && !r.inList && !isItem && c != '<' && c != ':'
}

// listItem begins what indented lines belong to: items, admonitions, tabs and footnotes.
var listItem = lazy(`^(?:[-*+] |\d|!!!|===|\?\?\?|\[\^|:::)`)

// comment is a way to write comments, or strings that document a program.
type comment struct {
	kinds []kind
	open  string
	// closing is what ends it; "\n" for the end of the line.
	closing string
	isDoc   bool
	// isApart is true where white space or a bracket has to be before the mark.
	isApart bool
}

var comments = []comment{
	{[]kind{content, markup}, "<!--", "-->", false, false},
	{[]kind{content, markup}, "{/*", "*/}", false, false},
	{[]kind{content, markup}, "{{/*", "*/}}", false, false},
	{[]kind{content, markup}, "{% comment", "endcomment", false, false},
	{[]kind{content, markup}, "{%- comment", "endcomment", false, false},
	{[]kind{markup}, "{#", "#}", false, false},
	{[]kind{markup}, "/*", "*/", false, true},
	{[]kind{markup}, "// ", "\n", false, true},
	{[]kind{data}, "#", "\n", false, true},
	{[]kind{python}, `"""`, `"""`, true, false},
	{[]kind{python}, "'''", "'''", true, false},
	{[]kind{python}, "#:", "\n", true, false},
	{[]kind{python}, "#", "\n", false, true},
	{[]kind{script, program}, "/*", "*/", true, false},
	{[]kind{program}, "//", "\n", true, true},
	{[]kind{program}, "#[doc", "\n", true, false},
	{[]kind{style}, "/*", "*/", false, false},
	{[]kind{script, style}, "//", "\n", false, true},
}

// opens returns the length of the mark of a comment that begins at i; 0 for none.
func (r *reader) opens(i int) int {
	rest := r.src[i:r.end]
	if strings.IndexByte("<{/#\"'", rest[0]) < 0 {
		return 0
	}
	isApart := i == r.start || strings.IndexByte(" \t;(){}", r.src[i-1]) >= 0
	for j := range comments {
		c := &comments[j]
		if !slices.Contains(c.kinds, r.f.kind) || c.isApart && !isApart || !bytes.HasPrefix(rest, []byte(c.open)) {
			continue
		}
		if c.open == "#" && strings.HasSuffix(r.f.name, ".json") || c.open == "// " && len(bytes.TrimSpace(r.src[r.start:i])) > 0 {
			continue
		}
		r.closing, r.inDoc = c.closing, c.isDoc
		return len(c.open)
	}
	return 0
}

// scan goes through a line: comments, elements that say the region, and tokens.
func (r *reader) scan() {
	for i := r.start; i < r.end; {
		c := r.src[i]
		if r.closing == "" {
			if n := r.opens(i); n > 0 {
				i += n
				continue
			}
		} else if bytes.HasPrefix(r.src[i:r.end], []byte(r.closing)) {
			i += len(r.closing)
			r.closing, r.inDoc = "", false
			continue
		}
		switch {
		case r.closing != "" && !r.inDoc:
			i++
		case c == '`' && r.f.kind == content && r.syntax != ".rst" && r.syntax != ".rest" && i >= r.f.front.end:
			i = r.codeEnd(i)
		case c == '<' && (r.f.kind == content || r.f.kind == markup):
			r.tag(r.src[i+1 : r.end])
			i++
		case stops[c], r.f.kind == program && !r.inDoc:
			i++
		default:
			i = r.token(i)
		}
	}
}

// codeEnd returns the end of the code span that begins at i, or of its mark where none does.
func (r *reader) codeEnd(i int) int {
	n := 0
	for i+n < r.end && r.src[i+n] == '`' {
		n++
	}
	mark := r.src[i : i+n]
	for at := i + n; ; {
		k := bytes.Index(r.src[at:r.end], mark)
		if k < 0 || at > i+maxToken {
			return i + n
		}
		at += k
		longer := at + n
		for longer < r.end && r.src[longer] == '`' {
			longer++
		}
		if longer == at+n {
			return longer
		}
		at = longer
	}
}

// regionElements say which part of a page is in them.
var regionElements = map[string]region{
	"nav": navRegion, "header": navRegion, "footer": navRegion, "aside": navRegion, "main": textRegion, "article": textRegion, "head": headRegion,
}

// tag notes the elements that say the region.
func (r *reader) tag(rest []byte) {
	rest, closes := bytes.CutPrefix(rest, []byte("/"))
	n := 0
	for n < len(rest) && n < 10 && isWordByte(rest[n]) {
		n++
	}
	name := strings.ToLower(string(rest[:n]))
	if name == "style" {
		r.inStyle = !closes
	}
	of, ok := regionElements[name]
	switch last := len(r.regions) - 1; {
	case !ok:
	case !closes && last < 100:
		r.regions = append(r.regions, of)
	case last >= 0 && r.regions[last] == of:
		r.regions = r.regions[:last]
	}
}

// token reads the token at i, and returns where to go on.
func (r *reader) token(i int) int {
	end := i
	query := false
	for end < r.end && !stops[r.src[end]] && (r.src[end] != '=' || query) {
		query = query || r.src[end] == '?'
		end++
	}
	if end > i && end-i <= maxToken && r.tried < maxPlaces && r.words.has(r.src[i:end]) {
		if p, to := r.place(i, end); p != nil {
			r.f.places = append(r.f.places, p)
			return max(to, end)
		}
	}
	return max(end, i+1)
}

// prefixes are marks of other syntaxes directly before a destination, and mocks are names that
// stand for the root of a site.
var (
	prefixes = []string{"xref:", "link:", "image::", "image:", "icon:", "video::", "audio::", "file:", "url:", "pathname://", "@site"}
	mocks    = strings.NewReplacer("%sveltekit.assets%", wild, "%PUBLIC_URL%", wild, "$relpath^", wild)
)

// place returns the place of a token, and where its destination ends; nil for none.
func (r *reader) place(from, to int) (*place, int) {
	src, f := r.src, r.f
	if from > r.start && (src[from] == '/' && src[from-1] == '<' && f.kind == markup || r.isProse(from, to)) {
		return nil, 0 // the end of an element, or a word of a sentence
	}
	to = r.quoted(from, to)
	start, end := r.extend(from, to)
	text := anyExpression().ReplaceAllString(string(src[start:end]), wild)
	p := &place{file: r.number, inComment: r.inDoc && (f.kind != python || !isSettings(f.name)), inFront: start < f.front.end}
	if len(r.regions) > 0 {
		p.region = r.regions[len(r.regions)-1]
	}
	// Marks that end a sentence, and the marks of other syntaxes before a URL.
	if cut := strings.TrimRight(text, ".:*!?"); end == to {
		end -= len(text) - len(cut)
		text = cut
	}
	text = mocks.Replace(text)
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(text, prefix); ok && start == from {
			start += len(prefix)
			text = rest
			if strings.HasPrefix(prefix, "image:") {
				p.form = imageForm
			}
			break
		}
	}
	p.text = html.UnescapeString(text)
	if p.dest = take(p.text); p.text == "" || !r.words.want(p) {
		return nil, 0
	}
	r.tried++
	r.describe(p, start, end)
	rest := src[end:r.end]
	isKey := (bytes.HasPrefix(rest, []byte(":")) || bytes.HasPrefix(rest, []byte(`":`)) || bytes.HasPrefix(rest, []byte("':"))) && !bytes.HasPrefix(rest, []byte("://"))
	if p.form == plainForm && (isKey && f.kind != program || p.element == "" && !strings.ContainsAny(p.text, "/.#") && !r.isValue(p, start)) {
		return nil, 0
	}
	p.line, p.column = r.positions.Position(start)
	p.endColumn = p.column + utf8.RuneCount(src[start:end])
	return p, end
}

// isProse reports whether a token is a word of a sentence.
func (r *reader) isProse(from, to int) bool {
	src := r.src
	return !r.f.kind.isData() && from > r.start+1 && src[from-1] == ' ' && src[from-2] != ':' && !bytes.ContainsAny(src[from:to], "/.#") &&
		from >= r.f.front.end && (to == r.end || src[to] == ' ' || src[to] == '.')
}

// isValue reports whether a word is the value of a key that holds links.
func (r *reader) isValue(p *place, start int) bool {
	led := bytes.TrimRight(r.src[r.start:start], " \"'`")
	isAlone := len(led) == 0 || strings.IndexByte(":-[,=({", led[len(led)-1]) >= 0
	return isAlone && (r.f.kind.isData() || p.inFront) && isLinkKey(strings.TrimLeft(p.key, "- "))
}

// quoted returns where a destination in quotes or in angle brackets ends: with these. One of
// Markdown in angle brackets may hold spaces.
func (r *reader) quoted(from, to int) int {
	if from == r.start || to == r.end {
		return to
	}
	closing := r.src[from-1]
	switch closing {
	case '"', '\'', '`':
	case '<':
		closing = '>'
	default:
		return to
	}
	rest := r.src[to:min(to+maxToken, r.end)]
	k := bytes.IndexByte(rest, closing)
	if k < 0 || rest[0] == '{' || rest[0] == '$' {
		return to
	}
	if bytes.ContainsAny(rest[:k], " \t<>{}\\") && (closing != '>' || from-2 < r.start || r.src[from-2] != '(') {
		return to
	}
	return to + k
}

// expression is one of a template, and part what a destination has beside it.
const (
	expression = `(?:\{{2,3}[^{}]*\}{2,3}|\{%[^{}]*%\}|[$#]\{[^{}]*\}|<%[^<>]*%>|\{[^{} ="']*\}|%\([^()]*\)s)`
	part       = "[^ \t\r\n\"'`<>()\\[\\]{}|,;\\\\^=]*"
)

// leftExpressions and rightExpressions are the expressions directly before and behind a token,
// with what is beside them.
var (
	anyExpression    = lazy(expression)
	leftExpressions  = lazy(part + "(?:" + expression + part + ")+$")
	rightExpressions = lazy("^(?:" + expression + part + ")+")
)

// extend returns where a destination begins and ends with the expressions directly around a token.
func (r *reader) extend(start, end int) (from, to int) {
	low, high := max(r.start, start-maxAround), min(r.end, end+maxAround)
	if start > low && (r.src[start-1] == '}' || r.src[start-1] == '>') {
		if at := leftExpressions().FindIndex(r.src[low:start]); at != nil {
			start = low + at[0]
		}
	}
	if end < high && (r.src[end] == '{' || r.src[end] == '<') {
		if at := rightExpressions().FindIndex(r.src[end:high]); at != nil {
			end += at[1]
		}
	}
	return start, end
}
