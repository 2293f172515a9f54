package config

import "strings"

// maxName bounds the names that nearest compares: no setting's is near to it.
const maxName = 40

// nearest returns the name among known that name was perhaps meant to be, or ""
// when none is close. Case and the choice of "-" or "_" count for nothing.
func nearest(name string, known []string) string {
	if len(name) > maxName {
		return ""
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	best, least := "", min(max(1, len(name)/3), 3)+1
	for _, k := range known {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the bytes to insert, delete or replace, and the neighbours to
// swap, that make b out of a.
func distance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
