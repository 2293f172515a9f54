package advice

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// maxFolderDepth is the most folders of a path that are looked for.
const maxFolderDepth = 8

// maxAsked is how many folders are looked for on disk.
const maxAsked = 10_000

// minMissing is the least number of missing targets for which folders are looked for.
// Reports show fewer one by one.
const minMissing = 3

// nameMissingFolders gives each missing target the outermost folder of its path that the
// site does not have.
func (a *Advisor) nameMissingFolders() {
	missing := map[string]bool{}
	n := 0
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; isMissing(f) {
			n++
			eachFolder(f.Target, func(folder string) bool {
				missing[folder] = true
				return true
			})
		}
	}
	if n < minMissing || len(missing) == 0 {
		return
	}
	a.removeExisting(missing)
	asked := map[string]bool{}
	isGone := func(folder string) bool {
		if missing[folder] && a.HasFolder != nil && !asked[folder] {
			asked[folder] = true
			missing[folder] = len(asked) <= maxAsked && !a.HasFolder(folder)
		}
		return missing[folder]
	}
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; isMissing(f) {
			eachFolder(f.Target, func(folder string) bool {
				gone := isGone(folder)
				if gone {
					f.MissingFolder = folder
				}
				return !gone
			})
		}
	}
}

// removeExisting removes the folders that the site has.
func (a *Advisor) removeExisting(missing map[string]bool) {
	exists := func(path string) {
		eachFolder(path, func(folder string) bool {
			delete(missing, folder)
			return true
		})
	}
	last := ""
	for i := range int32(a.Site.Len) {
		path := a.Site.Path(i)
		if folder := path[:strings.LastIndexByte(path, '/')+1]; folder != last {
			exists(folder)
			last = folder
		}
	}
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; f.Internal && !isMissing(f) {
			exists(f.Target)
		}
	}
}

// isMissing reports whether a finding is about a path of the site that leads nowhere.
func isMissing(f *link.Finding) bool {
	return f.Internal && (f.Reason == link.NotFound || f.Reason == link.Gone)
}

// eachFolder calls do for each folder of a target, the outermost first, as long as do
// returns true. The root is none.
func eachFolder(target string, do func(folder string) bool) {
	path, _ := check.CutQuery(target)
	if !strings.HasPrefix(path, "/") {
		return
	}
	at := 1
	for range maxFolderDepth {
		i := strings.IndexByte(path[at:], '/')
		if i < 0 {
			return
		}
		at += i + 1
		if !do(path[:at]) {
			return
		}
	}
}
