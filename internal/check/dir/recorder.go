package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// recorder writes what a run knows of a directory, for the merge of several runs: see
// replay. A nil recorder writes nothing.
//
// A shard judges all that it can: where each path leads, as it lists the whole directory, and
// the fragments of pages that it reads. Of a link to the fragment of another page it records
// the place. Sets, such as that of the files with a link, are recorded so that the same
// record may come from several shards.
type recorder struct {
	out *facts.Writer
	// index and count are those of the shard; 0 of 0 for the whole directory.
	index, count int
}

func newRecorder(j *check.Job) *recorder {
	if j.Facts == nil {
		return nil
	}
	return &recorder{out: j.Facts, index: j.Config.Shard.Index, count: j.Config.Shard.Count}
}

// isShard reports whether the run reads only a part of the directory, and has no verdict.
func (c *recorder) isShard() bool { return c != nil && c.count > 0 }

// keptLink is a link of the document that is being read that is to be recorded once its
// place is known.
type keptLink struct {
	section facts.Section
	key     []byte
	// head is what the record says of the link besides its place.
	head []byte
	// url and fragment are those of an external link, instead of key and head.
	url      weburl.URL
	fragment string
	index    int32
	at       *link.Occurrence
}

// sums are the counts of documents that a worker has read.
type sums struct {
	pages, links, outside, shells int
	bytes                         int64
}

func (s sums) minus(other sums) sums {
	return sums{s.pages - other.pages, s.links - other.links, s.outside - other.outside, s.shells - other.shells, s.bytes - other.bytes}
}

func (s sums) plus(other sums) sums {
	return sums{s.pages + other.pages, s.links + other.links, s.outside + other.outside, s.shells + other.shells, s.bytes + other.bytes}
}

func (s sums) append(e *facts.Encoder) {
	for _, n := range []int{s.pages, s.links, s.outside, s.shells} {
		e.Uint(uint64(n))
	}
	e.Uint(uint64(s.bytes))
}
