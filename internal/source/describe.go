package source

import (
	"bytes"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// fold returns the words of a text, in lower case, with one space between them.
func fold(text string) string {
	if strings.Contains(text, "&") {
		text = html.UnescapeString(text)
	}
	var b strings.Builder
	space := false
	for _, c := range text {
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

// tags are elements, and the addresses of links of Markdown.
var tags = regexp.MustCompile(`<[^<>]*>|\]\([^()]*\)|:[a-z]+:` + "`")

// withoutTags returns the text of markup.
func withoutTags(text string) string { return tags.ReplaceAllString(text, " ") }

// around returns the text before a destination, and the one after it, of at most maxAround
// bytes each.
func (r *reader) around(start, end int) (before, after []byte) {
	return r.src[max(0, start-maxAround):start], r.src[end:min(len(r.src), end+maxAround)]
}

// describe says how the destination is written: what kind of link it makes, and what it reads.
func (r *reader) describe(p *place, start, end int) {
	before, after := r.around(start, end)
	line := r.src[r.start:start]
	trimmed := bytes.TrimRight(before, "<\"'`\\")
	if spaced := bytes.TrimRight(trimmed, " \t\n"); bytes.HasSuffix(spaced, []byte("](")) {
		trimmed = spaced
	}
	if r.f.kind == style || r.inStyle || bytes.HasSuffix(trimmed, []byte("url(")) {
		p.form = styleForm
		return
	}
	switch {
	case templateAddress.Match(before[max(0, len(before)-40):]):
		r.describeMarkdown(p, before[:bytes.LastIndex(before, []byte("]("))+1])
		return
	case bytes.HasSuffix(trimmed, []byte("](")) || bytes.HasSuffix(trimmed, []byte("] (")):
		r.describeMarkdown(p, bytes.TrimRight(trimmed[:len(trimmed)-1], " ("))
		return
	case bytes.HasSuffix(trimmed, []byte("]:")) || bytes.HasSuffix(trimmed, []byte("]: ")) || bytes.HasPrefix(bytes.TrimSpace(line), []byte(".. _")):
		p.element = "definition" // of a link or an image
		return
	case len(after) > 0 && after[0] == '[' && r.f.kind == content && (len(before) == 0 || before[len(before)-1] != '['):
		label, _, ok := bytes.Cut(after[1:], []byte("]"))
		p.setLabel(string(label), ok && len(label) > 0)
		if p.form != imageForm {
			p.form = linkForm
		}
		return
	case bytes.HasSuffix(before, []byte("[[")) || bytes.HasSuffix(before, []byte("[[file:")):
		if rest, ok := bytes.CutPrefix(after, []byte("][")); ok {
			label, _, closed := bytes.Cut(rest, []byte("]"))
			p.setLabel(string(label), closed)
		}
		return
	case bytes.HasSuffix(before, []byte("<<")) && r.f.kind == content:
		if label, _, ok := bytes.Cut(after, []byte(">>")); ok {
			p.setLabel(strings.TrimPrefix(string(label), ","), len(label) > 1)
		}
		p.form = linkForm
		return
	case bytes.HasSuffix(before, []byte("<")) && bytes.HasPrefix(after, []byte(">`")):
		open := bytes.LastIndexByte(before, '`')
		p.form = linkForm
		p.setLabel(string(before[open+1:len(before)-1]), open >= 0)
		return
	case bytes.HasSuffix(before, []byte("<")) && bytes.HasPrefix(after, []byte(">")) && r.f.kind == content:
		p.form = linkForm
		p.setLabel(p.text, true)
		return
	}
	if directive := bytes.TrimSpace(line); bytes.HasSuffix(directive, []byte("image::")) || bytes.HasSuffix(directive, []byte("figure::")) ||
		bytes.HasSuffix(directive, []byte("{image}")) || bytes.HasSuffix(directive, []byte("{figure}")) {
		p.form = imageForm
		return
	}
	open := max(bytes.LastIndex(before, []byte("<a ")), bytes.LastIndex(before, []byte("<img ")))
	if (r.f.kind != data && !p.inFront || open >= 0 && bytes.IndexByte(before[open:], '\n') < 0) && r.describeElement(p, start, before, after) {
		return
	}
	r.describeValue(p, before, after)
	if r.f.kind == content && !p.inFront && p.form == plainForm && p.element == "" {
		// In a text it is a link where a URL stands alone, and as a parameter.
		led := bytes.TrimSpace(line[max(0, len(line)-maxAround):])
		open := max(bytes.LastIndex(led, []byte("{{")), bytes.LastIndex(led, []byte("{%")), bytes.LastIndex(led, []byte("{")))
		switch {
		case p.dest.host != "", bytes.HasPrefix(led, []byte(":")), bytes.HasPrefix(led, []byte(".. ")), open >= 0 && bytes.IndexByte(led[open:], '}') < 0:
		case bytes.HasSuffix(trimmed, []byte("=")):
		default:
			p.form, p.element = otherForm, "text"
		}
	}
}

// templateAddress is the beginning of an address of Markdown that a template writes.
var templateAddress = regexp.MustCompile(`\]\(\{[{%][-<%]?[^{}()\]]*$`)

// describeMarkdown says what a link of Markdown reads, whose text ends before its address.
func (r *reader) describeMarkdown(p *place, before []byte) {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth > 0 {
				continue
			}
			p.form = linkForm
			if i > 0 && before[i-1] == '!' {
				p.form = imageForm
			}
			if i > 0 && before[i-1] == '\\' {
				p.form = otherForm // an escaped link
			}
			p.setLabel(withoutTags(string(before[i+1:len(before)-1])), true)
			return
		}
	}
	p.form = linkForm
}

// setLabel sets what a link reads. An expression in it is not known.
func (p *place) setLabel(label string, known bool) {
	if strings.Contains(label, "{{") || strings.Contains(label, "${") || strings.Contains(label, "{%") || strings.Contains(label, "<%") || strings.HasPrefix(strings.TrimSpace(label), "{") {
		p.near, p.isPattern = fold(expressions.ReplaceAllString(label, " ")), true
		return
	}
	p.label, p.hasLabel = fold(label), known
	p.near = p.label
}

// expressions are those of templates.
var expressions = regexp.MustCompile(`\{\{[^{}]*\}\}|\{%[^{}]*%\}|\$\{[^{}]*\}|<%[^<>]*%>|\{[^{}]*\}`)

// attribute is the name of an attribute directly before its value.
var attribute = regexp.MustCompile(`([@:A-Za-z][-A-Za-z0-9_.:]*)\s*=\s*\\?["'` + "`" + `]?(?:\{[{%<]?[-#]?|<%=?|\$\{)?[^"'=<>]{0,80}["'` + "`" + `\\]?$`)

// describeElement says of which element a destination is an attribute, and what it reads. ok is
// false when it is none.
func (r *reader) describeElement(p *place, start int, before, after []byte) bool {
	open := bytes.LastIndexByte(before, '<')
	if open < 0 || open+1 >= len(before) || bytes.IndexByte(before[open:], '\x00') >= 0 {
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
	m := attribute.FindSubmatch(before[open:])
	if n == 0 || m == nil || closesTag(before[open:]) {
		return false
	}
	if value := m[0][len(m[1]):]; bytes.ContainsAny(value, "{%") && bytes.IndexByte([]byte("\"'`/=\\"), value[len(value)-1]) < 0 && !strings.HasPrefix(p.text, wild) {
		p.form, p.element = otherForm, "expression"
		return true
	}
	p.element, p.key = strings.ToLower(string(name[:n])), strings.ToLower(strings.TrimLeft(string(m[1]), ":@"))
	p.key = strings.TrimPrefix(p.key, "v-bind:")
	isComponent := 'A' <= name[0] && name[0] <= 'Z' || isShortcode || bytes.IndexByte(name[:n], '-') > 0
	switch {
	case p.element == "a" || p.element == "area":
		p.form = linkForm
	case p.element == "img" || p.element == "source" || p.element == "picture" || p.element == "image":
		p.form = imageForm
	case p.element == "link" && !isComponent || p.element == "meta" || p.element == "script" || p.element == "base":
		p.form = headForm
	case isComponent && slices.Contains([]string{"href", "to", "link", "url"}, p.key):
		p.form = linkForm
		if p.element == "link" && p.key == "href" && r.f.kind == markup && bytes.Contains(before[open:], []byte("rel=")) {
			p.form = headForm
		}
	case isComponent && (isLinkKey(p.key) || isFileKey(p.key)):
		p.form = plainForm
	case p.key == "style":
		p.form = styleForm
	default:
		p.form = otherForm
	}
	if p.form == linkForm {
		r.labelElement(p, string(name[:n]), before[open:], after)
	}
	return true
}

// closesTag reports whether a tag ends in some text; arrows of code are no ends.
func closesTag(text []byte) bool {
	quote := byte(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>' && (i == 0 || text[i-1] != '=' && text[i-1] != '-' && text[i-1] != '%' && text[i-1] != '}'):
			return true
		}
	}
	return false
}

