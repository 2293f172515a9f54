package dir

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/site"
)

// exportNote says how many targets are ok only because the unknown host is taken to
// serve pages without their ".html", as the framework of the build needs it.
func exportNote(linked fileSet, dir *site.Dir) []string {
	framework := dir.Hosting().Framework
	if framework == "" {
		return nil
	}
	n, first := 0, ""
	for file := range int32(dir.Len()) {
		if path := dir.URLPath(file); linked.has(file) && path != "" && strings.HasSuffix(dir.Path(file), path+hosting.PageExtension) {
			if n++; n == 1 {
				first = "/" + path
			}
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("targets that lead to a page without its .html: %d, such as %s; most hosts of %s serve them; to check for your host, set hosting",
		n, check.FirstNames([]string{first}), framework)}
}
