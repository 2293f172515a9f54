package check

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// maxExamples is how many names a problem or a note gives where there are many.
const maxExamples = 3

// firstNames are the first few names.
func firstNames(names []string) string {
	quoted := make([]string, min(len(names), maxExamples))
	for i := range quoted {
		quoted[i] = fmt.Sprintf("%q", weburl.Redact(names[i]))
	}
	return strings.Join(quoted, ", ")
}

// shorten cuts a long text, of which the beginning tells the most.
func shorten(text string, size int) string {
	if len(text) <= size {
		return text
	}
	return strings.ToValidUTF8(text[:size], "") + "…"
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// plural returns the form of a word that goes with the number n.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// unchecked says that n external targets are not checked, for the problems that make
// them unverified.
func unchecked(n int) string {
	return count(n, "external target") + " " + plural(n, "is", "are") + " not checked"
}

// Each page that a problem names is cut to so many bytes, and why it was not read to
// so many, so that what to do stands in the part that reports show.
const (
	maxName = 50
	maxWhy  = 60
)

// cutQuery parts a target into path and query, which begins with "?" unless it is
// empty.
func cutQuery(target string) (path, query string) {
	if i := strings.IndexByte(target, '?'); i >= 0 {
		return target[:i], target[i:]
	}
	return target, ""
}
