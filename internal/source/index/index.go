// Package index lists and reads the source files of a site, and finds the links in them.
package index

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
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// Index is what was read of the sources. After Read only one goroutine may use it.
type Index struct {
	Files []File
	// byKey has the links by the key of their destination, byName the numbers of files by
	// their names, and byIncludeName the same by the names that other files include.
	byKey         map[string]*Links
	byName        map[string]int32
	byIncludeName map[string][]int32
	// included caches the files that a file includes, and includePaths what includePath
	// returns for files.
	included     map[int32][]Included
	includePaths map[int32]string
	// Left is how many comparisons of links may still be made. Read sets it to
	// MaxComparisons. exhausted is true when it was not enough.
	Left      int
	exhausted bool
	// HasComments is true when a link may be in the documentation of programs.
	HasComments bool
	mu          sync.Mutex
	problem     func(string)
}

// File is one source file.
type File struct {
	// Name is the slash path below the root of the sources. Shown is the one that reports
	// show.
	Name, Shown string
	Syntax      markup.Syntax
	// Test is true for a test of a site.
	Test    bool
	Content markup.File
}

// Links are those of one key.
type Links struct {
	ByFile map[int32][]*document.Link
	// Shared are those of layouts, partials, configuration and data. Pages are all
	// others, but for Comments: those of the documentation of programs.
	// Styles are those of stylesheets, which are in no other list.
	Shared, Pages, Comments, Styles []*document.Link
}

// Read reads the files of a listing, several at once. It keeps the links whose destinations
// are wanted. A file that cannot be read has no links.
func Read(ctx context.Context, l Listing, wants func(destination.Destination) bool, opt Options) *Index {
	x := &Index{Files: make([]File, len(l.Files)), byKey: map[string]*Links{}, Left: MaxComparisons, problem: opt.Problem}
	root, err := os.OpenRoot(l.Root)
	if err != nil {
		return x
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(opt.Jobs, 1) {
		group.Go(func() {
			var buf []byte
			for i := int(next.Add(1)) - 1; i < len(l.Files) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				listed := &l.Files[i]
				f := &x.Files[i]
				*f = File{Name: listed.Name, Shown: listed.Shown, Syntax: listed.Syntax, Test: listed.Test}
				var err error
				// The links hold copies of their texts, so that buf may be used again.
				if buf, err = ReadFile(buf[:0], root, f.Name); err == nil {
					x.Report(contain.Panic("read the source", f.Shown, func() { f.read(ctx, int32(i), buf, wants, listed.Untracked) }))
				}
			}
		})
	}
	group.Wait()
	// The root was only read from.
	_ = root.Close()
	x.arrange()
	return x
}

// read reads the contents of the file with a number. An untracked whole page of HTML was
// probably built, and so holds no links.
func (f *File) read(ctx context.Context, number int32, src []byte, wants func(destination.Destination) bool, untracked bool) {
	content := markup.Read(ctx, f.Name, src, wants)
	if untracked && f.Syntax == markup.HTML && content.IsPage && !content.Front.Present {
		f.Syntax, f.Test = markup.None, false
		return
	}
	for i := range content.Links {
		content.Links[i].File = number
	}
	f.Content = content
}

// Report reports a problem; an empty one is none.
func (x *Index) Report(problem string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if problem != "" && x.problem != nil {
		x.problem(problem)
	}
}

// IsPlain reports whether a file is an HTML page that is published as it is: it holds all
// links of its page.
func (f *File) IsPlain() bool {
	switch path.Ext(f.Name) {
	case ".html", ".htm", ".xhtml":
		return f.Content.IsPage && !f.Content.Front.Present
	}
	return false
}

// IsDraft reports whether a file says that it is not published, in its front matter or by
// its directory.
func (f *File) IsDraft() bool {
	return f.Content.Front.Draft || strings.HasPrefix(f.Name, "_drafts/") || strings.Contains(f.Name, "/_drafts/")
}

// ReadFile appends the contents of a regular file to buf. It refuses files that are larger
// than any author writes.
func ReadFile(buf []byte, root *os.Root, name string) ([]byte, error) {
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

// arrange sorts the links and files for the lookups.
func (x *Index) arrange() {
	x.byName = make(map[string]int32, len(x.Files))
	x.byIncludeName, x.included, x.includePaths = make(map[string][]int32, len(x.Files)), map[int32][]Included{}, map[int32]string{}
	for i := range x.Files {
		f := &x.Files[i]
		for j := range f.Content.Links {
			x.add(&f.Content.Links[j], f)
		}
		x.byName[f.Name] = int32(i)
		name := markup.IncludeName(f.Name)
		x.byIncludeName[name] = append(x.byIncludeName[name], int32(i))
	}
	x.addIncludedTexts()
}

// add adds a link of a file under its key.
func (x *Index) add(l *document.Link, f *File) {
	key := destination.Key(l.Dest.Pattern)
	links := x.byKey[key]
	if links == nil {
		links = &Links{ByFile: map[int32][]*document.Link{}}
		x.byKey[key] = links
	}
	if l.InStyle {
		links.Styles = append(links.Styles, l)
		return
	}
	links.ByFile[l.File] = append(links.ByFile[l.File], l)
	switch {
	case l.InComment:
		x.HasComments = true
		links.Comments = append(links.Comments, l)
	case f.Content.IsPage:
		links.Pages = append(links.Pages, l)
	default:
		links.Shared = append(links.Shared, l)
	}
}

// IsEmpty reports whether the index holds no links.
func (x *Index) IsEmpty() bool { return len(x.byKey) == 0 }

// Links returns the links whose destinations have a key; nil for none.
func (x *Index) Links(key string) *Links { return x.byKey[key] }

// FileNumber returns the number of the file with a name.
func (x *Index) FileNumber(name string) (number int32, ok bool) {
	number, ok = x.byName[name]
	return number, ok
}

// MaxComparisons bounds how often links are compared. It takes some seconds, where a large
// site with many findings needs a part of one.
const MaxComparisons = 20_000_000

// Spend reports whether n more comparisons may be made.
func (x *Index) Spend(n int) bool {
	if x.exhausted = x.exhausted || x.Left < n; x.exhausted {
		return false
	}
	x.Left -= n
	return true
}

// IsExhausted reports whether more comparisons were needed than are allowed.
func (x *Index) IsExhausted() bool { return x.exhausted }
