package content

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Rendering says where the content of a page comes from.
type Rendering uint8

// The kinds of rendering.
const (
	// Prerendered is a page that has content, or no script to bring any.
	Prerendered Rendering = iota
	// ByScripts is a page without text or links until its scripts run.
	ByScripts
	// ScriptRedirect is a page without content whose script leads to another page.
	ScriptRedirect
)

const (
	// maxGreeting is how many bytes of text, white space left out, a page has at
	// most while it waits for scripts: "Loading", a name, a version.
	maxGreeting = 64
	// maxRedirect is how many bytes of script a page has at most that does no more
	// than lead to another page, perhaps to one of many.
	maxRedirect = 8 << 10
)

// moreMounts are further ids of elements that scripts fill: of documentation and
// API viewers, and of older frameworks.
var moreMounts = [...]string{
	"sapper", "swagger-ui", "redoc", "redoc-container", "storybook-root", "react-app", "vue-app", "svelte-app", "my-app", "application", "mount", "elm",
}

// mountElements are elements without a hyphen that scripts fill.
var mountElements = [...]string{"redoc", "app"}

// waiting are words that a page shows while scripts load, or to readers whose
// browser runs none.
var waiting = [...]string{"loading", "please wait", "javascript", "initializing", "initialising", "chargement", "laden", "cargando", "caricamento", "carregando", "загрузка", "加载", "読み込み"}

// showing are elements that show something without text. In a page with an element
// that is known to be filled they are part of its splash screen.
var showing = [...]string{
	"img", "picture", "svg", "canvas", "video", "audio", "object", "embed", "iframe", "form", "input", "button", "select", "textarea", "table", "marquee", "applet",
}

// RenderingOf reports whether an HTML document has its content, or scripts add it. It is
// stricter than IsShell, as whole runs depend on it: a page with a link to another page, or
// with more text than a greeting, has content, even if scripts add more. It stops reading
// as soon as it knows the answer.
func RenderingOf(src []byte) Rendering {
	if !bytes.Contains(src, []byte("<script")) && !bytes.Contains(src, []byte("<SCRIPT")) {
		return Prerendered
	}
	r := rendering{tokens: html.NewTokenizer(bytes.NewReader(src))}
	for r.next() {
		if r.leads || r.size >= shellText {
			return Prerendered
		}
	}
	return r.verdict()
}

// rendering is what RenderingOf sees of a document.
type rendering struct {
	tokens *html.Tokenizer
	// hidden is the element whose text the page does not show; empty outside of one.
	// isCode reports whether it is a script that runs.
	hidden string
	isCode bool

	// runs is true if a script runs. code is the text of the page's scripts, up to the size
	// of a redirect, and codeSize their whole size.
	runs     bool
	code     []byte
	codeSize int
	// mounts is whether it has an element that scripts are known to fill, holds
	// whether it has one that they may fill, leads whether it has a link to another
	// page, and shows whether an element shows something that is no text.
	mounts, holds, leads, shows bool
	// custom is the outermost open custom element, and depth counts how many of its
	// name are open.
	custom string
	depth  int
	// text is the text, white space folded, and size its bytes without white space;
	// loose is how many of these are outside of custom elements.
	text        strings.Builder
	size, loose int
}

// next reads the next token, and reports whether there was one.
func (r *rendering) next() bool {
	switch kind := r.tokens.Next(); kind {
	case html.ErrorToken:
		return false
	case html.TextToken:
		r.readText()
	case html.StartTagToken, html.SelfClosingTagToken:
		if r.hidden == "" {
			r.open()
		}
	case html.EndTagToken:
		raw, _ := r.tokens.TagName()
		switch name := string(raw); {
		case name == r.hidden:
			r.hidden, r.isCode = "", false
		case name == r.custom && r.hidden == "":
			if r.depth--; r.depth == 0 {
				r.custom = ""
			}
		}
	}
	return true
}

// readText reads a piece of text, which may be that of a script.
func (r *rendering) readText() {
	if r.isCode {
		raw := r.tokens.Raw()
		r.codeSize += len(raw)
		r.code = append(r.code, raw[:min(len(raw), max(0, maxRedirect-len(r.code)))]...)
		return
	}
	if r.hidden != "" {
		return
	}
	for _, word := range bytes.Fields(r.tokens.Text()) {
		r.size += len(word)
		if r.custom == "" {
			r.loose += len(word)
		}
		if r.size < shellText {
			r.text.Write(word)
			r.text.WriteByte(' ')
		}
	}
}

