package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// HasFolder reports whether the directory has a folder at a URL path, or a file or a
// symbolic link of that name. The folder may have no file that is served.
func (d *Dir) HasFolder(path string) bool {
	_, err := d.root.Lstat(strings.Trim(weburl.Unescape(path), "/"))
	return err == nil
}
