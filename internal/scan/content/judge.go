package content

import (
	"bytes"
	"hash/fnv"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// shellText is how many bytes of text, white space left out, a page has at most
// that waits for scripts to be filled: more than a greeting and a footer, and
// less than a page to which authors link by fragments.
const shellText = 500

// shellRoots are the ids of the elements that scripts fill in the common kinds of
// applications, and moreMounts further ones: of documentation and API viewers, and of older
// frameworks.
var (
	shellRoots = []string{
		"root", "app", "__next", "__nuxt", "___gatsby", "__docusaurus", "react-root", "app-root", "app-mount", "svelte", "q-app", "ember-app",
	}
	moreMounts = []string{
		"sapper", "swagger-ui", "redoc", "redoc-container", "storybook-root", "react-app", "vue-app", "svelte-app", "my-app", "application", "mount", "elm",
	}
)

// waiting are words that a page shows while scripts load, or to readers whose
// browser runs none.
var waiting = []string{"loading", "please wait", "javascript", "initializing", "initialising", "chargement", "laden", "cargando", "caricamento", "carregando", "загрузка", "加载", "読み込み"}

// showing are elements that show something without text. In a page with an element
// that is known to be filled they are part of its splash screen.
var showing = []string{
	"img", "picture", "svg", "canvas", "video", "audio", "object", "embed", "iframe", "form", "input", "button", "select", "textarea", "table", "marquee", "applet",
}

// holders are elements that scripts may fill, with any id or class.
var holders = []string{"body", "div", "main", "section", "article", "span"}

// open records a start tag; custom is the outermost open custom element.
func (s *scripts) open(tag html.Token, custom *openElement) {
	name, id, media := tag.Data, attribute(tag, "id"), attribute(tag, "type")
	s.root = s.root || slices.Contains(shellRoots, id) || strings.Contains(name, "-")
	s.mounts = s.mounts || slices.Contains(shellRoots, id) || slices.Contains(moreMounts, id) || name == "redoc" || name == "app"
	target, hasTarget := "", false
	switch name {
	case "a", "area":
		target, hasTarget = attribute(tag, "href"), true
	case "iframe", "frame":
		target, hasTarget = attribute(tag, "src"), true
	}
	s.leads = s.leads || hasTarget && LeadsAway(target)
	custom.nested(name)
	switch name {
	case "script":
		s.any = s.any || !strings.Contains(media, "json")
		s.runs = s.runs || isCodeType(media)
	case "style", "title", "noscript", "template":
	default:
		s.selfBuilt = s.selfBuilt || name == "react-app" // it brings its content as data for scripts, too
		s.shows = s.shows || slices.Contains(showing, name) && (name != "iframe" || LeadsAway(target))
		s.holds = s.holds || slices.Contains(holders, name)
		if !custom.isOpen() && strings.Contains(name, "-") {
			s.holds = true
			custom.open(name)
			s.mounts = s.mounts || isAppElement(name)
		}
	}
}

// isCodeType reports whether a script of that media type runs, or is turned into
// one that does.
func isCodeType(media string) bool {
	media = strings.ToLower(strings.TrimSpace(media))
	return media == "" || media == "module" || strings.Contains(media, "javascript") || strings.Contains(media, "ecmascript") ||
		media == "text/babel" || media == "text/jsx" || strings.HasSuffix(media, "-text/javascript")
}

// isAppElement reports whether a custom element has the name of a whole
// application, such as <app-root>, <my-app> and <rapi-doc>.
func isAppElement(name string) bool {
	return slices.Contains([]string{"rapi-doc", "elements-api", "flutter-view", "api-reference"}, name) ||
		slices.ContainsFunc(strings.Split(name, "-"), func(part string) bool { return part == "app" || part == "root" })
}

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

// IsShell reports whether a page looks like one whose content scripts put there: it has a
// script, almost no text, and an element that applications commonly fill, which has a
// well-known id or is a custom element.
func (c *Content) IsShell() bool {
	return c.scripts.any && (c.scripts.selfBuilt || c.scripts.root && c.size < shellText)
}

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

// Rendering reports whether the page has its content, or scripts add it. It is stricter than
// IsShell, as whole runs depend on it: a page with a link to another page, or with more text
// than a greeting, has content, even if scripts add more.
func (c *Content) Rendering() Rendering {
	s := &c.scripts
	if !s.runs || s.leads || c.IsCut || c.size >= shellText {
		return Prerendered
	}
	text := strings.ToLower(strings.Join(c.texts(Text), " "))
	greets := c.size < maxGreeting ||
		slices.ContainsFunc(waiting, func(word string) bool { return strings.Contains(text, word) })
	switch {
	case !s.mounts && s.size <= maxRedirect && setsLocation(s.code):
		return ScriptRedirect
	case s.mounts && greets:
		return ByScripts
	case s.holds && s.loose == 0 && !s.shows && greets:
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

// The bounds within which the form of a page that has one is what the page is for.
const (
	maxLoginText  = 1500
	maxLoginLinks = 30
)

// MaxLogin is how much text of a page is read that may be a login.
const MaxLogin = 8 << 10

// loginNames are the words, in lower case, by which a title or a heading says
// that a page asks for a login. Tools have "password" there, too.
var loginNames = []string{
	"log in", "login", "log-in", "logon", "sign in", "signin", "sign-in",
	"anmeld", "einlogg", "connexion", "connecter", "iniciar sesi", "accedi", "entrar",
	"inloggen", "logga in", "logg inn", "log ind", "zaloguj", "přihl", "вход", "войти", "ログイン", "登录", "登入", "로그인",
}

// IsLogin reports whether the page is a login: it asks for a password, and its title or its
// first heading says so. A login field in a menu does not count.
func (c *Content) IsLogin() bool {
	title, heading := strings.ToLower(c.Title), strings.ToLower(c.Heading)
	isNamed := func(name string) bool { return strings.Contains(title, name) || strings.Contains(heading, name) }
	return c.AsksForPassword() && slices.ContainsFunc(loginNames, isNamed)
}

// AsksForPassword reports whether the page has little else than a field for a password.
func (c *Content) AsksForPassword() bool {
	return c.Password && !c.IsCut && c.size-c.choices <= maxLoginText && c.Links <= maxLoginLinks
}

// Print is equal for pages that show the same, with any queries in their links, such as the
// page to return to after a login.
func (c *Content) Print() uint64 {
	sum := fnv.New64a()
	for i := range c.Words {
		word, _, _ := strings.Cut(c.Words[i].Text, "?")
		_, _ = sum.Write([]byte(word + "\x00"))
	}
	return sum.Sum64()
}
