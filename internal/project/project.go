// Package project knows what the settings of hosts and generators say of a site: its
// build directory, its URL and base path, and its host. These files are untrusted: it reads
// each once, up to a limit, and never leaves the directory where it looks.
package project

import (
	"cmp"
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
	// prefix is the directory, as a slash path.
	prefix   string
	settings []*document
	// claims are what the settings say of the build directory.
	claims []claim
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
}

// String names the setting.
func (c claim) String() string { return fmt.Sprintf("%s in %s:%d", c.key, c.file, c.line) }

// said are the claims of a project, or else one without a setting: where the tool builds then.
func (p *project) said() []claim {
	if len(p.claims) > 0 {
		return p.claims
	}
	var usual claim
	for dir := range strings.FieldsSeq(p.tool.outputs) {
		usual.dirs = append(usual.dirs, path.Join(p.prefix, dir))
	}
	return []claim{usual}
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
	// scripts are the files with commands.
	scripts []string
}

// read reads the settings of all tools below a directory, those that decide most first.
func read(root *os.Root) (all []project) {
	scripts, _ := fs.Glob(root.FS(), ".github/workflows/*.y*ml")
	r := reader{root, map[string]*document{}, append(scripts, "package.json", "Makefile", ".gitlab-ci.yml")}
	for prefix := range strings.FieldsSeq(prefixes) {
		if info, err := root.Stat(filepath.FromSlash(prefix)); err != nil || !info.IsDir() {
			continue
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

// document returns a settings file; nil when there is none. One that is too large says
// nothing.
func (r *reader) document(file string) *document {
	d, ok := r.documents[file]
	if ok {
		return d
	}
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
	p.isUnsure = !t.isHost() && (p.isUnsure || r.isTold(t, prefix))
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
	c := claim{key: key, file: d.file, line: said.line}
	for _, start := range starts {
		if path.IsAbs(dir) {
			start = ""
		}
		for _, below := range strings.Fields(cmp.Or(p.tool.below, ".")) {
			c.dirs = append(c.dirs, path.Join(start, dir, below))
		}
	}
	p.claims = append(p.claims, c)
}

// toldWhere matches the rest of a command that tells a generator where to build.
var toldWhere = regexp.MustCompile(`^(?:[ \t][^\n;&|]*)?[ \t](?:-d|-o|--(?:site-dir|destination|dest-dir|dest|out-dir|outDir|output-dir|output|to-dir))[ \t=]`)

// isTold reports whether a command in a script tells a generator where to build, as in the
// template of GitLab for Pages: https://gitlab.com/pages/mkdocs builds with --site-dir public.
func (r *reader) isTold(t *tool, prefix string) bool {
	for _, file := range append(r.scripts, path.Join(prefix, "package.json"), path.Join(prefix, "Makefile")) {
		if d := r.document(file); d != nil {
			for _, rest := range strings.Split(string(d.data), strings.ToLower(t.name))[1:] {
				if toldWhere.MatchString(rest) {
					return true
				}
			}
		}
	}
	return false
}
