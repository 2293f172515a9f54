package advice

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// minStripped is how many missing targets have to exist without their first folder for
// that to be the base path of the site.
const minStripped = 5

// nameStrippedBase names the first folder of missing targets that lead to pages without
// it, when that is so for nine in ten of all.
func (a *Advisor) nameStrippedBase() {
	if a.Report.Mode != link.Directory {
		return
	}
	below, missing := map[string]int{}, 0
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if !f.Internal || f.Reason != link.NotFound {
			continue
		}
		missing++
		if base, _, ok := fromRoot(f); ok && base != "" {
			below[base]++
		}
	}
	for base, n := range below {
		if n < minStripped || n*10 < missing*9 {
			continue
		}
		if found := a.countStripped(base); found >= minStripped && found*10 >= missing*9 {
			a.Report.StrippedBase, a.Report.Stripped = "/"+base+"/", found
		}
	}
}

// countStripped counts the missing targets in a folder that lead to a page without it.
func (a *Advisor) countStripped(folder string) int {
	found := 0
	for i := range a.Report.Findings {
		base, rest, ok := fromRoot(&a.Report.Findings[i])
		if !ok || base != folder {
			continue
		}
		rest, _, _ = strings.Cut(rest, "?")
		if rest == "" || a.paths().Same("/"+rest) >= 0 {
			found++
		}
	}
	return found
}
