package source

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

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
	// rooted is true for a path from the root of a site.
	rooted bool
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
	if strings.HasPrefix(strings.ToLower(rest), "www.") {
		rest = "//" + rest
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		d.host, rest, _ = strings.Cut(after, "/")
		d.host, rest = strings.ToLower(d.host), "/"+rest
	}
	switch {
	case strings.HasPrefix(rest, "@site/"):
		rest = rest[len("@site"):]
	case strings.HasPrefix(rest, "~/"), strings.HasPrefix(rest, "@/"):
		rest = rest[1:]
	}
	if module, page, ok := strings.Cut(rest, ":"); ok && strings.HasSuffix(page, ".adoc") {
		rest = strings.TrimPrefix(module+"/"+page, "ROOT/")
	}
	d.path, d.rooted = rest, strings.HasPrefix(rest, "/")
	d.segments = segmentsOf(rest)
	return d
}

// pageExtensions are those that links and pages may have or lack.
var pageExtensions = []string{".html", ".htm", ".md", ".mdx", ".markdown", ".rst", ".adoc", ".org", ".ipynb", ".qmd", ".rmd", ".php", ".xhtml"}

// segmentsOf returns the segments of a path as they are compared.
func segmentsOf(p string) []string {
	var all []string
	for segment := range strings.SplitSeq(strings.ToLower(weburl.Unescape(p)), "/") {
		if segment != "" && segment != "." && segment != ".." {
			all = append(all, segment)
		}
	}
	if n := len(all); n > 0 {
		last := all[n-1]
		if ext := path.Ext(last); slices.Contains(pageExtensions, ext) {
			last = strings.TrimSuffix(last, ext)
		}
		for _, ext := range [...]string{".css", ".js"} {
			// Helpers of templates add these.
			last = strings.TrimSuffix(last, ext)
		}
		if last == "index" || last == "_index" || last == "readme" {
			return all[:n-1]
		}
		all[n-1] = last
	}
	return all
}

// key returns letters and digits of a name alone, under which places are looked up.
func key(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, weburl.Unescape(name))
}

// keys returns the keys of a destination: that of its last segment, and of its fragment.
func (d *destination) keys() []string {
	all := make([]string, 0, 2)
	for _, name := range d.names() {
		if k := key(name); k != "" {
			all = append(all, k)
		}
	}
	return all
}

// keysOf returns the keys under which places for a link are looked up.
func keysOf(raw string) []string {
	d := take(raw)
	return append(d.keys(), "="+key(d.fragment))
}

// names returns the texts of a link of which a source has one: its last name, and its fragment.
func (d *destination) names() []string {
	if n := len(d.segments); n > 0 {
		return []string{d.segments[n-1], weburl.Unescape(d.fragment)}
	}
	return []string{d.host, weburl.Unescape(d.fragment)}
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
	// page and its segments are those of the page with the link, and base those of the site.
	page                 string
	pageSegments, base   []string
	looseTarget          []string
	internal, isFragment bool
	siteHost, targetPage string
}

// match says how surely a place in a file means the target of a link.
func (s *search) match(w *wantedLink, p *place) strength {
	if p.text == w.link.raw {
		return sameText
	}
	d := &p.dest
	if !w.matchesFragment(d, p) || !sameQuery(d, &w.link, p) {
		return noMatch
	}
	if !w.internal {
		return w.matchExternal(p)
	}
	segments, rooted := d.segments, d.rooted
	if d.host != "" && !strings.Contains(d.host, wild) {
		if d.host != w.siteHost && d.host != w.link.host {
			return noMatch
		}
		rooted = true
	}
	if unresolved := strings.TrimPrefix(w.link.raw, "#"); unresolved != w.link.raw {
		// Sphinx and Antora write a reference that they do not find as a fragment.
		if p.text == unresolved || strings.HasSuffix(unresolved, ":"+p.text) {
			return samePlace
		}
	}
	if _, name, ok := strings.Cut(w.link.raw, "/#"); ok && name == p.text && strings.Contains(name, ".") {
		return samePlace
	}
	if strings.Contains(d.path, wild) || strings.Contains(d.host, wild) {
		return w.matchPattern(p)
	}
	target := w.target.segments
	if d.path == "" && d.host == "" {
		return s.matchSelf(w, p)
	}
	if rooted {
		switch rest, ok := before(target, segments); {
		case !ok:
		case len(rest) == 0:
			return samePlace
		case isPrefix(rest, w.pageSegments), slices.Equal(rest, w.base):
			return sameTail
		}
		if rest, ok := before(segments, target); ok && slices.Equal(rest, w.base) {
			return samePlace
		}
		if in := s.resolve(p); in.file != noFile && s.makes(in.file, w) {
			return samePlace
		}
		return noMatch
	}
	return s.matchRelative(w, p)
}

