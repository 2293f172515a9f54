package site

import "strings"

// pathList holds paths by their numbers. They follow each other in one text: of a large
// site, a million strings would be as many objects for the garbage collector to visit.
type pathList struct {
	text strings.Builder
	ends []int // of the paths, in the text
}

// len is how many paths there are.
func (l *pathList) len() int { return len(l.ends) }

// at returns path i.
func (l *pathList) at(i int32) string {
	start := 0
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.text.String()[start:l.ends[i]]
}

// all yields the paths with their numbers.
func (l *pathList) all(yield func(int32, string) bool) {
	for i := range int32(len(l.ends)) {
		if !yield(i, l.at(i)) {
			return
		}
	}
}

// add adds the path of a file in a directory, "" for the root, and returns its number.
func (l *pathList) add(dir, base string) int32 {
	if dir != "" {
		l.text.WriteString(dir)
		l.text.WriteByte('/')
	}
	l.text.WriteString(base)
	l.ends = append(l.ends, l.text.Len())
	return int32(len(l.ends) - 1)
}
