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

// mapRules sets the Source of occurrences in files with rules of a host, which generators copy
// without a change: a source file has the same bytes, so the rule is in the same place. It ends
// early when ctx has ended.
func mapRules(ctx context.Context, r *link.Report, list *listing, root *os.Root) {
	found := map[string]*rules{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			o := &r.Findings[i].Occurrences[j]
			if ctx.Err() != nil || !isRule(o) {
				continue
			}
			from, known := found[o.File]
			if !known {
				from = copyOf(o.File, list.copies, root)
				found[o.File] = from
			}
			if from == nil {
				continue
			}
			o.Source = &link.Source{File: from.shown, Line: o.Line, Column: o.Column}
			if at := from.offsets.Offset(o.Line, o.Column); at >= 0 && bytes.HasPrefix(from.src[at:], []byte(o.Link)) {
				o.Source.EndColumn = o.Column + utf8.RuneCountInString(o.Link)
			}
		}
	}
}

// isRule reports whether an occurrence is a rule of a host.
func isRule(o *link.Occurrence) bool { return o.Element == link.RuleElement && o.File != "" }

// ruleFiles returns the base names of the files of rules that have findings.
func ruleFiles(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; isRule(o) {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}

// rules is a source file of rules.
type rules struct {
	shown   string
	src     []byte
	offsets *position.Offsets
}

// copyOf returns the source file with the bytes of a built file; nil for none, for several, and
// for a built file that is a source itself.
func copyOf(built string, all []file, root *os.Root) *rules {
	src := readBuilt(built)
	var from *rules
	for i := range all {
		f := &all[i]
		if f.shown == built {
			return nil
		}
		if path.Base(f.name) != path.Base(built) || len(src) == 0 {
			continue
		}
		if text, err := openfile.ReadItself(root, f.name, maxFileSize); err != nil || !bytes.Equal(text, src) {
			continue
		}
		if from != nil {
			return nil
		}
		from = &rules{f.shown, src, position.NewOffsets(src)}
	}
	return from
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
			file := &s.all.files[of.file]
			if !of.isExact || file.test || pagekey.IsReadme(file.name) {
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
