package health

import (
	"bytes"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Look is what a page shows. The zero value is a page with content.
type Look struct {
	Class Class
	// Product is the name of the bot protection.
	Product string
	// Text is what the page shows, its title first, if that is little. Print is equal for pages that
	// show the same little text with the same links; else 0.
	Text  string
	Print uint64
}

const (
	// maxText is how much text a page shows at most that is in front of a site, in bytes.
	maxText = 1500
	// maxShellLinks is how many links to other pages a shell has at most, in parts of it
	// that only browsers without scripts show. Pages with more are not looked at again,
	// which is nearly all.
	maxShellLinks = 3
	// maxEmpty is the size in bytes up to which a page of white space is an empty one.
	maxEmpty = 64
	// requestNumber is the length from which on a word with a digit is taken for the number
	// of a request, or the time. A number of a page has fewer digits.
	requestNumber = 8
)

// Glance tells of a page no more than whether scripts fill it or lead away from it.
func Glance(kind link.Kind, page *scan.Page, text []byte) (l Look) {
	n := 0
	for i := range page.Links {
		if link := &page.Links[i]; link.Follow && content.LeadsAway(link.Raw) {
			if n++; n > maxShellLinks {
				return l
			}
		}
	}
	if kind != link.HTMLKind || page.Refresh != "" || n > 0 && !bytes.Contains(text, []byte("<noscript")) {
		return l
	}
	switch content.Read(text, maxText).Rendering() {
	case content.ByScripts:
		l.Class = Shell
	case content.ScriptRedirect:
		l.Class = Redirect
	}
	return l
}

// LookAt looks at the page at u, whose text in UTF-8 was read.
func LookAt(u weburl.URL, kind link.Kind, page *scan.Page, text []byte) Look {
	l := Glance(kind, page, text)
	if !kind.IsPage() || page.Refresh != "" {
		return l
	}
	shown := content.Read(text, maxText)
	l.Text = shown.Text()
	if !shown.IsCut {
		l.Product = protection.InPage(text)
	}
	if page.Password { // few pages have a field for a password
		shown = content.Read(text, content.MaxLogin)
	}
	switch words := plain(l.Text); {
	case l.Product != "":
		l.Class = Bot
	case shown.IsLogin():
		l.Class, l.Print = Login, shown.Print()
	case shown.AsksForPassword():
		l.Class, l.Print = Password, shown.Print()
	case l.Class == Shell, l.Class == Redirect:
	case accessWords.in(words):
		l.Class = Access
	case gateWords.in(words):
		l.Class = Gate
	case failureWords.in(words), missingWords.in(words):
		l.Class = Failure
	case page.Password && !shown.IsCut:
		l.Class, l.Print = Form, shown.Print()
	}
	isEmpty := len(text) <= maxEmpty && len(bytes.TrimSpace(text)) == 0
	if l.Print == 0 && (l.Text != "" || isEmpty) {
		l.Print = l.print(u, page, text)
	}
	return l
}

// IsWall reports whether the page shows a login, a wall or bot protection, in the place of
// what was asked for.
func (l Look) IsWall() bool {
	return l.Class == Bot || l.Class == Login || l.Class == Access || l.Class == Gate
}

// leadsOn reports whether the page at u has a link to another one of its site, but for those that a
// login has: to its own URL, and to pages for an account.
func leadsOn(u weburl.URL, page *scan.Page) bool {
	return slices.ContainsFunc(page.Links, func(l link.Link) bool {
		if !l.Follow || !content.LeadsAway(l.Raw) {
			return false
		}
		to, err := u.Resolve(l.Raw)
		return err == nil && to.Origin() == u.Origin() && strings.Trim(to.Path, "/") != strings.Trim(u.Path, "/") && !isAccount(to)
	})
}

// print is the print of a page: all of it but its own URL, such as that of a canonical link, as what
// it shows in pictures, drawings and by scripts is content, too. Pages that have the words of an
// error or a login often show their path, the time and the number of the request, so of these the
// words count, and the links without their queries, which may hold the page to return to. Pages of
// content about errors show such numbers as well, but nearly all of them lead to others.
func (l *Look) print(u weburl.URL, page *scan.Page, text []byte) uint64 {
	sum, own := fnv.New64a(), u.Origin()+u.Path
	write := func(word string) { _, _ = sum.Write([]byte(word + " ")) }
	writeLink := func(to string) {
		if to != u.Path && to != own {
			write(to)
		}
	}
	if l.Class == Content {
		for piece := range bytes.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("\"'=>", r) }) {
			writeLink(string(piece))
		}
		return max(sum.Sum64(), 1)
	}
	isAlone := !leadsOn(u, page)
	for word := range strings.FieldsSeq(l.Text) {
		isNumber := len(word) >= requestNumber && strings.ContainsAny(word, "0123456789")
		isPath := len(u.Path) > 1 && strings.Contains(word, u.Path)
		isName := l.Class == Access && strings.Contains(strings.ToLower(u.Path), strings.ToLower(word))
		if isAlone && (isNumber || isName) || isPath && (l.Class == Failure || l.Class == Access && isAlone) {
			continue
		}
		write(word)
	}
	for i := range page.Links {
		to, _, _ := strings.Cut(page.Links[i].Raw, "?")
		writeLink(to)
	}
	return max(sum.Sum64(), 1)
}
