// Package changed decides which findings a pull request causes, by its diff: those whose link is
// new in its source line, those whose target it removes, renames or hides, those whose source is
// not known, and those that a changed settings file decides.
package changed

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Files says where the files of a report are in the repository.
type Files struct {
	// Path returns the path in the repository of a file that the report names; empty for what
	// is outside.
	Path func(file string) string
	// Tracks reports whether git tracks the file at a path of the repository.
	Tracks func(path string) bool
}

// Decide sets NotCaused of the places and findings that the pull request with these changes does not
// cause, and lets only the others fail the run. It looks at findings that fail the run alone; it
// returns how many these were, and how many of them are not caused.
func Decide(r *link.Report, changes []git.Change, files Files) (failing, notCaused int) {
	d := &decider{Files: files, after: map[string]*git.Change{}, texts: map[string][]string{}, gone: map[string]bool{}, added: map[string]bool{}}
	for i := range changes {
		d.add(&changes[i])
	}
	failed := r.FailsUnlisted > 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Fails {
			continue
		}
		failing++
		if !d.causes(f) {
			f.Fails, f.NotCaused, f.Caused = false, true, new(bool)
			notCaused++
		}
		failed = failed || f.Fails
	}
	r.Failed = failed
	return failing, notCaused
}

// decider decides by what was changed.
type decider struct {
	Files
	// after has the changed files by their paths after the pull request.
	after map[string]*git.Change
	// texts are the lines of files that were read.
	texts map[string][]string
	// gone are the names of the pages and files that the pull request removes, renames or hides,
	// with those of their folders; added are the names of new pages.
	gone, added map[string]bool
	// removed are the lines of pages that are gone, and the ids in them, folded. unread are the
	// names of the files whose lines are not known.
	removed strings.Builder
	unread  []string
	// decides is true when a settings file decides which pages there are, or where links lead.
	decides bool
}

// In a list of pages in settings, page finds the file of an entry, and title matches one
// without a file. publishes finds the keys of front matter that hide a page, or give it a path, and ids
// those of elements and headings.
var (
	page      = regexp.MustCompile(`[^\s"'()\[\]{}:]+\.(?:mdx?|markdown|rst|adoc|ipynb|html)\b`)
	ids       = regexp.MustCompile(`(?:\bid=|\bname=|\{\s*#)["']?([^"'\s}>]+)`)
	title     = regexp.MustCompile(`^(?:#.*|- [^:]*:|)$`)
	publishes = regexp.MustCompile(`(?i)^["']?(?:draft|published|(?:publish_?|expiry_?)?date|hidden|unlisted|private|permalink|slug|url|path)["']?\s*[:=]`)
)

// add notes what the pull request does to a file.
func (d *decider) add(f *git.Change) {
	isSettings, isPage := isSettings(f.From) || isSettings(f.To), pagekey.TrimExtension(f.From) != f.From
	d.after[f.To] = f
	if f.From != f.To {
		d.lose(f.From)
		if f.To != "" {
			d.added[nameOf(f.To)] = true
		}
	}
	if f.Lines == nil && f.From != "" {
		d.unread = append(d.unread, nameOf(f.From))
		d.decides = d.decides || isSettings
	}
	for line, n := range f.Lines {
		entry := page.FindString(line)
		switch {
		case n == 0:
			continue
		case isSettings && entry != "" && n < 0:
			d.lose(entry)
		case isSettings && entry == "" && !title.MatchString(line), strings.Contains(line, "<base "), strings.HasPrefix(line, "Subproject commit "):
			d.decides = true
		case n < 0 && isPage:
			d.removed.WriteString("\n" + pagekey.Letters(line))
			for _, id := range ids.FindAllStringSubmatch(line, -1) {
				d.removed.WriteString("\n" + pagekey.Letters(id[1]))
			}
		}
		if at := publishes.FindStringIndex(line); at != nil && isPage {
			d.lose(f.From)
			d.lose(strings.Trim(line[at[1]:], `"' `))
		}
	}
}

// lose notes that a file is not where it was: its name, and those of the folders that it is in,
// may be names of targets.
func (d *decider) lose(name string) {
	for key := pagekey.Of(name); key != "" && key != "."; key = path.Dir(key) {
		d.gone[nameOf(key)] = true
	}
}

// causes reports whether the pull request causes a finding, by its new places.
func (d *decider) causes(f *link.Finding) bool {
	lost, caused := d.losesTarget(f), len(f.Occurrences) == 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if o.Known {
			continue
		}
		is := lost || d.isNew(o)
		if caused = caused || is; !is {
			o.NotCaused, o.Caused = true, new(bool)
		}
	}
	return caused
}

