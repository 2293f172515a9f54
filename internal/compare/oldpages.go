package compare

import (
	"hash/maphash"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readPages are the pages of the old site, with the ids of their headings. It is safe for
// concurrent use.
type readPages struct {
	mu  sync.Mutex
	all []readPage
	// linked are the hashes of the fragments that pages of the old site link to.
	linked map[uint64]struct{}
}

// readPage is one page of the old site.
type readPage struct {
	url weburl.URL
	ids []string
}

// add adds a page of the old site.
func (r *readPages) add(u weburl.URL, at check.Base, doc *check.Document) {
	ids, linked := content.HeadingIDs(doc.Text), linkedFragments(at, doc)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.note(linked)
	r.all = append(r.all, readPage{url: u, ids: ids})
}

// note adds fragments that a page links to. Its callers hold the lock, or are alone.
func (r *readPages) note(linked []uint64) {
	if r.linked == nil {
		r.linked = map[uint64]struct{}{}
	}
	for _, hash := range linked {
		r.linked[hash] = struct{}{}
	}
}

// isLinked reports whether a page of the old site links to a fragment of the page at u.
func (r *readPages) isLinked(u weburl.URL, id string) bool {
	_, ok := r.linked[hashOf(u, id)]
	return ok
}

// linkedFragments are the hashes of the fragments to which a page links.
func linkedFragments(at check.Base, doc *check.Document) (hashes []uint64) {
	for i := range doc.Page.Links {
		l := &doc.Page.Links[i]
		if strings.IndexByte(l.Raw, '#') < 0 {
			continue
		}
		if u, err := at.URL.Resolve(l.Raw); err == nil && len(u.Fragment) > 1 {
			fragment := u.Fragment[1:]
			hashes = append(hashes, hashOf(u.Document(), fragment))
			if decoded := weburl.Unescape(fragment); decoded != fragment {
				hashes = append(hashes, hashOf(u.Document(), decoded))
			}
		}
	}
	return hashes
}

// hashOf is the hash of a fragment of a page, which may have several paths: hosts serve
// "/a/index.html", "/a/", "/a.html" and "/a" alike.
func hashOf(u weburl.URL, id string) uint64 {
	var h maphash.Hash
	h.SetSeed(check.HashSeed)
	path := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(u.Path, "index.html"), ".html"), "/")
	for _, part := range []string{u.Host, path, u.Query, "#", id} {
		_, _ = h.WriteString(part) // which never fails
	}
	return h.Sum64()
}

// oldReader reads files of an old site in a directory; files is nil for other old sites.
type oldReader struct{ files *site.Reader }

func (r *oldReader) close() {
	if r.files != nil {
		// What it keeps open was only read from.
		_ = r.files.Close()
	}
}
