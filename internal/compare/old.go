package compare

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// maxURLs bounds how many URLs of the old site are compared.
	maxURLs = 1_000_000
	// maxLine bounds the length of a line of a list, in bytes: no server takes a longer URL.
	maxLine = 64 << 10
)

// inventory holds the URLs of the old site.
type inventory struct {
	urls []oldURL
	// files are those that list the URLs.
	files []string
	// isBelow is whether the URLs are paths below the base path of the site; else they are
	// absolute, or paths from the root of their host.
	isBelow bool
	// home is where the old site is, when that is known; else the zero URL.
	home weburl.URL
	// dir is the old site when it is a directory; else nil.
	dir *site.Dir
	// outside counts the URLs that are of other sites, such as the first of them.
	outside      int
	firstOutside string
	// problems say why the inventory lacks URLs, and partial names the setting that left out a part.
	problems []string
	partial  string
}

// oldURL is one URL of the old site.
type oldURL struct {
	// raw is as the list has it.
	raw string
	// title is that of the page, if the list has it.
	title string
	// line and column are where a file lists it; 0 for none. file is the number of that file, or
	// that of a file of a directory.
	line, column, file int32
}

// add adds a URL. It reports whether there was room.
func (v *inventory) add(u oldURL) bool {
	if len(v.urls) == maxURLs {
		v.problem("the old site has more than %d URLs, and the others were not compared: compare them in parts", maxURLs)
		return false
	}
	v.urls = append(v.urls, u)
	return true
}

// addOutside counts a URL of another site.
func (v *inventory) addOutside(raw string) {
	if v.outside++; v.outside == 1 {
		v.firstOutside = raw
	}
}

// problem adds what keeps the comparison from being complete.
func (v *inventory) problem(format string, args ...any) {
	v.problems = append(v.problems, fmt.Sprintf(format, args...))
}

// file adds a file that lists URLs, and returns its number. It is shown relative to the working
// directory, where it is below.
func (v *inventory) file(name string) int32 {
	if filepath.IsAbs(name) {
		if here, err := openfile.WorkingDirectory(); err == nil {
			if below, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(below) {
				name = below
			}
		}
	}
	v.files = append(v.files, filepath.ToSlash(filepath.Clean(name)))
	return int32(len(v.files) - 1)
}

func (v *inventory) close() {
	if v.dir != nil {
		// Nothing was written there, so there is nothing that closing could lose.
		_ = v.dir.Close()
	}
}

// read returns the URLs of the old site; now is where the new one is.
func (c *Options) read(ctx context.Context, now *site.Scope) *inventory {
	v := &inventory{}
	info, err := os.Stat(c.Source)
	switch {
	case config.IsURL(c.Source):
		err = nil
		c.readLive(ctx, v, now)
	case err == nil && info.IsDir():
		c.readDirectory(ctx, v)
	case err == nil:
		err = c.readFile(ctx, v)
	}
	if err != nil {
		if at, ok := errors.AsType[*os.PathError](err); ok {
			err = at.Err // the message has the name
		}
		v.problem("could not read the old site %q: %v", c.shown(), err)
	}
	if len(v.urls) == 0 && len(v.problems) == 0 && ctx.Err() == nil {
		v.problem("could not compare with the old site %q: it has no URLs; check compare", c.shown())
	}
	return v
}

