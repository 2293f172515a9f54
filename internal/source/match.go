package source

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// level says how well a destination in the sources agrees with a link of a page.
type level uint8

const (
	noLevel level = iota
	// alike: the ends of the paths agree.
	alike
	// named: what the sources name is the page, as far as its path can be told;
	// or an expression may stand for the rest of it.
	named
	// same: a browser would be led to the same place.
	same
	// equal: the same text.
	equal
)

// goal is a link of a page, made ready to be compared.
type goal struct {
	// written is the link as it stands in the page, and from the URL of that page.
	written string
	from    weburl.URL
	// target is what the finding is about, without its fragment: path and query
	// below the base path for a page of the site, else a URL.
	target   string
	internal bool
	// path is the decoded path of the target without its last slash, and key the
	// folded one.
	path, key string
	fragment  string
	query     string
}

// place is the site that pages are compared on: a host that does not exist.
const place = "https://linkvet.invalid"

// newGoal makes an occurrence of a finding ready.
func newGoal(f *link.Finding, o *link.Occurrence) goal {
	g := goal{written: strings.TrimSpace(o.Link), internal: f.Internal}
	g.target, _ = splitFragment(f.Target)
	_, g.fragment = splitFragment(g.written)
	g.fragment = weburl.Unescape(g.fragment)
	before, query, _ := strings.Cut(g.target, "?")
	g.query = query
	if f.Internal {
		g.path = strings.TrimRight(weburl.Unescape(before), "/")
		g.key = looseKey(pageKey(before))
		// A page whose path is no URL is compared with nothing.
		g.from, _ = weburl.Parse(place + o.Page)
	}
	return g
}

