package hosting

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// tree is a deployment of files without content, but for those of rules.
type tree map[string]string

func (t tree) IsFile(name string) bool {
	_, ok := t[name]
	return ok
}

func (t tree) IsDir(name string) bool {
	if name == "" {
		return true
	}
	for file := range t {
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// deployment is t as the build directory "public" of a repository that holds
// the files of beside.
func (t tree) deployment(beside tree) Deployment {
	return Deployment{
		Files: t,
		Inside: func(name string) *Source {
			if content, ok := t[name]; ok {
				return &Source{Name: "public/" + name, Data: []byte(content)}
			}
			return nil
		},
		Beside: func(pattern string) []*Source {
			var sources []*Source
			for name, content := range beside {
				if ok, _ := path.Match(pattern, name); ok {
					sources = append(sources, &Source{Name: name, Data: []byte(content)})
				}
			}
			slices.SortFunc(sources, func(a, b *Source) int { return strings.Compare(a.Name, b.Name) })
			return sources
		},
	}
}

// describe writes an answer in one line: "200 file", "301 /location",
// "proxy URL", "unknown", "404", and further ones behind "or".
func describe(a Answer) string {
	var text string
	switch a.Kind {
	case File:
		text = "200 " + a.File
	case Redirect:
		text = fmt.Sprintf("%d %s", a.Status, a.Location)
	case Proxy:
		text = "proxy " + a.Location
	case Unknown:
		text = "unknown"
	case NotFound:
		text = "404"
		if a.Status != 0 {
			text = strconv.Itoa(a.Status)
		}
	}
	for _, other := range a.Or {
		text += " or " + describe(other)
	}
	return text
}

// ask is what a profile answers for "path?query", which is percent-decoded.
func ask(p Profile, url string) string {
	pathname, query, _ := strings.Cut(url, "?")
	return describe(p.Answer(Request{Path: pathname, Query: query}))
}
