package source

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// destination is a link, taken apart.
type destination struct {
	raw, path, query, fragment string
	// host is that of a whole URL, in lower case.
	host string
	// segments are those of the path: decoded, in lower case, without index names, ".." and the
	// extension of a page.
	segments []string
	// isRooted is true for a path from the root of a site.
	isRooted bool
}

// take takes a link apart.
func take(raw string) destination {
	d := destination{raw: strings.TrimSpace(raw)}
	rest := d.raw
	rest, d.fragment, _ = strings.Cut(rest, "#")
	rest, d.query, _ = strings.Cut(rest, "?")
	scheme, after, ok := strings.Cut(rest, "://")
	if ok && !strings.ContainsAny(scheme, "/.\x00") {
		rest = "//" + after
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		d.host, rest, _ = strings.Cut(after, "/")
		d.host, rest = strings.ToLower(d.host), "/"+rest
	}
	if module, page, ok := strings.Cut(rest, ":"); ok && strings.HasSuffix(page, ".adoc") {
		rest = strings.TrimPrefix(module+"/"+page, "ROOT/")
	}
	d.path, d.isRooted = rest, strings.HasPrefix(rest, "/")
	d.segments = segmentsOf(rest)
	return d
}

// segmentsOf returns the segments of a path as they are compared.
func segmentsOf(p string) []string {
	all := slices.DeleteFunc(strings.Split(strings.ToLower(weburl.Unescape(p)), "/"), func(s string) bool { return s == "" || s == "." || s == ".." })
	n := len(all)
	if n == 0 {
		return nil
	}
	last := pagekey.TrimExtension(all[n-1])
	if pagekey.IsIndexName(last) {
		return all[:n-1]
	}
	if isLoaded(last) {
		last = strings.TrimSuffix(last, path.Ext(last)) // helpers of templates add it
	}
	all[n-1] = last
	return all
}

// isLoaded reports whether a path is that of a style sheet or a script.
func isLoaded(p string) bool { return strings.HasSuffix(p, ".css") || strings.HasSuffix(p, ".js") }

// key returns letters and digits of a name alone, under which places are looked up.
func key(name string) string { return pagekey.Letters(weburl.Unescape(name)) }

// keys returns the keys of a destination: that of its last segment, and of its fragment.
func (d *destination) keys() []string {
	return slices.DeleteFunc([]string{key(d.names()[0]), key(d.names()[1])}, func(k string) bool { return k == "" })
}

// keysOf returns the keys under which places for a link are looked up.
func keysOf(raw string) []string {
	d := take(raw)
	return append(d.keys(), "="+key(d.fragment))
}

// names returns the texts of a link of which a source has one: its last name, and its fragment.
func (d *destination) names() [2]string {
	last := d.host
	if n := len(d.segments); n > 0 {
		last = d.segments[n-1]
	}
	return [2]string{last, weburl.Unescape(d.fragment)}
}

// strength is how surely a destination in the sources means the target of a link.
type strength uint8

const (
	noMatch strength = iota
	// endsAlike means that the paths end alike, and sameTail that only a folder is missing in
	// front, which the page has, too. samePlace leads to the same place, and sameText is literally
	// the link.
	endsAlike
	sameTail
	samePlace
	sameText
)

// wantedLink is a link of a built page, with its target.
type wantedLink struct {
	link, target destination
	internal     bool
	// page and its segments are those of the page with the link, and base those of the site.
	page               string
	pageSegments, base []string
	// looseTarget are the segments of the target as generators make them, and targetPage is its
	// path.
	looseTarget          []string
	siteHost, targetPage string
}

// wanted returns what all occurrences of a finding want.
func (s *search) wanted(f *link.Finding) *wantedLink {
	w := &wantedLink{target: take(f.Target), internal: f.Internal, base: s.base}
	w.looseTarget, w.targetPage = loose(w.target.segments), "/"+strings.Join(w.target.segments, "/")
	if s.site != nil {
		w.siteHost = strings.ToLower(s.site.Host)
	}
	return w
}

