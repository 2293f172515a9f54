package content

import (
	"bytes"
	"hash/fnv"
	"strings"

	"golang.org/x/net/html"
)

// Login is what a page shows that has a field for a password.
type Login struct {
	// Named reports whether the title or the first heading says that this is a
	// login.
	Named bool
	// Text is the size of what the page shows, in bytes without white space, and
	// Links is how many <a href> it has.
	Text, Links int
	// Print is equal for pages that show the same, with any page to return to after the
	// login.
	Print uint64
}

// The bounds within which the form of a page that has one is what the page is for.
const (
	maxLoginText  = 1500
	maxLoginLinks = 30
)

// ShowsLittle reports whether the page has little else than the field.
func (l Login) ShowsLittle() bool {
	return l.Text <= maxLoginText && l.Links <= maxLoginLinks
}

// IsMain reports whether the login is the purpose of the page: the page says so, and shows
// little else. A login field in a menu does not count.
func (l Login) IsMain() bool { return l.Named && l.ShowsLittle() }

// loginNames are the words, in lower case, by which a title or a heading says
// that a page asks for a login. Tools have "password" there, too.
var loginNames = [...]string{
	"log in", "login", "log-in", "logon", "sign in", "signin", "sign-in",
	"anmeld", "einlogg", "connexion", "connecter", "iniciar sesi", "accedi", "entrar",
	"inloggen", "logga in", "logg inn", "log ind", "zaloguj", "přihl", "вход", "войти", "ログイン", "登录", "登入", "로그인",
}

// MaxLogin is the size in bytes past which a document is no login to LoginOf.
const MaxLogin = 1 << 20

// LoginOf returns what an HTML document shows when it has a field for a
// password; ok is false when it has none. Most documents have none, which their
// Page knows already.
func LoginOf(src []byte) (l Login, ok bool) {
	if len(src) > MaxLogin {
		return l, false
	}
	r := loginReader{tokens: html.NewTokenizer(bytes.NewReader(src))}
	r.read()
	if !r.password {
		return l, false
	}
	sum := fnv.New64a()
	for _, word := range WordsOf(src) {
		// The query of a link, such as the page to return to, is not shown.
		word, _, _ = strings.Cut(word, "?")
		_, _ = sum.Write([]byte(word + "\x00"))
	}
	r.login.Print = sum.Sum64()
	return r.login, true
}

// loginReader reads a document with the tokenizer of x/net, as few documents get here.
type loginReader struct {
	tokens   *html.Tokenizer
	login    Login
	password bool
	// quiet is the element whose text is not shown; empty outside of one.
	quiet string
	// heading is "title" or "h1" inside of the one that is read, and headed is
	// whether there was an h1 before.
	heading string
	headed  bool
	name    strings.Builder
}

// maxLoginName bounds how much of a title and a heading is looked at, in bytes.
const maxLoginName = 1000

func (r *loginReader) read() {
	for {
		switch kind := r.tokens.Next(); kind {
		case html.ErrorToken:
			r.finishName()
			return // the end: there is no other error in memory
		case html.TextToken:
			r.text(r.tokens.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			if r.quiet == "" {
				r.open(kind == html.SelfClosingTagToken)
			}
		case html.EndTagToken:
			raw, _ := r.tokens.TagName()
			switch string(raw) {
			case r.quiet:
				r.quiet = ""
			case r.heading:
				r.finishName()
			}
		}
	}
}

func (r *loginReader) text(text []byte) {
	if r.quiet != "" {
		return
	}
	if r.heading != "title" {
		r.login.Text += bytesOfText(text)
	}
	if r.heading != "" && r.name.Len()+len(text) <= maxLoginName {
		r.name.Write(text)
	}
}

// open records a start tag.
func (r *loginReader) open(closed bool) {
	raw, more := r.tokens.TagName()
	name := string(raw)
	switch name {
	case "script", "style", "template", "select", "svg", "textarea":
		if !closed {
			r.quiet = name
		}
	case "title", "h1":
		r.finishName()
		if name == "title" || !r.headed {
			r.heading = name
			r.headed = r.headed || name == "h1"
		}
	}
	for more {
		var key, value []byte
		key, value, more = r.tokens.TagAttr()
		switch {
		case name == "input" && string(key) == "type":
			r.password = r.password || bytes.EqualFold(value, []byte("password"))
		case name == "a" && string(key) == "href":
			r.login.Links++
		}
	}
}

// finishName ends the title or the heading that is read.
func (r *loginReader) finishName() {
	text := strings.ToLower(strings.Join(strings.Fields(r.name.String()), " "))
	for _, name := range loginNames {
		r.login.Named = r.login.Named || strings.Contains(text, name)
	}
	r.heading = ""
	r.name.Reset()
}
