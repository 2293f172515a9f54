package index

import (
	"path"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// addIncludedTexts adds the links of the texts that the documentation of programs includes
// to those of comments.
func (x *Index) addIncludedTexts() {
	added := map[int32]bool{}
	for i := range x.Files {
		f := &x.Files[i]
		for _, written := range f.Content.Documentation {
			n, ok := x.byName[path.Join(path.Dir(f.Name), written)]
			if !ok || added[n] {
				continue
			}
			added[n] = true
			text := &x.Files[n]
			for j := range text.Content.Links {
				l := &text.Content.Links[j]
				links := x.byKey[destination.Key(l.Dest.Pattern)]
				x.HasComments = true
				links.Comments = append(links.Comments, l)
			}
		}
	}
}
