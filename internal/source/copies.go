package source

import (
	"bytes"
	"context"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

const (
	// maxBuilt bounds how many files of the site are compared with those of the sources, and
	// maxCompared how many bytes of sources with all of these.
	maxBuilt    = 500
	maxCompared = 256 << 20
)

// mapCopies sets the Source of occurrences in files that generators copy without a change, as they
// do with pages of HTML and with the rules of a host: a source file has the same bytes, so the link
// is in the same place. It ends early when ctx has ended.
func mapCopies(ctx context.Context, r *link.Report, list *listing, root *os.Root) {
	if len(list.copies) == 0 {
		return
	}
	// Where guide.html is made of guide.md, a source with its bytes is an earlier build.
	made := map[string][]string{}
	for i := range list.files {
		if f := &list.files[i]; !f.kind.isData() && !f.kind.isCode() {
			made[pathStem(f.name)] = append(made[pathStem(f.name)], path.Ext(f.name))
		}
	}
	c := copies{root: root, list: list.copies, budget: maxCompared, found: map[string]*copied{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			ext := path.Ext(o.File)
			isMade := strings.HasPrefix(ext, ".htm") && slices.ContainsFunc(made[pathStem(o.File)], func(other string) bool { return other != ext })
			if ctx.Err() != nil || !mayBeCopied(o) || isMade {
				continue
			}
			if from := c.find(o.File); from != nil && (o.Source == nil || o.Source.File == from.shown) {
				source := link.Source{File: from.shown, Line: o.Line, Column: o.Column}
				if holds(from.lines, o) {
					source.EndColumn = o.Column + utf8.RuneCountInString(o.Link)
				}
				o.Source, o.Candidates = &source, nil
			}
		}
	}
}

// mayBeCopied reports whether an occurrence is in a file that a generator may copy.
func mayBeCopied(o *link.Occurrence) bool {
	return (o.IsInDocument() || o.Element == link.RuleElement) && o.File != "" && !strings.HasSuffix(o.File, "/index.html")
}

// copiedNames returns the base names of the files in which a report has findings.
func copiedNames(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; mayBeCopied(o) {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}

// copies finds the source files that are copied.
type copies struct {
	root *os.Root
	list []file
	// budget is how many bytes may still be compared, and found what was found for each built file.
	budget int64
	found  map[string]*copied
}

// copied is a source file that is copied, as reports show it.
type copied struct {
	shown string
	lines [][]byte
}

// find returns the source file with the bytes of a built file, and with most of the end of its
// path; nil for none, for several, and for a built file that is a source itself.
func (c *copies) find(built string) *copied {
	if from, known := c.found[built]; known || len(c.found) >= maxBuilt {
		return from
	}
	c.found[built] = nil
	var src []byte
	most, shown := 0, ""
	for i := range c.list {
		f := &c.list[i]
		if f.shown == built {
			return nil
		}
		if path.Base(f.name) != path.Base(built) {
			continue
		}
		if src == nil {
			if src = readBuilt(built); len(src) == 0 {
				return nil
			}
		}
		_, common := pagekey.CommonSuffix(f.name, built)
		switch {
		case common < most || !c.equals(f.name, src):
		case common == most:
			shown = ""
		default:
			most, shown = common, f.shown
		}
	}
	if shown != "" {
		c.found[built] = &copied{shown, bytes.Split(src, []byte("\n"))}
	}
	return c.found[built]
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

// holds reports whether the destination of an occurrence is in its place in some lines.
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
