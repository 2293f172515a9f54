// Package changed decides which findings a pull request causes, by its diff: those whose
// source line it adds or changes, those whose target it removes or renames, those whose source
// is not known, and those that a changed settings file decides.
package changed

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

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

// Decide sets NotCaused of the places and findings that the pull request does not cause, and
// lets only the others fail the run. It looks at findings that fail the run alone; it returns
// how many these were, and how many of them are not caused.
func Decide(r *link.Report, d *Diff, files Files) (failing, notCaused int) {
	x := &decider{Files: files, Diff: d, texts: map[string][]string{}, gone: map[string]bool{}, added: map[string]bool{}}
	for i := range d.files {
		x.add(&d.files[i])
	}
	failed := r.FailsUnlisted > 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Fails {
			continue
		}
		failing++
		if !x.causes(f) {
			f.Fails, f.NotCaused, f.Caused = false, true, new(bool)
			notCaused++
		}
		failed = failed || f.Fails
	}
	r.Failed = failed
	return failing, notCaused
}

// decider decides by a diff.
type decider struct {
	Files
	*Diff
	// texts are the lines of files that were read.
	texts map[string][]string
	// gone are the names of the pages and files that the pull request removes, renames or
	// hides, with those of their folders; added are the names of new pages.
	gone, added map[string]bool
	// removed are the lines that are gone, folded, and unread the names of the files whose
	// lines are not known.
	removed strings.Builder
	unread  []string
	// decides is true when a settings file is changed that decides which pages there are, or
	// where their links lead.
	decides bool
}

// add notes what the pull request does to a file.
func (d *decider) add(f *file) {
	d.decides = d.decides || isSettings(f.from) || isSettings(f.to)
	if f.from != f.to {
		d.lose(f.from)
		d.added[nameOf(f.to)] = true
	}
	lines := f.lines()
	if lines == nil && f.from != "" {
		d.unread = append(d.unread, nameOf(f.from))
	}
	isPage := pagekey.TrimExtension(f.from) != f.from
	for line, n := range lines {
		if n < 0 {
			d.removed.WriteString(folded(line) + "\n")
		}
		if strings.Contains(line, "<base ") || strings.HasPrefix(line, "Subproject commit ") {
			d.decides = true
		}
		if at := publishes.FindStringSubmatchIndex(line); isPage && n != 0 && at != nil {
			d.lose(f.from)
			d.lose(strings.Trim(line[at[1]:], `"' `))
		}
	}
}

// publishes finds the keys of front matter that hide a page, or give it a path.
var publishes = regexp.MustCompile(`(?i)^["']?(?:draft|publish(?:ed|_?date)?|expiry_?date|date|hidden|status|unlisted|private|build|render|permalink|slug|url|path|aliases)["']?\s*[:=]`)

