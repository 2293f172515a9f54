package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// HasFolder reports whether the directory has a folder at a URL path, or a file or a
// symbolic link of that name. The folder may have no file that is served. The list of
// names decides, as a file system may find a name in another case, too.
func (d *Dir) HasFolder(path string) bool {
	name := strings.Trim(weburl.Unescape(path), "/")
	if _, ok := d.dirs[name]; ok {
		return true
	}
	if _, ok := d.number(name); ok {
		return true
	}
	real, dead := d.links.follow(name)
	_, ok := d.dirs[real]
	return ok || dead != ""
}
