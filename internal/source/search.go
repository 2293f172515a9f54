// Package source names the line of a source file that a broken link comes from. It parses no
// syntax: it reads the tracked text files once, finds the words of the wanted links, widens to
// the whole destination, keeps what can mean the target, and orders what is left by the file,
// the text and the region. It names a line only when one is left; several are candidates.
package source

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Options say where the sources are, and what is known about the site.
type Options struct {
	// Dir is the directory that holds the sources.
	Dir string
	// Built is the directory that was checked; empty for a live site.
	Built string
	// Made are files that linkvet writes, such as earlier reports.
	Made []string
	// Page reports whether the site has a page at a path; nil when that is not known.
	Page func(path string) bool
	// Read returns a page of a live site by its path in the report; nil for one that
	// cannot be read. Read may be nil.
	Read func(page string) []byte
	// Problem is called when linkvet itself fails at a file or a finding, which then has
	// no source; may be nil.
	Problem func(problem string)
	// Jobs is how many files are read at once; less than one means one.
	Jobs int
}

// search is one search for the sources of a report.
type search struct {
	ctx   context.Context
	opt   *Options
	all   *corpus
	pages *pages
	isDir bool
	// byKey has the places by the keys of their destinations, and open those whose last
	// segment has an expression.
	byKey map[string][]*place
	open  []*place
	// built are the built pages by name, and onPage the occurrences of the report by page.
	built  map[string]*built
	onPage map[string][]*link.Occurrence
	// mentions are the names that files include others by.
	mentions map[int32][]string
	root     *os.Root
	site     *url.URL
	base     []string
	mu       sync.Mutex
}

// Map sets the Source of every occurrence in the report for which one line is clearly the
// best, and the Candidates of those with several. The error says that the sources could not
// be listed, or that not all links could be compared. A file that cannot be read has no
// links. Occurrences that were not attributed when ctx ends have no source.
func Map(ctx context.Context, r *link.Report, opt Options) error {
	if len(r.Findings) == 0 || ctx.Err() != nil {
		return nil
	}
	own := map[string]bool{} // pages of Markdown, with links whose line is not known: each is its own source
	if r.Hosting == hosting.GitHubRepository {
		for i := range r.Findings {
			for _, o := range r.Findings[i].Occurrences {
				if o.Line == 0 {
					own[o.File] = true
				}
			}
		}
		if len(own) == 0 {
			return nil
		}
	}
	copied := map[string]bool{}
	var rules []*link.Occurrence
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; o.Element == link.RuleElement && o.File != "" {
				rules = append(rules, o)
				copied[path.Base(o.File)] = true
			}
		}
	}
	list, err := list(ctx, &opt, copied)
	if err != nil {
		return err
	}
	if len(own) > 0 {
		list.files = slices.DeleteFunc(list.files, func(f file) bool { return !own[f.shown] })
	}
	if len(list.files) == 0 {
		return nil
	}
	root, err := os.OpenRoot(list.root)
	if err != nil {
		return nil
	}
	// The root was only read from.
	defer func() { _ = root.Close() }()
	defer mapRules(ctx, rules, list, root)
	s := &search{
		ctx: ctx, opt: &opt, isDir: r.Mode != link.Live, built: map[string]*built{}, onPage: map[string][]*link.Occurrence{},
		mentions: map[int32][]string{}, root: root,
	}
	if u, err := url.Parse(r.SiteURL); err == nil && r.SiteURL != "" {
		s.site, s.base = u, segmentsOf(u.Path)
	}
	wanted := s.wantedWords(r)
	if len(wanted.all) == 0 {
		return nil
	}
	s.read(list, wanted)
	for i := range r.Findings {
		f := &r.Findings[i]
		s.report(contain.Panic("find the source of links to", f.Target, func() { s.finding(f) }))
	}
	if s.all.left < 0 {
		return errors.New("could not find the source lines of all findings: the sources have too many similar links")
	}
	return nil
}

// report reports a problem; an empty one is none.
func (s *search) report(problem string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem != "" && s.opt.Problem != nil {
		s.opt.Problem(problem)
	}
}

// linksOf returns the target of a finding, and the links to it, without most that are equal.
func linksOf(f *link.Finding) []string {
	links := []string{f.Target}
	for i := range f.Occurrences {
		if o := &f.Occurrences[i]; o.IsInDocument() && o.Link != links[len(links)-1] {
			links = append(links, o.Link)
		}
	}
	return links
}

