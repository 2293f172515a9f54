package check

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// ExternalFacts are facts about an external page that decide whether a fragment is valid.
// Scripts make many fragments valid there, and the author cannot fix that page.
type ExternalFacts struct {
	// isSource is true for a page that shows a file of source code. Its lines have
	// fragments.
	isSource bool
	// IsWall is whether it is a login, a wall or bot protection, in the place of the page itself.
	IsWall bool
	// Built is whether scripts put its content there, or more of it.
	Built bool
	// Lines is how many lines the file of source code has that the page shows; 0
	// when that is not known.
	Lines int
}

// NewExternalFacts looks at a page that was served at a URL.
func NewExternalFacts(served weburl.URL, text []byte) *ExternalFacts {
	segments := strings.Split(served.Path, "/")
	has := func(names ...string) bool {
		return slices.ContainsFunc(segments, func(s string) bool { return slices.Contains(names, s) })
	}
	return &ExternalFacts{
		isSource: has("blob", "blame", "src"),
		// A comment far back in a discussion, or in a large change, is loaded when
		// a reader comes to it.
		Built: content.IsShell(text) || (served.Host == "github.com" || has("-")) &&
			has("issues", "pull", "merge_requests", "discussions", "commit", "compare"),
	}
}

// anchorPrefixes are put before the ids of a text by hosts that show what users
// wrote, and taken away by their scripts: GitHub, GitLab, Gitea, npm and others,
// and Bitbucket.
var anchorPrefixes = [...]string{"user-content-", "markdown-header-"}

// finds reports whether a fragment is valid although the page has no element with that id;
// has reports whether the page has an id.
func (e *ExternalFacts) finds(fragment string, has func(id string) bool) bool {
	if e == nil {
		return false
	}
	if e.Lines > 0 {
		// Of other fragments only the forge knows.
		last, ok := lastLine(fragment)
		return !ok || last <= e.Lines
	}
	if e.isSource && isLines(fragment) {
		return true
	}
	return weburl.Indicated(fragment, func(id string) bool {
		for _, prefix := range anchorPrefixes {
			// Their scripts mind no case.
			if has(prefix+id) || has(prefix+strings.ToLower(id)) {
				return true
			}
		}
		return false
	})
}

// isLines reports whether fragment names lines of a file, as hosts of source code
// write them: L10, L10-L20, L10-20, L10C5-L20C3, lines-10, lines-10:20.
func isLines(fragment string) bool {
	if rest, ok := strings.CutPrefix(fragment, "lines-"); ok {
		first, last, several := strings.Cut(rest, ":")
		return isDigits(first) && (!several || isDigits(last))
	}
	first, last, several := strings.Cut(fragment, "-")
	first, ok := strings.CutPrefix(first, "L")
	return ok && isLine(first) && (!several || isLine(strings.TrimPrefix(last, "L")))
}

// lastLine returns the last of the lines that fragment names; ok is false when it
// names none.
func lastLine(fragment string) (n int, ok bool) {
	if !isLines(fragment) {
		return 0, false
	}
	last := fragment[strings.LastIndexAny(fragment, "-:")+1:]
	last, _, _ = strings.Cut(strings.TrimPrefix(last, "L"), "C")
	n, err := strconv.Atoi(last)
	if err != nil {
		return math.MaxInt, true
	}
	return n, true
}

// isLine reports whether s is the number of a line, and perhaps of a column behind
// it: 10, 10C5.
func isLine(s string) bool {
	line, column, ok := strings.Cut(s, "C")
	return isDigits(line) && (!ok || isDigits(column))
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
