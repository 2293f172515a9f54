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
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/source/pagekey"
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
	found := map[string]*copied{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			o := &r.Findings[i].Occurrences[j]
			ext := path.Ext(o.File)
			isMade := strings.HasPrefix(ext, ".htm") && slices.ContainsFunc(made[pathStem(o.File)], func(other string) bool { return other != ext })
			if ctx.Err() != nil || !mayBeCopied(o) || isMade {
				continue
			}
			from, known := found[o.File]
			if !known && len(found) < maxBuilt {
				from = copyOf(o.File, list.copies, root)
				found[o.File] = from
			}
			if from == nil || o.Source != nil && o.Source.File != from.shown {
				continue
			}
			o.Source, o.Candidates = &link.Source{File: from.shown, Line: o.Line, Column: o.Column}, nil
			if at := from.offsets.Offset(o.Line, o.Column); at >= 0 && bytes.HasPrefix(from.src[at:], []byte(o.Link)) {
				o.Source.EndColumn = o.Column + utf8.RuneCountInString(o.Link)
			}
		}
	}
}

// maxBuilt bounds how many files of the site are compared with those of the sources.
const maxBuilt = 500

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

// copied is a source file that is copied, as reports show it.
type copied struct {
	shown   string
	src     []byte
	offsets *position.Offsets
}

// copyOf returns the source file with the bytes of a built file, and with most of the end of its
// path; nil for none, for several, and for a built file that is a source itself.
func copyOf(built string, all []file, root *os.Root) *copied {
	var src []byte
	most, shown := 0, ""
	for i := range all {
		f := &all[i]
		if f.shown == built {
			return nil
		}
		if path.Base(f.name) != path.Base(built) {
			continue
		}
		if src == nil {
			src = readBuilt(built)
		}
		_, common := pagekey.CommonSuffix(f.name, built)
		info, err := root.Lstat(f.name)
		if err != nil || common < most || info.Size() != int64(len(src)) || len(src) == 0 {
			continue
		}
		if text, err := openfile.ReadItself(root, f.name, maxFileSize); err != nil || !bytes.Equal(text, src) {
			continue
		}
		if common == most {
			shown = ""
		} else {
			most, shown = common, f.shown
		}
	}
	if shown == "" {
		return nil
	}
	return &copied{shown, src, position.NewOffsets(src)}
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
		if ext := path.Ext(page); pagekey.Of(page) == "" || ext != "" && !strings.HasSuffix(page, "/") && !slices.Contains(pageExtensions, ext) {
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