// readFile reads a file that lists URLs: a sitemap, a report of the format pages, or a list of one
// URL a line, in which empty lines and those that begin with # are left out.
func (c *Options) readFile(ctx context.Context, v *inventory) error {
	f, err := openfile.Open(c.Source)
	if err != nil {
		return err
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	in := bufio.NewReaderSize(f, 4<<10)
	head, err := in.Peek(4 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start := bytes.TrimSpace(bytes.TrimPrefix(head, byteOrderMark))
	if fetch.IsPacked(head) || bytes.HasPrefix(start, []byte("<")) {
		return v.readSitemaps(ctx, c.Source)
	}
	v.isBelow = bytes.HasPrefix(start, []byte("{"))
	return v.readLines(ctx, c.Source, in)
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// readLines reads a list, or a report of pages when isBelow is set.
func (v *inventory) readLines(ctx context.Context, name string, in io.Reader) error {
	file, bad, firstBad := v.file(name), 0, int32(0)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	number := int32(1)
	for ; ctx.Err() == nil && lines.Scan(); number++ {
		line := lines.Bytes()
		if number == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		u, ok, err := parseLine(string(line), v.isBelow)
		if err != nil {
			return err
		}
		if u.line, u.file = number, file; !ok {
			if bad++; bad == 1 {
				firstBad = number
			}
		} else if u.raw != "" && !v.add(u) {
			break
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		v.problem("line %d of %q has more than %d bytes, and the lines from there on were not compared", number, name, maxLine)
	} else if err := lines.Err(); err != nil {
		return err
	}
	const form = "each line needs a URL that starts with http://, https:// or /, or a # before a comment"
	switch {
	case bad > 0 && v.isBelow:
		v.problem("could not read %d lines of the old site %q as a report of pages, such as line %d: write it again with report: pages=PATH", bad, name, firstBad)
	case bad == 1:
		v.problem("line %d of %q has no URL: %s", firstBad, name, form)
	case bad > 1:
		v.problem("%d lines of %q have no URL, such as line %d: %s", bad, name, firstBad, form)
	}
	return nil
}

// parseLine reads a line of a list, or of a report of pages. The URL is empty for a line without one
// that may be there, and ok is false for one that may not.
func parseLine(line string, isReport bool) (u oldURL, ok bool, err error) {
	raw := strings.TrimSpace(line)
	switch {
	case strings.Contains(line, "\x00"):
		return u, false, errors.New("it has binary data and is not a list of URLs")
	case raw == "" || raw[0] == '#' && !isReport:
		return u, true, nil
	case isReport:
		var listed struct {
			link.Listed
			Schema string `json:"schema"`
		}
		err := json.Unmarshal([]byte(raw), &listed)
		if listed.Schema != "" || raw == "{" { // which may be over several lines
			return u, false, errors.New("it is a JSON report, which lists no pages; use a report of the format pages")
		}
		return oldURL{raw: listed.Page, title: listed.Title, column: 1}, err == nil && strings.HasPrefix(listed.Page, "/"), nil
	}
	before, _, _ := strings.Cut(line, raw)
	return oldURL{raw: raw, column: int32(1 + utf8.RuneCountInString(before))}, isURL(raw), nil
}

// isURL reports whether a line is a URL or a path from the root.
func isURL(line string) bool {
	scheme, _, hasScheme := strings.Cut(strings.ToLower(line), "://")
	return !strings.ContainsAny(line, " \t") && (strings.HasPrefix(line, "/") || hasScheme && (scheme == "http" || scheme == "https"))
}

// readSitemaps reads a sitemap, and those in the same folder that an index names.
func (v *inventory) readSitemaps(ctx context.Context, name string) error {
	folder, base := filepath.Split(name)
	root, err := os.OpenRoot(filepath.Clean(folder))
	if err != nil {
		return err
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	queue, known := []string{base}, map[string]bool{base: true}
	for i := 0; i < len(queue) && ctx.Err() == nil; i++ {
		shown := filepath.Join(folder, queue[i])
		var src []byte
		if i == 0 {
			src, err = openfile.Read(name, fetch.MaxUnpacked) // which may be a symbolic link
		} else {
			src, err = openfile.ReadIn(root, queue[i], fetch.MaxUnpacked)
		}
		switch {
		case err != nil && i == 0:
			return err
		case err != nil:
			v.problem("could not read the sitemap %q, which %q names: %v; download it to that place", shown, name, openfile.Cause(err))
			continue
		}
		for _, next := range v.readSitemap(shown, src) {
			u, err := weburl.Parse(next)
			file := strings.ReplaceAll(weburl.Unescape(path.Base(u.Path)), "/", "_")
			if err != nil || file == "_" || file == "." {
				v.problem("could not find the sitemap %q, which %q names: it has no name of a file", weburl.Redact(next), name)
			} else if !known[file] {
				known[file] = true
				queue = append(queue, file)
			}
		}
	}
	return nil
}

// readSitemap adds the pages that a sitemap lists, and returns the sitemaps that it names.
func (v *inventory) readSitemap(name string, src []byte) (sitemaps []string) {
	text, err := fetch.Unpack(src)
	if err != nil {
		v.problem("could not read the sitemap %q: %v", name, err)
		return nil
	}
	pages, more, err := scan.Sitemap(text)
	if err != nil {
		v.problem("could not read the sitemap %q completely: %v", name, err)
	}
	file, lines := v.file(name), position.NewLines(text)
	for _, loc := range pages {
		line, column := lines.Position(loc.Offset)
		if !v.add(oldURL{raw: strings.Clone(loc.URL), line: int32(line), column: int32(column), file: file}) {
			return nil
		}
	}
	for _, loc := range more {
		sitemaps = append(sitemaps, strings.Clone(loc.URL))
	}
	return sitemaps
}

// readLive lists the pages of a live site: those of its sitemaps, or else those that a crawl finds.
func (c *Options) readLive(ctx context.Context, v *inventory, now *site.Scope) {
	start, err := weburl.Parse(c.Source)
	if err != nil {
		v.problem("could not read compare as a URL: %v", err)
		return
	}
	home, first, err := site.FindStart(ctx, c.Old.Client, start.Document(), site.Wanted{})
	if err != nil {
		v.problem("could not compare with the old site %q: %s", c.shown(), whyUnreachable(err))
		return
	}
	job := *c.Old
	job.Scope = site.NewScope(home, c.places(ctx, home, first, now)...)
	v.home = job.Scope.Page("")
	problems := crawl.ListSitemaps(ctx, &job, func(u weburl.URL, isInternal bool) bool {
		if !isInternal {
			v.addOutside(u.String())
			return true
		}
		return v.add(oldURL{raw: u.String()})
	})
	if len(v.urls) > 0 {
		first.Release()
	} else {
		r := crawl.Check(ctx, &job, home, first, nil)
		problems = append(problems, r.Problems...)
		for _, page := range r.Inventory {
			u, err := job.Scope.Page("").Resolve(job.Scope.Base() + page.Page[1:])
			if err == nil && !v.add(oldURL{raw: u.String()}) {
				break
			}
		}
		if limit := job.Config.MaxPages; limit > 0 && r.Stats.Pages >= limit {
			v.partial = "max-pages"
		}
	}
	for _, problem := range problems {
		v.problem("the old site: %s", problem)
	}
}

// sitemapPatience is how long the sitemap may take that names the place of the old site.
const sitemapPatience = 10 * time.Second

// places are other places of the old site at home, whose sitemap may list all pages there: that of
// a deployment of the base branch lists those of production. They are the place of the new site, and
// what the start page and the sitemap of the old one name.
func (c *Options) places(ctx context.Context, home weburl.URL, first *fetch.Response, now *site.Scope) (all []weburl.URL) {
	if now.Known() && now.Served().Host != home.Host {
		all = append(all, now.Served())
	}
	evidence := site.StartEvidence(home, first)
	ctx, cancel := context.WithTimeout(ctx, sitemapPatience)
	defer cancel()
	sitemap := fetch.AskSitemap(ctx, c.Old.Client.Do, fetch.UsualSitemap(home))
	defer sitemap.Release()
	if text, err := sitemap.Text(ctx); err == nil {
		site.AddListed(&evidence, text)
	}
	for _, place := range site.Infer(evidence).Sites {
		if place.Host != home.Host {
			all = append(all, place)
		}
	}
	return all
}

// whyUnreachable says why there is no old site. Its advice is for the old one, to which no header is
// sent.
func whyUnreachable(err error) string {
	text, advice := err.Error(), "check that it is up, or"
	if at, ok := errors.AsType[*site.UnreachableError](err); ok {
		text = at.Cause
		if at.Login || at.Protection != "" || at.BotProtection != "" {
			advice = "linkvet sends no header to the old site, so"
		}
	}
	return text + "; " + advice + " set compare to a build directory, a pages report or a list of URLs"
}
