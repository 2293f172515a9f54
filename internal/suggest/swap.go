package suggest

// minSwapped is how many letters a word has at least in which two may be swapped. Shorter
// words are mostly abbreviations, such as "io".
const minSwapped = 3

// isSwapped reports whether two words differ in two neighboring letters that are swapped.
// That is a typo in short words, too, where another letter often makes another word.
func isSwapped(x, y string) bool {
	if len(x) != len(y) || len(x) < minSwapped {
		return false
	}
	i := 0
	for i < len(x)-1 && x[i] == y[i] {
		i++
	}
	return i < len(x)-1 && x[i] == y[i+1] && x[i+1] == y[i] && isLetter(x[i]) && isLetter(y[i]) && x[i+2:] == y[i+2:]
}

// minDoubled is how many letters a word has at least in which one may be doubled.
const minDoubled = 4

// isDoubled reports whether one word is the other with a letter typed twice.
func isDoubled(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y) != len(x)+1 || len(x) < minDoubled {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	return i > 0 && y[i] == y[i-1] && isLetter(y[i]) && x[i:] == y[i+1:]
}

// lacksLetter reports whether one word is the other without one of its letters, but for the
// first and the last: "yor" for "your". In a word of two letters it is one that is typed
// twice: "too" for "to".
func lacksLetter(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(y) != len(x)+1 || len(x) < 2 || x[0] != y[0] || x[len(x)-1] != y[len(y)-1] {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	return isLetter(y[i]) && x[i:] == y[i+1:] && (len(x) >= minSwapped || y[i] == y[i-1])
}

// isSwapAtStart reports whether two names begin with two letters that are swapped.
func isSwapAtStart(a, b string) bool {
	return len(a) >= minSwapped && len(b) >= minSwapped && a[0] == b[1] && a[1] == b[0]
}

// swappedAtStart returns a name with its first two letters swapped; "" when they are not
// two different letters of one word.
func swappedAtStart(name string) string {
	word, _ := cutWord(name)
	if len(word) < minSwapped || !isLetter(name[0]) || !isLetter(name[1]) || name[0] == name[1] {
		return ""
	}
	return name[1:2] + name[:1] + name[2:]
}

// isLetter reports whether a byte of a folded name is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