// open records a start tag.
func (r *rendering) open() {
	raw, more := r.tokens.TagName()
	name := string(raw)
	var media, shadow string
	target, hasTarget := "", false
	for more {
		var key, value []byte
		key, value, more = r.tokens.TagAttr()
		switch string(key) {
		case "id":
			id := string(value)
			r.mounts = r.mounts || slices.Contains(shellRoots[:], id) || slices.Contains(moreMounts[:], id)
		case "type":
			media = strings.ToLower(strings.TrimSpace(string(value)))
		case "shadowrootmode":
			shadow = string(value)
		case "href":
			if name == "a" || name == "area" {
				target, hasTarget = string(value), true
			}
		case "src":
			if name == "iframe" || name == "frame" {
				target, hasTarget = string(value), true
			}
		}
	}
	r.leads = r.leads || hasTarget && LeadsAway(target)
	r.mounts = r.mounts || slices.Contains(mountElements[:], name)
	switch name {
	case "script":
		r.hidden, r.isCode = name, isCodeType(media)
		r.runs = r.runs || r.isCode
	case "style", "title", "noscript":
		r.hidden = name
	case "template":
		if shadow == "" {
			r.hidden = name
		}
	case r.custom:
		r.depth++
	default:
		r.shows = r.shows || slices.Contains(showing[:], name) && (name != "iframe" || LeadsAway(target))
		r.holds = r.holds || slices.Contains(holders[:], name)
		if r.custom == "" && strings.Contains(name, "-") {
			r.holds = true
			r.custom, r.depth = name, 1
			r.mounts = r.mounts || isAppElement(name)
		}
	}
}

// holders are elements that scripts may fill, with any id or class.
var holders = [...]string{"body", "div", "main", "section", "article", "span"}

// LeadsAway reports whether a link leads to another page, and not to a place that a
// script gives a meaning to.
func LeadsAway(target string) bool {
	target = strings.TrimSpace(target)
	if target == "" || target[0] == '#' {
		return false
	}
	scheme, _, _ := strings.Cut(target[:min(len(target), len("javascript:"))], ":")
	return !strings.EqualFold(scheme, "javascript") && !strings.EqualFold(scheme, "about")
}

// isCodeType reports whether a script of that media type runs, or is turned into
// one that does.
func isCodeType(media string) bool {
	return media == "" || media == "module" || strings.Contains(media, "javascript") || strings.Contains(media, "ecmascript") ||
		media == "text/babel" || media == "text/jsx" || strings.HasSuffix(media, "-text/javascript")
}

// isAppElement reports whether a custom element has the name of a whole
// application, such as <app-root>, <my-app> and <rapi-doc>.
func isAppElement(name string) bool {
	return slices.Contains([]string{"rapi-doc", "elements-api", "flutter-view", "api-reference"}, name) ||
		slices.ContainsFunc(strings.Split(name, "-"), func(part string) bool { return part == "app" || part == "root" })
}

// verdict is what comes of a document that was read to its end.
func (r *rendering) verdict() Rendering {
	if !r.runs {
		return Prerendered
	}
	text := strings.ToLower(r.text.String())
	greets := r.size < maxGreeting ||
		slices.ContainsFunc(waiting[:], func(word string) bool { return strings.Contains(text, word) })
	switch {
	case !r.mounts && r.codeSize <= maxRedirect && r.size < shellText && setsLocation(r.code):
		return ScriptRedirect
	case r.mounts && greets:
		return ByScripts
	case r.holds && r.loose == 0 && !r.shows && greets:
		return ByScripts
	}
	return Prerendered
}

// setsLocation reports whether a script leads to another page.
func setsLocation(code []byte) bool {
	for {
		_, after, ok := bytes.Cut(code, []byte("location"))
		if !ok {
			return false
		}
		code = after
		after = bytes.TrimLeft(bytes.TrimPrefix(after, []byte(".href")), " \t\r\n")
		switch {
		case bytes.HasPrefix(after, []byte(".replace(")), bytes.HasPrefix(after, []byte(".assign(")):
			return true
		case bytes.HasPrefix(after, []byte("=")) && !bytes.HasPrefix(after, []byte("==")):
			return true
		}
	}
}
