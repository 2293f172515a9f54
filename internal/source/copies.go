package source

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

const (
	// maxBuilt bounds how many files of the site are compared with those of the sources.
	maxBuilt = 500
	// maxCompared bounds how many bytes of sources all of these are compared with.
	maxCompared = 256 << 20
)

// mapCopies sets the Source of occurrences in files that generators copy without a change: a
// source file has the same bytes, so the link is in the same place. It ends early when ctx
// has ended.
func mapCopies(ctx context.Context, r *link.Report, list index.Listing) {
	if len(list.Copies) == 0 {
		return
	}
	root, err := os.OpenRoot(list.Root)
	if err != nil {
		return
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	c := copies{root: root, list: list.Copies, budget: maxCompared}
	made := madeNames(list.Files)
	byFile := occurrencesByFile(r, list.Copies)
	for _, built := range slices.Sorted(maps.Keys(byFile)) {
		if ctx.Err() != nil {
			return
		}
		if isMade(built, made) {
			continue
		}
		if shown, src := c.find(built); shown != "" {
			name(byFile[built], shown, src)
		}
	}
}

// occurrencesByFile returns the occurrences in each file of the site that may be a copy.
func occurrencesByFile(r *link.Report, list []index.Listed) map[string][]*link.Occurrence {
	names := map[string]bool{}
	for i := range list {
		names[path.Base(list[i].Name)] = true
	}
	files := map[string][]*link.Occurrence{}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if !o.IsInDocument() || !names[path.Base(o.File)] || files[o.File] == nil && len(files) >= maxBuilt {
				continue
			}
			files[o.File] = append(files[o.File], o)
		}
	}
	return files
}

// madeNames returns the extensions of the sources of pages by the rest of their base names.
func madeNames(list []index.Listed) map[string][]string {
	names := map[string][]string{}
	for i := range list {
		if f := &list[i]; !f.Syntax.IsData() && !f.Syntax.IsCode() {
			if stem, ext := pathStem(f.Name); !slices.Contains(names[stem], ext) {
				names[stem] = append(names[stem], ext)
			}
		}
	}
	return names
}

// isMade reports whether a page may be made of a source of that name in another syntax, such
// as guide.html of guide.md. A source with the same bytes is then an earlier build.
func isMade(built string, names map[string][]string) bool {
	stem, ext := pathStem(built)
	return strings.HasPrefix(ext, ".htm") && slices.ContainsFunc(names[stem], func(other string) bool { return other != ext })
}

// pathStem returns the base name of a file without its extension, and the extension.
func pathStem(name string) (stem, ext string) {
	base := path.Base(name)
	ext = path.Ext(base)
	return strings.TrimSuffix(base, ext), ext
}

// name sets the source of occurrences in a copy of a file with some contents. One that comes
// from another file keeps its source: the copy is an earlier build.
func name(occurrences []*link.Occurrence, shown string, src []byte) {
	lines := bytes.Split(src, []byte("\n"))
	for _, o := range occurrences {
		if o.Source != nil && o.Source.File != shown {
			continue
		}
		source := link.Source{File: shown, Line: o.Line, Column: o.Column}
		if holds(lines, o) {
			source.EndColumn = o.Column + utf8.RuneCountInString(o.Link)
		}
		o.Source, o.Candidates = &source, nil
	}
}

// copies finds the source files that are copied.
type copies struct {
	root *os.Root
	list []index.Listed
	// budget is how many bytes may still be compared.
	budget int64
}

// find returns the source file with the bytes of a built file, and with most of the end of
// its path, as reports show it; "" for none, and for several.
func (c *copies) find(built string) (shown string, src []byte) {
	most := 0
	for i := range c.list {
		f := &c.list[i]
		if path.Base(f.Name) != path.Base(built) {
			continue
		}
		if src == nil {
			if src = readBuilt(built); len(src) == 0 {
				return "", nil
			}
		}
		_, common := pagekey.CommonSuffix(f.Name, built)
		if common < most || !c.equals(f.Name, src) {
			continue
		}
		if common == most {
			shown = ""
			continue
		}
		most, shown = common, f.Shown
	}
	return shown, src
}

// equals reports whether a file has some contents.
func (c *copies) equals(name string, src []byte) bool {
	info, err := c.root.Lstat(name)
	if err != nil || info.Size() != int64(len(src)) || info.Size() > c.budget {
		return false
	}
	c.budget -= info.Size()
	text, err := index.ReadFile(nil, c.root, name)
	return err == nil && bytes.Equal(text, src)
}

// copiedNames returns the base names of the files in which a report has findings.
func copiedNames(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; o.IsInDocument() && o.File != "" && !strings.HasSuffix(o.File, "/index.html") {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}
