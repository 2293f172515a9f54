package facts

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// MaxFiles is how many files a merge may have: all shards of a site, and as many with answers.
// Each has a descriptor.
const MaxFiles = 2 * MaxShards

// Set is the files that a merge was given.
type Set struct {
	// Parts are the builds that were read, in the order of their first files.
	Parts []Part
	// Answers are the files that hold only answers, in the order of their shares.
	Answers []*File
	// Problems name the files that were left out, each with the reason, and the shards that
	// are missing.
	Problems []string

	first *File // version and settings of all others are compared with its own
	// builds and places have the indexes of parts, by their build and by their place.
	builds, places map[string]int
}

// Part is one build of a site, read whole or by several shards.
type Part struct {
	// Header is that of the first file that was given.
	Header Header
	// Files are in the order of the shards. Those that are missing were left out.
	Files []*File
}

// OpenSet opens the files of a merge, and tells parts and answers apart. A file that is
// damaged, or that does not belong to those before it, is left out and is one of the set's
// problems. OpenSet fails when no part is left.
func OpenSet(paths []string) (*Set, error) {
	if len(paths) == 0 || len(paths) > MaxFiles {
		return nil, fmt.Errorf("could not merge %d files of facts: give 1 to %d", len(paths), MaxFiles)
	}
	s := &Set{builds: map[string]int{}, places: map[string]int{}}
	for _, path := range paths {
		f, err := Open(path)
		if err != nil {
			s.leaveOut(nil, err)
		} else if err := s.add(f); err != nil {
			s.leaveOut(f, err)
		}
	}
	if len(s.Parts) == 0 && len(s.Answers) > 0 {
		s.Problems = append(s.Problems, "the facts hold only answers: give those of the shards too")
	} else {
		s.addAnswers()
	}
	for _, p := range s.Parts {
		slices.SortFunc(p.Files, func(a, b *File) int { return cmp.Compare(a.header.Shard, b.header.Shard) })
		if text := p.missing(); text != "" {
			s.Problems = append(s.Problems, text)
		}
	}
	if len(s.Parts) > 0 {
		return s, nil
	}
	_ = s.Close() // its files were only read from
	return nil, errors.New(strings.Join(s.Problems, "; "))
}

// leaveOut closes a file that was opened, and says why it is no file of the set.
func (s *Set) leaveOut(f *File, why error) {
	if f != nil {
		_ = f.Close() // it was only read from
	}
	s.Problems = append(s.Problems, why.Error())
}

// Close closes all files.
func (s *Set) Close() error {
	var errs []error
	for _, f := range s.Answers {
		errs = append(errs, f.Close())
	}
	for _, p := range s.Parts {
		for _, f := range p.Files {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// Build identifies the builds of all parts. It is the Build in the header of facts that
// hold only their answers.
func (s *Set) Build() string {
	if len(s.Parts) == 1 {
		return s.Parts[0].Header.Build
	}
	var builds []string
	for _, p := range s.Parts {
		builds = append(builds, p.Header.Build)
	}
	slices.Sort(builds)
	sum := sha256.New()
	for _, b := range builds {
		fmt.Fprintf(sum, "%d %s\n", len(b), b)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// add adds a file to the answers, to its part or as a new part, or returns why it does not
// belong to the files before it.
func (s *Set) add(f *File) error {
	if s.first == nil {
		s.first = f
	}
	if err := f.differs(s.first); err != nil {
		return err
	}
	if f.header.Answers != "" {
		s.Answers = append(s.Answers, f)
		return nil
	}
	part, ok := s.partOf(f)
	if !ok {
		s.builds[f.header.Build], s.places[f.header.place()] = len(s.Parts), len(s.Parts)
		s.Parts = append(s.Parts, Part{f.header, []*File{f}})
		return nil
	}
	p := &s.Parts[part]
	if err := f.differsInPart(p.Files[0]); err != nil {
		return err
	}
	for _, other := range p.Files {
		if other.header.Shard == f.header.Shard {
			return fmt.Errorf("the facts %q and %q are both shard %d/%d of %s: give one of them",
				other.name, f.name, f.header.Shard, f.header.Shards, link.Cut(f.header.Target))
		}
	}
	p.Files = append(p.Files, f)
	return nil
}

// partOf returns the part that a file belongs to: one at its place, or one of its build whose
// place it should have. A whole part may be there at two places, as the documentation of a
// version and of the latest one.
func (s *Set) partOf(f *File) (part int, ok bool) {
	if part, ok = s.places[f.header.place()]; ok {
		return part, true
	}
	part, ok = s.builds[f.header.Build]
	isCopy := ok && f.header.Shards == 1 && len(f.header.Sites) > 0 && s.Parts[part].Header.Shards == 1 && len(s.Parts[part].Header.Sites) > 0
	return part, ok && !isCopy
}

// addAnswers keeps those answers that belong to the parts, in the order of their shares.
func (s *Set) addAnswers() {
	all, build := s.Answers, s.Build()
	s.Answers = nil
	for _, f := range all {
		if err := s.checkAnswers(f, build); err != nil {
			s.leaveOut(f, err)
			continue
		}
		s.Answers = append(s.Answers, f)
	}
	slices.SortFunc(s.Answers, func(a, b *File) int { return cmp.Compare(a.header.answers.i, b.header.answers.i) })
}

// checkAnswers returns why answers do not belong to the parts, or to the answers before.
func (s *Set) checkAnswers(f *File, build string) error {
	if f.header.Build != build {
		return fmt.Errorf("the facts %q hold answers for other shards than those of this merge: make them again from these", f.name)
	}
	for _, other := range s.Answers {
		switch a, b := f.header.answers, other.header.answers; {
		case a == b:
			return fmt.Errorf("the facts %q and %q are both answers %s: give one of them", other.name, f.name, f.header.Answers)
		case a.n != b.n:
			return fmt.Errorf("the facts %q are answers %s, and %q answers %s: make them again with one number of shares",
				f.name, f.header.Answers, other.name, other.header.Answers)
		}
	}
	return nil
}

// missing names the shards of a part that are missing; empty when there is none.
func (p Part) missing() string {
	shards, target := p.Header.Shards, link.Cut(p.Header.Target)
	var missing []string
	for shard := 1; shard <= shards; shard++ {
		if !slices.ContainsFunc(p.Files, func(f *File) bool { return f.header.Shard == shard }) {
			missing = append(missing, fmt.Sprintf("%d/%d", shard, shards))
		}
	}
	switch len(missing) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("shard %s of %s is missing: run it again and merge all %d", missing[0], target, shards)
	}
	return fmt.Sprintf("shards %s of %s are missing: run them again and merge all %d", link.Cut(strings.Join(missing, ", ")), target, shards)
}
