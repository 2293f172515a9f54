package page

import (
	"math"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Facts is what links to a page can ask of it.
type Facts struct {
	// Anchors are the hashes of its ids, a set.
	Anchors []uint64
	// Rest is nil for most pages.
	Rest *MoreFacts
}

// MoreFacts is what few pages have besides anchors.
type MoreFacts struct {
	// maps are the hashes of the names of its image maps, a set.
	maps []uint64
	// cut is whether the page was not read to its end, so that an anchor that is
	// not known may still exist.
	cut bool
	// addsElements is whether scripts may add elements to which the page's own <use>
	// refer.
	addsElements bool
	// External is nil for a page of the site.
	External *ExternalFacts
}

// NewFacts returns the facts of a page that was read. memory may be nil.
func NewFacts(page *scan.Page, cut bool, external *ExternalFacts, memory *Memory) Facts {
	f := Facts{Anchors: memory.set(page.Anchors)}
	addsElements := page.Scripts && page.Uses
	if len(page.Maps) > 0 || cut || external != nil || addsElements {
		f.Rest = &MoreFacts{maps: memory.set(page.Maps), cut: cut, addsElements: addsElements, External: external}
	}
	return f
}

// Memory is where one worker keeps the sets of its pages: the garbage collector has few pieces to
// visit then, of tens of thousands of pages. The zero value is ready.
type Memory []uint64

// set returns hashes in order, each once: eight bytes for each.
func (m *Memory) set(hashes []uint64) []uint64 {
	const piece = 4096
	switch {
	case m == nil:
		m = new(Memory)
	case len(hashes) > cap(*m)-len(*m):
		*m = make(Memory, 0, max(piece, len(hashes)))
	}
	set := append((*m)[len(*m):], hashes...)
	slices.Sort(set)
	set = slices.Compact(set)
	*m = set[len(set):]
	return slices.Clip(set)
}

// Indicates reports whether fragment points at something on the page, as far as
// that is known.
func (f *Facts) Indicates(fragment string) bool {
	isCut := f.Rest != nil && f.Rest.cut // then it may be further on
	return isCut || weburl.Indicated(fragment, f.Has) || f.External().finds(fragment, f.Has)
}

// Lacks reports whether fragment is known to point at nothing on the page. Of a page that was
// not read, which is nil, nothing is known.
func (f *Facts) Lacks(fragment string) bool { return f != nil && !f.Indicates(fragment) }

// AddsElements reports whether scripts may add elements to which the page's own <use>
// refer.
func (f *Facts) AddsElements() bool { return f != nil && f.Rest != nil && f.Rest.addsElements }

// External is what is known of a page of another site; nil for a page of the site.
func (f *Facts) External() *ExternalFacts {
	if f.Rest == nil {
		return nil
	}
	return f.Rest.External
}

// Has reports whether the page has an anchor with that id.
func (f *Facts) Has(id string) bool { return f.HasHash(scan.HashAnchor(id)) }

// HasHash reports whether the page has an anchor of that hash.
func (f *Facts) HasHash(hash uint64) bool {
	// Hashes are spread evenly, so it is at most a few steps from where it would be then. Most links
	// of some pages have a fragment, and a binary search takes three times as long.
	near, _ := bits.Mul64(hash, uint64(len(f.Anchors)))
	i := int(near)
	for i > 0 && f.Anchors[i-1] >= hash {
		i--
	}
	for i < len(f.Anchors) && f.Anchors[i] < hash {
		i++
	}
	return i < len(f.Anchors) && f.Anchors[i] == hash
}

// HasMap reports whether the usemap of an image names a map of the page.
func (f *Facts) HasMap(usemap string) bool {
	name, ok := scan.MapName(usemap)
	return ok && f.Rest != nil && (f.Rest.cut || slices.Contains(f.Rest.maps, scan.HashAnchor(name)))
}

// ExternalFacts are facts about an external page that decide whether a fragment is valid.
// Scripts make many fragments valid there, and the author cannot fix that page.
type ExternalFacts struct {
	// isSource is true for a page that shows a file of source code. Its lines have
	// fragments.
	isSource bool
	// IsWall is whether it is a login, a wall or bot protection, in the place of the page itself.
	IsWall bool
	// Built is whether scripts put its content there, or more of it.
	Built bool
}

// NewExternalFacts looks at a page that was served at a URL.
func NewExternalFacts(served weburl.URL, text []byte) *ExternalFacts {
	segments := strings.Split(served.Path, "/")
	has := func(names ...string) bool {
		return slices.ContainsFunc(segments, func(s string) bool { return slices.Contains(names, s) })
	}
	return &ExternalFacts{
		isSource: has("blob", "blame", "src"),
		// A comment far back in a discussion, or in a large change, is loaded when
		// a reader comes to it.
		Built: content.Read(text, 0).IsShell() || (served.Host == "github.com" || has("-")) &&
			has("issues", "pull", "merge_requests", "discussions", "commit", "compare"),
	}
}

// anchorPrefixes are put before the ids of a text by hosts that show what users
// wrote, and taken away by their scripts: GitHub, GitLab, Gitea, npm and others,
// and Bitbucket.
var anchorPrefixes = [...]string{"user-content-", "markdown-header-"}

// finds reports whether a fragment is valid although the page has no element with that id;
// has reports whether the page has an id.
func (e *ExternalFacts) finds(fragment string, has func(id string) bool) bool {
	if e == nil {
		return false
	}
	_, isLines := LastLine(fragment)
	return e.isSource && isLines || weburl.Indicated(fragment, func(id string) bool {
		for _, prefix := range anchorPrefixes {
			// Their scripts mind no case.
			if has(prefix+id) || has(prefix+strings.ToLower(id)) {
				return true
			}
		}
		return false
	})
}

// linesPattern is how hosts of source code write lines of a file, and perhaps columns of them:
// L10, L10-L20, L10-20, L10C5-L20C3, lines-10, lines-10:20.
var linesPattern = regexp.MustCompile(`^(?:L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?|lines-(\d+)(?::(\d+))?)$`)

// LastLine returns the last of the lines of a file that fragment names; ok is false when it
// names none.
func LastLine(fragment string) (n int, ok bool) {
	match := linesPattern.FindStringSubmatch(fragment)
	for i, line := range match {
		if i > 0 && line != "" {
			var err error
			if n, err = strconv.Atoi(line); err != nil {
				n = math.MaxInt
			}
		}
	}
	return n, match != nil
}