// lose notes that a file is not where it was: its name, and those of the folders that it is in,
// may be names of targets.
func (d *decider) lose(name string) {
	if name == "" {
		return
	}
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

// losesTarget reports whether the target of a finding may have been there before.
func (d *decider) losesTarget(f *link.Finding) bool {
	// linkvet looks up files of this repository on its forge in the checkout.
	isOfRepository := f.Internal || f.Reason == link.NotFound && f.Status == 0
	target, fragment, _ := strings.Cut(f.Target, "#")
	target, _, _ = strings.Cut(target, "?")
	name := nameOf(target)
	switch {
	case !isOfRepository || f.Reason == link.InvalidURL:
		return false
	case d.decides:
		return true
	case f.Reason == link.FragmentNotFound:
		// Generators number equal anchors.
		heading := strings.TrimRight(folded(weburl.Unescape(fragment)), "0123456789")
		return heading == "" || strings.Contains(d.removed.String(), heading) || slices.Contains(d.unread, name)
	}
	return name == "" || d.gone[name]
}

// isNew reports whether the pull request adds or changes the line of a place, or may do so.
func (d *decider) isNew(o *link.Occurrence) bool {
	relative := isRelative(o.Link)
	own := d.Path(o.File)
	switch {
	case o.Element == link.OldURLElement:
		return true // the old site is what the pull request is compared with
	case relative && d.added[nameOf(o.Page)]:
		return true
	case o.Source != nil:
		return d.changes(o.Source, o.Link)
	case o.File != "" && own != "" && d.Tracks(own):
		return d.changes(&link.Source{File: o.File, Line: o.Line}, o.Link)
	}
	// It is one of these.
	return len(o.Candidates) == 0 || slices.ContainsFunc(o.Candidates, func(s link.Source) bool { return d.changes(&s, o.Link) })
}

// changes reports whether the pull request adds or changes a line of a file, or moves the file
// so that its relative links lead elsewhere.
func (d *decider) changes(at *link.Source, written string) bool {
	name := d.Path(at.File)
	f := d.after[name]
	switch {
	case name == "":
		return true // nothing is known of it
	case f == nil:
		return !d.Tracks(name)
	case f.from == "":
		return true
	}
	lines, text := f.lines(), d.line(at)
	// A generator may write a link in another way than the author did.
	isLiteral := count(text, written) > 0
	switch {
	case lines == nil || text == "":
		return true
	case levelOf(f.from) != levelOf(f.to) && (isRelative(written) || !isLiteral):
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

// count returns how many times a line has a link, and not a longer one.
func count(line, written string) (n int) {
	const inLinks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/?#%&=+"
	if written == "" {
		return 0
	}
	for at := 0; ; n++ {
		found := strings.Index(line[at:], written)
		if found < 0 {
			return n
		}
		start := at + found
		at = start + len(written)
		if start > 0 && strings.IndexByte(inLinks, line[start-1]) >= 0 || at < len(line) && strings.IndexByte(inLinks, line[at]) >= 0 {
			n--
		}
	}
}

// maxFile is the size in bytes of the largest file of which a line is read.
const maxFile = 4 << 20

// line returns a line of a file without the white space around it; empty when it cannot be
// read.
func (d *decider) line(at *link.Source) string {
	lines, ok := d.texts[at.File]
	if !ok {
		text, _ := openfile.Read(at.File, maxFile) // nothing when it cannot be read
		lines = strings.Split(string(text), "\n")
		d.texts[at.File] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[at.Line-1])
}

// levelOf is what the relative links of a file depend on. An index is at another level than
// the other pages of its folder.
func levelOf(name string) string {
	if pagekey.IsIndexName(pagekey.TrimExtension(path.Base(name))) {
		return path.Dir(name) + "/"
	}
	return path.Dir(name)
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
	return folded(pagekey.Loose(name))
}

// folded returns the letters and digits of a text, in lower case.
func folded(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// settings are patterns for the names of files that decide which pages a site has, and where
// its links lead: those of hosts and of generators.
var settings = strings.Fields(`
	_redirects _routes.json netlify.toml vercel.json vercel.ts firebase.json staticwebapp.config.json wrangler.* .htaccess .nojekyll
	mkdocs.y*ml zensical.toml _config.* hugo.* .eleventy.js eleventy.config.* gatsby-node.* gatsby-config.* conf.py antora.yml
	antora-playbook.yml book.toml SUMMARY.md _toc.yml myst.yml _quarto.yml pelicanconf.py Doxyfile docs.json mint.json
	docusaurus.config.* astro.config.* next.config.* nuxt.config.* svelte.config.* vite.config.* content.config.*
`)

// isSettings reports whether a file is one of the settings.
func isSettings(name string) bool {
	if strings.Contains(name, ".vitepress/") || strings.Contains(name, ".vuepress/") || strings.Contains(name, "config/_default/") {
		return true
	}
	return slices.ContainsFunc(settings, func(pattern string) bool {
		ok, _ := path.Match(pattern, path.Base(name)) // all patterns are good ones
		return ok
	})
}
