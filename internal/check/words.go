package check

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// MaxExamples is how many names a problem or a note gives where there are many.
const MaxExamples = 3

// FirstNames are the first few names.
func FirstNames(names []string) string {
	quoted := make([]string, min(len(names), MaxExamples))
	for i := range quoted {
		quoted[i] = fmt.Sprintf("%q", weburl.Redact(names[i]))
	}
	return strings.Join(quoted, ", ")
}

// Shorten cuts a long text, whose beginning says most.
func Shorten(text string, size int) string {
	if len(text) <= size {
		return text
	}
	return strings.ToValidUTF8(text[:size], "") + "…"
}

// Count writes a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Plural returns the form of a word that goes with the number n.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Unchecked says that n external targets are not checked, for the problems that make
// them unverified.
func Unchecked(n int) string {
	return Count(n, "external target") + " " + Plural(n, "is", "are") + " not checked"
}

// Each page that a problem names is cut to so many bytes, and why it was not read to
// so many, so that what to do is in the part that reports show.
const (
	MaxName = 50
	MaxWhy  = 60
)

// CutQuery parts a target into path and query, which begins with "?" unless it is
// empty.
func CutQuery(target string) (path, query string) {
	if i := strings.IndexByte(target, '?'); i >= 0 {
		return target[:i], target[i:]
	}
	return target, ""
}
