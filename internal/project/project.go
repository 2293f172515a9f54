// Package project knows what the settings of hosts and generators say of a site: its
// build directory, its URL and base path, and its host. These files are untrusted: it reads
// each once, up to a limit, and never leaves the directory where it looks.
package project

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/openfile"
)

// project is a directory with the settings of a tool.
type project struct {
	tool *tool
	// prefix is the directory, as a slash path.
	prefix   string
	settings []*document
	// claims are what the settings say of the build directory, and told what commands do.
	claims, told []claim
	// isUnsure is whether the build directory is named in a way that only the tool understands.
	isUnsure bool
	rank     rank
}

// rank is how much the settings of a project decide.
type rank int

const (
	ofHost      rank = iota // a host at the root of the repository
	ofGenerator             // a generator there
	ofPrefix                // a generator elsewhere
	ofOther                 // a host elsewhere, and what often is of something other than the site
)

// document is a settings file.
type document struct {
	file string
	data []byte
	look func(key string) []value
	// isTaken is whether it has the marks of a tool.
	isTaken bool
}

// claim is a setting that names the build directory.
type claim struct {
	key, file string
	line      int
	// dirs are the directories that the value may mean, with slashes.
	dirs []string
	// isTold is whether it is an option of a command.
	isTold bool
}

// String names the setting.
func (c claim) String() string { return fmt.Sprintf("%s in %s:%d", c.key, c.file, c.line) }

// isSure reports whether the project has to have built one of its outputs.
func (p *project) isSure() bool { return !p.isUnsure && p.rank < ofOther }

// said are the claims of a project, where those without a setting are what the tool does then.
// Commands come first, which may be of something else, too.
func (p *project) said() []claim {
	if len(p.claims) > 0 {
		return slices.Concat(p.told, p.claims)
	}
	var usual claim
	for dir := range strings.FieldsSeq(p.tool.outputs) {
		usual.dirs = append(usual.dirs, path.Join(p.prefix, dir))
	}
	return append(slices.Clone(p.told), usual)
}

// outputs are the directories where a project builds, the likeliest first.
func (p *project) outputs() (dirs []string) {
	for _, c := range p.said() {
		dirs = append(dirs, c.dirs...)
	}
	return dirs
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
	r := reader{root: root, documents: map[string]*document{}, names: map[string][]string{}}
	for prefix := range strings.FieldsSeq(prefixes) {
		if info, err := root.Stat(prefix); err != nil || !info.IsDir() {
			continue
		}
		for i := range tools {
			if p := r.project(&tools[i], prefix); p != nil {
				all = append(all, *p)
			}
		}
	}
	r.hear(all)
	slices.SortStableFunc(all, func(a, b project) int { return int(a.rank - b.rank) })
	return all
}

// document returns a settings file; nil when there is none. One that is too large says
// nothing.
func (r *reader) document(file string) *document {
	d, ok := r.documents[file]
	if ok {
		return d
	}
	dir, name := path.Split(file)
	if _, isListed := r.names[dir]; !isListed {
		r.names[dir] = openfile.NamesIn(r.root, path.Clean(dir))
	}
	if _, isThere := slices.BinarySearch(r.names[dir], name); isThere {
		data, err := openfile.ReadIn(r.root, filepath.FromSlash(file), maxSettings)
		if errors.Is(err, openfile.ErrTooLarge) {
			data, err = nil, nil
		}
		if err == nil {
			parsed := sync.OnceValue(func() func(string) []value { return parse(name, data) })
			d = &document{file: file, data: data, look: func(key string) []value { return parsed()(key) }}
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
		if script, ok := strings.CutSuffix(name, ".*"); ok {
			names = []string{script + ".js", script + ".ts", script + ".mjs", script + ".mts", script + ".cjs"}
		}
		for _, name := range names {
			if d := r.document(path.Join(prefix, name)); d != nil && !d.isTaken {
				p.settings = append(p.settings, d)
				hasMark = hasMark || says(d.look, t.marks)
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
				p.add(d, key, said)
			}
		}
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
func (p *project) add(d *document, key string, said value) {
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
	if path.IsAbs(dir) {
		starts = []string{""}
	}
	p.claims = append(p.claims, claim{key: key, file: d.file, line: said.line, dirs: p.below(dir, starts)})
}

// below are where the site is in a build directory, which is below one of some directories.
func (p *project) below(dir string, starts []string) (dirs []string) {
	for _, start := range starts {
		for _, below := range strings.Fields(cmp.Or(p.tool.below, ".")) {
			dirs = append(dirs, path.Join(start, dir, below))
		}
	}
	return dirs
}

// command matches a command that tells a generator where to build: its name, the option and the
// directory.
var command = sync.OnceValue(func() *regexp.Regexp {
	var names []string
	for i := range tools {
		names = append(names, regexp.QuoteMeta(strings.ToLower(tools[i].name)))
	}
	return regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)(?:[ \t][^\n;&|]*?)?[ \t]` +
		`(-d|-o|--(?:site-dir|destination|dest-dir|dest|out-dir|outDir|output-dir|output|to-dir))(?:[ \t]+|=)["']?([^\s"';&|]*)`)
})

// hear adds what commands in scripts say of the build directories, as in the template of GitLab for
// Pages: https://gitlab.com/pages/mkdocs builds with --site-dir public. They may run in the
// directory of the project or at the root.
func (r *reader) hear(all []project) {
	var names []string // of the generators
	for i := range all {
		if !all[i].tool.isHost() {
			names = append(names, strings.ToLower(all[i].tool.name))
		}
	}
	if names == nil {
		return
	}
	const workflows = ".github/workflows"
	files := append(openfile.Glob(r.root, workflows+"/*.y*ml"), ".gitlab-ci.yml")
	for prefix := range strings.FieldsSeq(prefixes) {
		files = append(files, path.Join(prefix, "package.json"), path.Join(prefix, "Makefile"))
	}
	for _, file := range files {
		d, dir := r.document(file), path.Dir(file)
		if d == nil {
			continue
		}
		number := 0
		for line := range strings.Lines(string(d.data)) {
			number++
			if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(line, name) }) {
				continue
			}
			for _, m := range command().FindAllStringSubmatch(line, -1) {
				name, option, said := m[1], m[2], known(m[3], number)
				for i := range all {
					p := &all[i]
					if p.tool.isHost() || name != strings.ToLower(p.tool.name) || dir != workflows && dir != "." && dir != p.prefix {
						continue
					}
					p.isUnsure = true
					if said.isKnown && filepath.IsLocal(said.text) {
						p.told = append(p.told, claim{option, file, said.line, p.below(said.text, []string{p.prefix, "."}), true})
					}
				}
			}
		}
	}
}
