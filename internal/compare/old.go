package compare

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// oldSite holds the URLs of the old site.
type oldSite struct {
	urls []oldURL
	// list is the file that lists them, as reports show it; empty for none.
	list string
	// isBelow is whether the URLs are paths below the base path of the site; else they are
	// absolute, or paths from the root of their host.
	isBelow bool
	// home is where the old site is: its host, and its path where that is known.
	home weburl.URL
	// dir is the old site when it is a directory; else nil.
	dir *site.Dir
	// problems say why URLs are missing, and isCut is whether max-pages left out a part.
	problems []string
	isCut    bool
}

// oldURL is one URL of the old site.
type oldURL struct {
	// raw is as the list has it.
	raw string
	// line and column are where a list has it; 0 for none. file is the number of a file of a directory.
	line, column, file int32
}

// add adds a URL. It reports whether there was room.
func (o *oldSite) add(u oldURL) bool {
	const most = 1_000_000
	if len(o.urls) == most {
		o.problem("the old site has more than %d URLs, and the others were not compared: compare them in parts", most)
		return false
	}
	o.urls = append(o.urls, u)
	return true
}

// problem adds what keeps the comparison from being complete.
func (o *oldSite) problem(format string, args ...any) {
	o.problems = append(o.problems, fmt.Sprintf(format, args...))
}

// read returns the URLs of the old site; now is where the new one is.
func (c *Options) read(ctx context.Context, now *site.Scope) *oldSite {
	o := &oldSite{}
	info, err := os.Stat(c.Source)
	switch {
	case config.IsURL(c.Source):
		err = o.readLive(ctx, c, now)
	case err == nil && info.IsDir():
		err = o.readDirectory(ctx, c)
	case err == nil:
		err = o.readFile(c.Source)
	}
	if err != nil {
		if at, ok := errors.AsType[*os.PathError](err); ok {
			err = at.Err // the message has the name
		}
		o.problem("could not read the old site %q: %v", c.shown(), err)
	}
	if len(o.urls) == 0 && len(o.problems) == 0 && ctx.Err() == nil {
		o.problem("could not compare with the old site %q: it has no URLs; check compare", c.shown())
	}
	return o
}

// readFile reads a file that lists URLs: a sitemap, a report of the format pages, or a list of one
// URL a line.
func (o *oldSite) readFile(name string) error {
	const most = 256 << 20 // bytes: enough for as many URLs as are compared
	src, err := openfile.Read(name, most)
	if err == nil {
		src, err = fetch.Unpack(src)
	}
	if err != nil {
		return err
	}
	o.list = openfile.Relative(name)
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	start := bytes.TrimSpace(src[:min(len(src), 4<<10)])
	switch {
	case bytes.HasPrefix(start, []byte("<")):
		return o.readSitemap(src)
	case bytes.IndexByte(src, 0) >= 0:
		return errors.New("it has binary data and is not a list of URLs")
	case baseline.IsReport(start):
		return errors.New("it is a report of findings, which lists no pages; use a report of the format pages")
	}
	o.isBelow = bytes.HasPrefix(start, []byte("{"))
	o.readLines(string(src))
	return nil
}

// readSitemap reads a sitemap. It lists what is before a fault.
func (o *oldSite) readSitemap(src []byte) error {
	pages, more, err := scan.Sitemap(src)
	lines := position.NewLines(src)
	for _, loc := range pages {
		line, column := lines.Position(loc.Offset)
		if !o.add(oldURL{raw: loc.URL, line: int32(line), column: int32(column)}) {
			break
		}
	}
	if err == nil && len(more) > 0 {
		err = fmt.Errorf("it names further sitemaps, such as %q: set compare to the URL of the old site, or to one list of all its URLs", weburl.Redact(more[0].URL))
	}
	return err
}

// readLines reads a list, in which empty lines and those that begin with # are left out, or a report of
// pages when isBelow is set.
func (o *oldSite) readLines(src string) {
	var bad []int32 // the numbers of lines
	number := int32(0)
	for line := range strings.Lines(src) {
		number++
		raw := strings.TrimSpace(line)
		before, _, _ := strings.Cut(line, raw)
		u := oldURL{raw: raw, line: number, column: int32(1 + utf8.RuneCountInString(before))}
		switch {
		case raw == "" || raw[0] == '#' && !o.isBelow:
			continue
		case o.isBelow:
			var listed link.Listed
			if err := json.Unmarshal([]byte(raw), &listed); err != nil {
				listed.Page = ""
			}
			u.raw = listed.Page
		}
		if !isURL(u.raw) {
			bad = append(bad, number)
		} else if !o.add(u) {
			return
		}
	}
	if n := len(bad); n > 0 {
		o.problem("%s of %q %s no URL, such as line %d: each line needs a URL that starts with http://, https:// or /, or a # before a comment",
			link.Count(n, "line"), o.list, check.Plural(n, "has", "have"), bad[0])
	}
}

