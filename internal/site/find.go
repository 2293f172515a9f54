package site

import (
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Kind is what a path of a directory leads to.
type Kind uint8

// The kinds of entries.
const (
	// Missing is nothing at all.
	Missing Kind = iota
	// Found is a file; a directory with an index is its index.
	Found
	// NoIndex is a directory that holds no index.html.
	NoIndex
	// OtherCase is nothing, but for a file whose path differs in case alone.
	OtherCase
	// DeadLink is a symbolic link that dangles or leads out of the site.
	DeadLink
	// Moved is a redirect.
	Moved
	// Proxied is what the host gets from another one.
	Proxied
	// Computed is a path at which a program may answer, which linkvet cannot know.
	Computed
	// Unlisted is what a directory may hold that could not be listed.
	Unlisted
)

// Entry is what a path leads to.
type Entry struct {
	Kind Kind
	// IsURLPath reports, for Found, whether the path is certainly Dir.URLPath of the file.
	IsURLPath bool
	// Status is the HTTP status of what is Moved, and of what is Missing when that is
	// another than 404; else zero.
	Status uint16
	// File is the number of the file, for Found.
	File int32
	// OtherCase is whether the path differs in case from that of the file, for Found: the
	// host ignores case.
	OtherCase bool
	// Bare is whether the path is that of a page without its ".html", perhaps with a slash, to
	// which hosts redirect or not, and the host is unknown. Its kind is Found until
	// Dir.ServeNoBare.
	Bare bool
	// Path is the URL path that would be right, without a leading slash, for OtherCase. For
	// Moved and Proxied it is where the way leads: an absolute URL, or a path from the root
	// of the deployment with its slash.
	Path string
	// Detail says more, in words that can follow "no such file: "; may be empty.
	Detail string
	// Rule is the one of the deployment's rules that decided; nil for none.
	Rule *hosting.Rule
	// Or is another answer that the host may give, depending on the visitor; nil for none.
	Or *Entry
}

// Find tells what the host answers at the URL path p, which is percent-encoded and below
// the base path, with or without a leading slash, for a query, which begins with its
// question mark unless it is empty.
func (d *Dir) Find(p, query string) Entry {
	if file, ok := d.FindURLPath(p); ok {
		return Entry{Kind: Found, File: file, IsURLPath: true}
	}
	req := request(p, query)
	entry := d.ask(req)
	if entry.Kind == Found && entry.Or == nil && !entry.OtherCase && d.IsCatchAll(p, query, &entry) {
		if other := d.absent(req); other.Kind == OtherCase {
			return other
		}
	}
	entry.IsURLPath = entry.Kind == Found && strings.TrimPrefix(p, "/") == d.URLPath(entry.File)
	return entry
}

func request(p, query string) hosting.Request {
	return hosting.Request{Path: "/" + strings.TrimPrefix(weburl.Unescape(p), "/"), Query: strings.TrimPrefix(query, "?")}
}

// FindURLPath finds the file whose Dir.URLPath is p, for most links: what was listed under just that
// name. It is quicker than Find, and may miss a file.
func (d *Dir) FindURLPath(p string) (file int32, ok bool) {
	if !d.plainly || strings.IndexByte(p, '%') >= 0 {
		return 0, false
	}
	p = strings.TrimPrefix(p, "/")
	if dir, isDir := strings.CutSuffix(p, "/"); isDir && dir != "" || p == "" {
		file, ok = d.dirs[dir]
		return file, ok && file != noIndex
	}
	if hosting.WithoutIndex(p) != p {
		return 0, false
	}
	return d.numberOf(p)
}

// IsCatchAll reports whether entry, which the host answers to p and query, is a file that it sends
// for any path in that folder that does not exist, as a rule for single-page apps does; but for
// the page's own name.
func (d *Dir) IsCatchAll(p, query string, entry *Entry) bool {
	req := request(p, query)
	name, _ := hosting.FileName(req.Path)
	if entry.Kind != Found || slices.Contains([]string{name, name + hosting.PageExtension, path.Join(name, hosting.IndexFile)}, d.files[entry.File]) {
		return false
	}
	req.Path = path.Join("/", path.Dir(name), "\x00") // the name of a file that no site has
	answer := d.answer(req)
	file, ok := d.fileNumber(answer.File)
	return ok && answer.Kind == hosting.File && file == entry.File
}

// ask is what the host answers to a request.
func (d *Dir) ask(req hosting.Request) Entry {
	answer := d.answer(req)
	if d.host.Assumed && answer.Kind == hosting.Redirect && answer.Rule == nil {
		// Most hosts add the slash at the end of a directory. Whether this one redirects to
		// do so is not known.
		location, query, _ := strings.Cut(answer.Location, "?")
		answer = d.answer(hosting.Request{Path: weburl.Unescape(location), Query: query})
	}
	entry := d.entry(req, answer)
	last := &entry
	for _, other := range answer.Or {
		more := d.entry(req, other)
		last.Or = &more
		last = last.Or
	}
	return entry
}

// entry is one answer as the index has it.
func (d *Dir) entry(req hosting.Request, answer hosting.Answer) Entry {
	switch answer.Kind {
	case hosting.File:
		if i, ok := d.fileNumber(answer.File); ok {
			return Entry{Kind: Found, File: i, OtherCase: answer.OtherCase, Rule: answer.Rule}
		}
	case hosting.Redirect:
		return Entry{Kind: Moved, Status: uint16(answer.Status), Path: answer.Location, Rule: answer.Rule}
	case hosting.Proxy:
		return Entry{Kind: Proxied, Path: answer.Location, Rule: answer.Rule}
	case hosting.Unknown:
		return Entry{Kind: Computed, Rule: answer.Rule}
	}
	switch {
	case d.mayHold(req.Path):
		return Entry{Kind: Unlisted}
	case answer.Status != 0 || answer.Why != "" || answer.Rule != nil:
		return Entry{Kind: Missing, Status: uint16(answer.Status), Detail: answer.Why, Rule: answer.Rule}
	case d.host.Assumed && hosting.AnswersItself("", req.Path), hosting.AnswersItself(d.host.Profile.Name(), req.Path):
		return Entry{Kind: Computed}
	}
	return d.absent(req)
}

// absent says why the host has nothing at a path.
func (d *Dir) absent(req hosting.Request) Entry {
	name, slash := hosting.FileName(req.Path)
	page, isBare := d.fileNumber(name + hosting.PageExtension)
	isBare = isBare && d.host.Assumed && d.host.Why == "" && name != ""
	if isBare && !d.noBare {
		return Entry{Kind: Found, File: page, Bare: true}
	}
	real, dead := d.follow(name)
	if i, ok := d.dirs[real]; dead == "" && (!ok || i != noIndex) {
		entry := d.otherCase(real, slash)
		entry.Bare = isBare
		return entry
	}
	if dead = cmp.Or(dead, d.dead[path.Join(real, hosting.IndexFile)]); dead != "" {
		return Entry{Kind: DeadLink, Detail: dead, Bare: isBare}
	}
	for _, index := range otherIndexes {
		if file, ok := d.numberOf(path.Join(real, index)); ok && d.host.Assumed {
			return Entry{Kind: Found, File: file, Bare: isBare}
		}
	}
	return Entry{Kind: NoIndex, Bare: isBare}
}

// capitals maps the paths of files and directories that have capitals, in lower case, to the first
// of each. A site without broken links does not need it.
func (d *Dir) capitals() map[string]string {
	paths := map[string]string{}
	for _, names := range []iter.Seq[string]{slices.Values(d.files), maps.Keys(d.dirs)} {
		for name := range names {
			lower := strings.ToLower(name)
			if first, ok := paths[lower]; lower != name && (!ok || name < first) {
				paths[lower] = name
			}
		}
	}
	return paths
}

// inAnyCase returns the first of the paths that are name but for case: capitals of ASCII come first.
func (d *Dir) inAnyCase(name string) (actual string, ok bool) {
	lower := strings.ToLower(name)
	if actual, ok = d.cases()[lower]; ok {
		return actual, true
	}
	_, isFile := d.numberOf(lower)
	_, isDir := d.dirs[lower]
	return lower, isFile || isDir
}

// otherCase looks for a path that differs in case alone and at which the host sends a file,
// perhaps without the extension of its name.
func (d *Dir) otherCase(name string, slash bool) Entry {
	ends := []string{"", "/"}
	if slash {
		ends = ends[1:]
	}
	for _, extension := range []string{"", hosting.PageExtension} {
		actual, ok := d.inAnyCase(name + extension)
		right := strings.TrimSuffix(actual, extension)
		if !ok || right == name {
			continue
		}
		for _, end := range ends {
			answer := d.answer(hosting.Request{Path: "/" + right + end})
			if file, ok := d.fileNumber(answer.File); ok && answer.Kind == hosting.File {
				return Entry{Kind: OtherCase, File: file, Path: hosting.EscapePath(right + end)}
			}
		}
	}
	return Entry{Kind: Missing}
}

// otherIndexes are the names of index files that servers can be told to send for a
// directory, besides index.html, as Apache and IIS document them. A known host sends no other.
//   - https://httpd.apache.org/docs/2.4/mod/mod_dir.html#directoryindex
//   - https://learn.microsoft.com/iis/configuration/system.webserver/defaultdocument/files/
var otherIndexes = [...]string{
	"index.htm", "index.xhtml", "index.shtml", "index.php", "index.asp", "index.aspx", "index.jsp", "index.cgi",
	"default.htm", "Default.htm", "default.html", "default.asp", "default.aspx", "Default.aspx",
}

// IsFile reports whether there is a file at a slash path.
func (d *Dir) IsFile(name string) bool {
	_, ok := d.fileNumber(name)
	return ok
}

// IsDir reports whether there is a directory at a slash path; "" is the root.
func (d *Dir) IsDir(name string) bool {
	real, dead := d.follow(name)
	_, ok := d.dirs[real]
	return ok && dead == ""
}

// fileNumber returns the number of the file at a slash path, which may pass symbolic links.
func (d *Dir) fileNumber(name string) (int32, bool) {
	if i, ok := d.numberOf(name); ok {
		return i, true
	}
	real, dead := d.follow(name)
	if dead != "" || real == name {
		return 0, false
	}
	return d.numberOf(real)
}

// HasFolder reports whether the directory has a folder at a URL path, or a file or a
// symbolic link of that name. The folder may have no file that is served. The list of names
// decides, as a file system may find a name in another case, too.
func (d *Dir) HasFolder(path string) bool {
	name := strings.Trim(weburl.Unescape(path), "/")
	_, dead := d.follow(name)
	return dead != "" || d.IsDir(name) || d.IsFile(name)
}

// answer is what the host answers, within bounds: it is not known where matching the path with the
// rules would take too long.
func (d *Dir) answer(req hosting.Request) hosting.Answer {
	req.Effort = hosting.NewEffort()
	answer := d.host.Profile.Answer(req)
	if !req.Effort.Spent() {
		return answer
	}
	d.isCostly.Store(true)
	return hosting.Answer{Kind: hosting.Unknown}
}

// Host lets the directory answer as a host does, by the name of its profile or project.Auto,
// and returns what was chosen. Until then it answers as a plain file server. It is not to be
// called while others use the directory.
func (d *Dir) Host(name string) project.Choice {
	d.serve(project.Choose(name, d.deployment()))
	return d.host
}

// Hosting is how the host answers for the directory.
func (d *Dir) Hosting() project.Choice { return d.host }

// ServeNoBare lets an unknown host serve no page without its ".html", as it does until then. It
// is not to be called while others use the directory.
func (d *Dir) ServeNoBare() { d.noBare = true }

func (d *Dir) serve(host project.Choice) {
	d.host = host
	isOwn := func(urlPath, file string) bool { return host.Profile.URLPath(file) == urlPath }
	d.plainly = host.Profile.Plainly() && isOwn("a/b.html", "a/b.html") && isOwn("a/", "a/"+hosting.IndexFile)
}

// deployment is the directory as the profiles of hosts see it.
func (d *Dir) deployment() hosting.Deployment {
	dirs, place := d.above()
	return hosting.Deployment{
		Files: d,
		InAnyCase: func(name string) (string, bool) {
			if d.host.Assumed {
				return "", false // the host may be one to which case matters
			}
			return d.inAnyCase(name)
		},
		Deployed:  func(name string) *hosting.Source { return d.readRules(d.root, name, path.Join(d.shown, name)) },
		BuildPath: place,
		InRepository: func(pattern string) []*hosting.Source {
			for _, dir := range dirs {
				if sources := d.matching(dir, pattern); len(sources) > 0 {
					return sources
				}
			}
			return nil
		},
	}
}

// above returns the directories above the build directory, from its parent up to the top of
// the repository: the nearest that holds .git, or else the working directory. A build
// directory outside of both has none; one that is the top of a repository is its only
// parent. place is the slash path of the build directory in its repository; empty when it is
// in none.
func (d *Dir) above() (dirs []string, place string) {
	built, err := filepath.Abs(d.name)
	if err != nil {
		return nil, ""
	}
	here, _ := os.Getwd() // No directory has an empty name.
	top := 0
	for dir, last := built, ""; dir != last; dir, last = filepath.Dir(dir), dir {
		if dir != built {
			dirs = append(dirs, dir)
		}
		if git.IsRepository(dir) {
			if dir == built {
				dirs = []string{built}
			}
			place, _ = filepath.Rel(dir, built) // Both are absolute, and one is above the other.
			return dirs, filepath.ToSlash(place)
		}
		if dir == here {
			top = len(dirs)
		}
	}
	return dirs[:top], ""
}

// matching reads the files in dir that match a pattern, in order.
func (d *Dir) matching(dir, pattern string) (sources []*hosting.Source) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	// Nothing is written there.
	defer func() { _ = root.Close() }()
	for _, name := range openfile.Glob(root, pattern) {
		if source := d.readRules(root, name, path.Join(openfile.Relative(dir), name)); source != nil {
			sources = append(sources, source)
		}
	}
	return sources
}

// readRules reads the file name, which the report calls shown; nil when there is no such
// file, or nothing that can be one of rules.
func (d *Dir) readRules(root *os.Root, name, shown string) *hosting.Source {
	data, err := openfile.ReadIn(root, filepath.FromSlash(name), hosting.MaxRules)
	if err == nil || errors.Is(err, openfile.ErrTooLarge) {
		return &hosting.Source{Name: shown, Data: data} // The profile says that it is.
	}
	if errors.Is(err, fs.ErrPermission) {
		d.locked[shown] = true
	}
	return nil
}
