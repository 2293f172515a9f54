// Package typo tells how far two words are apart. It imports nothing of ours.
package typo

// MaxLen is the length in bytes of the longest words that are compared: no name
// that people write or read is longer, and strangers write what is compared.
const MaxLen = 64

// Distance counts the bytes to insert, delete or replace, and the neighbors to
// swap, that make b out of a. It is the optimal string alignment distance, which
// is the Levenshtein distance with swaps of neighbors (Boytsov, "Indexing
// methods for approximate dictionary searching", ACM JEA 16, 2011, section
// 2.2.1). When that is more than most, or a word is longer than MaxLen, it
// returns most+1.
func Distance(a, b string, most int) int {
	if a == b {
		return 0
	}
	if len(a) > MaxLen || len(b) > MaxLen || len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	a, b = trim(a, b)
	// Three rows of the table of distances between beginnings of the two words.
	var rows [3][MaxLen + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		// A swap reaches two rows back, at the cost of one.
		if least > most+1 {
			return most + 1
		}
	}
	return min(row[len(b)], most+1)
}

// trim takes away how both words begin and how they end, which costs nothing.
func trim(a, b string) (string, string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}
