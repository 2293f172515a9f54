package source

import (
	"context"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/openfile"
)

// index is what was read of the sources: their files, and the sought links.
type index struct {
	files []file
	// byKey has the records under the key of their destination.
	byKey map[string]*drawer
	// owners has the files by the last segments of what their pages' paths may be.
	owners map[string][]owning
	// byName has the numbers of files by their names.
	byName map[string]int32
	// named has the same by what files are called in those that take them in, and
	// taken what was found out of who takes in what.
	named map[string][]int32
	taken map[int32][]inclusion
	// work is how much may still be compared, and tired is true when that was not
	// enough.
	work  int
	tired bool
	// problem is told of mistakes of ours, by one at a time; nil for nobody.
	mu      sync.Mutex
	problem func(string)
	// page tells whether the site has a page at a path; nil when nobody knows.
	page func(string) bool
	// served keeps what was found out by that, and paths what includePath makes of the
	// names of files.
	served map[string]bool
	paths  map[int32]string
	// proofs count for each folded directory of sources the pages of the site that
	// only its files explain; nil until they are asked for.
	proofs map[string]int
	// pages has the directories that hold pages, and proven those whose pages are
	// proofs; both are made with proofs.
	pages, proven map[string]bool
}

// file is one source file.
type file struct {
	// name is the slash path below the root of the sources, shown the one that
	// reports name.
	name, shown string
	syntax      syntax
	// page is true for what is a page of its own, and false for layouts, partials,
	// configuration and data.
	page bool
	// elements is true for code that holds elements, which it may make a page of.
	elements bool
	// test is true for what tests a site, and makes no page of it.
	test bool
	// front is what the front matter says of where the page will be.
	front front
	// includes are the other files that this one names, as it does, by their folded
	// names.
	includes map[string][]string
	records  []record
}

// readAll reads the files of a listing, several at once.
func readAll(ctx context.Context, l listing, s sought, opt Options) *index {
	x := &index{files: make([]file, len(l.files)), byKey: map[string]*drawer{}, work: maxCompared, problem: opt.Problem, served: map[string]bool{}, paths: map[int32]string{}}
	root, err := os.OpenRoot(l.root)
	if err != nil {
		return x
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(opt.Jobs, 1) {
		group.Go(func() {
			var buf []byte
			for i := int(next.Add(1)) - 1; i < len(l.files) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				x.files[i] = file{name: l.files[i].name, shown: l.files[i].shown, syntax: l.files[i].syntax, test: l.files[i].test}
				var err error
				// What is kept of a file is copied: the next one may be read over it.
				if buf, err = readInto(buf[:0], root, l.files[i].name); err == nil {
					x.report(contain.Panic("read the source", l.files[i].shown, func() {
						readFile(ctx, &x.files[i], int32(i), buf, s)
						if l.files[i].untracked {
							x.files[i].disown()
						}
					}))
				}
			}
		})
	}
	group.Wait()
	// What it keeps open was only read from.
	_ = root.Close()
	x.arrange()
	return x
}

// report tells of a problem; an empty one is none.
func (x *index) report(problem string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if problem != "" && x.problem != nil {
		x.problem(problem)
	}
}

// isPlain tells whether a file is a page of HTML that is shown as it stands: all links
// that it makes are there to be seen.
func (f *file) isPlain() bool {
	switch path.Ext(f.name) {
	case ".html", ".htm", ".xhtml":
		return f.page && !f.front.present
	}
	return false
}

// isDraft tells whether a file says that it is not to be published, itself or by where
// it is.
func (f *file) isDraft() bool {
	return f.front.draft || strings.HasPrefix(f.name, "_drafts/") || strings.Contains(f.name, "/_drafts/")
}

// disown forgets a whole page of HTML: where git does not know it, it is likely to
// have been built.
func (f *file) disown() {
	if f.syntax == markupSyntax && f.page && !f.front.present {
		*f = file{name: f.name, shown: f.shown}
	}
}

// readInto reads a regular file of a size that an author may have written.
func readInto(buf []byte, root *os.Root, name string) ([]byte, error) {
	f, err := openfile.OpenItself(root, name)
	if err != nil {
		return buf, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return buf, err
	}
	if info.Size() > maxFileSize {
		return buf, os.ErrInvalid
	}
	buf = slices.Grow(buf, int(info.Size())+1)
	for len(buf) <= maxFileSize {
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
		buf = slices.Grow(buf, 1)
	}
	return buf, os.ErrInvalid
}

// drawer holds the records whose destinations have one key.
type drawer struct {
	byFile map[int32][]*record
	// shared are those of layouts, partials, configuration and data.
	shared []*record
	// pages are all others.
	pages []*record
}

// arrange makes the records and files ready to be looked up.
func (x *index) arrange() {
	x.owners = make(map[string][]owning, len(x.files))
	x.byName = make(map[string]int32, len(x.files))
	x.named, x.taken = make(map[string][]int32, len(x.files)), map[int32][]inclusion{}
	for i := range x.files {
		f := &x.files[i]
		for j := range f.records {
			x.file(&f.records[j], f)
		}
		x.byName[f.name] = int32(i)
		name := includeName(f.name)
		x.named[name] = append(x.named[name], int32(i))
		x.addOwner(int32(i))
	}
}

// file puts a record into its drawer.
func (x *index) file(r *record, f *file) {
	key := destKey(r.dest.pattern)
	d := x.byKey[key]
	if d == nil {
		d = &drawer{byFile: map[int32][]*record{}}
		x.byKey[key] = d
	}
	d.byFile[r.file] = append(d.byFile[r.file], r)
	if f.page {
		d.pages = append(d.pages, r)
	} else {
		d.shared = append(d.shared, r)
	}
}
