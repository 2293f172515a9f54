// Package project knows what the settings of hosts and generators say of a site: its
// build directory, its URL and base path, and its host. These files are untrusted: it reads
// each at most once, up to a limit, and never leaves the directory where it looks.
package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// project is a directory with the settings of a tool.
type project struct {
	tool *tool
	// prefix is the directory, and file the first of its settings files, as slash paths.
	prefix, file string
	// settings are all of them.
	settings []*document
	// claims are what they say of the build directory.
	claims []claim
	// commands are build directories of commands in scripts, as in `mkdocs build -d public`.
	commands []claim
	// outputs are where the tool builds without such settings.
	outputs []string
	// isUnsure is whether a setting says something that only the tool understands.
	isUnsure bool
	rank     rank
}

// rank is how much the settings of a project decide.
type rank int

const (
	// ofHost is a host at the root of the repository.
	ofHost rank = iota
	// ofGenerator is a generator there.
	ofGenerator
	// ofPrefix is a generator elsewhere.
	ofPrefix
	// ofOther is a tool that often builds something other than the site, and a host elsewhere.
	ofOther
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
	value
	key, file string
	// dirs are the directories that the value may mean, with slashes; none when it leads
	// out of the working directory.
	dirs []string
}

// String names the setting.
func (c claim) String() string { return fmt.Sprintf("%s in %s:%d", c.key, c.file, c.line) }

// dirs are where the output of a project is, the likeliest first.
func (p *project) dirs() (dirs []string) {
	for _, c := range p.claims {
		dirs = append(dirs, c.dirs...)
	}
	if len(p.claims) == 0 {
		dirs = slices.Clone(p.outputs)
	}
	for _, c := range p.commands {
		dirs = append(dirs, c.dirs...)
	}
	return dirs
}

// reader reads the settings files below a directory.
type reader struct {
	root *os.Root
	// documents are those that were looked for; nil for one that is not there.
	documents map[string]*document
}

// read reads the settings of all tools below a directory.
func read(root *os.Root) (all []project) {
	r := reader{root, map[string]*document{}}
	for _, prefix := range prefixes {
		if info, err := root.Stat(filepath.FromSlash(prefix)); err != nil || !info.IsDir() {
			continue
		}
		for i := range tools {
			if p, ok := r.project(&tools[i], prefix); ok {
				all = append(all, p)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b project) int { return int(a.rank - b.rank) })
	return all
}

// document returns a settings file; nil when there is none. One that is too large says
// nothing.
func (r *reader) document(file string) *document {
	if d, ok := r.documents[file]; ok {
		return d
	}
	var d *document
	data, err := openfile.ReadIn(r.root, filepath.FromSlash(file), maxSettings)
	if errors.Is(err, openfile.ErrTooLarge) {
		data, err = nil, nil
	}
	if err == nil {
		d = &document{file: file, data: data, look: parse(path.Base(file), data)}
	}
	r.documents[file] = d
	return d
}

// project returns what the settings of one tool in one directory say. ok is false when there
// are none.
func (r *reader) project(t *tool, prefix string) (p project, ok bool) {
	p = project{tool: t, prefix: prefix, rank: ofGenerator}
	hasMark := len(t.marks) == 0
	for _, name := range t.files {
		d := r.document(path.Join(prefix, name))
		if d == nil || d.isTaken {
			continue
		}
		p.settings = append(p.settings, d)
		hasMark = hasMark || slices.ContainsFunc(t.marks, func(key string) bool { return len(d.look(key)) > 0 })
	}
	if len(p.settings) == 0 || !hasMark {
		return p, false
	}
	p.file = p.settings[0].file
	for _, d := range p.settings {
		d.isTaken = len(t.marks) > 0
		for _, key := range t.dir {
			for _, said := range d.look(key) {
				p.add(d, key, said)
			}
		}
	}
	for _, dir := range t.outputs {
		p.outputs = append(p.outputs, path.Join(prefix, dir))
	}
	switch {
	case t.weak || t.host && prefix != ".":
		p.rank = ofOther
	case t.host:
		p.rank = ofHost
	case prefix != ".":
		p.rank = ofPrefix
	}
	p.commands = r.commands(t, prefix)
	return p, true
}

// add adds what one setting says of the build directory.
func (p *project) add(d *document, key string, said value) {
	switch {
	case !said.isKnown:
		p.isUnsure = true
	case said.text != "":
		c := claim{value: said, key: key, file: d.file}
		dir, starts := said.text, []string{p.prefix}
		if p.tool.host {
			// A host takes the root of the repository for the root of all paths.
			dir = strings.TrimLeft(dir, "/")
		}
		if p.tool.start != "" {
			for _, start := range d.look(p.tool.start) {
				starts = []string{path.Join(p.prefix, strings.TrimLeft(start.text, "/")), p.prefix}
			}
		}
		below := p.tool.below
		if len(below) == 0 {
			below = []string{"."}
		}
		for _, start := range starts {
			for _, below := range below {
				c.addDir(start, path.Join(dir, below))
			}
		}
		p.claims = append(p.claims, c)
	}
}

// addDir adds a directory, unless it is outside the working directory, or in git's own files.
func (c *claim) addDir(base, named string) {
	named = strings.ReplaceAll(named, `\`, "/")
	dir := path.Join(base, named)
	isGit := func(name string) bool { return strings.EqualFold(name, ".git") }
	if !path.IsAbs(named) && filepath.IsLocal(filepath.FromSlash(dir)) && !slices.ContainsFunc(strings.Split(dir, "/"), isGit) {
		c.dirs = append(c.dirs, dir)
	}
}

// command matches a generator that is told where to build, as in the GitLab templates for
// Pages (https://gitlab.com/pages/mkdocs): the site is in public there, whatever the default.
var command = regexp.MustCompile(`\b(\w+)\b[^\n;&|]*?[ \t](-d|-o|--(?:site-dir|destination|dest-dir|dest|out-dir|outDir|output-dir|output|to-dir))[ \t=]+["']?([\w./-]+)`)

// commands returns the build directories that scripts name when they run a generator.
func (r *reader) commands(t *tool, prefix string) (all []claim) {
	scripts := []string{"package.json", "Makefile", ".gitlab-ci.yml"}
	if prefix != "." {
		scripts = append(scripts, path.Join(prefix, "package.json"), path.Join(prefix, "Makefile"))
	}
	workflows, _ := fs.Glob(r.root.FS(), ".github/workflows/*.y*ml")
	name := []byte(strings.ToLower(t.name))
	for _, file := range append(scripts, workflows...) {
		d := r.document(file)
		if d == nil || t.host || t.weak || !bytes.Contains(d.data, name) {
			continue
		}
		line := 0
		for text := range bytes.Lines(d.data) {
			line++
			at := bytes.Index(text, name)
			if at < 0 {
				continue
			}
			if m := command.FindSubmatch(text[at:]); m != nil && bytes.Equal(m[1], name) {
				c := claim{value: known(string(m[3]), line), key: string(m[1]) + " " + string(m[2]), file: file}
				c.addDir(prefix, c.text)
				c.addDir(".", c.text)
				all = append(all, c)
			}
		}
	}
	return all
}