// keys are those under which records that may agree with g stand.
func (g *goal) keys() []string {
	keys := append(keysOf(g.written), destKey(g.target), wild)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// level compares the destination of a record with g. own says where the root of
// the site is in the sources, when the record is in a file that the page is made
// of.
func (d *decider) level(g *goal, r *record, own owner) level {
	pattern := r.dest.pattern
	if pattern == g.written {
		return equal
	}
	if strings.Contains(pattern, wild) {
		return matchWild(pattern, g)
	}
	before, fragment := splitFragment(pattern)
	if weburl.Unescape(fragment) != g.fragment {
		return noLevel
	}
	if foldURL(pattern) == foldURL(g.written) {
		return same
	}
	if isAbsolute(before) || strings.HasPrefix(before, "www.") {
		return d.absolute(before, g)
	}
	if !g.internal || isAbsolute(g.written) && d.site.Scheme == "" {
		return noLevel
	}
	before, query, _ := strings.Cut(before, "?")
	if query != g.query {
		return noLevel
	}
	if !r.dest.names && d.browses(before, g) {
		return same
	}
	return d.looksUp(before, g, r, own)
}

// foldURL folds what makes no difference in a URL: which characters are escaped,
// and a slash at its end.
func foldURL(u string) string {
	before, fragment := splitFragment(strings.TrimSpace(u))
	folded := strings.TrimRight(weburl.Unescape(before), "/")
	if fragment != "" {
		folded += "#" + weburl.Unescape(fragment)
	}
	return folded
}

// absolute compares a URL that names its host.
func (d *decider) absolute(u string, g *goal) level {
	if strings.HasPrefix(u, "www.") {
		u = "http://" + u
	}
	parsed, err := weburl.Parse(strings.TrimSpace(u))
	if err != nil && strings.HasPrefix(u, "//") {
		parsed, err = weburl.Parse("https:" + u)
	}
	if err != nil {
		return noLevel
	}
	shown := parsed.Redacted()
	if !g.internal {
		if foldURL(shown) == foldURL(g.target) {
			return same
		}
		return noLevel
	}
	if below, ok := strings.CutPrefix(shown, d.site.String()); ok && d.site.Scheme != "" && foldURL("/"+below) == foldURL(g.target) {
		return same
	}
	return noLevel
}

// browses tells whether a browser that finds ref on the page is led to the
// target, or would be if pages kept the names of their sources.
func (d *decider) browses(ref string, g *goal) bool {
	u, err := g.from.Resolve(ref)
	if err != nil {
		return false
	}
	found := weburl.Unescape(u.Path)
	if strings.TrimRight(found, "/") == g.path {
		return true
	}
	below, based := strings.CutPrefix(found, d.site.Path)
	if d.site.Scheme != "" && based && strings.HasPrefix(ref, "/") && strings.TrimRight("/"+below, "/") == g.path {
		return true
	}
	return trimDocument(found) != found && looseKey(pageKey(found)) == g.key
}

// looksUp compares what names a file of the sources with the page that is made
// of it.
func (d *decider) looksUp(ref string, g *goal, r *record, own owner) level {
	if ref == "" {
		return noLevel
	}
	name := weburl.Unescape(ref)
	if strings.HasPrefix(name, "/") || r.dest.root {
		return d.fromRoot(looseDated(pageKey(name)), g)
	}
	found := looseDated(pageKey(path.Join(path.Dir(d.x.files[r.file].name), name)))
	if rest, ok := below(own.base, found); ok && (own.sure || own.at != "") && strings.Trim(own.at+"/"+rest, "/") == g.key {
		return named
	}
	if g.key == "" {
		return noLevel
	}
	if r.dest.names {
		if at := d.fromRoot(looseDated(pageKey(name)), g); at > noLevel {
			return at
		}
	}
	_, common := commonSuffix(found, g.key)
	if depth := strings.Count(g.key, "/") + 1; common == depth || common >= 2 {
		return alike
	}
	return noLevel
}

// below is what of a key stands behind a directory, which it is in or is itself.
func below(dir, key string) (rest string, ok bool) {
	if dir == "" || dir == key {
		return key[len(dir):], true
	}
	return strings.CutPrefix(key, dir+"/")
}

// looseDated folds a key, without the date that a post's name begins with.
func looseDated(key string) string {
	slash := strings.LastIndexByte(key, '/')
	if isDatedName(key[slash+1:]) {
		key = key[:slash+1] + key[slash+1+len("2006-01-02-"):]
	}
	return looseKey(key)
}

// fromRoot compares a path from the root of the sources or of the site: before
// either may stand where the site is served, or the directory of the sources.
func (d *decider) fromRoot(found string, g *goal) level {
	if found == "" || g.key == "" {
		return noLevel
	}
	rest, common := commonSuffix(g.key, found)
	depth := strings.Count(found, "/") + 1
	switch {
	case common == depth && strings.Count(rest, "/") < 2, common == strings.Count(g.key, "/")+1:
		return named
	case common >= 2, common == 1 && depth > 1 && strings.HasPrefix(found, "-posts/"):
		return alike
	}
	return noLevel
}

// What is no expression in a pattern must have this many letters and digits to say
// anything, and that many to say where a link leads.
const (
	leastLiteral = 3
	muchLiteral  = 5
)

// matchWild matches a pattern with the link, or with the target where the base
// path stands before it: what is not an expression must be there, in order.
func matchWild(pattern string, g *goal) level {
	parts := strings.Split(foldURL(pattern), wild)
	literal := len(foldText(strings.Join(parts, "")))
	target := g.target
	if _, fragment, found := strings.Cut(g.written, "#"); found {
		target += "#" + fragment
	}
	if literal < leastLiteral || !inOrder(parts, foldURL(g.written)) && !inOrder(parts, foldURL(target)) {
		return noLevel
	}
	if len(parts) == 2 && (parts[0] == "" || literal >= muchLiteral) {
		return named
	}
	return alike
}

// inOrder tells whether s begins with the first of some parts, ends with the last
// and has the others in between.
func inOrder(parts []string, s string) bool {
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
