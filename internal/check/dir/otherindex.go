package dir

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
)

// indexNote says which targets are ok only because the unknown host is taken to send
// another file than index.html for a directory.
func indexNote(targets *targets) []string {
	var names, files []string
	for i := range targets.others {
		if other := &targets.others[i]; other.Entry.OtherIndex {
			names = append(names, other.name)
			files = append(files, path.Base(targets.dir.Path(other.Entry.File)))
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	slices.Sort(files)
	return []string{fmt.Sprintf("targets that lead to %s in place of index.html: %d, such as %s; to check for your host, set hosting",
		strings.Join(slices.Compact(files), " or "), len(names), check.FirstNames(names[:1]))}
}
