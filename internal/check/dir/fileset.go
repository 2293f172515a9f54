package dir

// fileSet is a set of files by their numbers, one bit each, so that that of a large
// site fits where the processor has it at hand.
type fileSet []uint64

// newFileSet returns an empty set for that many files.
func newFileSet(files int) fileSet { return make(fileSet, (files+63)/64) }

func (s fileSet) add(file int32) { s[file/64] |= 1 << (file % 64) }

func (s fileSet) has(file int32) bool { return s[file/64]>>(file%64)&1 != 0 }

// addAll adds what another set for as many files holds.
func (s fileSet) addAll(other fileSet) {
	for i := range other {
		s[i] |= other[i]
	}
}
