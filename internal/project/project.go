// Package project knows what the settings of hosts and generators say of a site: its build
// directory and its host. These files are untrusted: it reads each once, up to a limit, and
// never leaves the directory where it looks.
package project

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// project is a directory with the settings of a tool.
type project struct {
	tool *tool
	// prefix is the directory, as a slash path.
	prefix   string
	settings []*document
	// outputs are where it builds, the likeliest first: by its settings, or else as the tool does
	// without any.
	outputs []output
	// isNamed is whether a setting names the build directory, and isUnsure whether one does in a way
	// that only the tool understands.
	isNamed, isUnsure bool
	rank              rank
}

// rank is how much the settings of a project decide.
type rank int

const (
	ofHost      rank = iota // a host at the root of the repository
	ofGenerator             // a generator there
	ofPrefix                // a generator elsewhere
	ofOther                 // a host elsewhere, and what often is of something other than the site
)

// output is where a tool builds by a setting, or without one: then that is empty.
type output struct {
	setting
	// dirs are the directories that may be meant, with slashes.
	dirs []string
}

// isSure reports whether the project has to have built one of its outputs.
func (p *project) isSure() bool {
	return !p.isUnsure && (p.rank < ofOther || !p.tool.isHost() && p.isNamed)
}

// reader reads the settings files below a directory.
type reader struct {
	root *os.Root
	// documents are those that were looked for; nil for one that is not there.
	documents map[string]*document
	// names are those in each directory, as listing it once takes less than trying all files.
	names map[string][]string
}

// read reads the settings of all tools below a directory, those that decide most first.
func read(root *os.Root) (all []project) {
	r, tools := reader{root: root, documents: map[string]*document{}, names: map[string][]string{}}, allTools()
	for prefix := range strings.FieldsSeq(prefixes) {
		if _, err := root.Stat(prefix); err != nil {
			continue // most projects have few of them, and all tools are many files to look for
		}
		for i := range tools {
			if p := r.project(&tools[i], prefix); p != nil {
				all = append(all, *p)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b project) int { return int(a.rank - b.rank) })
	return all
}

// document returns a settings file; nil when there is none, or one that is too large.
func (r *reader) document(file string) *document {
	d, isKnown := r.documents[file]
	if isKnown {
		return d
	}
	dir, name := path.Split(file)
	if _, isListed := r.names[dir]; !isListed {
		r.names[dir] = openfile.NamesIn(r.root, path.Clean(dir))
	}
	if _, isThere := slices.BinarySearch(r.names[dir], name); isThere {
		if data, err := openfile.ReadIn(r.root, filepath.FromSlash(file), maxSettings); err == nil {
			d = newDocument(file, data)
		}
	}
	r.documents[file] = d
	return d
}

// project returns what the settings of one tool in one directory say; nil when there are none.
func (r *reader) project(t *tool, prefix string) *project {
	p := project{tool: t, prefix: prefix, rank: ofGenerator}
	hasMark := t.marks == ""
	for name := range strings.FieldsSeq(t.files) {
		names := []string{name}
		if script, isScript := strings.CutSuffix(name, ".*"); isScript {
			names = []string{script + ".js", script + ".ts", script + ".mjs", script + ".mts", script + ".cjs"}
		}
		for _, name := range names {
			if d := r.document(path.Join(prefix, name)); d != nil && !d.isTaken && !d.says(t.unless) {
				p.settings = append(p.settings, d)
				hasMark = hasMark || d.says(t.marks)
			}
		}
	}
	if len(p.settings) == 0 || !hasMark {
		return nil
	}
	for _, d := range p.settings {
		d.isTaken = t.marks != ""
		for key := range strings.FieldsSeq(t.dir) {
			for _, said := range d.look(key) {
				p.add(d, said)
			}
		}
	}
	if p.isNamed = len(p.outputs) > 0; !p.isNamed {
		p.outputs = []output{{dirs: join([]string{prefix}, "", strings.Fields(t.outputs))}}
	}
	switch {
	case t.weak || t.isHost() && prefix != ".":
		p.rank = ofOther
	case t.isHost():
		p.rank = ofHost
	case prefix != ".":
		p.rank = ofPrefix
	}
	return &p
}

// add adds what one setting says of the build directory.
func (p *project) add(d *document, said setting) {
	below := strings.Fields(cmp.Or(p.tool.below, "."))
	for _, inside := range d.look(p.tool.inside) {
		if inside.text != "" {
			below, said.isKnown = []string{inside.text}, said.isKnown && inside.isKnown
		}
	}
	p.isUnsure = p.isUnsure || !said.isKnown
	if !said.isKnown || said.text == "" {
		return
	}
	dir, starts := strings.ReplaceAll(said.text, `\`, "/"), []string{p.prefix}
	if p.tool.isHost() {
		// A host takes the root of the repository for the root of all paths.
		dir = strings.TrimLeft(dir, "/")
		for _, start := range d.look("build.base") { // of Netlify
			starts = []string{path.Join(p.prefix, strings.TrimLeft(start.text, "/")), p.prefix}
		}
	}
	p.outputs = append(p.outputs, output{setting: said, dirs: join(starts, dir, below)})
}

// join returns the paths of dir, and what is below it, in each of some directories.
func join(starts []string, dir string, below []string) (all []string) {
	for _, start := range starts {
		for _, end := range below {
			all = append(all, path.Join(start, dir, end))
		}
	}
	return all
}
