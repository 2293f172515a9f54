package fix

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Why an answer is not certain.
const (
	noAnswer   = "no answer is known"
	onlyLikely = "the suggestion is likely, but not certain"
)

// answer returns the change that is right for a finding, or why none is certain.
func answer(f *link.Finding, opt Options) (change, string) {
	if to, ok := movedTo(f, opt); ok {
		return moved(f, to)
	}
	if f.Suggestion == "" {
		return change{}, noAnswer
	}
	from, ok := read(f.Target)
	to, known := read(withoutBase(f))
	if !ok || !known {
		return change{}, noAnswer
	}
	c := change{from: from, to: to}
	switch f.Reason {
	case link.MovedPermanently:
		return c, redirected(f, c, opt)
	case link.CaseMismatch, link.NotFound:
		if f.Reason == link.CaseMismatch {
			to.query = from.query // the suggestion is the path alone
		}
		c.to = to
		c.from.fragment, c.to.fragment = "", ""
		if from.origin != to.origin || from.query != to.query {
			return c, onlyLikely
		}
		if !isSamePage(from.path, to.path) {
			return c, onlyLikely
		}
		return c, realName(f, c.from, c.to, opt)
	case link.FragmentNotFound:
		if from.origin != to.origin || from.path != to.path || from.query != to.query || from.fragment == "" || len(to.fragment) < 2 ||
			suggest.Compare(from.fragment[1:], to.fragment[1:]) > suggest.OneLetter {
			return c, onlyLikely
		}
		return c, realName(f, from, to, opt)
	}
	return c, onlyLikely
}

// movedTo returns where the missing page of a finding is now.
func movedTo(f *link.Finding, opt Options) (to string, ok bool) {
	if !f.Internal || f.Reason != link.NotFound && f.Reason != link.Gone || opt.Moved == nil {
		return "", false
	}
	return opt.Moved(f.Target)
}

// likelyAnswer returns the answer of a finding, also one that is not certain; empty for none.
func likelyAnswer(f *link.Finding, opt Options) string {
	if to, ok := movedTo(f, opt); ok {
		return to
	}
	return f.Suggestion
}

// moved is the change to a page that is now somewhere else.
func moved(f *link.Finding, to string) (change, string) {
	from, ok := read(f.Target)
	right, known := read(to)
	if !ok || !known {
		return change{}, noAnswer
	}
	return change{from: from, to: right}, ""
}

// withoutBase returns the suggestion of a finding as a target. Where all links begin at the
// root of the host, the suggestion has the base path of the site, and targets have not.
func withoutBase(f *link.Finding) string {
	if !f.Internal || f.Reason != link.NotFound && f.Reason != link.FragmentNotFound || len(f.Occurrences) == 0 {
		return f.Suggestion
	}
	base := ""
	for i := range f.Occurrences {
		written := strings.TrimSpace(f.Occurrences[i].Link)
		if !strings.HasPrefix(written, "/") || strings.HasPrefix(written, "//") {
			return f.Suggestion
		}
		if below, ok := strings.CutSuffix(onSite(written).path, onSite(f.Target).path); ok {
			base = below
		}
	}
	if rest, ok := strings.CutPrefix(f.Suggestion, base+"/"); ok {
		return "/" + rest
	}
	return f.Suggestion
}

// isSamePage reports whether two paths are the same page without doubt: they differ in case,
// in the form of a page's path, in how words are parted, and by one typo at most.
func isSamePage(from, to string) bool {
	a, b := stems(from), stems(to)
	if len(a) != len(b) {
		return false
	}
	typos := 0
	for i := range a {
		switch difference := suggest.Compare(a[i], b[i]); {
		case difference == suggest.OneLetter:
			typos++
		case difference > suggest.OtherSpelling:
			return false
		}
	}
	return typos <= 1 && weburl.Unescape(from) != weburl.Unescape(to)
}
