package source

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// fold returns the words of a text, in lower case, with one space between them.
func fold(text string) string {
	var b strings.Builder
	space := false
	for _, c := range html.UnescapeString(text) {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(unicode.ToLower(c))
		case c == '\'' || c == '’' || c == '\u00ad' || unicode.IsMark(c):
		default:
			space = true
		}
	}
	return b.String()
}

// lazy compiles an expression at its first use: a run without findings uses none.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// tags are elements, and the addresses of links of Markdown.
var tags = lazy(`<[^<>]*>|\]\([^()]*\)|:[a-z]+:` + "`")

// withoutTags returns the text of markup.
func withoutTags(text string) string { return tags().ReplaceAllString(text, " ") }

// writtenLink is a way in which texts write links: what stands before and behind the destination.
// Their only group is what the link reads.
type writtenLink struct {
	before, after *regexp.Regexp
	// isText is true for what means something in texts alone.
	isText  bool
	form    form
	element string
}

const (
	quotes = "[<\"'`\\\\]*"
	// markdownLabel may hold an image, and a template may write the destination behind it.
	markdownLabel = `\[((?:[^\[\]]|\[[^\[\]]*\])*)\]`
	markdownOpens = `(?: ?\(\s*` + quotes + `|\(\{[{%][-<%]?[^{}()\]]*)$`
)

var writtenLinks = sync.OnceValue(func() []writtenLink {
	of := func(before, after string, isText bool, f form, element string) writtenLink {
		return writtenLink{regexp.MustCompile(before), regexp.MustCompile(after), isText, f, element}
	}
	return []writtenLink{
		of(`\\`+markdownLabel+markdownOpens, ``, false, otherForm, ""), // an escaped link
		of(`!`+markdownLabel+markdownOpens, ``, false, imageForm, ""),
		of(markdownLabel+markdownOpens, ``, false, linkForm, ""),
		of(`\]`+markdownOpens, ``, false, linkForm, ""),
		of(`(?:\]: ?`+quotes+`|(?:^|\n)\s*\.\. _.*)$`, ``, false, plainForm, "definition"),
		of(`(?:^|[^\[])$`, `^\[(?:([^\]]+)\])?`, true, linkForm, ""), // AsciiDoc
		of(`\[\[(?:file:)?$`, `^(?:\]\[([^\]]*)\])?`, false, plainForm, ""),
		of(`<<$`, `^(?:,?([^>]+))?>>`, true, linkForm, ""),
		of("`([^`]*)<$", "^>`", false, linkForm, ""),
		of(`(?:image::|figure::|\{image\}|\{figure\})[ \t]*$`, ``, false, imageForm, ""),
	}
})

// styleURL is before a URL of a style sheet.
var styleURL = lazy(`url\(` + quotes + `$`)

// describe says how the destination is written: what kind of link it makes, and what it reads.
func (r *reader) describe(p *place, start, end int) {
	before, after := r.src[max(0, start-maxAround):start], r.src[end:min(len(r.src), end+maxAround)]
	isContent := r.f.kind == content
	if r.f.kind == style || r.inStyle || styleURL().Match(before) {
		p.form = styleForm
		return
	}
	for _, w := range writtenLinks() {
		if w.isText && !isContent {
			continue
		}
		led, followed := w.before.FindSubmatch(before), w.after.FindSubmatch(after)
		if led == nil || followed == nil {
			continue
		}
		p.element = w.element
		if p.form != imageForm {
			p.form = w.form
		}
		for _, label := range append(led[1:], followed[1:]...) {
			if len(label) > 0 { // of [](page.md) MyST shows the page's title, or the path of a missing one
				p.setLabel(withoutTags(string(label)))
			}
		}
		return
	}
	if isContent && bytes.HasSuffix(before, []byte("<")) && bytes.HasPrefix(after, []byte(">")) {
		p.form = linkForm
		p.setLabel(p.text)
		return
	}
	open := max(bytes.LastIndex(before, []byte("<a ")), bytes.LastIndex(before, []byte("<img ")))
	if (r.f.kind != data && !p.inFront || open >= 0 && bytes.IndexByte(before[open:], '\n') < 0) && r.describeElement(p, before, after) {
		return
	}
	r.describeValue(p, before, after)
	if isContent && !p.inFront && p.form == plainForm && p.element == "" && p.dest.host == "" && !parameter().Match(r.src[max(r.start, start-maxAround):start]) {
		p.form, p.element = otherForm, "text" // in a text it is a link where a URL stands alone, and as a parameter
	}
}

// parameter is before the parameter of a directive or a shortcode.
var parameter = lazy(`^\s*(?::|\.\. )|\{[^}]*$|=` + quotes + `$`)

// setLabel sets what a link reads.
func (p *place) setLabel(label string) {
	p.label, p.hasLabel = fold(label), true
	p.near = p.label
}

