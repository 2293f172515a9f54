package netlify

import (
	"path"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// functionPaths are the paths that code of the deployment may answer.
type functionPaths struct {
	exact    map[string]bool
	prefixes []string
}

// add records a path as the code names it. Where a character may stand for others, every
// path with the text before it counts, as only the code knows more.
func (f *functionPaths) add(pattern string) {
	if !strings.HasPrefix(pattern, "/") {
		return
	}
	if i := strings.IndexAny(pattern, ":*({+?"); i >= 0 {
		f.prefixes = append(f.prefixes, pattern[:i])
		return
	}
	if f.exact == nil {
		f.exact = map[string]bool{}
	}
	f.exact[withoutSlash(pattern)] = true
}

// mayAnswer reports whether code may answer a path.
func (f *functionPaths) mayAnswer(urlPath string) bool {
	if f.exact[withoutSlash(urlPath)] {
		return true
	}
	for _, prefix := range f.prefixes {
		if strings.HasPrefix(urlPath+"/", prefix) {
			return true
		}
	}
	return false
}

// functionDepth is how many levels of the directory of functions are read.
const functionDepth = 2

// findFunctions finds the paths that functions ask for in their code, and edge
// functions in netlify.toml as well.
// https://docs.netlify.com/build/functions/get-started/#route-requests
func findFunctions(d hosting.Deployment, c config) (f functionPaths) {
	for _, pattern := range c.edge {
		f.add(pattern)
	}
	directory := strings.Trim(path.Clean("/"+c.functions), "/")
	if directory == "" || strings.ContainsAny(directory, `*?[\`) {
		directory = "netlify/functions"
	}
	for _, directory := range [...]string{directory, "netlify/edge-functions"} {
		for range functionDepth {
			directory += "/*"
			for _, source := range d.InRepository(directory) {
				f.addFrom(source)
			}
		}
	}
	return f
}

// pathSetting is the setting of a function that names its paths: a string or a
// list of them.
var pathSetting = regexp.MustCompile("\\bpath\\s*:\\s*(\\[[^\\]]*\\]|\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`)")

// addFrom finds the paths in the code of a function.
func (f *functionPaths) addFrom(source *hosting.Source) {
	if len(source.Data) >= redirects.MaxFile {
		return
	}
	for _, match := range pathSetting.FindAllSubmatch(source.Data, -1) {
		for _, text := range strings.FieldsFunc(string(match[1]), func(r rune) bool { return strings.ContainsRune("[]\"'`, \n\t", r) }) {
			f.add(text)
		}
	}
}
