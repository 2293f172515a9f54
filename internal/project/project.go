// Package project knows what the settings of hosts and generators say of a site: its
// build directory, its URL and base path, and its host. These files are untrusted: it reads
// each once, up to a limit, and never leaves the directory where it looks.
package project

import (
	"cmp"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/weburl"
)

// project is a directory with the settings of a tool.
type project struct {
	tool *tool
	// prefix is the directory, as a slash path.
	prefix   string
	settings []*document
	// outputs are where it builds, the likeliest first: by commands, which may be of something else,
	// too, and by its settings, or else as the tool does without any.
	outputs []output
	// isNamed is whether a setting names the build directory, and isUnsure whether one or a command
	// does in a way that only the tool understands.
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
	// isTold is whether the setting is an option of a command.
	isTold bool
}

// isSure reports whether the project has to have built one of its outputs.
func (p *project) isSure() bool {
	return !p.isUnsure && (p.rank < ofOther || !p.tool.isHost() && p.isNamed)
}

// dirs are the directories of the outputs, the likeliest first.
func (p *project) dirs() (all []string) {
	for _, o := range p.outputs {
		all = append(all, o.dirs...)
	}
	return all
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
	r.hear(all)
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

// option matches what follows the name of a generator in a command that tells it where to build:
// the option and the directory.
var option = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t][^;&|]*?)?[ \t](-d|-o|--(?:site-dir|destination|dest-dir|dest|out-dir|outDir|output-dir|output|to-dir))` +
		`(?:[ \t]+|=)["']?([^\s"';&|]*)`)
})

// hear adds what commands in scripts say of the build directories, as in the template of GitLab for
// Pages: https://gitlab.com/pages/mkdocs builds with --site-dir public. They may run in the
// directory of the project or at the root.
func (r *reader) hear(all []project) {
	if len(all) == 0 {
		return
	}
	files := append(openfile.Glob(r.root, ".github/workflows/*.y*ml"), ".gitlab-ci.yml")
	for prefix := range strings.FieldsSeq(prefixes) {
		files = append(files, path.Join(prefix, "package.json"), path.Join(prefix, "Makefile"))
	}
	for _, file := range files {
		d, number := r.document(file), 0
		if d == nil {
			continue
		}
		for line := range strings.Lines(string(d.data)) {
			number++
			for i := range all {
				p := &all[i]
				_, rest, isNamed := strings.Cut(line, strings.ToLower(p.tool.name))
				if !isNamed || p.tool.isHost() {
					continue
				}
				m := option().FindStringSubmatch(rest)
				if m == nil {
					continue
				}
				said := known(m[2], number)
				said.key, said.file, p.isUnsure = m[1], file, true
				if said.isKnown && filepath.IsLocal(said.text) {
					dirs := join([]string{p.prefix, "."}, said.text, strings.Fields(cmp.Or(p.tool.below, ".")))
					first := slices.IndexFunc(p.outputs, func(o output) bool { return !o.isTold })
					p.outputs = slices.Insert(p.outputs, first, output{setting: said, dirs: dirs, isTold: true})
				}
			}
		}
	}
}

// Place is where the settings of a generator say that its site is served.
type Place struct {
	// URL is the URL of the site with its base path, which ends with a slash. It has no host where
	// the settings name none.
	URL weburl.URL
	// By names the setting, as "site_url in mkdocs.yml:2".
	By string
}

// PlaceOf returns what settings say of the place of the site in a directory: those of the
// generator whose output this is, by its settings or its default, in the nearest of the
// directories above it that has any. It is empty when two generators build there, when a value is
// made of variables or by code, and for URLs that only stand in for one, such as
// https://example.com. A command can build for another place, so a Place needs to agree with
// what the pages say.
func PlaceOf(dir string, above []string) Place {
	built, err := openfile.Resolve(dir)
	if err != nil {
		return Place{}
	}
	for _, top := range above[:min(len(above), 4)] { // as in docs/.vitepress/dist or build/docs/javadoc
		output, err := filepath.Rel(top, built)
		root, openErr := os.OpenRoot(top)
		if errors.Join(err, openErr) != nil {
			return Place{}
		}
		builders := slices.DeleteFunc(read(root), func(p project) bool {
			return p.tool.isHost() || !slices.Contains(p.dirs(), filepath.ToSlash(output))
		})
		_ = root.Close() // nothing is written there
		if len(builders) > 1 && builders[1].tool.name != builders[0].tool.name {
			return Place{}
		}
		if len(builders) > 0 {
			at, by := builders[0].place()
			by.file = openfile.Relative(filepath.Join(top, by.file))
			return Place{at, by.String()}
		}
	}
	return Place{}
}

// standIn matches hosts that stand in for one that an author has not filled in yet.
var standIn = regexp.MustCompile(`^localhost|^your|^user(?:name)?\.|example|\.(?:test|invalid|local)(?::|$)|^[0-9.:[\]]+$`)

// place returns where the settings say that the site is served, and the setting that does; the zero
// URL where they do not.
func (p *project) place() (at weburl.URL, by setting) {
	url, isClear := p.one(p.tool.url)
	base, isClearBase := p.one(p.tool.base)
	if !isClear || !isClearBase {
		return at, by
	}
	if strings.HasPrefix(url.text, "/") {
		url, base = setting{}, url
	}
	folder := "/"
	if base.text != "" {
		folder = strings.TrimSuffix(path.Clean(base.text), "/") + "/"
		if folder[0] != '/' || strings.HasPrefix(base.text, "//") || strings.ContainsAny(folder, "?#") {
			return at, by // it is relative, the URL of other files, or none
		}
	}
	site, err := weburl.Parse(url.text)
	switch {
	case err == nil && site.IsHTTP() && site.User+site.Query == "" && !standIn.MatchString(site.Host):
		if p.tool.base == "" {
			folder = strings.TrimSuffix(site.Path, "/") + "/"
		}
		return weburl.URL{Scheme: site.Scheme, Host: site.Host, Path: folder}, url
	case folder != "/":
		return weburl.URL{Path: folder}, base
	}
	return at, by
}

// one returns a setting by any of its names; it is empty when it is not there. isClear is false
// when it is not known, or has several values.
func (p *project) one(keys string) (found setting, isClear bool) {
	for key := range strings.FieldsSeq(keys) {
		for _, d := range p.settings {
			for _, said := range d.look(key) {
				if !said.isKnown || found.key != "" && found.text != said.text {
					return setting{}, false
				}
				if found.key == "" {
					found = said
				}
			}
		}
	}
	return found, true
}