// losesTarget reports whether the target of a finding may have been there before. linkvet looks
// up the files of this repository on its forge in the checkout.
func (d *decider) losesTarget(f *link.Finding) bool {
	target, fragment, _ := strings.Cut(f.Target, "#")
	target, _, _ = strings.Cut(target, "?")
	name := nameOf(target)
	switch {
	case f.Reason == link.InvalidURL, !f.Internal && (f.Reason != link.NotFound || f.Status != 0):
		return false
	case d.decides:
		return true
	case f.Reason == link.FragmentNotFound:
		// Generators number equal anchors.
		heading := strings.TrimRight(pagekey.Letters(weburl.Unescape(fragment)), "0123456789")
		// A line that begins with it was its heading.
		return heading == "" || strings.Contains(d.removed.String(), "\n"+heading) || slices.Contains(d.unread, name)
	}
	return name == "" || d.gone[name]
}

// isNew reports whether the pull request adds or changes the link of a place, or may do so.
func (d *decider) isNew(o *link.Occurrence) bool {
	own := d.Path(o.File)
	switch {
	case o.Element == link.OldURLElement: // the old site is what the pull request is compared with
		return true
	case isRelative(o.Link) && d.added[nameOf(o.Page)]:
		return true
	case o.Source != nil:
		return d.changes(o.Source.File, o.Source.Line, o.Link)
	case o.File != "" && own != "" && d.Tracks(own):
		return d.changes(o.File, o.Line, o.Link)
	}
	// It is one of these.
	return len(o.Candidates) == 0 || slices.ContainsFunc(o.Candidates, func(s link.Source) bool { return d.changes(s.File, s.Line, o.Link) })
}

// changes reports whether the pull request adds a link to a line of a file, or moves the file so
// that its relative links lead elsewhere.
func (d *decider) changes(name string, number int, written string) bool {
	at := d.Path(name)
	f := d.after[at]
	switch {
	case f == nil:
		return at == "" || !d.Tracks(at) // nothing is known of it
	case f.From == "":
		return true
	}
	lines, text := f.Lines, d.line(name, number)
	// A generator may write a link in another way than the author did.
	isLiteral := count(text, written) > 0
	switch {
	case lines == nil || text == "", f.From != f.To && !isLiteral:
		return true
	case lines[text] <= 0 || !isLiteral:
		return lines[text] > 0
	}
	// Of a line that was changed, the link may be an old one.
	more := 0
	for line, n := range lines {
		more += n * count(line, written)
	}
	return more > 0
}

// line returns a line of a file without the white space around it; empty when it cannot be read.
func (d *decider) line(name string, number int) string {
	const most = 4 << 20 // bytes
	lines, ok := d.texts[name]
	if !ok {
		text, _ := openfile.Read(name, most) // nothing when it cannot be read
		lines = strings.Split(string(text), "\n")
		d.texts[name] = lines
	}
	if number < 1 || number > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[number-1])
}

// count returns how many times a line has a link, and not a longer one.
func count(line, written string) (n int) {
	if written == "" {
		return 0
	}
	isInLink := func(c byte) bool {
		return unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || strings.IndexByte("-._~/?#%&=+", c) >= 0
	}
	for at := strings.Index(line, written); at >= 0; at = strings.Index(line, written) {
		end := at + len(written)
		if (at == 0 || !isInLink(line[at-1])) && (end == len(line) || !isInLink(line[end])) {
			n++
		}
		line = line[end:]
	}
	return n
}

// isRelative reports whether a link leads elsewhere from another page.
func isRelative(written string) bool {
	written = strings.TrimSpace(written)
	scheme, _, ok := strings.Cut(written, ":")
	return !strings.HasPrefix(written, "/") && !strings.HasPrefix(written, "#") && (!ok || strings.ContainsAny(scheme, "/.?#"))
}

// nameOf returns the last name in the path of a page or a file, as far as generators keep it.
func nameOf(of string) string {
	_, name := pagekey.CutDate(pagekey.Last(pagekey.Of(of)))
	return pagekey.Letters(pagekey.Loose(name))
}

// settings are patterns for the names of files of generators that decide which pages a site has, and
// where its links lead.
var settings = strings.Fields(`
	mkdocs.y*ml zensical.toml _config.[ty]*ml hugo.[tyj]* .eleventy.js eleventy.config.* gatsby-node.* gatsby-config.* conf.py antora.yml
	antora-playbook.yml book.toml SUMMARY.md _toc.yml myst.yml _quarto.yml pelicanconf.py Doxyfile docs.json mint.json
	docusaurus.config.* astro.config.* next.config.* nuxt.config.* svelte.config.* vite.config.* content.config.*
`)

// isSettings reports whether a file is one of the settings of a generator or a host.
func isSettings(name string) bool {
	isHosts := func(h hosting.Host) bool {
		return slices.Contains(strings.Fields(h.Deployed+" "+h.Files+" "+h.Rules), path.Base(name))
	}
	return slices.ContainsFunc(hosting.Hosts(), isHosts) || strings.Contains(name, ".vitepress/") || strings.Contains(name, ".vuepress/") || strings.Contains(name, "config/_default/") ||
		slices.ContainsFunc(settings, func(pattern string) bool {
			ok, _ := path.Match(pattern, path.Base(name)) // all patterns are good ones
			return ok
		})
}
