package settings

import "bytes"

// withoutComments replaces comments, and commas before closing brackets, by spaces, so
// that offsets stay the same.
func withoutComments(data []byte) []byte {
	data = bytes.Clone(data)
	comma := -1
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case c == '"':
			comma = -1
			i = afterString(data, i)
		case c == '/' && i+1 < len(data) && (data[i+1] == '/' || data[i+1] == '*'):
			end := afterComment(data, i)
			blank(data[i:end])
			i = end
		case c == ',':
			comma = i
			i++
		case (c == '}' || c == ']') && comma >= 0:
			data[comma] = ' '
			comma = -1
			i++
		default:
			if bytes.IndexByte([]byte(" \t\r\n"), c) < 0 {
				comma = -1
			}
			i++
		}
	}
	return data
}

// afterString returns the offset behind the string that begins at i.
func afterString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// afterComment returns the offset behind the comment that begins at i.
func afterComment(data []byte, i int) int {
	end, size := []byte("*/"), 2
	if data[i+1] == '/' {
		end, size = []byte("\n"), 0
	}
	if at := bytes.Index(data[i+2:], end); at >= 0 {
		return i + 2 + at + size
	}
	return len(data)
}

// blank overwrites a text with spaces, but for its line ends.
func blank(data []byte) {
	for i, c := range data {
		if c != '\n' && c != '\r' {
			data[i] = ' '
		}
	}
}