// attribute is the name of an attribute directly before its value, which may be in an expression.
var attribute = lazy(`([@:A-Za-z][-A-Za-z0-9_.:]*)\s*=\s*\\?["'` + "`" + `]?(?:\{[{%<]?[-#]?|<%=?|\$\{)?[^"'=<>]{0,80}["'` + "`" + `\\]?$`)

// describeElement says of which element a destination is an attribute, and what it reads. ok is
// false when it is none.
func (r *reader) describeElement(p *place, before, after []byte) (ok bool) {
	open := bytes.LastIndexByte(before, '<')
	if open < 0 || open+1 >= len(before) {
		return false
	}
	name := before[open+1:]
	isShortcode := bytes.HasSuffix(before[:open], []byte("{{"))
	if isShortcode {
		name = bytes.TrimLeft(name, " ")
	}
	n := 0
	for n < len(name) && (isWordByte(name[n]) || name[n] == '-' || name[n] == '.' || name[n] == ':') {
		n++
	}
	m := attribute().FindSubmatch(before[open:])
	if n == 0 || m == nil || bytes.IndexByte(notClosing().ReplaceAll(before[open:], nil), '>') >= 0 {
		return false
	}
	p.element, p.key = strings.ToLower(string(name[:n])), strings.TrimPrefix(strings.ToLower(strings.TrimLeft(string(m[1]), ":@")), "v-bind:")
	isComponent := 'A' <= name[0] && name[0] <= 'Z' || isShortcode || bytes.IndexByte(name[:n], '-') > 0
	isIn := func(elements ...string) bool { return slices.Contains(elements, p.element) }
	switch {
	case isIn("a", "area"):
		p.form = linkForm
	case isIn("img", "source", "picture", "image"):
		p.form = imageForm
	case isIn("meta", "script", "base"), isIn("link") && !isComponent:
		p.form = headForm
	case isComponent && slices.Contains([]string{"href", "to", "link", "url"}, p.key):
		p.form = linkForm
	case isFileKey(p.key):
		p.form = plainForm
	default:
		p.form = otherForm
	}
	if p.form == linkForm {
		p.labelElement(string(name[:n]), before[open:], after)
	}
	return true
}

// notClosing matches what may hold a ">" in a tag that is still open: quotes, and arrows of code.
var notClosing = lazy(`"[^"]*(?:"|$)|'[^']*(?:'|$)|[=\-%}]>`)

// labelElement sets what an element reads.
func (p *place) labelElement(name string, tag, after []byte) {
	rest, text, _ := bytes.Cut(after, []byte(">"))
	attributes := fold(string(tag) + " " + string(rest))
	if p.near = attributes; bytes.HasSuffix(rest, []byte("/")) {
		return
	}
	inside, _, ok := bytes.Cut(text, []byte("</"+name))
	if !ok || bytes.ContainsAny(inside, "{%") {
		p.near = fold(withoutTags(anyExpression().ReplaceAllString(string(inside), " ")))
		return
	}
	p.setLabel(withoutTags(strings.TrimPrefix(string(inside), "}}")))
	p.hasLabel = p.label != "" || name == "a"
	p.near += " " + attributes
}

// keyBefore matches the key before a value: name: "…", "name": …, name = …, name: ["…", - Label: …,
// also with a helper around the value: withBase("…").
var keyBefore = lazy("(?:^|[\n{},(\\[;:=\"'])[\\s-]*([^\n{},()\\[\\];:=\"']+?)[\"']?\\s*(?::|=>?)[\\s\"'`\\\\(\\[]*(?:[\\w.]+\\([\\s\"'`\\\\]*)?$")

// menuOpens matches the object of a menu that is open.
var menuOpens = lazy(`(?i)"\w*(?:links|nav|menu|sidebar)\w*"\s*:\s*\{[^{}]*$`)

// objectEnd matches where an object, or an item of a list, ends: a brace, an empty line, and the
// next item.
var objectEnd = lazy(`[{}]|\n\n|\n\s*- |\n\[\[`)

// describeValue says what is written about a value of data or code: its key, and the words of
// the object that it is in.
func (r *reader) describeValue(p *place, before, after []byte) {
	if m := keyBefore().FindSubmatch(before); m != nil {
		p.key = strings.TrimLeft(strings.TrimSpace(string(m[1])), "- ")
	}
	if r.f.kind == script && isRoute().Match(before[bytes.LastIndexByte(before, '\n')+1:]) || r.f.kind.isData() && isBelow(before, notParents()) {
		p.form, p.element = otherForm, "code"
		return
	}
	if next := bytes.TrimLeft(after, "\"' "); variable().Match(before[max(0, len(before)-80):]) && !bytes.HasPrefix(next, []byte("+")) {
		p.element = "variable"
	}
	from, to := 0, len(after)
	if ends := objectEnd().FindAllIndex(before, -1); ends != nil {
		from = ends[len(ends)-1][0]
	} else if len(before) == maxAround && r.f.kind != content {
		from = bytes.IndexByte(before, '\n') + 1 // a literal may be cut
	}
	if at := objectEnd().FindIndex(after); at != nil {
		to = at[0]
	}
	p.near = r.labels(p, bytes.TrimRight(before[from:], "\"'`\\")) + " \x00 " + r.labels(p, bytes.TrimLeft(after[:to], "\"'`\\"))
	// A key may be the label: "Guide: guide.md". In JSON it has several words then, or is in a menu.
	mayBeLabel := !strings.HasSuffix(r.f.name, ".json") || menuOpens().Match(before)
	if strings.Contains(p.key, " ") || mayBeLabel && p.key != strings.ToLower(p.key) {
		p.near += " \x00 " + fold(p.key)
	}
}