// matchSelf matches a fragment alone, which is one of the page itself, or of the page that the
// documentation of a program is on.
func (s *search) matchSelf(w *wantedLink, p *place) strength {
	// Hugo writes a fragment alone as one of the start page, where it makes all links whole.
	if w.link.path == "" || len(w.target.segments) == 0 || slices.Equal(w.target.segments, w.pageSegments) {
		return samePlace
	}
	f := &s.all.files[p.file]
	if n := len(w.target.segments); p.inComment && n > 0 && strings.EqualFold(pathStem(f.name), w.target.segments[n-1]) {
		return samePlace
	}
	if s.makes(p.file, w) {
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
		if p.dest.rooted {
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
	d := &p.dest
	dir := w.page[:strings.LastIndexByte(w.page, '/')+1]
	if n := len(w.target.segments); n == 0 || len(d.segments) == 0 || d.segments[len(d.segments)-1] == w.target.segments[n-1] {
		if slices.Equal(segmentsOf(path.Join("/", dir, weburl.Unescape(d.path))), w.target.segments) {
			return samePlace
		}
	}
	in := s.resolve(p)
	if in.file != noFile && s.makes(in.file, w) {
		return samePlace
	}
	target := w.looseTarget
	if rest, ok := before(in.segments, w.link.segments); ok && len(rest) > 0 && !w.link.rooted && len(w.link.segments) > len(d.segments) {
		return samePlace // MyST writes the path from the root of the sources
	}
	if rest, ok := before(in.loose, target); ok && len(d.segments) > 0 && len(rest) <= len(in.segments)-len(d.segments)+1 && len(target) > 1 {
		return sameTail
	}
	rest, ok := before(target, in.end)
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
func (w *wantedLink) matchExternal(p *place) strength {
	d := &p.dest
	if strings.Contains(d.raw, wild) {
		return w.matchPattern(p)
	}
	if d.host != w.link.host && d.host != w.target.host || d.host == "" {
		return noMatch
	}
	for _, is := range [...]*destination{&w.link, &w.target} {
		if strings.Trim(weburl.Unescape(d.path), "/") == strings.Trim(weburl.Unescape(is.path), "/") {
			return samePlace
		}
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
		text := is.path
		if !w.internal {
			text = is.host + text
		}
		if p.pattern.MatchString(trimPage(text)) {
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
	pattern := trimPage(d.host + d.path)
	rest, isOpen := strings.CutPrefix(pattern, wild)
	last := pattern[strings.LastIndexByte(pattern, '/')+1:]
	if len(key(strings.ReplaceAll(pattern, wild, ""))) < 2 || key(strings.ReplaceAll(last, wild, "")) == "" || strings.HasSuffix(d.path, wild) || isOpen && strings.HasPrefix(rest, ".") {
		return noPattern
	}
	start := "^"
	if isOpen {
		start = "(?:^|/)"
	}
	return regexp.MustCompile(start + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimPrefix(rest, "/")), wild, "[^/]*") + "$")
}

// trimPage returns a path in lower case, without outer slashes, the extension of a page and the
// name of an index.
func trimPage(p string) string {
	p = strings.Trim(strings.ToLower(weburl.Unescape(p)), "/")
	if ext := path.Ext(p); slices.Contains(pageExtensions, ext) {
		p = strings.TrimSuffix(p, ext)
	}
	return strings.TrimSuffix(strings.TrimSuffix(p, "index"), "/")
}

// matchesFragment reports whether a destination has the fragment of the link, as written or as
// generators make one of it.
func (w *wantedLink) matchesFragment(d *destination, p *place) bool {
	switch {
	case d.fragment == w.link.fragment:
		return true
	case strings.HasPrefix(w.link.raw, "#") && strings.ContainsAny(w.link.fragment, ".:"), strings.Contains(w.link.raw, "/#") && strings.Contains(w.link.fragment, "."):
		return true // an unresolved reference
	case d.fragment == "" && w.link.raw == "#"+p.text && p.form == linkForm:
		return true // a label that MyST does not know
	case d.fragment == "":
		return w.link.fragment == ""
	case strings.Contains(d.fragment, wild):
		return false
	}
	return w.link.fragment != "" && key(d.fragment) == key(w.link.fragment)
}

// sameQuery reports whether two links have the same query. A generator may add one to a file.
func sameQuery(d, built *destination, p *place) bool {
	switch {
	case d.query == built.query:
		return true
	case d.query == "":
		return p.form != linkForm
	}
	return weburl.Unescape(d.query) == weburl.Unescape(built.query)
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
		all[i] = pagekey.Loose(s)
		if all[i] == "" {
			all[i] = s
		}
	}
	return all
}

// makes reports whether a file is a source of the target's page.
func (s *search) makes(file int32, w *wantedLink) bool {
	all := s.sourcesOf(w.targetPage).all
	for _, own := range all {
		if own.file == file && (own.isExact || len(all) == 1) {
			return true
		}
	}
	return false
}

// mayBeSourced reports whether a line of the sources makes an occurrence: a rule of the host is
// only copied.
func mayBeSourced(o *link.Occurrence) bool { return o.IsInDocument() }
