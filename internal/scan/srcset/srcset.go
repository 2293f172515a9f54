// Package srcset reads the lists of images that srcset and imagesrcset hold.
package srcset

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// Candidate is one image of a srcset.
type Candidate struct {
	URL string
	// Index is the index of URL in the srcset.
	Index int
}

// Parse returns the candidates of a srcset by the algorithm of the HTML
// standard: a comma splits only where it can, so that URLs may hold some. A
// candidate with bad descriptors is dropped.
func Parse(srcset string) []Candidate {
	var found []Candidate
	for i := 0; ; {
		for i < len(srcset) && (ascii.IsSpace(srcset[i]) || srcset[i] == ',') {
			i++
		}
		if i == len(srcset) {
			return found
		}
		c := Candidate{Index: i}
		for i < len(srcset) && !ascii.IsSpace(srcset[i]) {
			i++
		}
		c.URL = srcset[c.Index:i]
		if strings.HasSuffix(c.URL, ",") {
			c.URL = strings.TrimRight(c.URL, ",")
			found = append(found, c)
			continue
		}
		var descriptors []string
		descriptors, i = parseDescriptors(srcset, i)
		if validDescriptors(descriptors) {
			found = append(found, c)
		}
	}
}

// parseDescriptors reads the descriptors of one candidate from i on, and
// returns them and where they end. A comma in parentheses is part of one.
func parseDescriptors(srcset string, i int) (descriptors []string, end int) {
	start, parens := -1, false
	flush := func(end int) {
		if start >= 0 {
			descriptors = append(descriptors, srcset[start:end])
			start = -1
		}
	}
	for ; i < len(srcset); i++ {
		c := srcset[i]
		switch {
		case parens:
			parens = c != ')'
		case ascii.IsSpace(c):
			flush(i)
		case c == ',':
			flush(i)
			return descriptors, i + 1
		default:
			if start < 0 {
				start = i
			}
			parens = c == '('
		}
	}
	flush(i)
	return descriptors, i
}

// sizes matches the descriptors of a width, or of a width and a height.
var sizes = regexp.MustCompile(`^(?:0*[1-9][0-9]*w(?: 0*[1-9][0-9]*h)?|0*[1-9][0-9]*h 0*[1-9][0-9]*w)$`)

// validDescriptors reports whether the descriptors of one candidate make sense together: a
// density, or sizes.
func validDescriptors(descriptors []string) bool {
	all := strings.Join(descriptors, " ")
	density, isDense := strings.CutSuffix(all, "x")
	return all == "" || isDense && isDensity(density) || sizes.MatchString(all)
}

// isDensity reports whether s is a floating-point number, as HTML writes them,
// that is not negative.
func isDensity(s string) bool {
	if strings.Trim(s, "0123456789.eE+-") != "" || strings.HasPrefix(s, "+") || strings.HasSuffix(s, ".") {
		return false
	}
	f, err := strconv.ParseFloat(s, 64)
	return err == nil && f >= 0
}
