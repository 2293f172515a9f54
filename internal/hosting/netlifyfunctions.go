package hosting

import (
	"path"
	"regexp"
	"strings"
)

// functionPaths are the paths that code of the deployment may answer.
type functionPaths struct {
	exact    map[string]bool
	prefixes []string
}

// add takes a path as the code names it. From the first character on that may
// stand for others every path is taken, since what runs cannot be known.
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

// mayAnswer tells whether code may answer a path.
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

// functionDepth is how many directories below that of the functions are looked
// into.
const functionDepth = 2

// netlifyFunctions finds the paths that functions ask for in their code, and edge
// functions in netlify.toml as well.
// https://docs.netlify.com/build/functions/get-started/#route-requests
func netlifyFunctions(d Deployment, config netlifyConfig) (f functionPaths) {
	for _, pattern := range config.edge {
		f.add(pattern)
	}
	directory := strings.Trim(path.Clean("/"+config.functions), "/")
	if directory == "" || strings.ContainsAny(directory, `*?[\`) {
		directory = "netlify/functions"
	}
	for _, directory := range [...]string{directory, "netlify/edge-functions"} {
		for range functionDepth {
			directory += "/*"
			for _, source := range d.Beside(directory) {
				f.addFrom(source)
			}
		}
	}
	return f
}

// pathSetting is the setting of a function that names its paths: a string or a
// list of them.
var pathSetting = regexp.MustCompile("\\bpath\\s*:\\s*(\\[[^\\]]*\\]|\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`)")

// addFrom looks for the paths in the code of a function.
func (f *functionPaths) addFrom(source *Source) {
	if len(source.Data) >= maxRulesFile {
		return
	}
	for _, match := range pathSetting.FindAllSubmatch(source.Data, -1) {
		for _, text := range strings.FieldsFunc(string(match[1]), func(r rune) bool { return strings.ContainsRune("[]\"'`, \n\t", r) }) {
			f.add(text)
		}
	}
}
