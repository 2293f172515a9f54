package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// ErrIndex says that git's index is not of a form that is known.
var ErrIndex = errors.New("could not read git's index")

// The sizes of git's object names, SHA-1 and SHA-256, which its index does not
// tell apart by itself.
const (
	sha1Size   = 20
	sha256Size = 32
)

// maxGitIndex is the size in bytes past which an index is not read.
const maxGitIndex = 1 << 28

// maxIndexNames is how many bytes all paths of an index may have. Version 4 writes a
// path as what differs from the one before, so a small index can stand for any number
// of long paths.
const maxIndexNames = maxGitIndex

// indexed is one entry of the index.
type indexed struct {
	// name is a slash path below the top of the work tree.
	name string
	kind Kind
}

// tracked lists what git tracks in the work tree around dir, in order, from git's
// own index: the format is described in
// git's documentation, gitformat-index. The git program is not asked, since it is
// not there in a container made of one binary, and obeys the configuration of
// the repository where it is.
func tracked(dir string) (top string, entries []indexed, err error) {
	top, gitDir, err := findGit(dir)
	if err != nil {
		return "", nil, err
	}
	data, err := readRegular(filepath.Join(gitDir, "index"), maxGitIndex)
	if err != nil {
		return "", nil, err
	}
	for _, size := range []int{sha1Size, sha256Size} {
		if entries, err = parseGitIndex(data, size); err == nil {
			return top, entries, nil
		}
	}
	return "", nil, err
}

// findGit finds the work tree that holds dir, and its git directory.
func findGit(dir string) (top, gitDir string, err error) {
	top, err = filepath.Abs(dir)
	for err == nil {
		gitDir = filepath.Join(top, ".git")
		info, statErr := os.Stat(gitDir)
		switch {
		case statErr == nil && info.IsDir():
			return top, gitDir, nil
		case statErr == nil:
			gitDir, err = followGitFile(top, gitDir)
			return top, gitDir, err
		case filepath.Dir(top) == top:
			return "", "", statErr
		}
		top = filepath.Dir(top)
	}
	return "", "", err
}

// followGitFile reads the .git of a linked work tree or a submodule, a file that
// names a directory.
func followGitFile(top, name string) (string, error) {
	dir, ok := strings.CutPrefix(strings.TrimSpace(readShort(name)), "gitdir: ")
	if !ok {
		return "", ErrIndex
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(top, dir)
	}
	return dir, nil
}

// parseGitIndex reads an index of version 2, 3 or 4 whose object names have that
// many bytes.
func parseGitIndex(data []byte, hash int) ([]indexed, error) {
	if len(data) < 12+hash || string(data[:4]) != "DIRC" {
		return nil, ErrIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, ErrIndex
	}
	p := indexParser{data: data[:len(data)-hash], at: 12, hash: hash, version: version}
	var entries []indexed
	for range count {
		name, mode, ok := p.entry()
		if !ok {
			return nil, ErrIndex
		}
		// A conflict has several of one name.
		if kind := kindOfMode(mode); kind != Absent && (len(entries) == 0 || entries[len(entries)-1].name != name) {
			entries = append(entries, indexed{name, kind})
		}
	}
	return entries, p.extensions()
}

type indexParser struct {
	data    []byte
	at      int
	hash    int
	version uint32
	last    string
	// names is how many bytes the paths so far have.
	names int
}

// The fixed parts of an entry: 40 bytes of times and numbers, in which the mode
// is at 24, the object's name, and flags.
const (
	statSize  = 40
	modeAt    = 24
	flagsSize = 2
	extended  = 0x4000
)

func (p *indexParser) entry() (name string, mode uint32, ok bool) {
	start := p.at
	fixed := statSize + p.hash + flagsSize
	if len(p.data)-start < fixed+2 {
		return "", 0, false
	}
	mode = binary.BigEndian.Uint32(p.data[start+modeAt:])
	p.at += fixed
	if binary.BigEndian.Uint16(p.data[p.at-flagsSize:])&extended != 0 {
		p.at += 2
	}
	keep := 0
	if p.version == 4 {
		cut, n := offsetVarint(p.data[p.at:])
		if n == 0 || cut > len(p.last) {
			return "", 0, false
		}
		p.at, keep = p.at+n, len(p.last)-cut
	}
	end := bytes.IndexByte(p.data[p.at:], 0)
	if end < 0 {
		return "", 0, false
	}
	if p.names += keep + end; p.names > maxIndexNames {
		return "", 0, false
	}
	p.last = p.last[:keep] + string(p.data[p.at:p.at+end])
	p.at += end + 1
	if p.version < 4 {
		// Entries are filled up to a multiple of eight bytes.
		p.at = start + (p.at-start+7)/8*8
	}
	return p.last, mode, p.at <= len(p.data) && p.last != ""
}

// offsetVarint reads the number that tells how much of the last path goes; n is
// how many bytes it has, 0 when it is none.
func offsetVarint(b []byte) (value, n int) {
	for n < len(b) && n < 4 {
		c := b[n]
		n++
		value = value<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return value, n
		}
		value++
	}
	return 0, 0
}

// extensions looks for those that say that entries are kept elsewhere (a shared
// index, whole directories as one): such an index lists too little.
func (p *indexParser) extensions() error {
	for rest := p.data[min(p.at, len(p.data)):]; len(rest) > 0; {
		if len(rest) < 8 {
			return ErrIndex
		}
		size := uint64(binary.BigEndian.Uint32(rest[4:])) + 8
		if name := string(rest[:4]); name == "link" || name == "sdir" || size > uint64(len(rest)) {
			return ErrIndex
		}
		rest = rest[size:]
	}
	return nil
}
