package project

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Place is where the settings of a generator say that its site is served.
type Place struct {
	// URL is the URL of the site with its base path, which ends with a slash; or the base
	// path alone, which begins with one, where the settings name no host.
	URL string
	// File and Line are the place of the setting, and Key is its name. The path is relative
	// to the working directory, with slashes.
	File string
	Line int
	Key  string
	// Generator is the name of the generator.
	Generator string
}

// maxAbove is how far above the build directory the settings may be, as with
// docs/_build/html or target/site/apidocs.
const maxAbove = 4

// Places returns what settings say of the place of the site in a directory: those of the
// generator whose output this is, by its settings or its default, in the nearest directory
// above that has any, up to the top of the repository. It says nothing when two generators
// build there, when a value is made of variables or by code, and of URLs that only stand
// in for one, such as https://example.com. A command or a workflow can still build for
// another place, so a Place needs to agree with what the pages say.
func Places(dir string) []Place {
	built, err := openfile.Resolve(dir)
	if err != nil {
		return nil
	}
	here, _ := openfile.WorkingDirectory()
	output := "."
	for top := built; len(strings.Split(output, "/")) <= maxAbove; {
		output = path.Join(filepath.Base(top), output)
		top = filepath.Dir(top)
		if found := placesIn(top, output, here); found != nil {
			return found
		}
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil || top == here || top == filepath.Dir(top) {
			break
		}
	}
	return nil
}

// placesIn is Places for the settings of one directory, below which the output is.
func placesIn(top, output, here string) (all []Place) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil
	}
	// Nothing is written there.
	defer func() { _ = root.Close() }()
	var builder *project
	for _, p := range read(root) {
		isOutput := false
		for _, dir := range p.dirs() {
			isOutput = isOutput || dir == output
		}
		switch {
		case !isOutput || p.tool.host:
		case builder == nil:
			builder = &p
		case p.rank != ofOther && p.tool.name != builder.tool.name:
			return nil
		}
	}
	if builder == nil {
		return nil
	}
	place, ok := builder.place()
	if !ok {
		return nil
	}
	if file, err := filepath.Rel(here, filepath.Join(top, filepath.FromSlash(place.File))); err == nil {
		place.File = filepath.ToSlash(file)
	}
	return []Place{place}
}

// one returns the value of the first of the settings that is there, if it is known and said
// once. isThere is whether any is there.
func (p *project) one(keys []string) (found Place, isThere, ok bool) {
	for _, key := range keys {
		for _, d := range p.settings {
			for _, said := range d.look(key) {
				if isThere && said.text != found.URL || !said.isKnown {
					return found, true, false
				}
				if !isThere {
					found = Place{URL: said.text, File: d.file, Line: said.line, Key: key, Generator: p.tool.name}
				}
				isThere = true
			}
		}
	}
	return found, isThere, isThere
}

// standIn matches hosts that stand in for one that an author has not filled in yet.
var standIn = regexp.MustCompile(`^localhost|^your|^user(?:name)?\.|example|\.(?:test|invalid|local)(?::|$)|^[0-9.:[\]]+$`)

// place returns where the settings say that the site is served.
func (p *project) place() (Place, bool) {
	url, hasURL, ok := p.one(p.tool.url)
	base, hasBase, baseOK := p.one(p.tool.base)
	if hasURL && !ok || hasBase && !baseOK {
		return Place{}, false
	}
	if !hasURL {
		url, url.URL = base, ""
	}
	if strings.HasPrefix(url.URL, "/") {
		base.URL, url.URL = url.URL, ""
	}
	folder := "/"
	if strings.HasPrefix(base.URL, "/") {
		folder = strings.TrimSuffix(path.Clean(base.URL), "/") + "/"
	} else if base.URL != "" {
		return Place{}, false // it is relative, or the URL of other files
	}
	site, err := weburl.Parse(url.URL)
	switch {
	case err == nil && site.IsHTTP() && site.User+site.Query == "" && !standIn.MatchString(site.Host):
		if p.tool.base == nil {
			folder = strings.TrimSuffix(site.Path, "/") + "/"
		}
		url.URL = site.Origin() + folder
	case folder != "/":
		if hasBase {
			url = base
		}
		url.URL = folder
	default:
		return Place{}, false
	}
	return url, true
}
