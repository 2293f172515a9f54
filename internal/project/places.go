package project

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Place is where the settings of a generator say that its site is served.
type Place struct {
	// URL is the URL of the site with its base path, which ends with a slash; or the base
	// path alone, which begins with one, where the settings name no host.
	URL string
	// File and Line are the place of the setting, and Key is its name.
	File string
	Line int
	Key  string
}

// PlaceOf returns what settings say of the place of the site in a directory: those of the
// generator whose output this is, by its settings or its default, in the nearest of the
// directories above it that has any. It is nil when two generators build there, when a value is
// made of variables or by code, and for URLs that only stand in for one, such as
// https://example.com. A command can build for another place, so a Place needs to agree with
// what the pages say.
func PlaceOf(dir string, above []string) *Place {
	built, err := openfile.Resolve(dir)
	if err != nil {
		return nil
	}
	for _, top := range above[:min(len(above), 4)] { // as in docs/.vitepress/dist or build/docs/javadoc
		output, err := filepath.Rel(top, built)
		root, openErr := os.OpenRoot(top)
		if errors.Join(err, openErr) != nil {
			return nil
		}
		builders := slices.DeleteFunc(read(root), func(p project) bool {
			return p.tool.isHost() || !slices.Contains(p.outputs(), filepath.ToSlash(output))
		})
		_ = root.Close() // nothing is written there
		if len(builders) > 1 && builders[1].rank < ofOther && builders[1].tool.name != builders[0].tool.name {
			return nil
		}
		if len(builders) > 0 {
			place := builders[0].place()
			if place != nil {
				place.File = filepath.Join(top, place.File)
			}
			return place
		}
	}
	return nil
}

// standIn matches hosts that stand in for one that an author has not filled in yet.
var standIn = regexp.MustCompile(`^localhost|^your|^user(?:name)?\.|example|\.(?:test|invalid|local)(?::|$)|^[0-9.:[\]]+$`)

// place returns where the settings say that the site is served; nil where they do not.
func (p *project) place() *Place {
	url, urlOK := p.one(p.tool.url)
	base, baseOK := p.one(p.tool.base)
	if !urlOK || !baseOK {
		return nil
	}
	if url != nil && strings.HasPrefix(url.URL, "/") {
		url, base = nil, url
	}
	folder := "/"
	if base != nil && base.URL != "" {
		if folder = strings.TrimSuffix(path.Clean(base.URL), "/") + "/"; folder[0] != '/' || strings.HasPrefix(base.URL, "//") || strings.ContainsAny(folder, "?#") {
			return nil // it is relative, the URL of other files, or none
		}
	}
	if url != nil {
		site, err := weburl.Parse(url.URL)
		if err == nil && site.IsHTTP() && site.User+site.Query == "" && !standIn.MatchString(site.Host) {
			if p.tool.base == "" {
				folder = strings.TrimSuffix(site.Path, "/") + "/"
			}
			url.URL = site.Origin() + folder
			return url
		}
	}
	if folder == "/" {
		return nil
	}
	base.URL = folder
	return base
}

// one returns the value of a setting by any of its names; nil when it is not there. ok is
// false when it is not known, or when it is set to several values.
func (p *project) one(keys string) (found *Place, ok bool) {
	for key := range strings.FieldsSeq(keys) {
		for _, d := range p.settings {
			for _, said := range d.look(key) {
				if !said.isKnown || found != nil && found.URL != said.text {
					return nil, false
				}
				if found == nil {
					found = &Place{said.text, d.file, said.line, key}
				}
			}
		}
	}
	return found, true
}
