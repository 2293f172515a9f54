package compare

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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
	// files are those that list the URLs.
	files []string
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
	// line and column are where a file lists it; 0 for none. file is the number of that file, or
	// that of a file of a directory.
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

// file adds a file that lists URLs, and returns its number. It is shown relative to the working
// directory, where it is below.
func (o *oldSite) file(name string) int32 {
	if here, err := openfile.WorkingDirectory(); err == nil && filepath.IsAbs(name) {
		if below, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(below) {
			name = below
		}
	}
	o.files = append(o.files, filepath.ToSlash(filepath.Clean(name)))
	return int32(len(o.files) - 1)
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
		err = o.readFile(ctx, c.Source)
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
// URL a line, in which empty lines and those that begin with # are left out.
func (o *oldSite) readFile(ctx context.Context, name string) error {
	f, err := openfile.Open(name)
	if err != nil {
		return err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	in := bufio.NewReader(f)
	head, err := in.Peek(4 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start := bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark))
	if fetch.IsPacked(head) || bytes.HasPrefix(start, []byte("<")) {
		return o.readSitemaps(ctx, name)
	}
	o.isBelow = bytes.HasPrefix(start, []byte("{"))
	return o.readLines(ctx, name, in)
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// readLines reads a list, or a report of pages when isBelow is set.
func (o *oldSite) readLines(ctx context.Context, name string, in io.Reader) error {
	file, bad, firstBad, number := o.file(name), 0, int32(0), int32(0)
	lines := bufio.NewScanner(in)
	for ctx.Err() == nil && lines.Scan() {
		number++
		line := strings.TrimPrefix(lines.Text(), string(byteOrderMark))
		raw := strings.TrimSpace(line)
		u := oldURL{raw: raw, line: number, column: 1, file: file}
		switch {
		case strings.Contains(line, "\x00"):
			return errors.New("it has binary data and is not a list of URLs")
		case raw == "" || raw[0] == '#' && !o.isBelow:
			continue
		case o.isBelow:
			var listed struct {
				link.Listed
				Schema string `json:"schema"`
			}
			err := json.Unmarshal([]byte(raw), &listed)
			if listed.Schema != "" || raw == "{" { // which may be over several lines
				return errors.New("it is a JSON report, which lists no pages; use a report of the format pages")
			}
			if u.raw = listed.Page; err != nil {
				u.raw = ""
			}
		default:
			before, _, _ := strings.Cut(line, raw)
			u.column = int32(1 + utf8.RuneCountInString(before))
		}
		if !isURL(u.raw) {
			if bad++; bad == 1 {
				firstBad = number
			}
		} else if !o.add(u) {
			return nil
		}
	}
	if bad > 0 {
		o.problem("%s of %q %s no URL, such as line %d: each line needs a URL that starts with http://, https:// or /, or a # before a comment",
			link.Count(bad, "line"), name, check.Plural(bad, "has", "have"), firstBad)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// isURL reports whether a text is a URL or a path from the root.
func isURL(raw string) bool {
	return !strings.ContainsAny(raw, " \t") && (strings.HasPrefix(raw, "/") || config.IsURL(raw))
}

// readSitemaps reads a sitemap, and those in the same folder that an index names.
func (o *oldSite) readSitemaps(ctx context.Context, name string) error {
	folder, base := filepath.Split(name)
	queue := []string{base}
	for i := 0; i < len(queue) && ctx.Err() == nil; i++ {
		shown := filepath.Join(folder, queue[i])
		src, err := openfile.Read(shown, fetch.MaxUnpacked)
		if err == nil {
			src, err = fetch.Unpack(src)
		}
		if err != nil {
			o.problem("could not read the sitemap %q: %v; download it to that place", shown, openfile.Cause(err))
			continue
		}
		pages, more, err := scan.Sitemap(src)
		if err != nil {
			o.problem("could not read the sitemap %q completely: %v", shown, err)
		}
		file, lines := o.file(shown), position.NewLines(src)
		for _, loc := range pages {
			line, column := lines.Position(loc.Offset)
			if !o.add(oldURL{strings.Clone(loc.URL), int32(line), int32(column), file}) {
				return nil
			}
		}
		for _, loc := range more {
			u, err := weburl.Parse(loc.URL)
			next := path.Base(u.Path)
			if err != nil || !filepath.IsLocal(next) || strings.Contains(next, "%") {
				o.problem("could not find the sitemap %q, which %q names: it has no name of a file", weburl.Redact(loc.URL), shown)
			} else if !slices.Contains(queue, next) {
				queue = append(queue, next)
			}
		}
	}
	return nil
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

// documents are the extensions of files besides pages that readers may have bookmarked.
var documents = strings.Fields(`.pdf .epub .zip .tgz .7z .tar .jar .exe .msi .dmg .deb .rpm .apk .iso
	.doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .csv .md .rss .atom`)

// isContent reports whether readers may have bookmarked a file.
func isContent(name string) bool {
	base := strings.ToLower(path.Base(name))
	if scan.KindOfName(name).IsPage() {
		return !pagekind.IsErrorPage("/"+name) && !pagekind.IsServicePage(path.Base(name))
	}
	switch ext := path.Ext(base); ext {
	case ".gz", ".bz2", ".xz":
		// A packed "page.html.gz" or "search.json.gz" is another form of that file.
		return strings.HasSuffix(base, ".tar"+ext)
	case ".xml":
		// A feed, to which readers have subscribed.
		return slices.Contains([]string{"feed.xml", "rss.xml", "atom.xml", "index.xml"}, base)
	default:
		return slices.Contains(documents, ext) && !strings.HasPrefix(base, "sitemap")
	}
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
	known := make(map[uint64]int32, len(c.old.urls))
	var invalid, outside []string
	for i := range c.old.urls {
		raw := c.old.urls[i].raw
		u, hasHost, err := parse(raw)
		if err != nil || !u.IsHTTP() {
			invalid = append(invalid, weburl.Redact(raw))
			continue
		}
		u, ok := c.place(u, hasHost)
		if !ok {
			outside = append(outside, weburl.Redact(raw))
			continue
		}
		target := c.job.Scope.Target(u)
		if target == raw {
			target = raw // so that it is in memory once
		}
		hash := maphash.String(check.HashSeed, target)
		if at, isKnown := known[hash]; !isKnown || c.pages[at].target != target {
			known[hash] = int32(len(c.pages))
			c.pages = append(c.pages, page{target: target, old: int32(i)})
		}
	}
	if n := len(invalid); n > 0 {
		c.problem("could not read %s of the old site, such as %q: a URL must start with http://, https:// or /", link.Count(n, "URL"), invalid[0])
	}
	if n := len(outside); n > 0 {
		c.note("compare: in %q, %s %s not of this site, such as %q, and not compared; if they are, set site-url",
			c.shown(), link.Count(n, "URL"), check.Plural(n, "is", "are"), outside[0])
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
	base := cmp.Or(home.Path, "/")
	path, ok := strings.CutPrefix(u.Path, base)
	if !ok && u.Path+"/" != base {
		return u, false
	}
	if !ok {
		path = ""
	}
	at = scope.Page(path)
	at.Query = u.Query
	return at, true
}