// match says how surely a place in a file means the target of a link.
func (s *search) match(w *wantedLink, p *place) strength {
	d := &p.dest
	switch unresolved, isUnresolved := strings.CutPrefix(w.link.raw, "#"); {
	case p.text == w.link.raw:
		return sameText
	case !w.matchesFragment(p) || !sameQuery(d, &w.link, p) || isLoaded(d.path) && isLoaded(w.link.path) && path.Ext(d.path) != path.Ext(w.link.path):
		return noMatch
	case w.internal && d.host != "" && !strings.Contains(d.host, wild) && d.host != w.siteHost && d.host != w.link.host:
		return noMatch
	case isUnresolved && (p.text == unresolved || strings.HasSuffix(unresolved, ":"+p.text)):
		return samePlace // Sphinx and Antora write a reference that they do not find as a fragment
	case strings.HasSuffix(w.link.raw, "/#"+p.text) && strings.Contains(p.text, "."):
		return samePlace
	case strings.Contains(d.host+d.path, wild):
		return w.matchPattern(p)
	case !w.internal:
		return w.matchExternal(d)
	case d.path == "" && d.host == "":
		return s.matchSelf(w, p)
	case !d.isRooted && d.host == "":
		return s.matchRelative(w, p)
	}
	if rest, ok := before(w.target.segments, d.segments); ok {
		if len(rest) == 0 {
			return samePlace
		}
		if isPrefix(rest, w.pageSegments) || slices.Equal(rest, w.base) {
			return sameTail
		}
	}
	if rest, ok := before(d.segments, w.target.segments); ok && slices.Equal(rest, w.base) {
		return samePlace
	}
	return noMatch
}

// matchSelf matches a fragment alone, which is one of the page itself, or of the page that the
// documentation of a program is on. Hugo writes it as one of the start page, where it makes all
// links whole.
func (s *search) matchSelf(w *wantedLink, p *place) strength {
	target := w.target.segments
	isOfCode := p.inComment && len(target) > 0 && strings.EqualFold(pathStem(s.all.files[p.file].name), target[len(target)-1])
	if w.link.path == "" || isOfCode || s.makes(p.file, w) {
		return samePlace
	}
	return noMatch
}

// inSources is what the destination of a place leads to below the root of the sources.
type inSources struct {
	// segments are those of the path, loose the same as names of pages, and end the ones that are
	// written.
	segments, loose, end []string
	// file is the number of the file that is named; noFile for none.
	file int32
}

// resolve returns what the destination of a place leads to in the sources.
func (s *search) resolve(p *place) *inSources {
	if p.from == nil {
		dir := path.Dir(s.all.files[p.file].name)
		if p.dest.isRooted {
			dir = ""
		}
		to := path.Join(dir, weburl.Unescape(p.dest.path))
		p.from = &inSources{segments: segmentsOf(to), file: noFile, end: loose(p.dest.segments)}
		p.from.loose = loose(p.from.segments)
		for _, ext := range [...]string{"", ".md", ".mdx", ".rst", ".adoc"} {
			if n, ok := s.all.byName[strings.TrimPrefix(to, "/")+ext]; ok {
				p.from.file = n
				break
			}
		}
	}
	return p.from
}

// matchRelative matches a path that begins at the page, at the source file, or at a folder that
// a setting stands for.
func (s *search) matchRelative(w *wantedLink, p *place) strength {
	d, in := &p.dest, s.resolve(p)
	if slices.Equal(segmentsOf(path.Join("/", path.Dir(w.page+"x"), weburl.Unescape(d.path))), w.target.segments) || s.makes(in.file, w) {
		return samePlace
	}
	isUp := strings.HasPrefix(d.path, "..")
	if _, ok := before(in.segments, w.link.segments); ok && !w.link.isRooted && (len(w.link.segments) > len(d.segments) || isUp && len(w.link.segments) > 1) {
		return samePlace // Sphinx writes the path of a missing file from the root of the sources
	}
	if rest, ok := before(in.loose, w.looseTarget); ok && len(d.segments) > 0 && len(rest) <= len(in.segments)-len(d.segments)+1 && len(w.looseTarget) > 1 {
		return sameTail
	}
	rest, ok := before(w.looseTarget, in.end)
	switch {
	case !ok || len(d.segments) == 0:
		return noMatch
	case strings.HasPrefix(d.path, "."):
		return endsAlike
	case len(rest) == 0:
		return samePlace
	case isPrefix(rest, w.pageSegments), len(rest) == 1 && slices.Contains(folders, rest[0]):
		return sameTail
	case p.form == linkForm && s.all.files[p.file].kind == content:
		return noMatch // a path of a text is known
	}
	return endsAlike
}

