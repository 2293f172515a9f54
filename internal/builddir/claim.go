package builddir

import (
	"path"
	"path/filepath"
	"strings"
)

// claim is what a settings file says of the build directory.
type claim struct {
	// file is the settings file, and key the name of the setting.
	file, key string
	// text is the value as it was written.
	text string
	// dirs are the directories that the value may mean, with slashes; none when it leads
	// out of the working directory.
	dirs []string
	rank rank
}

// rank is how much a claim decides.
type rank int

const (
	// ofHost is what a host's settings at the root of the repository say.
	ofHost rank = iota
	// ofGenerator is what a generator's settings there say.
	ofGenerator
	// ofOther is what settings elsewhere say, or of programs that often build something
	// other than the site.
	ofOther
)

// project is a directory with the settings of a generator.
type project struct {
	generator, file string
	// usual are the default build directories of the generator.
	usual []string
}

// prefixes are where sites are in a repository.
var prefixes = [...]string{
	".", "docs", "doc", "website", "site", "web", "www", "guide", "book", "documentation", "docs-site",
	"packages/docs", "packages/website", "apps/docs", "apps/web", "apps/website",
}

// read reads the settings files of all hosts and generators.
func (f *finder) read() {
	for _, prefix := range prefixes {
		if info, err := f.root.Stat(filepath.FromSlash(prefix)); err != nil || !info.IsDir() {
			continue
		}
		for i := range tools {
			f.readTool(&tools[i], prefix)
		}
	}
}

// readTool reads the settings of one tool in one directory.
func (f *finder) readTool(t *tool, prefix string) {
	p := project{generator: t.name}
	for _, name := range t.files {
		file := path.Join(prefix, name)
		data, ok := f.content(file)
		if !ok {
			continue
		}
		if p.file == "" {
			p.file = file
		}
		for _, said := range t.read(name, data) {
			f.addClaim(t, prefix, file, said)
		}
	}
	for _, dir := range t.usual {
		p.usual = append(p.usual, path.Join(prefix, dir))
	}
	if p.file != "" && len(p.usual) > 0 {
		f.projects = append(f.projects, p)
	}
}

// addClaim adds what one setting says.
func (f *finder) addClaim(t *tool, prefix, file string, said value) {
	text := strings.TrimSpace(said.text)
	if text == "" || strings.ContainsAny(text, "$\x00\n") || len(text) > maxValue {
		return // it is made of variables, which only the generator knows
	}
	c := claim{file: file, key: said.key, text: text, rank: ofGenerator}
	if prefix != "." || t.weak {
		c.rank = ofOther
	} else if t.host {
		c.rank = ofHost
	}
	if t.host {
		// A host takes the root of the repository for the root of all paths.
		text = strings.TrimLeft(text, "/")
	}
	bases := []string{""}
	if base := strings.TrimLeft(said.base, "/"); base != "" {
		bases = []string{base, ""}
	}
	for _, base := range bases {
		for _, below := range t.belowOrItself() {
			if dir, ok := inside(path.Join(prefix, base), path.Join(text, below)); ok {
				c.dirs = append(c.dirs, dir)
			}
		}
	}
	f.claims = append(f.claims, c)
}
