package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// errObject says that an object of the repository is not of a form that is known.
var errObject = errors.New("it is damaged or has an unknown format")

// maxObject is the size in bytes past which an object is not read: commits and
// directories are not that large.
const maxObject = 32 << 20

// objects reads the commits, directories and files that a repository holds, loose ones and
// packed ones, by git's documentation, gitformat-pack. The git program is not asked:
// it is not there in a container made of one binary.
type objects struct {
	// dirs are the directories of objects: the repository's own, and those that it
	// borrows from.
	dirs  []string
	packs []*pack
	// unpackBudget is how many more bytes are unpacked: few bytes of a pack may stand for very
	// many, and each object may be made of others.
	unpackBudget int64
	// unpacker is used for one object after the other: it has tens of kilobytes.
	unpacker io.Reader
	// ended is closed when the run ends, which ends reading as well.
	ended <-chan struct{}
}

// errEnded is the cause when the run ends first.
var errEnded = errors.New("the run has ended")

// hasEnded reports whether the run has ended.
func (o *objects) hasEnded() bool {
	select {
	case <-o.ended:
		return true
	default:
		return false
	}
}

// maxUnpacked is how many bytes of objects are unpacked in all.
const maxUnpacked = 1 << 30

// maxPacks bounds how many files are open at once.
const maxPacks = 200

// maxObjectDirs bounds how many directories of objects are looked into.
const maxObjectDirs = 10

// openObjects opens the objects of the repository at a git directory, whose names
// have that many bytes. They can be read until the context ends.
func openObjects(ctx context.Context, gitDir string, hash int) *objects {
	o := &objects{dirs: []string{filepath.Join(gitDir, "objects")}, unpackBudget: maxUnpacked, ended: ctx.Done()}
	for i := 0; i < len(o.dirs); i++ {
		borrowed, err := readRegular(filepath.Join(o.dirs[i], "info", "alternates"), maxConfig)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(borrowed)) {
			if line = strings.TrimSpace(line); line != "" && !filepath.IsAbs(line) {
				line = filepath.Join(o.dirs[i], line)
			}
			if line != "" && len(o.dirs) < maxObjectDirs {
				o.dirs = append(o.dirs, line)
			}
		}
	}
	for _, dir := range o.dirs {
		// The pattern is well formed.
		names, _ := filepath.Glob(filepath.Join(dir, "pack", "*.idx"))
		for _, name := range names {
			if len(o.packs) == maxPacks || o.hasEnded() {
				return o
			}
			if p, err := openPack(name, hash); err == nil {
				o.packs = append(o.packs, p)
			}
		}
	}
	return o
}

func (o *objects) close() {
	for _, p := range o.packs {
		p.close()
	}
}

// read returns the object of that name, which has to be of that kind: "commit", "tree" or
// "blob".
func (o *objects) read(name, kind string) ([]byte, error) {
	is, data, err := o.find(name, 0)
	if err == nil && is != kind {
		err = errObject
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the %s %s: %w", kind, name, err)
	}
	return data, nil
}

// find returns an object and its kind, the depth-th of those that are made one of
// another.
func (o *objects) find(name string, depth int) (kind string, data []byte, err error) {
	id, err := hex.DecodeString(name)
	if err != nil || len(id) != sha1Size && len(id) != sha256Size {
		return "", nil, errObject
	}
	for _, p := range o.packs {
		if at, ok := p.offset(id); ok {
			return p.object(o, at, depth)
		}
	}
	for _, dir := range o.dirs {
		f, err := openfile.Open(filepath.Join(dir, name[:2], name[2:]))
		if err != nil {
			continue
		}
		defer f.Close()
		return o.readLoose(f)
	}
	return "", nil, os.ErrNotExist
}

// readLoose reads an object that has a file of its own.
func (o *objects) readLoose(r io.Reader) (kind string, data []byte, err error) {
	data, err = o.inflate(r, maxObject)
	if err != nil {
		return "", nil, err
	}
	header, data, found := bytes.Cut(data, []byte{0})
	kind, _, _ = strings.Cut(string(header), " ")
	if !found {
		return "", nil, errObject
	}
	return kind, data, nil
}

// inflate unpacks up to most bytes; more are an error.
func (o *objects) inflate(r io.Reader, most int64) ([]byte, error) {
	if o.unpackBudget < 0 {
		return nil, errTooMuch
	}
	if o.hasEnded() {
		return nil, errEnded
	}
	var err error
	if reused, ok := o.unpacker.(zlib.Resetter); ok {
		err = reused.Reset(r, nil)
	} else {
		o.unpacker, err = zlib.NewReader(r)
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(o.unpacker, most+1))
	o.unpackBudget -= int64(len(data))
	if err == nil && int64(len(data)) > most {
		err = errObject
	}
	return data, err
}
