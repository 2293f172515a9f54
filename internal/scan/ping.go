package scan

// readPing takes one link from each of the URLs of a ping, which white space
// parts.
func readPing(s *scanner, a *attr) {
	value := s.tag.value(a)
	for i := skipSpace(value, 0); i < len(value); {
		end := i
		for end < len(value) && !isSpace(value[end]) {
			end++
		}
		s.addPart(a, value[i:end], i)
		i = skipSpace(value, end)
	}
}