// wantedWords returns the words of which a source has one for each link of a report.
func (s *search) wantedWords(r *link.Report) words {
	w := words{all: map[string]bool{}, keys: map[string]bool{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.IsInDocument() {
				s.onPage[o.Page] = append(s.onPage[o.Page], o)
			}
		}
		// The pages of a repository are their own sources: where a link is known by its line, none is
		// searched.
		isSearched := func(o link.Occurrence) bool {
			return o.IsInDocument() && (r.Hosting != hosting.GitHubRepository || o.Line == 0)
		}
		if !slices.ContainsFunc(f.Occurrences, isSearched) {
			continue
		}
		for _, raw := range linksOf(f) {
			d := take(raw)
			for _, name := range d.names() {
				w.add(name)
			}
			for _, k := range keysOf(raw) {
				w.keys[k] = true
			}
		}
	}
	return w
}

// read reads the files of a listing, several at once.
func (s *search) read(l *listing, w words) {
	s.all = &corpus{files: l.files, byName: make(map[string]int32, len(l.files)), left: maxComparisons}
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(s.opt.Jobs, 1) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(l.files) && s.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f := &l.files[i]
				if src, err := openfile.ReadItself(s.root, f.name, maxFileSize); err == nil {
					s.report(contain.Panic("read the source", f.shown, func() { f.readPlaces(int32(i), src, w) }))
				}
			}
		})
	}
	group.Wait()
	s.byKey = map[string][]*place{}
	for i := range s.all.files {
		f := &s.all.files[i]
		s.all.byName[f.name] = int32(i)
		for _, p := range f.places {
			if !p.mayLink() {
				continue
			}
			if n := len(p.dest.segments); n > 0 && strings.Contains(p.dest.segments[n-1], wild) {
				s.open = append(s.open, p)
			}
			for _, k := range p.dest.keys() {
				s.byKey[k] = append(s.byKey[k], p)
			}
			if whole := key(p.text); strings.ContainsAny(p.text, ".:") && p.dest.host == "" {
				s.byKey["="+whole] = append(s.byKey["="+whole], p)
			}
		}
		f.places = nil
	}
	s.pages = newPages(s.all, s.opt.Page)
}

// finding sets the sources of a finding's occurrences, page by page.
func (s *search) finding(f *link.Finding) {
	all := s.lookUp(f)
	w := s.wanted(f)
	var lists []*onePage
	for i := 0; i < len(f.Occurrences) && s.ctx.Err() == nil && len(all.places) > 0; {
		j := i
		for j < len(f.Occurrences) && f.Occurrences[j].Page == f.Occurrences[i].Page {
			j++
		}
		lists = append(lists, s.onePage(w, f.Occurrences[i:j], all))
		i = j
	}
	settle(lists)
}

// found are the places whose destinations have a name of a finding's links, in order. byFile are
// those in texts, which are a page's own only where their file is, and rest are the others.
type found struct {
	places, rest []*place
	byFile       map[int32][]*place
}

// lookUp returns the places whose destinations have a name of the finding's links.
func (s *search) lookUp(f *link.Finding) *found {
	all, keys := map[*place]bool{}, map[string]bool{}
	for _, raw := range linksOf(f) {
		for _, k := range keysOf(raw) {
			keys[k] = true
		}
	}
	for k := range keys {
		for _, p := range s.byKey[k] {
			all[p] = true
		}
	}
	for _, p := range s.open {
		all[p] = true
	}
	l := &found{places: slices.SortedFunc(maps.Keys(all), comparePlaces), byFile: map[int32][]*place{}}
	for _, p := range l.places {
		if kind := s.all.files[p.file].kind; p.inComment || kind.isData() || kind == style {
			l.rest = append(l.rest, p)
		} else {
			l.byFile[p.file] = append(l.byFile[p.file], p)
		}
	}
	return l
}

// own are the places that can be own to a page of those files, in no order.
func (l *found) own(files *pageFiles) []*place {
	own := slices.Clone(l.rest)
	for _, of := range files.all {
		own = append(own, l.byFile[of.file]...)
	}
	return own
}

// comparePlaces orders places by file, line and column.
func comparePlaces(a, b *place) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
}