// isURL reports whether a text is a URL or a path from the root.
func isURL(raw string) bool {
	return !strings.ContainsAny(raw, " \t") && (strings.HasPrefix(raw, "/") || config.IsURL(raw))
}

// readLive lists the pages of a live site: those of its sitemaps, or else those that a crawl finds.
func (o *oldSite) readLive(ctx context.Context, c *Options, now *site.Scope) error {
	const instead = "check that it is up; linkvet sends no header there: if it needs one, set compare to a build directory, a pages report or a list of URLs"
	start, err := weburl.Parse(c.Source)
	if err != nil {
		return err
	}
	home, first, err := site.FindStart(ctx, c.Old.Client, start.Document(), site.Wanted{})
	if at, ok := errors.AsType[*site.UnreachableError](err); ok {
		err = errors.New(at.Cause)
	}
	if err != nil {
		return fmt.Errorf("%w; %s", err, instead)
	}
	// The sitemap of a deployment of the base branch lists the pages as production will serve them.
	var places []weburl.URL
	for _, place := range append(site.Infer(site.StartEvidence(home, first)).Sites, now.Served()) {
		if place.Scheme != "" && place.Host != home.Host {
			places = append(places, place)
		}
	}
	job := *c.Old
	job.Scope = site.NewScope(home, places...)
	o.home = job.Scope.Page("")
	problems := crawl.ListSitemaps(ctx, &job, func(u weburl.URL) bool { return o.add(oldURL{raw: u.String()}) })
	if len(o.urls) > 0 {
		first.Release()
	} else {
		r := crawl.Check(ctx, &job, home, first, nil)
		problems = append(problems, r.Problems...)
		for _, page := range r.Inventory {
			if u, err := o.home.Resolve(job.Scope.Base() + page.Page[1:]); err == nil && !o.add(oldURL{raw: u.String()}) {
				break
			}
		}
		o.isCut = job.Config.MaxPages > 0 && r.Stats.Pages >= job.Config.MaxPages
	}
	for _, problem := range problems {
		o.problem("the old site: %s", problem)
	}
	return nil
}

// readDirectory lists the pages and documents of a build directory at the paths at which its host
// serves them. Hosts may serve "faq.html" at "/faq", too: readers know what links of the site have.
// Style sheets, scripts, pictures and fonts are left out: their names change with each build, and
// no reader bookmarks them.
func (o *oldSite) readDirectory(ctx context.Context, c *Options) error {
	dir, err := site.OpenDir(ctx, c.Source)
	if err != nil {
		return err
	}
	dir.Host(c.Hosting)
	o.isBelow, o.dir = true, dir
	names := linksHaveNames(dir)
	for file := range int32(dir.Len()) {
		name, canonical := dir.Path(file), "/"+dir.URLPath(file)
		if ctx.Err() != nil || !isContent(name) {
			continue
		}
		isServed := func(at string) bool {
			entry := dir.Find(at, "")
			return entry.Kind == site.Found && entry.File == file || entry.Kind == site.Moved && entry.Path == canonical
		}
		paths := []string{canonical}
		if bare, ok := strings.CutSuffix(name, hosting.PageExtension); ok && path.Base(name) != hosting.IndexFile {
			if short := "/" + hosting.EscapePath(bare); names > 0 {
				paths = append(paths, "/"+hosting.EscapePath(name))
			} else if names < 0 && isServed(short) {
				paths = []string{short}
			}
		}
		for _, at := range slices.Compact(paths) {
			if isServed(at) && !o.add(oldURL{raw: at, file: file}) {
				return nil
			}
		}
	}
	for _, problem := range dir.Problems() {
		o.problem("the old site: %s", problem)
	}
	return nil
}

// linkedName matches the last name in a link of a page.
var linkedName = regexp.MustCompile(`(?i)<a\s[^>]*href=["']?(?:[^"'>:?#\s]*/)?([^"'>:?#\s/]+)["'?#>\s]`)

// linksHaveNames says how most links on some pages of a directory name a page: above zero for
// "api.html", and below for "api".
func linksHaveNames(dir *site.Dir) (names int) {
	reader := dir.NewReader()
	defer func() { _ = reader.Close() }() // it was only read from
	for file, left := int32(0), 20; int(file) < dir.Len() && left > 0; file++ {
		if !dir.Kind(file).IsPage() {
			continue
		}
		left--
		src, _ := reader.Read(file, nil) // what is before a fault counts
		for _, link := range linkedName.FindAllSubmatch(src, -1) {
			switch name := string(link[1]); {
			case path.Ext(name) == hosting.PageExtension && name != hosting.IndexFile:
				names++
			case !strings.Contains(name, "."):
				names--
			}
		}
	}
	return names
}

