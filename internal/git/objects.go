package git

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

// budget is how many bytes may still be unpacked, of an index or of all objects of a comparison.
// Directories that hold each other twice stand for any number of bytes, and a delta can be one of
// itself.
type budget int64

const (
	maxUnpacked budget = 1 << 30
	// maxItem bounds an object or a delta, in bytes, and itemCost is what it counts for besides them.
	maxItem, itemCost = 64 << 20, 4 << 10
)

var errTooMuch = errors.New("too much to read")

func (b *budget) spend(size int64) error {
	if size < 0 || size > maxItem || budget(size)+itemCost > *b {
		return errTooMuch
	}
	*b -= budget(size) + itemCost
	return nil
}

// objects reads the objects of a repository for go-git, within bounds: with its own storage, a
// delta that is made of itself or of large copies ends the process. References to objects of
// another repository (alternates) are not followed.
type objects struct {
	storer.EncodedObjectStorer // nil: go-git calls only EncodedObject to read
	ctx                        context.Context
	dir                        string
	packs                      []pack
	budget
}

// pack is a file of many objects.
type pack struct {
	index *idxfile.MemoryIndex
	file  *os.File
}

// openObjects opens the objects of a repository. Call close when they are no longer needed.
func openObjects(ctx context.Context, p place) *objects {
	o := &objects{ctx: ctx, dir: filepath.Join(p.shared, "objects"), budget: maxUnpacked}
	entries, _ := openfile.List(filepath.Join(o.dir, "pack")) // without it there are no packs
	for _, entry := range entries {
		name, isIndex := strings.CutSuffix(filepath.Join(o.dir, "pack", entry.Name()), ".idx")
		list, err := openfile.Open(name + ".idx")
		if !isIndex || err != nil {
			continue // the objects of a pack that cannot be read are missing
		}
		p := pack{index: idxfile.NewMemoryIndex()}
		err = idxfile.NewDecoder(list).Decode(p.index)
		list.Close()
		if err == nil {
			p.file, err = openfile.Open(name + ".pack")
		}
		if err == nil {
			o.packs = append(o.packs, p)
		}
	}
	return o
}

// close closes the files.
func (o *objects) close() {
	for _, p := range o.packs {
		p.file.Close()
	}
}

// EncodedObject returns the object of that name if it is of that type.
func (o *objects) EncodedObject(want plumbing.ObjectType, name plumbing.Hash) (plumbing.EncodedObject, error) {
	kind, data, err := o.unpack(name)
	if err == nil && kind != want && want != plumbing.AnyObject {
		err = fmt.Errorf("it is a %v", kind)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the object %v: %w", name, err)
	}
	found := &plumbing.MemoryObject{}
	found.SetType(kind)
	_, err = found.Write(data)
	return found, err
}

func (o *objects) unpack(name plumbing.Hash) (kind plumbing.ObjectType, data []byte, err error) {
	hex := name.String()
	file, err := openfile.Open(filepath.Join(o.dir, hex[:2], hex[2:]))
	if err != nil {
		for _, p := range o.packs {
			if at, err := p.index.FindOffset(name); err == nil {
				return o.unpackAt(p, at)
			}
		}
		return 0, nil, plumbing.ErrObjectNotFound
	}
	defer file.Close()
	r, err := objfile.NewReader(io.LimitReader(file, maxItem)) // its header has no end of its own
	if err != nil {
		return 0, nil, err
	}
	defer r.Close()
	kind, size, err := r.Header()
	if err == nil {
		err = o.spend(size)
	}
	if err == nil {
		data = make([]byte, size)
		_, err = io.ReadFull(r, data)
	}
	return kind, data, err
}

// unpackAt reads the object at a place of a pack: its deltas, last first, back to the object that
// they are made of.
func (o *objects) unpackAt(p pack, at int64) (plumbing.ObjectType, []byte, error) {
	var deltas [][]byte
	for o.ctx.Err() == nil {
		scanner := packfile.NewScanner(p.file)
		header, err := scanner.SeekObjectHeader(at)
		if err == nil {
			err = o.spend(header.Length)
		}
		var data bytes.Buffer
		if err == nil {
			_, _, err = scanner.NextObject(&data)
		}
		if err != nil {
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
		// A delta begins with the size of what it is made of, and of what it makes.
		deltas = append(deltas, data.Bytes())
		_, n := binary.Uvarint(data.Bytes())
		makes, _ := binary.Uvarint(data.Bytes()[max(n, 0):])
		if err := o.spend(int64(min(makes, maxItem+1))); err != nil {
			return 0, nil, err
		}
	}
	return 0, nil, o.ctx.Err()
}