// folders are those that generators put files of settings into.
var folders = []string{"-static", "_static", "-images", "_images", "static", "assets", "docs", "blog", "img", "images"}

// matchExternal matches a link that leaves the site.
func (w *wantedLink) matchExternal(d *destination) strength {
	bare := func(p string) string { return strings.Trim(weburl.Unescape(p), "/") }
	if d.host != "" && (d.host == w.link.host || d.host == w.target.host) && (bare(d.path) == bare(w.link.path) || bare(d.path) == bare(w.target.path)) {
		return samePlace
	}
	return noMatch
}

// matchPattern matches a destination with expressions: each one stands for one segment or a part
// of it, and one at the beginning for any path before.
func (w *wantedLink) matchPattern(p *place) strength {
	if p.dest.path == wild && p.dest.fragment != "" {
		return endsAlike // {% link page.md %}#fragment
	}
	if p.pattern == nil {
		p.pattern = patternOf(&p.dest)
	}
	for _, is := range [...]*destination{&w.link, &w.target} {
		if p.pattern.MatchString(strings.Join(segmentsOf(is.host+is.path), "/")) {
			return samePlace
		}
	}
	return noMatch
}

// noPattern matches nothing.
var noPattern = regexp.MustCompile(`$.`)

// patternOf returns what a destination with expressions matches. One of which too little is
// written matches nothing.
func patternOf(d *destination) *regexp.Regexp {
	pattern := strings.Join(segmentsOf(d.host+d.path), "/")
	rest, isOpen := strings.CutPrefix(pattern, wild)
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	if len(key(strings.ReplaceAll(pattern, wild, ""))) < 2 || key(strings.ReplaceAll(last, wild, "")) == "" || strings.HasSuffix(d.path, wild) {
		return noPattern
	}
	start := "^"
	if isOpen {
		start = "(?:^|/)"
	}
	return regexp.MustCompile(start + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimPrefix(rest, "/")), wild, "[^/]*") + "$")
}

// matchesFragment reports whether a place has the fragment of the link, as written or as
// generators make one of it.
func (w *wantedLink) matchesFragment(p *place) bool {
	written, built := p.dest.fragment, w.link.fragment
	switch isAlone := strings.HasPrefix(w.link.raw, "#"); {
	case written == built:
		return true
	case isAlone && strings.ContainsAny(built, ".:"), strings.Contains(w.link.raw, "/#") && strings.Contains(built, "."):
		return true // an unresolved reference
	case written == "":
		return isAlone && built == p.text && p.form == linkForm // a label that MyST does not know
	}
	return built != "" && !strings.Contains(written, wild) && key(written) == key(built)
}

// sameQuery reports whether two links have the same query. A generator may add one to a file.
func sameQuery(d, built *destination, p *place) bool {
	return weburl.Unescape(d.query) == weburl.Unescape(built.query) || d.query == "" && p.form != linkForm
}

// before returns what a path has before the segments that it ends with; ok is false when it does
// not end with them.
func before(p, end []string) (rest []string, ok bool) {
	if len(end) > len(p) || !slices.Equal(p[len(p)-len(end):], end) {
		return nil, false
	}
	return p[:len(p)-len(end)], true
}

// isPrefix reports whether segments begin a path.
func isPrefix(start, p []string) bool {
	return len(start) <= len(p) && slices.Equal(start, p[:len(start)])
}

// loose folds segments as generators do that make paths from names.
func loose(p []string) []string {
	all := make([]string, len(p))
	for i, s := range p {
		if all[i] = pagekey.Loose(s); all[i] == "" {
			all[i] = s
		}
	}
	return all
}

// makes reports whether a file is a source of the target's page.
func (s *search) makes(file int32, w *wantedLink) bool {
	if file == noFile {
		return false
	}
	return slices.ContainsFunc(s.pages.of(w.targetPage).all, func(own pageSource) bool { return own.file == file })
}