// documents are the ends of the names of files besides pages that readers may have bookmarked or
// subscribed to. A packed "page.html.gz" or "search.json.gz" is another form of that file.
var documents = strings.Fields(`.pdf .epub .zip .tgz .tar.gz .tar.bz2 .tar.xz .7z .tar .jar .exe .msi .dmg .deb .rpm .apk .iso
	.doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .csv .md .rss .atom /feed.xml /rss.xml /atom.xml /index.xml`)

// isContent reports whether readers may have bookmarked a file.
func isContent(name string) bool {
	if scan.KindOfName(name).IsPage() {
		return !pagekind.IsErrorPage("/"+name) && !pagekind.IsServicePage(path.Base(name))
	}
	name = "/" + strings.ToLower(name)
	return !strings.HasPrefix(path.Base(name), "sitemap") && slices.ContainsFunc(documents, func(end string) bool { return strings.HasSuffix(name, end) })
}

// anyHost stands for the place of a site of which only paths are known.
var anyHost = weburl.URL{Scheme: "https", Host: "linkvet.invalid", Path: "/"}

// parse reads a URL of a list, without its fragment.
func parse(raw string) (u weburl.URL, hasHost bool, err error) {
	if strings.HasPrefix(raw, "/") {
		u, err = anyHost.Resolve("/" + strings.TrimLeft(raw, "/"))
		return u.Document(), false, err
	}
	u, err = weburl.Parse(raw)
	u.User = ""
	return u.Document(), true, err
}

// hostName is the host of a URL, under which its site is also found with "www." before it.
func hostName(u weburl.URL) string { return strings.TrimPrefix(u.Host, "www.") }

// mapPages finds the URLs of the old site on the new one, each once, and says which were not
// compared.
func (c *Comparison) mapPages() {
	c.findHome()
	known := make(map[string]bool, len(c.old.urls))
	var invalid, outside []string
	for i := range c.old.urls {
		raw := c.old.urls[i].raw
		u, hasHost, err := parse(raw)
		if err != nil || !u.IsHTTP() {
			invalid = append(invalid, raw)
			continue
		}
		u, ok := c.place(u, hasHost)
		if !ok {
			outside = append(outside, raw)
			continue
		}
		target := c.job.Scope.Target(u)
		if !known[target] {
			known[target] = true
			c.pages = append(c.pages, page{target: target, old: int32(i)})
		}
	}
	if n := len(invalid); n > 0 {
		c.old.problem("could not read %s of the old site, such as %s: a URL must start with http://, https:// or /", link.Count(n, "URL"), check.FirstNames(invalid[:1]))
	}
	if n := len(outside); n > 0 {
		c.note("compare: in %q, %s %s not of this site, such as %s, and not compared; if they are, set site-url",
			c.shown(), link.Count(n, "URL"), check.Plural(n, "is", "are"), check.FirstNames(outside[:1]))
	}
}

// findHome finds out where the old site was. When a list has URLs of the new site, it is a list of
// that; otherwise the first host counts. Its paths begin with the base path of the new site, or
// none of them does.
func (c *Comparison) findHome() {
	o, scope := c.old, &c.job.Scope
	if o.isBelow {
		o.home = anyHost
		return
	}
	hasBase, host := false, ""
	for i := range o.urls {
		u, hasHost, err := parse(o.urls[i].raw)
		if err != nil {
			continue
		}
		hasBase = hasBase || strings.HasPrefix(u.Path, scope.Base())
		if _, isInternal := scope.Internal(u); hasHost && (host == "" || isInternal || hostName(u) == hostName(o.home)) {
			host = hostName(u)
		}
	}
	if o.home.Path == "" && hasBase {
		o.home.Path = scope.Base()
	}
	o.home.Host = host
}

// place returns where the new site has a URL of the old one; ok is false when it is not of the site.
func (c *Comparison) place(u weburl.URL, hasHost bool) (at weburl.URL, ok bool) {
	home, scope := &c.old.home, &c.job.Scope
	if hasHost && !c.old.isBelow {
		if internal, ok := scope.Internal(u); ok {
			return internal, true
		}
		if hostName(u) != hostName(*home) {
			return u, false
		}
	}
	base, path := cmp.Or(home.Path, "/"), u.Path
	if path+"/" == base {
		path = base
	}
	path, ok = strings.CutPrefix(path, base)
	at = scope.Page(path)
	at.Query = u.Query
	return at, ok
}
