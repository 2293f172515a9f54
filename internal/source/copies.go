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
func mapCopies(ctx context.Context, r *link.Report, list *listing) {
	if len(list.copies) == 0 {
		return
	}
	root, err := os.OpenRoot(list.root)
	if err != nil {
		return
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	c := copies{root: root, list: list.copies, budget: maxCompared}
	made := madeNames(list.files)
	byFile := occurrencesByFile(r, list.copies)
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
func occurrencesByFile(r *link.Report, list []file) map[string][]*link.Occurrence {
	names := map[string]bool{}
	for i := range list {
		names[path.Base(list[i].name)] = true
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
func madeNames(list []file) map[string][]string {
	names := map[string][]string{}
	for i := range list {
		if f := &list[i]; !f.kind.isData() && !f.kind.isCode() {
			if stem, ext := stemOf(f.name); !slices.Contains(names[stem], ext) {
				names[stem] = append(names[stem], ext)
			}
		}
	}
	return names
}

// isMade reports whether a page may be made of a source of that name in another syntax, such
// as guide.html of guide.md. A source with the same bytes is then an earlier build.
func isMade(built string, names map[string][]string) bool {
	stem, ext := stemOf(built)
	return strings.HasPrefix(ext, ".htm") && slices.ContainsFunc(names[stem], func(other string) bool { return other != ext })
}

// stemOf returns the base name of a file without its extension, and the extension.
func stemOf(name string) (stem, ext string) {
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
	list []file
	// budget is how many bytes may still be compared.
	budget int64
}

// find returns the source file with the bytes of a built file, and with most of the end of
// its path, as reports show it; "" for none, and for several.
func (c *copies) find(built string) (shown string, src []byte) {
	most := 0
	for i := range c.list {
		f := &c.list[i]
		if path.Base(f.name) != path.Base(built) {
			continue
		}
		if src == nil {
			if src = readBuilt(built); len(src) == 0 {
				return "", nil
			}
		}
		_, common := pagekey.CommonSuffix(f.name, built)
		if common < most || !c.equals(f.name, src) {
			continue
		}
		if common == most {
			shown = ""
			continue
		}
		most, shown = common, f.shown
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
	text, err := readFile(nil, c.root, name)
	return err == nil && bytes.Equal(text, src)
}

// copiedNames returns the base names of the files in which a report has findings.
func copiedNames(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; (o.IsInDocument() || o.Element == link.RuleElement) && o.File != "" && !strings.HasSuffix(o.File, "/index.html") {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}

// mapRules sets the Source of rules of the host in a file of the build directory.
// Generators copy such files without a change, so the source has the same name, and the
// destination in the same place.
func mapRules(r *link.Report, list *listing) {
	if len(list.copies) == 0 {
		return
	}
	root, err := os.OpenRoot(list.root)
	if err != nil {
		return
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	files := ruleFiles{root: root, texts: map[string][][]byte{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.Element == link.RuleElement {
				o.Source = files.sourceOf(o, list.copies)
			}
		}
	}
}

// ruleFiles are the files that may hold rules, read once.
type ruleFiles struct {
	root  *os.Root
	texts map[string][][]byte
}

// sourceOf returns the place that a rule is a copy of; nil when there is none, when there
// are several, or when the rule itself is in a source file.
func (files *ruleFiles) sourceOf(o *link.Occurrence, all []file) *link.Source {
	var found *link.Source
	for i := range all {
		f := &all[i]
		if f.shown == o.File {
			return nil
		}
		if path.Base(f.name) != path.Base(o.File) || !holds(files.lines(f.name), o) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &link.Source{
			File: f.shown, Line: o.Line, Column: o.Column, EndColumn: o.Column + utf8.RuneCountInString(o.Link),
		}
	}
	return found
}

// lines returns the lines of a file; none when it cannot be read.
func (files *ruleFiles) lines(name string) [][]byte {
	lines, ok := files.texts[name]
	if !ok {
		if text, err := readFile(nil, files.root, name); err == nil {
			lines = bytes.Split(text, []byte("\n"))
		}
		files.texts[name] = lines
	}
	return lines
}

// holds reports whether the destination of a rule is in its place in some lines.
func holds(lines [][]byte, o *link.Occurrence) bool {
	if o.Line < 1 || o.Line > len(lines) {
		return false
	}
	line := lines[o.Line-1]
	for range o.Column - 1 {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	return bytes.HasPrefix(line, []byte(o.Link))
}

// countUnbuilt counts the missing pages of the site that have a source: a build that was
// complete would have made them. It ends early when ctx has ended, or when too much was
// compared.
func (s *search) countUnbuilt(r *link.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if s.ctx.Err() != nil || s.all.left < 0 {
			return
		}
		if !f.Internal || f.Reason != link.NotFound || f.Known {
			continue
		}
		page, _, _ := strings.Cut(f.Target, "?")
		if strings.HasSuffix(f.Suggestion, strings.TrimSuffix(page, "/")+".html") {
			continue // it was built, and the link has another form
		}
		if pagekey.Of(page) == "" || !isPagePath(page) {
			continue
		}
		for _, of := range s.pages.of(page).all {
			file := &s.all.files[of.File]
			if !of.Exact || file.test || pagekey.IsReadme(file.name) {
				continue
			}
			if r.Unbuilt == 0 {
				r.UnbuiltSource = file.shown
			}
			r.Unbuilt++
			if file.front.draft {
				r.UnbuiltDrafts++
			}
			break
		}
	}
}

// isPagePath reports whether a path of the site may be that of a page.
func isPagePath(p string) bool {
	switch path.Ext(p) {
	case "", ".html", ".htm", ".xhtml":
		return true
	}
	return strings.HasSuffix(p, "/")
}
