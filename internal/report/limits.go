package report

import "github.com/linkvet/linkvet/internal/link"

// The limits of each output. A reader, a browser or a service can take only so
// much; the JSON report alone lists every finding, and each report that leaves
// something out says how much, and names it.
const (
	// maxPlaces is the most places named for one target: a summary is to be taken in
	// at a glance.
	maxPlaces = 3
	// manyFindings is how many findings are listed without an index of files.
	manyFindings = 50

	// maxString is the most bytes of one string of a page, a file or a server in
	// JSON.
	maxString = link.MaxString

	// The lines about findings in the text report. What is said of the run comes
	// after them, and is never left out.
	maxLines        = 1_000
	maxVerboseLines = 50_000

	// MaxComment is how many bytes a comment on GitHub has at most, which holds 65,536
	// characters. A Markdown report has fewer bytes than that, however characters are
	// counted, and leaves space for a line of the one who posts it.
	MaxComment = 65_000
	// maxRows is the most rows of one of its tables.
	maxRows = 500

	// An HTML report has to open in any browser.
	maxHTMLFindings = 10_000
	maxHTMLBytes    = 20 << 20
	// maxHTMLAllPlaces is the most places that it lists beyond the first few of each
	// finding: with more, it opens slowly.
	maxHTMLAllPlaces = 10_000
	// maxHTMLQuotes is how many lines it quotes: each is read from its file.
	maxHTMLQuotes = 200

	// GitHub's code scanning refuses a file with more results in a run, and
	// shows so many locations of one result.
	maxResults   = 25_000
	maxLocations = 100

	// What shows test results and code quality keeps every entry in memory.
	maxCases  = 10_000
	maxIssues = 10_000

	// maxAllPlaces is the most places that one SARIF or JUnit report lists for all its
	// findings together, beyond the first few of each.
	maxAllPlaces = 50_000

	// The most problems, or notes, that a Markdown report lists, and any other.
	maxRemark      = 20
	maxLongRemarks = 200
)

// allowance is how many places a report may still list, beyond the first few of
// each finding.
type allowance struct {
	left int
	most int // for one finding
}

func newAllowance(most int) allowance { return allowance{left: maxAllPlaces, most: most} }

// take returns how many of n places of a finding to list.
func (a *allowance) take(n int) int {
	n = min(n, a.most)
	further := min(max(n-maxPlaces, 0), a.left)
	a.left -= further
	return min(n, maxPlaces+further)
}

// shares divides limit items among sections of the given sizes. The first comes
// first, but each of the others is sure of a tenth.
func shares(sizes []int, limit int) []int {
	all, left := make([]int, len(sizes)), limit
	for i, size := range sizes {
		kept := 0
		for _, later := range sizes[i+1:] {
			kept += min(later, limit/10)
		}
		all[i] = min(size, left-kept)
		left -= all[i]
	}
	return all
}
