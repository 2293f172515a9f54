package report

import "github.com/linkvet/linkvet/internal/link"

// CountedQuote quotes a line with a link in its middle.
func CountedQuote(line string) {
	s := spot{first: &link.Occurrence{Link: "/a"}, line: 1, column: len(line)/2 + 1}
	quoteLine(&s, line)
	s = spot{first: &link.Occurrence{Link: "/a", Source: &link.Source{}}, line: 1, column: len(line)/2 + 1, end: len(line)/2 + 3}
	quoteLine(&s, line)
}
