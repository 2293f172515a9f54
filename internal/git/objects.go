package git

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"github.com/linkvet/linkvet/internal/openfile"
)

const (
	// maxObject bounds an object with the deltas that it is made of, in bytes.
	maxObject = 64 << 20
	// maxObjects bounds all objects that one comparison reads, in bytes. Directories that hold
	// each other twice stand for any number of them.
	maxObjects = 1 << 30
	// objectCost is what an object counts for besides its bytes.
	objectCost = 512
	// maxDeltas bounds the deltas of an object: git makes no more. A delta can be one of itself.
	maxDeltas = 4096
)

var (
	errObject  = errors.New("an object is damaged")
	errTooMuch = errors.New("too much to read")
)

// objects reads the objects of a repository for go-git, each within bounds: with its own
// storage, a delta that is made of itself or of large copies ends the process. References to
// objects of another repository (alternates) are not followed.
type objects struct {
	storer.EncodedObjectStorer // nil: go-git calls only EncodedObject to read
	ctx                        context.Context
	dir                        string
	packs                      []*pack
	left                       int64
}

// pack is a file of many objects.
type pack struct {
	index *idxfile.MemoryIndex
	file  *os.File
}

// openObjects opens the objects of a repository. Call close when they are no longer needed.
func openObjects(ctx context.Context, p place) *objects {
	o := &objects{ctx: ctx, dir: filepath.Join(p.shared, "objects"), left: maxObjects}
	entries, _ := openfile.List(filepath.Join(o.dir, "pack")) // without it there are no packs
	for _, entry := range entries {
		if stem, ok := strings.CutSuffix(entry.Name(), ".idx"); ok {
			// The objects of a pack that cannot be read are missing.
			if pack, err := openPack(filepath.Join(o.dir, "pack", stem)); err == nil {
				o.packs = append(o.packs, pack)
			}
		}
	}
	return o
}

func openPack(stem string) (*pack, error) {
	list, err := openfile.Open(stem + ".idx")
	if err != nil {
		return nil, err
	}
	defer list.Close()
	p := &pack{index: idxfile.NewMemoryIndex()}
	if err := idxfile.NewDecoder(list).Decode(p.index); err != nil {
		return nil, err
	}
	p.file, err = openfile.Open(stem + ".pack")
	return p, err
}

// close closes the files.
func (o *objects) close() {
	for _, p := range o.packs {
		p.file.Close()
	}
}

// named is an object that go-git gets. Its name is known, so it need not be computed.
type named struct {
	plumbing.MemoryObject
	name plumbing.Hash
}

// Hash returns the name.
func (o *named) Hash() plumbing.Hash { return o.name }

// EncodedObject returns the object of that name if it is of that type.
func (o *objects) EncodedObject(want plumbing.ObjectType, name plumbing.Hash) (plumbing.EncodedObject, error) {
	if err := o.ctx.Err(); err != nil {
		return nil, err
	}
	kind, data, err := o.loose(name)
	if errors.Is(err, fs.ErrNotExist) {
		kind, data, err = o.packed(name)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("could not read the object %v: %w", name, err)
	case kind != want && want != plumbing.AnyObject:
		return nil, fmt.Errorf("could not read the object %v: it is a %v", name, kind)
	case o.left < 0:
		return nil, errTooMuch
	}
	found := &named{name: name}
	found.SetType(kind)
	_, err = found.Write(data)
	return found, err
}

// spend takes bytes from what may still be read.
func (o *objects) spend(size int64) error {
	if o.left -= size + objectCost; o.left < 0 || size > maxObject {
		return errTooMuch
	}
	return nil
}

// loose reads an object that has a file of its own.
func (o *objects) loose(name plumbing.Hash) (plumbing.ObjectType, []byte, error) {
	hex := name.String()
	file, err := openfile.Open(filepath.Join(o.dir, hex[:2], hex[2:]))
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	// The header has no end of its own.
	r, err := objfile.NewReader(io.LimitReader(file, maxObject))
	if err != nil {
		return 0, nil, err
	}
	defer r.Close()
	kind, size, err := r.Header()
	if err == nil {
		err = o.spend(size)
	}
	if err != nil {
		return 0, nil, err
	}
	data := make([]byte, size)
	_, err = io.ReadFull(r, data)
	return kind, data, err
}

// packed reads an object of a pack.
func (o *objects) packed(name plumbing.Hash) (plumbing.ObjectType, []byte, error) {
	for _, p := range o.packs {
		if at, err := p.index.FindOffset(name); err == nil {
			return o.read(p, at)
		}
	}
	return 0, nil, plumbing.ErrObjectNotFound
}

// read reads the object at a place of a pack: its deltas, last first, back to the object that
// they are made of.
func (o *objects) read(p *pack, at int64) (plumbing.ObjectType, []byte, error) {
	var deltas [][]byte
	total := int64(0) // with what each delta makes
	for len(deltas) <= maxDeltas {
		scanner := packfile.NewScanner(p.file)
		header, err := scanner.SeekObjectHeader(at)
		if err != nil {
			return 0, nil, err
		}
		if total += header.Length; total > maxObject || total < 0 {
			break
		}
		if err := o.spend(header.Length); err != nil {
			return 0, nil, err
		}
		var data bytes.Buffer
		if _, _, err := scanner.NextObject(&data); err != nil {
			return 0, nil, err
		}
		switch header.Type {
		case plumbing.OFSDeltaObject:
			at = header.OffsetReference
		case plumbing.REFDeltaObject:
			if at, err = p.index.FindOffset(header.Reference); err != nil {
				return 0, nil, err
			}
		default:
			whole := data.Bytes()
			for _, delta := range slices.Backward(deltas) {
				if whole, err = packfile.PatchDelta(whole, delta); err != nil {
					return 0, nil, err
				}
			}
			return header.Type, whole, nil
		}
		deltas = append(deltas, data.Bytes())
		size, err := madeSize(data.Bytes())
		if total += size; err != nil || total > maxObject || o.spend(size) != nil {
			break
		}
	}
	return 0, nil, errTooMuch
}

// madeSize returns how many bytes a delta makes. It is behind the number of those that it is
// made of.
func madeSize(delta []byte) (int64, error) {
	_, n := binary.Uvarint(delta)
	if n <= 0 {
		return 0, errObject
	}
	size, n := binary.Uvarint(delta[n:])
	if n <= 0 || size > maxObject {
		return 0, errObject
	}
	return int64(size), nil
}
