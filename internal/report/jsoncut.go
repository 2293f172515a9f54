package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// cutString returns s, as valid UTF-8, if it has at most maxString bytes, and
// otherwise as much of it as fits before an ellipsis. It reads no more of s than
// that.
func cutString(s string) string {
	const ellipsis = "…"
	if len(s) <= maxString && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	keep := 0
	for _, r := range s { // an invalid byte is read as U+FFFD
		if b.Len()+utf8.RuneLen(r) > maxString {
			return b.String()[:keep] + ellipsis
		}
		b.WriteRune(r)
		if b.Len() <= maxString-len(ellipsis) {
			keep = b.Len()
		}
	}
	return b.String()
}

// cutStrings is cutString for each of a list. The list of the caller stays as it
// is.
func cutStrings(list []string) []string {
	if !slices.ContainsFunc(list, func(s string) bool { return cutString(s) != s }) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = cutString(list[i])
	}
	return list
}

// cutFinding returns f with its strings cut, and without its occurrences.
func cutFinding(f link.Finding) link.Finding {
	for _, s := range []*string{&f.Target, &f.Message, &f.Suggestion} {
		*s = cutString(*s)
	}
	f.Redirects = slices.Clone(f.Redirects)
	for i := range f.Redirects {
		f.Redirects[i].URL = cutString(f.Redirects[i].URL)
	}
	// Readers iterate over the list, so it is there even when it is empty.
	f.Occurrences = []link.Occurrence{}
	return f
}

// cutOccurrence returns o with its strings cut. Its candidates are left out where
// the source is known.
func cutOccurrence(o link.Occurrence) link.Occurrence {
	for _, s := range []*string{&o.Page, &o.File, &o.Element, &o.Attribute, &o.Link, &o.Text} {
		*s = cutString(*s)
	}
	if o.Source != nil {
		source := *o.Source
		source.File = cutString(source.File)
		o.Source, o.Candidates = &source, nil
		return o
	}
	o.Candidates = slices.Clone(o.Candidates)
	for i := range o.Candidates {
		o.Candidates[i].File = cutString(o.Candidates[i].File)
	}
	return o
}