// labelElement sets what an element reads.
func (r *reader) labelElement(p *place, name string, tag, after []byte) {
	end := bytes.IndexByte(after, '>')
	if end < 0 {
		return
	}
	p.near = fold(string(tag) + " " + string(after[:end]))
	if end > 0 && after[end-1] == '/' {
		return
	}
	text, _, ok := bytes.Cut(after[end+1:], []byte("</"+name))
	if shortcode, _, is := bytes.Cut(after[end+1:], []byte("{{")); is && !ok && bytes.HasPrefix(tag, []byte("<")) {
		text, ok = shortcode, true
	}
	if !ok {
		if _, _, ok = bytes.Cut(after[end+1:], []byte("</")); !ok {
			p.near = fold(withoutTags(string(after)))
			return
		}
		p.near += " " + fold(withoutTags(string(after[end+1:])))
		return
	}
	if bytes.Contains(text, []byte("{")) || bytes.Contains(text, []byte("<%")) {
		p.near = fold(withoutTags(expressions.ReplaceAllString(string(text), " ")))
		p.isPattern = true
		return
	}
	label := withoutTags(strings.TrimPrefix(string(text), "}}"))
	p.setLabel(label, fold(label) != "" || name == "a")
	p.near += " " + fold(string(tag)+" "+string(after[:end]))
}

