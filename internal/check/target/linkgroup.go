package target

import (
	"bytes"
	"errors"
	"slices"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/weburl"
)

// linkGroup are the links to one target.
type linkGroup struct {
	key []byte
	url weburl.URL
	// fragments are what the links ask for; nil when there is no group yet.
	fragments map[string]struct{}
}

var errURL = errors.New("a record has a URL that is not valid")

// begin starts the group of a record, with fragments that further links to its target ask for.
func (g *linkGroup) begin(r facts.Joined, fragments map[string]struct{}) (err error) {
	g.key, g.fragments = append(g.key[:0], r.Key...), fragments
	if g.fragments == nil {
		g.fragments = map[string]struct{}{}
	}
	name := facts.NewDecoder(r.Value).String()
	if name == "" {
		name = string(r.Key)
	}
	g.url, err = weburl.Parse(name)
	if err != nil || !g.url.IsHTTP() || g.url.Fragment != "" || g.url.String() != name {
		return errURL
	}
	return nil
}

// add adds the link of a record.
func (g *linkGroup) add(r facts.Joined) error {
	d := facts.NewDecoder(r.Value)
	d.Bytes()
	fragment := d.Bytes()
	if _, ok := g.fragments[string(fragment)]; !ok {
		g.fragments[string(fragment)] = struct{}{}
	}
	return d.Err()
}

// furtherGroups are links to external targets that are in no record of [facts.External].
type furtherGroups struct {
	byKey map[string]*linkGroup
	// sorted are the groups in the order of their keys, once they are all known.
	sorted []*linkGroup
}

// sort ends the adding of links.
func (f *furtherGroups) sort() {
	for _, g := range f.byKey {
		f.sorted = append(f.sorted, g)
	}
	slices.SortFunc(f.sorted, func(a, b *linkGroup) int { return bytes.Compare(a.key, b.key) })
	f.byKey = nil
}

// first removes and returns the first group, if its key is before another one; nil is behind
// all keys.
func (f *furtherGroups) first(before []byte) (g *linkGroup) {
	if len(f.sorted) == 0 || before != nil && bytes.Compare(f.sorted[0].key, before) >= 0 {
		return nil
	}
	g, f.sorted = f.sorted[0], f.sorted[1:]
	return g
}

// take removes the group with a key, if it is the first, and returns its fragments.
func (f *furtherGroups) take(key []byte) map[string]struct{} {
	if len(f.sorted) == 0 || !bytes.Equal(f.sorted[0].key, key) {
		return nil
	}
	return f.first(nil).fragments
}
