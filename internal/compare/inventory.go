package compare

import (
	"fmt"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxURLs bounds how many URLs of the old site are compared.
const maxURLs = 1_000_000

// inventory holds the URLs of the old site.
type inventory struct {
	urls []oldURL
	// files are those that list the URLs.
	files []string
	// isBelow is whether the URLs are paths below the base path of the site; else they are
	// absolute, or paths from the root of their host.
	isBelow bool
	// home is where the old site is, when that is known; else the zero URL.
	home weburl.URL
	// directory is the old site when it is one; else nil.
	directory *oldDirectory
	// outside counts the URLs of its sitemaps that are of other sites, such as the first of them.
	outside      int
	firstOutside string
	// problems say why the inventory lacks URLs, and partial is why it does so on purpose.
	problems []string
	partial  string
}

// oldURL is one URL of the old site.
type oldURL struct {
	// raw is as the list has it.
	raw string
	// title is that of the page, if the list has it.
	title string
	// line and column are where the file of that number lists it; 0 for none.
	line, column, file int32
}

// add adds a URL. It reports whether there was room.
func (v *inventory) add(u oldURL) bool {
	if len(v.urls) == maxURLs {
		v.problem("the old site has more than %d URLs, and the others were not compared: compare them in parts", maxURLs)
		return false
	}
	v.urls = append(v.urls, u)
	return true
}

// addOutside counts a URL of another site.
func (v *inventory) addOutside(raw string) {
	if v.outside++; v.outside == 1 {
		v.firstOutside = raw
	}
}

// problem adds what keeps the comparison from being complete.
func (v *inventory) problem(format string, args ...any) {
	v.problems = append(v.problems, fmt.Sprintf(format, args...))
}

// file adds a file that lists URLs, and returns its number.
func (v *inventory) file(name string) int32 {
	v.files = append(v.files, shownFile(name))
	return int32(len(v.files) - 1)
}

func (v *inventory) close() {
	if v.directory != nil {
		v.directory.close()
	}
}

// shownFile is a file relative to the working directory, where it is below.
func shownFile(name string) string {
	if filepath.IsAbs(name) {
		if here, err := openfile.WorkingDirectory(); err == nil {
			if below, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(below) {
				name = below
			}
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}
