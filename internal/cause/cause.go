// Package cause decides which findings a pull request causes. It compares the files of the
// repository with those at the merge base: lines of a diff say nothing about a page that
// was moved, whose links are in files that the diff does not touch.
package cause

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
)

// History has the files of the repository at the merge base, as a *git.Comparison has
// them.
type History interface {
	// Before returns the name of the contents that a file had; empty when it did not
	// exist. For a file of a submodule it returns the path of that instead.
	Before(file string) (name, submodule string, err error)
	// Read returns the contents of that name, of the merge base or of the checked-out
	// commit.
	Read(name string) ([]byte, error)
	// Names reports whether a name is that of these contents.
	Names(name string, data []byte) bool
}

// Options say what a pull request changes.
type Options struct {
	History History
	// Changes are the files that the pull request changes.
	Changes []git.Change
	// Path returns where a file that the report names is in the repository; empty for
	// what is outside.
	Path func(file string) string
	// Tracks reports whether git tracks the file at a path of the repository.
	Tracks func(path string) bool
}

// Result counts the findings that Decide looked at.
type Result struct {
	// Failing is how many findings would have failed the run, and NotCaused how many of
	// these the pull request does not cause.
	Failing, NotCaused int
	// Undecided counts by reason the findings that count as caused because it could not
	// be decided.
	Undecided map[string]int
}

// answer says whether the pull request causes a place.
type answer uint8

const (
	notCaused answer = iota
	undecided
	caused
)

// Decide sets NotCaused of the places and findings that the pull request does not cause,
// and lets only the others fail the run. It looks at findings that fail the run alone. A
// place is caused by the pull request when its link is new, or when an internal target
// existed before. What cannot be decided counts as caused, also what is left when ctx ends.
func Decide(ctx context.Context, r *link.Report, opt Options) Result {
	d := newDecider(ctx, r, opt)
	result := Result{Undecided: map[string]int{}}
	failed := r.FailsUnlisted > 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.Fails {
			continue
		}
		result.Failing++
		is, why := d.finding(f)
		switch is {
		case notCaused:
			f.Fails, f.NotCaused = false, true
			result.NotCaused++
		case undecided:
			result.Undecided[why]++
		}
		failed = failed || f.Fails
	}
	r.Failed = failed
	return result
}

// decider compares the places of a report with the merge base.
type decider struct {
	ctx context.Context
	Options
	changes *changes
	files   map[string]*file
	// left is how many bytes may still be read.
	left int64
}

func newDecider(ctx context.Context, r *link.Report, opt Options) *decider {
	d := &decider{ctx: ctx, Options: opt, files: map[string]*file{}, left: maxBytes}
	d.changes = readChanges(d, r)
	return d
}

// maxBytes bounds how much of the repository is read, in bytes.
const maxBytes = 256 << 20

// read returns contents by their name, within the bounds.
func (d *decider) read(name string) ([]byte, bool) {
	if d.left <= 0 || d.ctx.Err() != nil {
		return nil, false
	}
	data, err := d.History.Read(name)
	d.left -= int64(len(data))
	return data, err == nil && len(data) <= maxFile
}

// finding decides a finding by its new places. Of the reasons why it could not be decided
// it returns the first.
func (d *decider) finding(f *link.Finding) (answer, string) {
	worst, because := notCaused, ""
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if o.Known {
			continue
		}
		is, why := d.place(f, o)
		o.NotCaused = is == notCaused
		if is > worst {
			worst, because = is, why
		}
	}
	return worst, because
}

// The reasons why it could not be decided whether a place is caused.
const (
	whyEnded     = "the time was over"
	whyNoSource  = "the source line of a link is not known"
	whyUntracked = "a link is in a file that git does not track"
	whyUnread    = "a file, or its version before the pull request, could not be read"
	whyOtherLine = "the source line of a link holds another link"
	whyMuch      = "the pull request changes too many files to compare all"
	whyAnswer    = "a page answers with an error"
	whyIncludes  = "the page of a missing anchor includes less than before"
	whyTemplate  = "the template around a link shows it on other conditions"
	whyNoName    = "the path of a target has no name to look for"
)

// place decides one place of a finding.
func (d *decider) place(f *link.Finding, o *link.Occurrence) (answer, string) {
	if d.ctx.Err() != nil {
		return undecided, whyEnded
	}
	if o.Element == link.OldURLElement {
		return caused, "" // the old site is what the pull request is compared with
	}
	is, why := d.link(o)
	if is == notCaused && o.Source != nil && d.changes.isNewlyShown(f, o) {
		return caused, ""
	}
	switch {
	case is != notCaused:
		return is, why
	case isOfRepository(f) && d.changes.why != "":
		return undecided, d.changes.why
	case d.changes.unread != "":
		return undecided, d.changes.unread
	case !isOfRepository(f):
		return notCaused, ""
	}
	if is, why := d.changes.lost(f); is != notCaused {
		return is, why
	}
	if dependsOnPage(o.Link) && d.changes.isNewPage(o.Page) {
		return caused, ""
	}
	return notCaused, ""
}

// dependsOnPage reports whether a link leads elsewhere from another page.
func dependsOnPage(written string) bool {
	written = strings.TrimSpace(written)
	return !strings.HasPrefix(written, "/") && !hasScheme(written)
}

// hasScheme reports whether a link begins with a scheme, such as "https:".
func hasScheme(written string) bool {
	scheme, _, ok := strings.Cut(written, ":")
	return ok && scheme != "" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+.-") == ""
}

// link decides whether the link of a place is new.
func (d *decider) link(o *link.Occurrence) (answer, string) {
	if o.Source != nil {
		return d.inFile(o.Source.File, o.Source.Line, o.Source.Column)
	}
	if o.File != "" {
		if path := d.Path(o.File); path != "" && d.Tracks(path) {
			return d.inFile(o.File, o.Line, o.Column)
		}
	}
	if len(o.Candidates) == 0 {
		return undecided, whyNoSource
	}
	// It is one of these.
	for i := range o.Candidates {
		c := &o.Candidates[i]
		if is, _ := d.inFile(c.File, c.Line, c.Column); is != notCaused {
			return undecided, whyNoSource
		}
	}
	return notCaused, ""
}