// keyBefore matches the key before a value: name: "…", "name": …, name = …, name: ["…", - Label: …,
// also with a helper around the value: withBase("…").
var keyBefore = regexp.MustCompile("(?:^|[\n{},(\\[;:=\"'])[\\s-]*([^\n{},()\\[\\];:=\"']+?)[\"']?\\s*(?::|=>?)[\\s\"'`\\\\(\\[]*(?:[\\w.]+\\([\\s\"'`\\\\]*)?$")

func valueKey(before []byte) string {
	if m := keyBefore.FindSubmatch(before); m != nil {
		return strings.TrimLeft(strings.TrimSpace(string(m[1])), "- ")
	}
	return ""
}

// describeValue says what is written about a value of data or code: its key, and the words of
// the object that it is in.
func (r *reader) describeValue(p *place, before, after []byte) {
	isOwnPath := p.inFront && bytes.HasPrefix(r.src[r.start:], []byte("url"))
	if isOwnPath || r.f.kind == script && isRoute.Match(before[bytes.LastIndexByte(before, '\n')+1:]) || r.f.kind.isData() && r.isBelow(before, notParents) {
		p.form, p.element = otherForm, "code"
		return
	}
	if variable.Match(before[max(0, len(before)-80):]) && !bytes.HasPrefix(bytes.TrimLeft(after, "\"' "), []byte("+")) && !bytes.HasPrefix(bytes.TrimLeft(after, "\"' "), []byte("~")) {
		p.element = "variable"
	}
	p.key = valueKey(before)
	from := 0
	for i := len(before) - 1; i > 0; i-- {
		if c := before[i]; c == '{' || c == '}' || c == '\n' && i > 0 && (before[i-1] == '\n' || startsItem(before[i+1:])) {
			from = i
			break
		}
	}
	if from == 0 && len(before) == maxAround && r.f.kind != content {
		from = bytes.IndexByte(before, '\n') + 1 // a literal may be cut
	}
	to := len(after)
	for i, c := range after {
		if c == '{' || c == '}' || c == '\n' && (i+1 < len(after) && after[i+1] == '\n' || startsItem(after[i+1:])) || c == '\n' && bytes.HasPrefix(after[i+1:], []byte("[[")) {
			to = i
			break
		}
	}
	p.near = r.labels(p, bytes.TrimRight(before[from:], "\"'`\\")) + " \x00 " + r.labels(p, bytes.TrimLeft(after[:to], "\"'`\\"))
	// A key may be the label: "Guide: guide.md". In JSON it has several words then.
	isJSON := strings.HasSuffix(r.f.name, ".json")
	if strings.Contains(p.key, " ") || !isJSON && p.key != strings.ToLower(p.key) {
		p.near += " \x00 " + fold(p.key)
	}
}

