package dir

import (
	"encoding/json"
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// The sections of the facts of a directory. The comment says what the key is, and what the
// value. A file is its number in the sorted list of all files, as four bytes.
const (
	// sectionSite: no key; a site.Listing as JSON.
	sectionSite facts.Section = 0x10 + iota
	// sectionFiles: a file; its path.
	sectionFiles
	// sectionPages: a file; whether it was cut, whether scripts add elements, where its meta
	// refresh leads, its title, its anchors.
	sectionPages
	// sectionRefreshes: a file; the URL beside the base path of the site to which its meta
	// refresh leads.
	sectionRefreshes
	// sectionSums: no key; the counts of the documents that the run read.
	sectionSums
	// sectionGuests: a file that only a link told to be a document; in which round that was, its
	// kind, its counts, and a note.
	sectionGuests
	// sectionShells: a file that scripts fill, or lead away from; which of both.
	sectionShells
	// sectionLinked and sectionReached: the first of some files; a bit for each, those to
	// which a link leads by their own URL, and those to which one leads from another file.
	sectionLinked
	sectionReached
	// sectionTargets: an internal target that is no file by its own URL; nothing.
	sectionTargets
	// sectionBroken: such a target with a finding; a link to it.
	sectionBroken
	// sectionFaults: a target with a fault that its links show; the outcome and a link.
	sectionFaults
	// sectionMissing: a target and a fragment that it lacks; a link to it.
	sectionMissing
	// sectionAsks: a file that the run did not read; the name by which a link leads to it,
	// the fragment and the link.
	sectionAsks
	// sectionLinks: a URL that is to be requested; a link to it.
	sectionLinks
	// sectionBeside: a URL beside the base path of the site; a link to it.
	sectionBeside
	// sectionSkips: the hash of a target that is skipped; why.
	sectionSkips
	// sectionShared: the hash of a target on a host that other sites may share; nothing.
	sectionShared
	// sectionOutsideBase: a target outside the base path of the site; nothing.
	sectionOutsideBase
	// sectionUses: a pattern or rule of the settings that matched something; nothing.
	sectionUses
	// sectionNotes and sectionProblems: a text; nothing.
	sectionNotes
	sectionProblems
	// sectionOutside: the hash of an external target that is not checked, because of where the
	// link is or by a rule; its URL if that is beside the base path, else nothing.
	sectionOutside
)

// What a record of sectionShells says.
const (
	shellEmpty     = 'e'
	shellRedirects = 'r'
)

// recordSite records the directory itself.
func (c *recorder) recordSite(d *directory) {
	listing, err := json.Marshal(d.dir.Listing())
	if err != nil {
		panic(fmt.Sprintf("a listing has no JSON form: %v", err))
	}
	c.out.Add(sectionSite, nil, listing)
	for file := range int32(d.dir.Len()) {
		c.out.Add(sectionFiles, numberKey(file), []byte(d.dir.Path(file)))
	}
}

// kindByName is what the name of a file says that it holds.
func kindByName(path string) link.Kind { return scan.KindOfName(path) }

// appendPlace writes what the report shows of a link, but for what the number of its page
// tells.
func appendPlace(e *facts.Encoder, m check.OccurrenceRef) {
	e.Uint(uint64(m.Page))
	e.Uint(uint64(m.Index))
	e.Uint(uint64(m.At.Line))
	e.Uint(uint64(m.At.Column))
	e.String(m.At.Element)
	e.String(m.At.Attribute)
	e.String(m.At.Link)
	e.String(m.At.Text)
}

// skipRecord is the value of a record of sectionSkips.
func skipRecord(why check.Skip) []byte {
	var e facts.Encoder
	e.String(string(why.Reason))
	e.String(why.Scheme)
	return e.Bytes()
}

func readSkip(v *facts.Decoder) (why check.Skip, err error) {
	why.Reason, why.Scheme = link.Reason(v.String()), v.String()
	return why, v.Done()
}