// literals are those of data and code, and notLabels are keys whose values no link reads.
var (
	literals  = lazy(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`\n]*`" + `|>[^<>{}\n]+<`)
	notLabels = lazy(`(?i)^[\s"'-]*(?:layout|template|output|id|identifier|type|weight|icon|class)["'\s]*(?:: |=)`)
)

// labels returns the words of an object that a reader may see: those of literals, and in YAML and
// TOML all values.
func (r *reader) labels(p *place, text []byte) string {
	var b strings.Builder
	if r.f.kind == data && !strings.HasSuffix(r.f.name, ".json") || p.inFront {
		for line := range bytes.Lines(text) {
			if notLabels().Match(line) {
				continue
			}
			if _, value, ok := bytes.Cut(line, []byte(": ")); ok {
				line = value
			} else if _, value, ok := bytes.Cut(line, []byte("=")); ok {
				line = value
			}
			b.WriteString(fold(string(line)) + " \x00 ")
		}
		if !p.inFront {
			return b.String()
		}
	}
	for _, m := range literals().FindAllIndex(text, 40) {
		literal := text[m[0]:m[1]]
		isKey := bytes.HasPrefix(bytes.TrimLeft(text[m[1]:], " "), []byte(":")) && bytes.IndexByte(literal, ' ') < 0
		if !isKey && (bytes.IndexByte(literal, '/') < 0 || bytes.IndexByte(literal, ' ') > 0 || literal[0] == '>') {
			b.WriteString(fold(string(literal)) + " \x00 ")
		}
	}
	if bytes.Contains(text, []byte("{%")) || bytes.Contains(text, []byte("{{")) || r.f.kind == markup && b.Len() == 0 {
		b.WriteString(" \x00 " + fold(string(text)))
	}
	return b.String()
}

// variable sets a variable of a template.
var variable = lazy(`(?:\b(?:set|assign)\s+\$?\w+\s*=|\$\w+\s*:?=)\s*["']?$`)

// notParents are keys that hold entries which are no links.
var notParents = lazy(`^[\s"'\[-]*(?:async\s+)?(?:redirects?|rewrites|excludes?|ignore\w*|headers|paths)\b`)

// isBelow reports whether one of the lines that the last one is indented below begins with a key.
func isBelow(before []byte, keys *regexp.Regexp) bool {
	least := maxAround
	for _, raw := range slices.Backward(bytes.Split(before, []byte("\n"))) {
		line := bytes.TrimLeft(raw, " \t")
		if indent := len(raw) - len(line); len(line) > 0 && indent < least {
			if keys.Match(line) {
				return true
			}
			least = indent
		}
	}
	return false
}

// notLinks are keys whose values are no links of pages.
var notLinks = strings.Fields(`readme license license-file build members path paths working-directory run pattern layout template output
	outdir outputdir root baseurl base $schema from redirect_from redirects aliases alias exclude excludes exclude_patterns ignore body message
	permalink slug destination include srcdir activematch redirect uses working_dir context dockerfile main types entry filename import require
	dirname dir id class classname`)

// isRoute is code that answers, asks for or redirects to a path.
var isRoute = lazy(`\b(?:(?:app|router|server|route)\.[a-z]+|fetch|redirects?|push|replace|require|startsWith|includes)\(`)

// mayLink reports whether a place may be the source of a link at all.
func (p *place) mayLink() bool {
	return p.form != plainForm || p.element != "" || !slices.Contains(notLinks, strings.ToLower(p.key))
}

// linkKeys and fileKeys match keys whose values are usually links, and files that a page loads.
var (
	linkKeys = lazy(`(?i)^(?:to|pageref|goto|website|uri|items|children|)$|url|link|href`)
	fileKeys = lazy(`(?i)logo|icon|image|img|css|js|script|style|src|photo|picture|avatar|cover|light|dark|thumb|banner|poster|canonical|shortcut|apple|manifest|card|default|file`)
)

func isLinkKey(k string) bool { return linkKeys().MatchString(k) }
func isFileKey(k string) bool { return fileKeys().MatchString(k) }

// pathStem returns the base name of a file without its extension.
func pathStem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}
