package cause

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/weburl"
)

// changes are what a pull request does to the targets and pages of a report. A generator
// is not run, so it is not known which page a file makes. But the name of a page, or of an
// anchor, is in the path of a file, in front matter, in data or in a heading. A target
// counts as lost when its name is gone from one of these.
type changes struct {
	// why is set when nothing is known of internal targets, and unread when nothing is known
	// of other targets either: not all changed files were read.
	why, unread string
	// submodules are the paths of submodules with another commit.
	submodules map[string]bool
	// renames are the files before they were renamed, by their new paths.
	renames map[string]git.Change
	// names are the names to look for.
	names *names
	// posts is true when pages were added or removed, so that numbered lists of pages have
	// another length.
	posts bool
	// template is a template that includes less than before, or on other conditions.
	template string
	// shown are the sources of the links of shownOf that unchanged pages have.
	shownOf *link.Finding
	shown   map[link.Source]bool
	// bases is why nothing is known of the targets of links that are not new: they depend on
	// the element base. It is empty when no file has another one.
	bases string
	// start is true when a page was added that may be the start page.
	start bool
}

// maxChanges bounds how many changed files are read.
const maxChanges = 5_000

// readChanges reads the changed files for the names in a report.
func readChanges(d *decider, r *link.Report) *changes {
	c := &changes{submodules: map[string]bool{}, names: namesOf(r)}
	c.renames = findRenames(d)
	for i := range d.Changes {
		change := &d.Changes[i]
		switch {
		case change.Submodule:
			c.submodules[change.Path] = true
			c.why = "the pull request changes the submodule " + change.Path
		case change.Symlink && change.Before != "":
			c.why = "the pull request changes the symbolic link " + change.Path
		case decidesPages(change.Path, d.Tracks), changesBuild(d, change):
			c.why = whyEveryPage(change.Path)
		}
	}
	if c.unread = whyMuch; len(d.Changes) <= maxChanges {
		c.unread = c.read(d)
	}
	return c
}

// whyEveryPage says that nothing is known of internal targets after a change of a file.
func whyEveryPage(file string) string {
	return fmt.Sprintf("the pull request changes %s, which can change every page", file)
}

// read looks for the names in all changed files, and returns why it could not.
func (c *changes) read(d *decider) (unread string) {
	old := map[string]bool{}
	for _, from := range c.renames {
		old[from.Path] = true
	}
	for i := range d.Changes {
		change := d.Changes[i]
		prose := source.SyntaxOf(change.Path).IsProse()
		before := change.Before
		switch from, renamed := c.renames[change.Path]; {
		case renamed:
			before = from.Before
			c.add(change.Path)
		case change.Before == "":
			c.add(change.Path)
			c.posts = c.posts || prose
		case change.After == "":
			c.names.sign(change.Path, lost)
			c.posts = c.posts || prose
			if old[change.Path] {
				continue // its contents are compared with those under the new path
			}
		}
		c.names.sign(change.Path, touched)
		if before == change.After || !hasNames(change.Path) {
			continue
		}
		if !c.contents(d, change.Path, before, change.After) {
			if d.left <= 0 {
				return whyMuch
			}
			return whyUnread
		}
	}
	if c.names.steps > maxSteps {
		return whyMuch
	}
	return c.bases
}

// maxStartDepth is how many directories the source of a start page is in, at most.
const maxStartDepth = 3

// add notes the path of a new file.
func (c *changes) add(file string) {
	c.names.sign(file, added)
	isIndex := pagekey.IsIndexName(pagekey.TrimExtension(path.Base(file)))
	c.start = c.start || isIndex && strings.Count(file, "/") <= maxStartDepth
}

// contents compares the names in two versions of a file.
func (c *changes) contents(d *decider, name, before, after string) bool {
	var was, is []byte
	for object, into := range map[string]*[]byte{before: &was, after: &is} {
		if object == "" {
			continue
		}
		data, ok := d.read(object)
		if !ok {
			return false
		}
		*into = data
	}
	c.names.contents(name, was, is)
	c.compareIncludes(name, was, is)
	if before == "" || after == "" {
		return true
	}
	hidden, moved := isHidden(was, is)
	if hidden || moved {
		c.names.sign(name, lost)
	}
	if hidden {
		c.names.sign(string(frontMatter(was)), lost)
		if cascades(was) || cascades(is) {
			c.why = whyEveryPage(name)
		}
	}
	if differ(bases(was), bases(is)) {
		c.bases = "the pull request changes the base element in " + name
	}
	return true
}

// isOfRepository reports whether the files of the repository decide whether a target exists:
// a page of the site, or a file of the repository on its forge, which linkvet looks up in
// the checkout.
func isOfRepository(f *link.Finding) bool {
	return f.Internal || f.Reason == link.NotFound && f.Status == 0
}

// lost reports whether an internal target may have existed before the pull request.
func (c *changes) lost(f *link.Finding) (answer, string) {
	switch f.Reason {
	case link.InvalidURL:
		return notCaused, ""
	case link.NotFound, link.Gone, link.DirectoryWithoutIndex, link.CaseMismatch, link.FragmentNotFound:
	default:
		return undecided, whyAnswer
	}
	page, fragment := splitTarget(f)
	name := nameOf(page)
	if fragment != "" {
		switch {
		case c.names.has(lost, fragmentNames(fragment)...):
			return caused, ""
		case unicode.IsDigit(rune(fragment[len(fragment)-1])) && (name == "" || c.names.has(touched, name)):
			// A generator that numbers anchors gives them other numbers.
			return caused, ""
		case c.template != "":
			return undecided, "the pull request changes what " + c.template + " shows"
		case c.names.has(shortened, name):
			return undecided, whyIncludes
		}
		return notCaused, ""
	}
	switch {
	case name == "" || len(name) > maxName:
		return undecided, whyNoName
	case c.names.has(lost, name, exact(lastOf(page))):
		return caused, ""
	case c.posts && strings.Trim(name, "0123456789") == "":
		return caused, ""
	}
	return notCaused, ""
}

// isNewPage reports whether the pull request may add a page.
func (c *changes) isNewPage(page string) bool {
	if pagekey.Of(page) == "" {
		return c.start
	}
	name := nameOf(page)
	return name == "" || len(name) > maxName || c.names.has(added, name)
}

// splitTarget returns the path and, for a missing anchor, the fragment of a target.
func splitTarget(f *link.Finding) (page, fragment string) {
	page, fragment, _ = strings.Cut(f.Target, "#")
	page, _, _ = strings.Cut(page, "?")
	if f.Reason != link.FragmentNotFound {
		return page, ""
	}
	return page, weburl.Unescape(fragment)
}

// lastOf returns the last segment of the path of a page or an asset, without its
// extension.
func lastOf(page string) string {
	last := pagekey.Last(pagekey.Of(page))
	if ext := path.Ext(last); ext != last && len(ext) > 1 && strings.IndexFunc(ext[1:], func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
		last = strings.TrimSuffix(last, ext)
	}
	return last
}

// nameOf is the name to look for of a page or an asset; empty for the start page.
func nameOf(page string) string { return folded(lastOf(page)) }

// fragmentNames are the names to look for of an anchor: as it is, and without the number
// that tells equal headings apart.
func fragmentNames(fragment string) []string {
	names := []string{folded(fragment), exact(fragment)}
	if short := strings.TrimRight(fragment, "0123456789"); short != fragment {
		if short = strings.TrimRight(short, "-_"); short != "" {
			names = append(names, folded(short))
		}
	}
	return names
}
