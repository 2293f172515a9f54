package scan

import "github.com/linkvet/linkvet/internal/scan/ascii"

// readPing takes one link from each of the URLs of a ping, which white space
// parts.
func readPing(s *scanner, a *attr) {
	value := s.tag.value(a)
	for i := ascii.SkipSpace(value, 0); i < len(value); {
		end := i
		for end < len(value) && !ascii.IsSpace(value[end]) {
			end++
		}
		s.addPart(a, value[i:end], i)
		i = ascii.SkipSpace(value, end)
	}
}
