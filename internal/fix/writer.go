package fix

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Why a link cannot be written.
const (
	otherForm   = "it is written in another form than the target"
	unsafeText  = "the new link has characters that mean something there"
	sharedPlace = "it is relative, in a file of several pages"
)

// writer writes a change into the text of one link.
type writer struct {
	// file is the file that has the link, and text the link as the file has it.
	file, text string
	// shared is true for a file of several pages, shownTwice for a link that another page may
	// show, too, and unicode for a file in UTF-8.
	shared, shownTwice, unicode bool
}

// rewrite returns the text that replaces the link, or why there is none.
func (w *writer) rewrite(c change, on *link.Occurrence) (string, string) {
	value, ok := w.value()
	if !ok {
		return "", otherForm
	}
	changed, why := w.changed(c, value, on)
	if why != "" {
		return "", why
	}
	return w.put(value, changed)
}

// changed returns the new value of the link.
func (w *writer) changed(c change, value string, on *link.Occurrence) (string, string) {
	if c.from.path == c.to.path && c.from.origin == c.to.origin && c.from.query == c.to.query {
		return w.otherFragment(c, value)
	}
	before, after, direct := addedTo(strings.TrimSpace(on.Link), value)
	if !direct || isSourceName(pathOf(value)) {
		// An expression, or the name of a source file: only its generator knows what it means.
		return "", otherForm
	}
	if w.shared && before == "" && isRelative(value) {
		return "", sharedPlace
	}
	changed, why := w.url(c, before+value+after, on.Page)
	if why != "" {
		return "", why
	}
	changed, isBefore := strings.CutPrefix(changed, before)
	changed, isAfter := strings.CutSuffix(changed, after)
	if !isBefore || !isAfter || changed == "" {
		return "", otherForm
	}
	return changed, ""
}

// addedTo returns what a generator adds to a link of the sources: the base path before it,
// and a slash after it. ok is false when it changes more.
func addedTo(built, value string) (before, after string, ok bool) {
	if built == value {
		return "", "", true
	}
	for _, after := range []string{"", "/"} {
		rest, ok := strings.CutSuffix(built, after)
		if !ok {
			continue
		}
		before, ok := strings.CutSuffix(rest, value)
		if ok && strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//") && !strings.HasSuffix(before, "/") {
			return before, after, true
		}
		if ok && before == "" {
			return "", after, true
		}
	}
	return "", "", false
}

// pathOf returns the path of a link, without query and fragment.
func pathOf(value string) string {
	value, _, _ = strings.Cut(value, "#")
	value, _, _ = strings.Cut(value, "?")
	return value
}

// isRelative reports whether a link depends on the page that has it.
func isRelative(value string) bool {
	return !strings.HasPrefix(value, "/") && !hasScheme(value)
}

// hasScheme reports whether a link begins with http or https.
func hasScheme(value string) bool {
	scheme, _, ok := strings.Cut(value, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// otherFragment replaces the fragment of a link. The text before it may be of any form.
func (w *writer) otherFragment(c change, value string) (string, string) {
	from, to := strings.TrimPrefix(c.from.fragment, "#"), strings.TrimPrefix(c.to.fragment, "#")
	return w.replaceName(value, from, to, func(before, after string) bool {
		return strings.HasSuffix(before, "#") && (after == "" || strings.ContainsRune("\"' )}>]", rune(after[0])))
	})
}

// replaceName replaces a name that occurs exactly once at a place that fits, with or without
// escapes.
func (w *writer) replaceName(value, from, to string, fits func(before, after string) bool) (string, string) {
	found := map[string]bool{}
	for _, spelt := range []string{from, weburl.Unescape(from)} {
		if spelt == "" {
			continue
		}
		for at := 0; ; {
			i := strings.Index(value[at:], spelt)
			if i < 0 {
				break
			}
			before, after := value[:at+i], value[at+i+len(spelt):]
			if fits(before, after) {
				found[before+w.spell(to, value)+after] = true
			}
			at += i + len(spelt)
		}
	}
	if len(found) != 1 {
		return "", otherForm
	}
	for changed := range found {
		return changed, ""
	}
	return "", otherForm
}
