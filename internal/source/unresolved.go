package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// Generators that do not find the file of a link write its name in another form, so that
// it is seen: Antora and MyST make a fragment of it, and Sphinx writes the whole path of a
// picture below the directory of its sources.

// unresolvedName returns the name of a file that a link writes as a fragment, without the
// version, the component and the module of Antora: "#1.0@api:errors.adoc#codes". Antora's
// theme writes a path before it in the navigation, as to a page.
func unresolvedName(written string) (name string, ok bool) {
	relative, fragment := destination.SplitFragment(written)
	file, _ := destination.SplitFragment(fragment)
	if !strings.Contains(file, ".") || relative != "" && !strings.HasSuffix(file, ".adoc") {
		return "", false
	}
	return fragment[strings.LastIndexByte(file, ':')+1:], true
}

// isUnresolvedPicture reports whether a page loads the picture that a source file names,
// which the generator did not find: Antora writes it below "_images", or as it is.
func isUnresolvedPicture(written, name, file string) bool {
	if written == "" || strings.HasPrefix(name, "/") {
		return false
	}
	if found, ok := strings.CutPrefix(path.Base(path.Dir(written))+"/"+path.Base(written), "_images/"); ok && found == name {
		return true
	}
	dir := path.Dir(file)
	whole := path.Join(dir, name)
	return strings.HasPrefix(written, path.Base(dir)+"/") && (whole == written || strings.HasSuffix(whole, "/"+written))
}