// strings are the literals of data and code.
var literals = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`[^`\n]*`" + `|>[^<>{}\n]+<`)

// labels returns the words of an object that a reader may see: those of literals, and in YAML and
// TOML all values.
func (r *reader) labels(p *place, text []byte) string {
	var b strings.Builder
	if r.f.kind == data && !strings.HasSuffix(r.f.name, ".json") || p.inFront {
		for line := range bytes.Lines(text) {
			key, value, ok := bytes.Cut(line, []byte(": "))
			if !ok {
				if key, value, ok = bytes.Cut(line, []byte("=")); !ok {
					key, value = nil, line
				}
			}
			if isLabelKey(string(bytes.Trim(key, " \t-\"'"))) || len(key) == 0 {
				b.WriteString(fold(string(value)))
				b.WriteString(" \x00 ")
			}
		}
		if !p.inFront {
			return b.String()
		}
	}
	for _, m := range literals.FindAllIndex(text, 40) {
		if next := bytes.TrimLeft(text[m[1]:], " "); len(next) > 0 && next[0] == ':' && bytes.IndexByte(text[m[0]:m[1]], ' ') < 0 {
			continue // a key
		}
		if literal := text[m[0]:m[1]]; bytes.IndexByte(literal, '/') < 0 || bytes.IndexByte(literal, ' ') > 0 || literal[0] == '>' {
			b.WriteString(fold(string(literal)))
		}
		b.WriteString(" \x00 ")
	}
	if bytes.Contains(text, []byte("{%")) || bytes.Contains(text, []byte("{{")) || r.f.kind == markup && b.Len() == 0 {
		b.WriteString(" \x00 " + fold(string(text)))
	}
	return b.String()
}

// isLabelKey reports whether the value of a key may be what a link reads.
func isLabelKey(k string) bool {
	switch strings.ToLower(k) {
	case "layout", "template", "output", "id", "identifier", "type", "weight", "icon", "class", "key":
		return strings.EqualFold(k, "key")
	}
	return true
}

// variable sets a variable of a template.
var variable = regexp.MustCompile(`(?:\b(?:set|assign)\s+\$?\w+\s*=|\$\w+\s*:?=)\s*["']?$`)

// notParents are keys that hold entries which are no links.
var notParents = regexp.MustCompile(`^[\s"'\[-]*(?:async\s+)?(?:redirects?|rewrites|excludes?|ignore\w*|headers|paths)\b`)

// isBelow reports whether one of the lines that the last one is indented below begins with a key.
func (r *reader) isBelow(before []byte, keys *regexp.Regexp) bool {
	lines := bytes.Split(before, []byte("\n"))
	least := maxAround
	for i := len(lines) - 1; i >= 0; i-- {
		line := bytes.TrimLeft(lines[i], " \t")
		if indent := len(lines[i]) - len(line); len(line) > 0 && (indent < least || i == len(lines)-1) {
			if keys.Match(line) {
				return true
			}
			least = indent
		}
	}
	return false
}

// startsItem reports whether a line begins an item of a list.
func startsItem(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(line, []byte("- "))
}

// notLinks are keys whose values are no links of pages.
var notLinks = []string{
	"readme", "license", "license-file", "build", "members", "path", "paths", "working-directory", "run", "source", "pattern", "layout", "template", "output",
	"outdir", "outputdir", "root", "baseurl", "base", "$schema", "from", "redirect_from", "redirects", "aliases", "alias", "exclude", "excludes",
	"exclude_patterns", "ignore", "body", "message", "permalink", "slug", "destination", "include", "srcdir", "activematch", "redirect", "uses",
	"working_dir", "context", "dockerfile", "main", "types", "entry", "filename", "import", "require", "dirname", "dir", "id", "class", "classname",
}

// isRoute is code that answers, asks for or redirects to a path.
var isRoute = regexp.MustCompile(`\b(?:(?:app|router|server|route)\.[a-z]+|fetch|redirects?|push|replace|require|startsWith|includes)\(`)

// mayLink reports whether a place may be the source of a link at all.
func (p *place) mayLink(f *file) bool {
	key := strings.ToLower(p.key)
	if p.form == plainForm && p.element == "" && slices.Contains(notLinks, key) {
		return false
	}
	return p.text != "" && !f.test
}

// pathStem returns the base name of a file without its extension.
func pathStem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}
